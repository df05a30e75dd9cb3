"""Shooting of the Mobile Infantry: one target, one pool, dice from the nearest outward."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from battlesim.engine.decisions import Assign, ChooseOne, Item
from battlesim.engine.option import Option, closed
from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import standing, within
from battlesim.rulings.measure import apart, piece_distances
from battlesim.table.events import Said
from battlesim.table.ids import SideKey
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.words import Ref, listed, say

from ..aftermath import chains
from ..attack.allocation import allocate
from ..attack.firepower import Choice, fit_weapons, in_order, note_fired, pooled, reachable
from ..attack.loads import HOLD, WhoFires, key_of, load_name, loads
from ..attack.pool import unfit, weapons_of
from ..core.profiles import weapons
from ..core.state import MI, Battle, Game
from ..core.targets import enemies, enemy_models, name_of, thing
from ..core.words import Fault
from ..core.words import dice as dice_words
from ..ground.sightlines import ONE_TARGET, Lines

ONE_WEAPON = "MI-SHOT-02"
BLASTS = "MI-GAP-23"
SECOND_BLAST = 6.0
FIRST_LOOK = 8
"""How many of the nearest targets are looked at before the others when one is enough."""
FEW = 3
"""So many who can fire are named."""


def _firers(state: Battle, ids: Sequence[str], reaction: bool) -> dict[str, list[str]]:
    pieces = [state.table.piece(i) for i in standing(state, ids)]
    found = {p.id: fit_weapons(state, p, reaction) for p in pieces}
    return {name: keys for name, keys in found.items() if keys}


def _things(state: Battle, side: SideKey, targets: Sequence[str] | None) -> list[Piece]:
    return [p for p in enemies(state, side) if targets is None or p.id in targets]


def targets_for(
    state: Battle, firers: Sequence[str], reaction: bool = False, targets: Sequence[str] | None = None
) -> tuple[list[Option], list[Option]]:
    """What these models could name as their target, and what not, with the reason.

    `targets` limits the choice, as in a Reaction to those that took part.
    """
    fit = _firers(state, firers, reaction)
    side = next((state.table.piece(i).side for i in fit), MI)
    things = _things(state, side, targets)
    if fit:
        return _sorted_out(state, Lines(state, fit, things), fit)
    return [], [closed(p.id, p.name, *_unarmed(state, firers, reaction)) for p in things]


def _unarmed(state: Battle, firers: Sequence[str], reaction: bool) -> Fault:
    """Why none of some models has a weapon that can be fired: of one alone what is wrong with it."""
    if len(firers) == 1:
        piece = state.table.piece(*firers)
        faults = [unfit(state, piece, key, reaction=reaction) for key in weapons_of(piece)]
        return faults[0] if faults else Fault("it has no weapon", ONE_TARGET)
    return Fault("nobody has a weapon that can be fired now", ONE_TARGET)


def bearing(
    state: Battle, firers: Sequence[str], reaction: bool = False, targets: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Those of some models who could fire at something now, or in a Reaction at one of some targets."""
    fit = _firers(state, firers, reaction)
    if not fit:
        return ()
    lines = Lines(state, fit, _things(state, state.table.piece(next(iter(fit))).side, targets))
    return tuple(f for f, keys in fit.items() if any(lines.bears_on_any(f, key) for key in keys))


def any_target(state: Battle, firers: Sequence[str]) -> bool:
    """Whether these models could name a target at all; the nearest ones are looked at first."""
    here = [state.table.piece(f) for f in standing(state, firers)]
    if not here:
        return False
    spots = [p.xy for p in here if isinstance(p.place, OnTable)]

    def away(piece: Piece) -> float:
        known = spots if isinstance(piece.place, OnTable) else ()
        return min((math.dist(spot, piece.xy) for spot in known), default=math.inf)

    near = sorted(_things(state, here[0].side, None), key=away)
    parts = (near[:FIRST_LOOK], near[FIRST_LOOK:])
    return any(bearing(state, firers, targets=tuple(p.id for p in part)) for part in parts)


def _sorted_out(
    state: Battle, lines: Lines, fit: Mapping[str, Sequence[str]], first: Sequence[str] = ()
) -> tuple[list[Option], list[Option]]:
    """Targets that can be fired at, by one of the `first` where there are such, and the others."""
    options, blocked = [], []
    for name in in_order(state, lines):
        faults = {(f, key): lines.fault(f, key, name) for f, keys in fit.items() for key in keys}
        able = list(dict.fromkeys(f for (f, _), (words, _) in faults.items() if not words))
        label = name_of(state, name)
        if able and (not first or set(able) & set(first)):
            note = say("{}; {} can fire", apart(lines.nearest(name, able)), _who(state, able, len(fit)))
            options.append(Option(name, label, (name,), note, ONE_TARGET, tuple(able)))
        else:
            least = min((lines.short_of(f, key, name), f, key) for f, key in faults if f in (first or fit))
            blocked.append(closed(name, label, *faults[least[1:]]))
    return options, blocked


def _who(state: Battle, able: Sequence[str], of: int) -> str:
    """Those who can fire: a few by name, of more how many they are."""
    if len(able) <= FEW:
        return ", ".join(name_of(state, f) for f in able)
    return f"all {of}" if len(able) == of else f"{len(able)} of {of}"


