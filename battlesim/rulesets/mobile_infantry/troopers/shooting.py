"""Shooting of the Mobile Infantry: a target, and a pool of dice allocated from the nearest model outward."""

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

from ..aftermath import attack_previews, chain_reactions
from ..aftermath.attack_previews import any_chance_text, attack_preview, models_label
from ..attack import allocation
from ..attack.attack_dice import OUT_OF_AMMO, AttackDie, ammo_dice_lost, carried_weapons, weapon_impediment
from ..attack.attack_modes import ATTACK_MODES
from ..attack.firepower import (
    WeaponChoice,
    ammo_counter_holders,
    attack_pool,
    mark_fired,
    reachable_models,
    target_order,
    usable_weapons,
)
from ..attack.volleys import HOLD_KEY, FiringAssignment, ranked_volleys
from ..core.lookups import (
    dice_count_text,
    is_structure,
    models_in_play,
    piece_or_stand_in,
    pieces_within,
    target_candidates,
)
from ..core.profiles import weapons
from ..core.state import BUGS, MI, Battle, Game, phase_side
from ..ground.sight import ONE_TARGET, Impediment, WeaponLines

ONE_WEAPON = "MI-SHOT-02"
BLASTS = "MI-GAP-23"
SECOND_BLAST_RANGE_IN = 6.0
MAX_NAMED_FIRERS = 3
"""Largest number of firers that a note names one by one."""
NO_WEAPON = Impediment("it has no weapon", ONE_TARGET, "unarmed")


class FiringGroup(NamedTuple):
    """Models with the weapons that they can fire now, and their lines of fire to possible targets.

    At least one model in `first`, if any, must fire; the models in `idle` cannot fire any weapon.
    """

    fit: dict[str, list[str]]
    lines: WeaponLines
    first: tuple[str, ...]
    idle: dict[str, Impediment]

    def impediments_at(self, name: str) -> dict[str, Impediment]:
        """Return why each model cannot fire its best weapon at a target; the reason is empty if it can."""
        pairs = ((firer, key) for firer, keys in self.fit.items() for key in keys)
        found = dict[str, Impediment]()
        for _, firer, key in sorted((self.lines.range_deficit(*pair, name), *pair) for pair in pairs):
            fault = self.lines.impediment(firer, key, name)
            if firer not in found or not fault.text:
                found[firer] = fault
        return found


class ShotResult(NamedTuple):
    """The result of a shot: the ids of the models that fired, and the unmodified faces of their dice."""

    firers: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()


def _firing(
    state: Battle,
    ids: Sequence[str],
    reaction: bool,
    targets: Sequence[str] | None,
    first: Sequence[str] = (),
) -> FiringGroup:
    """Return the firing group of the given models, limited to `targets` if they are given."""
    pieces = [state.table.piece(i) for i in ids_in_play(state, ids)]
    fit = {p.id: keys for p in pieces if (keys := usable_weapons(state, p, reaction))}
    things = [p for p in target_candidates(state, MI) if targets is None or p.id in targets]
    rest = [p for p in pieces if p.id not in fit]
    idle = {
        p.id: next((weapon_impediment(state, p, k, reaction=reaction) for k in carried_weapons(p)), NO_WEAPON)
        for p in rest
    }
    return FiringGroup(fit, WeaponLines(state, fit, things), tuple(f for f in first if f in fit), idle)


def target_options(
    state: Battle, firers: Sequence[str], reaction: bool = False, targets: Sequence[str] | None = None
) -> tuple[list[Option], list[Option]]:
    """Return options for the possible targets, and closed options with reasons for all others."""
    now = _firing(state, firers, reaction, targets)
    if now.fit:
        return _sorted_out(state, now)
    none = Impediment("nobody has a weapon that can be fired now", ONE_TARGET)
    why = now.idle.get(firers[0], none) if len(firers) == 1 else none
    return [], [closed_option(p.id, p.name, why.text, why.rule) for p in now.lines.objects.values()]


