"""Shooting of the Mobile Infantry: one target, one pool, dice from the nearest outward; its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from battlesim.engine.decisions import Assign, AssignItem, ChooseOne
from battlesim.engine.option import Option, closed_option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.geometry.constants import TOL
from battlesim.mechanics import piece_decisions
from battlesim.mechanics.pieces import ids_in_play
from battlesim.rulings.piece_gaps import gap_text
from battlesim.table.phrases import AnyText, Ref, joined_text, phrase
from battlesim.table.pieces import Piece

from ..aftermath import cards, chains
from ..aftermath.cards import any_of, card, people
from ..attack import allocation
from ..attack.firepower import Choice, fit_weapons, in_order, note_fired, pooled, reachable, reloading
from ..attack.loads import HOLD, WhoFires, loads
from ..attack.pool import OUT_OF_AMMO, AttackDie, dice_gone, unfit, weapons_of
from ..attack.ways import WAYS
from ..core.facts import dice_words, enemies, is_structure, models, near, thing
from ..core.profiles import weapons
from ..core.state import BUGS, MI, Battle, Game, side_of
from ..ground.sightlines import ONE_TARGET, Fault, Lines

ONE_WEAPON = "MI-SHOT-02"
BLASTS = "MI-GAP-23"
SECOND_BLAST = 6.0
FEW = 3
"""So many who can fire are named."""
UNARMED = Fault("it has no weapon", ONE_TARGET, "unarmed")


class Firing(NamedTuple):
    """Models with the weapons that they can fire now, and the lines from these to what they may fire at.

    Of the `first`, where there are any, one fires at least. The `idle` have nothing that they can fire.
    """

    fit: dict[str, list[str]]
    lines: Lines
    first: tuple[str, ...]
    idle: dict[str, Fault]

    def faults(self, name: str) -> dict[str, Fault]:
        """What keeps models from firing at a thing, by the best weapon of each; the nearest is first."""
        pairs = ((firer, key) for firer, keys in self.fit.items() for key in keys)
        found = dict[str, Fault]()
        for _, firer, key in sorted((self.lines.short_of(*pair, name), *pair) for pair in pairs):
            fault = self.lines.fault(firer, key, name)
            if firer not in found or not fault.words:
                found[firer] = fault
        return found


class Shot(NamedTuple):
    """Those who put dice into the pool, and the natural faces of the dice; nobody when nothing was fired."""

    firers: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()


def _firing(
    state: Battle,
    ids: Sequence[str],
    reaction: bool,
    targets: Sequence[str] | None,
    first: Sequence[str] = (),
) -> Firing:
    """How some models could fire now; `targets` limits at what."""
    pieces = [state.table.piece(i) for i in ids_in_play(state, ids)]
    fit = {p.id: keys for p in pieces if (keys := fit_weapons(state, p, reaction))}
    things = [p for p in enemies(state, MI) if targets is None or p.id in targets]
    rest = [p for p in pieces if p.id not in fit]
    idle = {p.id: next((unfit(state, p, k, reaction=reaction) for k in weapons_of(p)), UNARMED) for p in rest}
    return Firing(fit, Lines(state, fit, things), tuple(f for f in first if f in fit), idle)


def targets_for(
    state: Battle, firers: Sequence[str], reaction: bool = False, targets: Sequence[str] | None = None
) -> tuple[list[Option], list[Option]]:
    """What these models could name as their target (of `targets` alone), and what not, with the reason."""
    now = _firing(state, firers, reaction, targets)
    if now.fit:
        return _sorted_out(state, now)
    none = Fault("nobody has a weapon that can be fired now", ONE_TARGET)
    why = now.idle.get(firers[0], none) if len(firers) == 1 else none
    return [], [closed_option(p.id, p.name, why.words, why.rule) for p in now.lines.objects.values()]


def bearing(
    state: Battle, firers: Sequence[str], reaction: bool = False, targets: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Those of some models who could fire at something now, or in a Reaction at one of some targets."""
    fit, lines, *_ = _firing(state, firers, reaction, targets)
    return tuple(
        f for f, keys in fit.items() if any(lines.bears(f, key, t) for key in keys for t in lines.objects)
    )


def _sorted_out(state: Battle, now: Firing) -> tuple[list[Option], list[Option]]:
    """Targets that can be fired at, by one of the `first` where there are such, and the others."""
    options, blocked = list[Option](), list[Option]()
    for name in in_order(state, now.lines):
        faults, label = now.faults(name), state.table.name_of(name)
        able = tuple(f for f in now.fit if not faults[f].words)
        if able and (not now.first or set(able) & set(now.first)):
            note = _note(state, now, name, able, [*faults.values(), *now.idle.values()])
            options.append(Option(name, label, (name,), note, ONE_TARGET, able))
        else:
            why = next(fault for f, fault in faults.items() if f in (now.first or now.fit))
            blocked.append(closed_option(name, label, why.words, why.rule))
    return options, blocked