def shoot(
    play: Play[Game],
    firers: Sequence[str],
    *,
    targets: Sequence[str] | None = None,
    reaction: bool = False,
    first: Sequence[str] = (),
) -> Script[tuple[str, ...]]:
    """A whole Shooting action of MI models; those who put dice into the pool, () when nobody did.

    Order of steps: MI-SHOT-15. In a Reaction only weapons with React fire (MI-FIRE-03), and one at least of
    the `first` does, whom the others join (MI-FIRE-02).
    """
    fit = _firers(play.state, firers, reaction)
    if not fit:
        return ()
    side = play.state.table.piece(next(iter(fit))).side
    lines = Lines(play.state, fit, _things(play.state, side, targets))
    first = [f for f in first if f in fit]
    target = yield from _ask_target(play, side, lines, fit, first)
    if not target:
        return ()
    choice = yield from _ask_weapons(play, side, lines, fit, target, first)
    if not choice:
        return ()
    seconds = yield from _ask_seconds(play, side, choice, target)
    dice = pooled(play.state, choice, target, lambda firer, key: seconds.get((firer, key), target), reaction)
    text = say("{} at {}: {}", listed(map(Ref, choice)), Ref(target), dice_words(len(dice)))
    play.emit(Said(rule=ONE_TARGET, text=text, by=next(iter(choice)), at=(target, *choice)))
    note_fired(play, choice)
    field, known = reachable(play.state, side, choice, target, lines)
    laid = yield from allocate(play, side, dice, field, known.bears)
    yield from chains.settle(play, laid, "fire")
    return tuple(choice)


def _ask_target(
    play: Play[Game], side: SideKey, lines: Lines, fit: Mapping[str, Sequence[str]], first: Sequence[str]
) -> Script[str]:
    options, blocked = _sorted_out(play.state, lines, fit, first)
    return (yield from play.ask(_target(side, (*options, *blocked), next(iter(fit))))) if options else ""


def _target(side: SideKey, options: Sequence[Option], about: str) -> ChooseOne:
    prompt = "At whom do they fire?"
    return ChooseOne(
        side=side, what="target", prompt=prompt, rule=ONE_TARGET, about=about, options=tuple(options)
    )


def aims(state: Battle, piece: Piece) -> ChooseOne:
    """At whom a model could fire, with all that it cannot fire at and why."""
    open_to, blocked = targets_for(state, (piece.id,))
    return _target(piece.side, (*open_to, *blocked), piece.id)


def _ask_weapons(
    play: Play[Game],
    side: SideKey,
    lines: Lines,
    fit: Mapping[str, Sequence[str]],
    target: str,
    first: Sequence[str],
) -> Script[dict[str, tuple[str, ...]]]:
    """Who fires what, the best first; a model with nothing that bears on the target is not asked for.

    With `first` (a Reaction) one of them fires, the only one of them in any case.
    """
    reaction = bool(first)
    found = {f: loads(play.state, lines, f, keys, target, reaction) for f, keys in fit.items()}
    needed = tuple(f for f in first if found[f])
    items = tuple(
        Item(f, name_of(play.state, f), (*map(key_of, open_to), *((HOLD,) if needed != (f,) else ())))
        for f, open_to in found.items()
        if open_to
    )
    parts = {key_of(load): load for open_to in found.values() for load in open_to}
    asked = Assign(
        side=side,
        what="weapons",
        prompt=f"Who fires what at {name_of(play.state, target)}?",
        rule=ONE_WEAPON,
        about=target,
        items=items,
        names={key: load_name(load) for key, load in parts.items()},
        parts=parts,
        holds=HOLD,
    )
    if needed:
        asked = WhoFires(**msgspec.structs.asdict(asked), first=needed)
    answer = yield from play.ask(asked)
    pairs = zip(items, answer, strict=True)
    return {item.key: parts[key] for item, key in pairs if key != HOLD}


def second_targets(state: Battle, firer: str, key: str, target: str) -> list[str]:
    """Where a second blast may go: on the target again, or on an enemy within 6 in of it."""
    piece, aim = state.table.piece(firer), thing(state, target)
    others = [p for p in enemy_models(state, piece.side) if p.id != target]
    gaps = piece_distances(state.table, aim, others)
    near = [p for p, gap in zip(others, gaps, strict=True) if within(gap, SECOND_BLAST)]
    lines = Lines(state, {firer: (key,)}, near)
    return [target, *(p.id for p in near if lines.bears(firer, key, p.id))]


def _ask_seconds(
    play: Play[Game], side: SideKey, choice: Choice, target: str
) -> Script[dict[tuple[str, str], str]]:
    """Where each second blast goes that may go elsewhere than on the target, by firer and weapon."""
    play, found = play.under(BLASTS), dict[tuple[str, str], str]()
    for firer, key in ((firer, key) for firer, keys in choice.items() for key in keys):
        ids = second_targets(play.state, firer, key, target) if weapons()[key].blasts > 1 else []
        if len(ids) > 1:
            name = f"{weapons()[key].name} of {name_of(play.state, firer)}"
            options = [Option(i, name_of(play.state, i), (i,), rule=BLASTS) for i in ids]
            prompt = f"{name}: where does the second blast go?"
            asked = play.one("second_target", side, prompt, options, about=firer)
            found[firer, key] = (yield from asked).key
    return found