def models_with_targets(
    state: Battle, firers: Sequence[str], reaction: bool = False, targets: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Return the ids of the models that have a target now, among `targets` if they are given."""
    fit, lines, *_ = _firing(state, firers, reaction, targets)
    return tuple(
        f for f, keys in fit.items() if any(lines.bears_on(f, key, t) for key in keys for t in lines.objects)
    )


def _sorted_out(state: Battle, now: FiringGroup) -> tuple[list[Option], list[Option]]:
    """Return the options for targets that can be fired at, and closed options for all others.

    If the group has `first` models, one of them must be able to fire at the target.
    """
    options, blocked = list[Option](), list[Option]()
    for name in target_order(state, now.lines):
        faults, label = now.impediments_at(name), state.table.name_of(name)
        able = tuple(f for f in now.fit if not faults[f].text)
        if able and (not now.first or set(able) & set(now.first)):
            note = _note(state, now, name, able, [*faults.values(), *now.idle.values()])
            options.append(Option(name, label, (name,), note, ONE_TARGET, able))
        else:
            why = next(fault for f, fault in faults.items() if f in (now.first or now.fit))
            blocked.append(closed_option(name, label, why.text, why.rule))
    return options, blocked


def _note(
    state: Battle, now: FiringGroup, name: str, able: Sequence[str], faults: Sequence[Impediment]
) -> AnyText:
    """Return the note on a target: its distance, the models that can fire, and what prevents the others."""
    many = Counter(fault.short or str(fault.text) for fault in faults if fault.text)
    others = ", ".join(f"{count} {words}" for words, count in many.most_common())
    some = f"all {len(able)}" if len(able) == len(faults) else f"{len(able)} of {len(faults)}"
    can = f"{some if len(able) > MAX_NAMED_FIRERS else ', '.join(map(state.table.name_of, able))} can fire"
    return phrase("{}; {}", _nearest(state, now, name, able), f"{can}; {others}" if others else can)


def _nearest(state: Battle, now: FiringGroup, name: str, able: Sequence[str]) -> AnyText:
    """Return text with the distance from a target to the nearest model that can fire at it."""
    away = now.lines.smallest_gap(name, able)
    if len(able) == 1:
        return gap_text(away)
    firer = state.table.name_of(min(able, key=lambda one: now.lines.distances[one, name]))
    return phrase("touching {}", firer) if away <= TOL else phrase("{} from {}", gap_text(away), firer)


def run_shooting(
    play: Play[Game],
    firers: Sequence[str],
    *,
    targets: Sequence[str] | None = None,
    reaction: bool = False,
    first: Sequence[str] = (),
) -> Script[ShotResult]:
    """Run a Shooting action of MI models. Return the models that fired and the faces of the dice.

    The order of steps is MI-SHOT-15. In a Reaction, only weapons with React fire (MI-FIRE-03), and at least
    one model of `first` fires, joined by others (MI-FIRE-02).
    """
    now = _firing(play.state, firers, reaction, targets, first)
    target = (yield from _ask_target(play, now)) if now.fit else ""
    choice = (yield from _ask_weapons(play, now, target)) if target else {}
    if not choice:
        return ShotResult()
    seconds = yield from _ask_seconds(play, choice, target)
    dice = attack_pool(
        play.state, choice, target, lambda firer, key: seconds.get((firer, key), target), reaction
    )
    text = phrase(
        "{shooters} at {target}: {dice}",
        joined_text(map(Ref, choice)),
        Ref(target),
        dice_count_text(len(dice)),
    )
    play.log_message(text, by=next(iter(choice)), at=(target, *choice), rule=ONE_TARGET)
    mark_fired(play, choice)
    away, known = reachable_models(play.state, choice, target, now.lines)
    laid = yield from allocation.allocate_pool(play, dice, away, known.bears_on)
    return ShotResult(tuple(choice), (yield from chain_reactions.resolve_attack(play, laid, "fire")))


def _ask_target(play: Play[Game], now: FiringGroup) -> Script[str]:
    options, blocked = _sorted_out(play.state, now)
    first = play.state.table.piece(next(iter(now.fit)))
    return (yield from play.ask(_target((*options, *blocked), first))) if options else ""


def _target(options: Sequence[Option], firer: Piece) -> ChooseOne:
    return piece_decisions.piece_decision(firer, "target", "At whom do they fire?", options, ONE_TARGET)


def target_decision(state: Battle, piece: Piece) -> ChooseOne:
    """Return the decision that asks for the target of a model's shot; unavailable targets give a reason."""
    open_to, blocked = target_options(state, (piece.id,))
    return _target((*open_to, *blocked), piece)


def _ask_weapons(play: Play[Game], now: FiringGroup, target: str) -> Script[dict[str, tuple[str, ...]]]:
    """Ask which weapons each model fires, listed best first; models without a usable weapon are not asked.

    In a Reaction at least one of `first` fires; if `first` has a single such model, that model must fire.
    """
    fit, lines, first, _ = now
    found = {f: ranked_volleys(play.state, lines, f, keys, target, bool(first)) for f, keys in fit.items()}
    keyed = {f: {"+".join(load): load for load in open_to} for f, open_to in found.items() if open_to}
    needed = tuple(f for f in first if f in keyed)
    items = tuple(
        AssignItem(f, play.state.table.name_of(f), (*open_to, *((HOLD_KEY,) if needed != (f,) else ())))
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
        holds=HOLD_KEY,
    )
    if needed:
        asked = FiringAssignment(**msgspec.structs.asdict(asked), first=needed)
    answer = yield from play.ask(asked)
    pairs = zip(items, answer, strict=True)
    return {item.key: parts[key] for item, key in pairs if key != HOLD_KEY}


def second_blast_targets(state: Battle, firer: str, key: str, target: str) -> list[str]:
    """Return the ids of possible targets for a weapon's second blast, starting with the first target."""
    others = [p for p in models_in_play(state, BUGS) if p.id != target]
    about = pieces_within(state, piece_or_stand_in(state, target), others, SECOND_BLAST_RANGE_IN)
    lines = WeaponLines(state, {firer: (key,)}, about)
    return [target, *(p.id for p in about if lines.bears_on(firer, key, p.id))]


def _ask_seconds(play: Play[Game], choice: WeaponChoice, target: str) -> Script[dict[tuple[str, str], str]]:
    """Ask for the targets of second blasts away from the first target, and return them by (firer, weapon)."""
    play, found = play.under_rule(BLASTS), dict[tuple[str, str], str]()
    for firer, key in ((firer, key) for firer, keys in choice.items() for key in keys):
        ids = second_blast_targets(play.state, firer, key, target) if weapons()[key].blasts > 1 else []
        if len(ids) > 1:
            name = f"{weapons()[key].name} of {play.state.table.name_of(firer)}"
            options = [Option(i, play.state.table.name_of(i), (i,), rule=BLASTS) for i in ids]
            prompt = f"{name}: where does the second blast go?"
            asked = play.choose_one("second_target", MI, prompt, options, about=firer)
            found[firer, key] = (yield from asked).key
    return found


def target_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of a shot at a target in which every model that can fire at it does."""
    return all_fire_preview(
        view, decision.chosen_option(answer).by, answer, is_reaction_fire(view), "if all of them fire"
    )


def all_fire_preview(view: Battle, firers: Sequence[str], target: str, reaction: bool, note: str) -> Preview:
    """Return a preview of a shot in which all given models fire their best weapons at a target."""
    aim, choice = piece_or_stand_in(view, target), dict[str, tuple[str, ...]]()
    for firer in firers:
        keys = usable_weapons(view, view.table.piece(firer), reaction)
        choice[firer] = ranked_volleys(
            view, WeaponLines(view, {firer: keys}, [aim]), firer, keys, target, reaction
        )[0]
    return _shot(view, target, choice, reaction, note)


def weapons_preview(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview | None:
    """Return a preview of a shot with exactly the chosen firers and weapons."""
    pairs = zip(decision.items, answer, strict=True)
    choice = {item.key: decision.parts[key] for item, key in pairs if key != HOLD_KEY}
    return _shot(view, decision.about, choice, is_reaction_fire(view), "") if choice else None


def second_blast_preview(view: Battle, decision: ChooseOne, answer: str) -> Preview | None:
    """Return a preview of both blasts of a weapon, on the first and the chosen second target."""
    firer, target = decision.about, decision.open_options[0].key
    two = [key for key in usable_weapons(view, view.table.piece(firer), False) if weapons()[key].blasts > 1]
    if not two:
        return None
    return _shot(view, target, {firer: (two[0],)}, False, f"{weapons()[two[0]].name} alone", answer)


def is_reaction_fire(view: Battle) -> bool:
    """Return whether the Mobile Infantry are firing during the Arachnids' turn."""
    return phase_side(view.game.phase) != MI


def _shot(
    view: Battle, target: str, choice: WeaponChoice, reaction: bool, note: str, second: str = ""
) -> Preview:
    laid = allocation.default_allocation(view, target, choice, second=second, reaction=reaction)
    fired = Counter(key for keys in choice.values() for key in keys)
    rows = [PreviewRow("Dice in the pool", str(len(laid)), ATTACK_MODES["fire"].roll)]
    rows += [PreviewRow(weapons()[key].name, f"{count}x", ONE_WEAPON) for key, count in fired.items()]
    return attack_preview(
        view,
        "Shoot",
        f"{models_label(view, tuple(choice))} at {view.table.name_of(target)}",
        laid,
        detailed_target=target,
        before=[*rows, *(_ammo(view, tuple(choice), laid) if reaction else ())],
        note=note,
        side=MI,
        sights=() if is_structure(view, target) else tuple((firer, target) for firer in choice),
        areas=_blasts(view, choice, [target, second or target]),
    )


def _ammo(view: Battle, firers: Sequence[str], dice: Sequence[AttackDie]) -> list[PreviewRow]:
    """Return rows for the dice that Out of Ammo removes from a Fire at Will, and for possible counters."""
    gone = sum(ammo_dice_lost(view.table.piece(firer), True) for firer in firers)
    rows = [PreviewRow("Out of Ammo, dice off", f"-{gone}", OUT_OF_AMMO, -gone)] if gone else []
    ones = any_chance_text([1.0 / die.weapon_profile.die for die in dice])
    return [
        *rows,
        *([PreviewRow("Out of Ammo", ones, OUT_OF_AMMO)] if ammo_counter_holders(view, firers) else []),
    ]


def _blasts(view: Battle, choice: WeaponChoice, aims: Sequence[str]) -> tuple[EffectArea, ...]:
    """Return the area of effect of each firing weapon, around its target."""
    fired = dict.fromkeys(key for keys in choice.values() for key in keys if weapons()[key].area)
    pairs = dict.fromkeys((key, aim) for key in fired for aim in aims[: weapons()[key].blasts])
    return tuple(attack_previews.weapon_effect_area(view, key, aim, MI) for key, aim in pairs)