def _note(state: Battle, now: Firing, name: str, able: Sequence[str], faults: Sequence[Fault]) -> AnyText:
    """How far a target is from whom, who can fire (a few by name), what keeps how many others from that."""
    many = Counter(fault.short or str(fault.words) for fault in faults if fault.words)
    others = ", ".join(f"{count} {words}" for words, count in many.most_common())
    some = f"all {len(able)}" if len(able) == len(faults) else f"{len(able)} of {len(faults)}"
    can = f"{some if len(able) > FEW else ', '.join(map(state.table.name_of, able))} can fire"
    return phrase("{}; {}", _nearest(state, now, name, able), f"{can}; {others}" if others else can)


def _nearest(state: Battle, now: Firing, name: str, able: Sequence[str]) -> AnyText:
    """Return how far a target is from the nearest of some models, which is named where there are several."""
    away = now.lines.smallest_gap(name, able)
    if len(able) == 1:
        return gap_text(away)
    firer = state.table.name_of(min(able, key=lambda one: now.lines.distances[one, name]))
    return phrase("touching {}", firer) if away <= TOL else phrase("{} from {}", gap_text(away), firer)


def shoot(
    play: Play[Game],
    firers: Sequence[str],
    *,
    targets: Sequence[str] | None = None,
    reaction: bool = False,
    first: Sequence[str] = (),
) -> Script[Shot]:
    """A whole Shooting action of MI models.

    Order of steps: MI-SHOT-15. In a Reaction only weapons with React fire (MI-FIRE-03), and one at least of
    the `first` does, whom the others join (MI-FIRE-02).
    """
    now = _firing(play.state, firers, reaction, targets, first)
    target = (yield from _ask_target(play, now)) if now.fit else ""
    choice = (yield from _ask_weapons(play, now, target)) if target else {}
    if not choice:
        return Shot()
    seconds = yield from _ask_seconds(play, choice, target)
    dice = pooled(play.state, choice, target, lambda firer, key: seconds.get((firer, key), target), reaction)
    text = phrase("{} at {}: {}", joined_text(map(Ref, choice)), Ref(target), dice_words(len(dice)))
    play.log_message(text, by=next(iter(choice)), at=(target, *choice), rule=ONE_TARGET)
    note_fired(play, choice)
    away, known = reachable(play.state, choice, target, now.lines)
    laid = yield from allocation.allocate(play, dice, away, known.bears)
    return Shot(tuple(choice), (yield from chains.settle(play, laid, "fire")))


def _ask_target(play: Play[Game], now: Firing) -> Script[str]:
    options, blocked = _sorted_out(play.state, now)
    first = play.state.table.piece(next(iter(now.fit)))
    return (yield from play.ask(_target((*options, *blocked), first))) if options else ""


def _target(options: Sequence[Option], firer: Piece) -> ChooseOne:
    return piece_decisions.piece_decision(firer, "target", "At whom do they fire?", options, ONE_TARGET)


def aims(state: Battle, piece: Piece) -> ChooseOne:
    """At whom a model could fire, with all that it cannot fire at and why."""
    open_to, blocked = targets_for(state, (piece.id,))
    return _target((*open_to, *blocked), piece)


def _ask_weapons(play: Play[Game], now: Firing, target: str) -> Script[dict[str, tuple[str, ...]]]:
    """Who fires what, the best first; a model with nothing that bears on the target is not asked for.

    With `first` (a Reaction) one of them fires, the only one of them in any case.
    """
    fit, lines, first, _ = now
    found = {f: loads(play.state, lines, f, keys, target, bool(first)) for f, keys in fit.items()}
    keyed = {f: {"+".join(load): load for load in open_to} for f, open_to in found.items() if open_to}
    needed = tuple(f for f in first if f in keyed)
    items = tuple(
        AssignItem(f, play.state.table.name_of(f), (*open_to, *((HOLD,) if needed != (f,) else ())))
        for f, open_to in keyed.items()
    )
    parts = {key: load for open_to in keyed.values() for key, load in open_to.items()}
    asked = Assign(
        side=MI,
        what="weapons",
        prompt=f"Who fires what at {play.state.table.name_of(target)}?",
        rule=ONE_WEAPON,
        about=target,
        items=items,
        names={key: " and ".join(weapons()[gun].name for gun in load) for key, load in parts.items()},
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
    others = [p for p in models(state, BUGS) if p.id != target]
    about = near(state, thing(state, target), others, SECOND_BLAST)
    lines = Lines(state, {firer: (key,)}, about)
    return [target, *(p.id for p in about if lines.bears(firer, key, p.id))]


def _ask_seconds(play: Play[Game], choice: Choice, target: str) -> Script[dict[tuple[str, str], str]]:
    """Where each second blast goes that may go elsewhere than on the target, by firer and weapon."""
    play, found = play.under_rule(BLASTS), dict[tuple[str, str], str]()
    for firer, key in ((firer, key) for firer, keys in choice.items() for key in keys):
        ids = second_targets(play.state, firer, key, target) if weapons()[key].blasts > 1 else []
        if len(ids) > 1:
            name = f"{weapons()[key].name} of {play.state.table.name_of(firer)}"
            options = [Option(i, play.state.table.name_of(i), (i,), rule=BLASTS) for i in ids]
            prompt = f"{name}: where does the second blast go?"
            asked = play.choose_one("second_target", MI, prompt, options, about=firer)
            found[firer, key] = (yield from asked).key
    return found


def target_card(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """All who can fire at a target do, each with what it would take first."""
    return all_fire(view, decision.chosen_option(answer).by, answer, in_reaction(view), "if all of them fire")


def all_fire(view: Battle, firers: Sequence[str], target: str, reaction: bool, note: str) -> Preview:
    """Some models at a target, each with the weapon that it would take first."""
    aim, choice = thing(view, target), dict[str, tuple[str, ...]]()
    for firer in firers:
        keys = fit_weapons(view, view.table.piece(firer), reaction)
        choice[firer] = loads(view, Lines(view, {firer: keys}, [aim]), firer, keys, target, reaction)[0]
    return _shot(view, target, choice, reaction, note)


def weapons_card(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    """Exactly those who fire with what they fire."""
    pairs = zip(decision.items, answer, strict=True)
    choice = {item.key: decision.parts[key] for item, key in pairs if key != HOLD}
    return _shot(view, decision.about, choice, in_reaction(view), "") if choice else None


def second_card(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Both blasts of a weapon: the first on the target, the second where it is wanted."""
    firer, target = decision.about, decision.open_options[0].key
    two = [key for key in fit_weapons(view, view.table.piece(firer), False) if weapons()[key].blasts > 1]
    if not two:
        return None
    return _shot(view, target, {firer: (two[0],)}, False, f"{weapons()[two[0]].name} alone", answer)


def in_reaction(view: Battle) -> bool:
    """Whether the MI fire in the turn of the Arachnids, which only a Reaction allows."""
    return side_of(view.game.phase) != MI


def _shot(view: Battle, target: str, choice: Choice, reaction: bool, note: str, second: str = "") -> Preview:
    laid = allocation.laid(view, target, choice, second=second, reaction=reaction)
    fired = Counter(key for keys in choice.values() for key in keys)
    rows = [PreviewRow("Dice in the pool", str(len(laid)), WAYS["fire"].roll)]
    rows += [PreviewRow(weapons()[key].name, f"{count}x", ONE_WEAPON) for key, count in fired.items()]
    return card(
        view,
        "Shoot",
        f"{people(view, tuple(choice))} at {view.table.name_of(target)}",
        laid,
        main=target,
        before=[*rows, *(_ammo(view, tuple(choice), laid) if reaction else ())],
        note=note,
        side=MI,
        sights=() if is_structure(view, target) else tuple((firer, target) for firer in choice),
        laid=_blasts(view, choice, [target, second or target]),
    )


def _ammo(view: Battle, firers: Sequence[str], dice: Sequence[AttackDie]) -> list[PreviewRow]:
    """The dice that Out of Ammo takes off a Fire at Will, and the counters it may bring."""
    gone = sum(dice_gone(view.table.piece(firer), True) for firer in firers)
    rows = [PreviewRow("Out of Ammo, dice off", f"-{gone}", OUT_OF_AMMO, -gone)] if gone else []
    ones = any_of([1.0 / die.gun.die for die in dice])
    return [*rows, *([PreviewRow("Out of Ammo", ones, OUT_OF_AMMO)] if reloading(view, firers) else [])]


def _blasts(view: Battle, choice: Choice, aims: Sequence[str]) -> tuple[EffectArea, ...]:
    """The areas of all weapons that fire, each once about a target."""
    fired = dict.fromkeys(key for keys in choice.values() for key in keys if weapons()[key].area)
    pairs = dict.fromkeys((key, aim) for key in fired for aim in aims[: weapons()[key].blasts])
    return tuple(cards.area_about(view, key, aim, MI) for key, aim in pairs)
