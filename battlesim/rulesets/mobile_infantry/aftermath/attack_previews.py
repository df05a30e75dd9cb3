"""Parts of attack previews: rows for dice and modifiers, chances of results, and areas of effect.

They also show pushes and the possible consequences of losses. Everything that the worst dice could destroy is
shown with its own consequences.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from battlesim.engine.decisions import Assign
from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import count_distribution
from battlesim.mechanics.odds import Odds, TargetOdds
from battlesim.mechanics.preview_rows import (
    expected_loss,
    loss_summary,
    modifier_rows,
    target_loss_rows,
    threshold_rows,
    truncated_rows,
)
from battlesim.rulings import threat_regions
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import length_text, phrase

from ..attack import area_effects, attack_resolution
from ..attack.allocation import DieKindOrder, TiedModelOrder
from ..attack.attack_dice import AttackDie
from ..attack.attack_modes import ATTACK_MODES, EXPLOSION, AttackMode
from ..attack.die_outcome import dice_odds, save_failure_chance
from ..core.lookups import dice_count_text, has_trait, hits_left, is_structure, piece_or_stand_in, ratings
from ..core.profiles import weapons
from ..core.state import MI, Battle
from ..underground import tunnel_entrances
from . import chain_reactions


def attack_preview(
    view: Battle,
    title: str,
    about: str,
    dice: Sequence[AttackDie],
    *,
    mode: str = "fire",
    detailed_target: str = "",
    before: Sequence[PreviewRow] = (),
    after: Sequence[PreviewRow] = (),
    note: str = "",
    sights: tuple[tuple[str, str], ...] = (),
    side: SideKey = NO_SIDE,
    areas: tuple[EffectArea, ...] = (),
) -> Preview:
    """Return a preview of dice assigned to targets: the rolls needed, the chances of loss, and the total.

    `mode` is the mode of attack, which determines the rules. The dice of `detailed_target` (by default the
    first) are listed one by one. Models of the attacker's own `side` are listed separately. `areas` are the
    areas of effect in which the dice originate.
    """
    shot = dice_odds(view, dice, mode)
    first = next((one for one in shot.targets if one.target == detailed_target), None)
    first = first or (shot.targets[0] if shot.targets else None)
    way, name = ATTACK_MODES[mode], view.table.name_of
    rows = [*before, *(dice_rows(view, first, way) if first else ())]
    foes, own = split_by_side(view, shot, side)
    if len(shot.targets) > 1:
        rows += target_loss_rows(foes, name, way.removed)
    rows += target_loss_rows(own, name, way.removed, "Your own ")
    if pushed := flinch_ends(view, dice, mode):
        who = "If it flinches" if len(shot.targets) == 1 else "If all live and flinch"
        rows.append(PreviewRow(who, "pushed as drawn", way.flinch))
    rows += after
    own_loss = f", {expected_loss(own):.1f} HP of your own" if own else ""
    lost = f"{expected_loss(foes):.1f} HP lost on average{own_loss}"
    chance, words, bars = loss_summary(foes, name)
    notes = "; ".join(part for part in (lost, note) if part)
    dying = {die.firer: hits_left(view, die.firer) for die in dice if die.weapon_profile.kamikaze}
    shown = (*areas, *chain_areas(view, max_wounds(shot) | dying))
    card = Preview(title, about, truncated_rows(rows), chance, words, bars, notes, sights, shown, pushed)
    return msgspec.structs.replace(card, losses=shot.targets)


def split_by_side(view: Battle, shot: Odds, side: SideKey) -> tuple[list[TargetOdds], list[TargetOdds]]:
    """Return the odds of the enemy targets, and those of the attacker's own models among the targets."""
    pieces = view.table.pieces
    own = [one for one in shot.targets if one.target in pieces and pieces[one.target].side == side]
    return [one for one in shot.targets if one not in own], own


def dice_rows(view: Battle, target_odds: TargetOdds, mode: AttackMode) -> list[PreviewRow]:
    """Return a preview row for each kind of die assigned to a target, with the roll it needs."""
    without = [] if ratings(view, target_odds.target).save else [PreviewRow("Save", "none", mode.save)]
    rows: list[PreviewRow] = []
    for kind in target_odds.dice:
        rows.append(PreviewRow("Dice on it", f"{kind.count}x {kind.name}", mode.roll))
        rows += [*threshold_rows(kind.throws), *without, *modifier_rows(kind.throws)]
    return list(dict.fromkeys(rows))


def any_chance_text(chances: Sequence[float]) -> str:
    """Return a text with the chance of at least one of several events and their expected number."""
    return f"{100 * (1.0 - count_distribution(chances)[0]):.0f} %, {sum(chances):.1f} on average"


def models_label(view: Battle, ids: Sequence[str]) -> str:
    """Return the name of a model, or "N models" if there are several."""
    return view.table.name_of(ids[0]) if len(ids) == 1 else f"{len(ids)} models"


def allocation_preview(
    view: Battle, decision: DieKindOrder | TiedModelOrder, answer: Sequence[str]
) -> Preview:
    """Return a preview of an allocation of dice: each model with its dice, nearest model first."""
    dice = decision.allocated_dice(answer)
    shot = dice_odds(view, dice, "fire")
    rank = {model: place for place, model in enumerate((*decision.layout.order, *(d.target for d in dice)))}
    lost = sum(one.destroyed_chance for one in shot.targets)
    either = decision.open_ties(answer) if isinstance(decision, DieKindOrder) else {}
    rows = [PreviewRow("Lost on average", f"{lost:.1f} of {len(shot.targets)}", ATTACK_MODES["fire"].removed)]
    for one in sorted(shot.targets, key=lambda one: rank[one.target]):
        shapes = Counter(die.weapon_profile.die_label for die in dice if die.target == one.target)
        given = ", ".join(f"{count}x {shape}" for shape, count in shapes.items())
        words = f"{given}: lost {100 * one.destroyed_chance:.0f} %"
        more = len(either.get(one.target, (one.target,))) - 1
        names = view.table.name_of(one.target) + (f" or {more} more" if more else "")
        rows.append(PreviewRow(names, words, "MI-SHOT-05"))
    chance, words, bars = loss_summary(split_by_side(view, shot, MI)[0], view.table.name_of)
    about = f"{dice_count_text(len(dice))}, nearest first"
    note = f"{shot.expected:.1f} HP lost on average"
    note += "; which of those at equal distance is asked next" if either else ""
    laid, pushed = chain_areas(view, max_wounds(shot)), flinch_ends(view, dice, "fire")
    return Preview(
        "Dice on their models",
        about,
        truncated_rows(rows),
        chance,
        words,
        bars,
        note,
        areas=laid,
        pushes=pushed,
        losses=shot.targets,
    )


PushEnds = tuple[tuple[str, Point], ...]
"""Models and the points where they would end."""


def weapon_effect_area(view: Battle, weapon: str, target: str, side: SideKey) -> EffectArea:
    """Return the area of effect of a weapon around its target."""
    known = weapons()[weapon]
    caught = tuple(area_effects.caught_about_model(view, target, known.area, side))
    region = threat_regions.region_around_piece(view.table, piece_or_stand_in(view, target), known.area)
    return EffectArea(
        region, phrase("{}, {}", known.name, length_text(known.area)), area_effects.ABOUT, caught
    )


def flinch_ends(view: Battle, dice: Sequence[AttackDie], mode: str) -> PushEnds:
    """Return the points to which models that flinch from an attack would be pushed."""
    origins: dict[str, Point] = {}
    for name in dict.fromkeys(die.target for die in dice):
        if is_structure(view, name):
            continue
        piece, saves = (
            view.table.piece(name),
            ATTACK_MODES[mode].shaken_by_saves and ratings(view, name).save > 0,
        )
        if attack_resolution.can_flinch(piece) and (piece.hits > 1 or saves):
            on_it = [die for die in dice if die.target == name]
            found = attack_resolution.flinch_origins(view, piece, on_it)
            origins |= {name: next(iter(found.values()))} if found else {}
    return _ends(view, origins)


def _ends(view: Battle, origins: Mapping[str, Point]) -> PushEnds:
    parts = attack_resolution.flinch_moves(view.table, origins)
    return tuple((part.piece, part.path[-1]) for part in parts)


def flinch_source_preview(view: Battle, decision: Assign, answer: Sequence[str]) -> Preview:
    """Return a preview of the chosen points from which models flinch away."""
    given = {item.key: source for item, source in zip(decision.items, answer, strict=True)}
    points = {
        name: attack_resolution.origin_point(view, piece_or_stand_in(view, source), view.table.piece(name))
        for name, source in given.items()
    }
    ends = _ends(view, {name: point for name, point in points.items() if point is not None})
    rows = [
        PreviewRow(f"{view.table.name_of(name)}, from", view.table.name_of(source), decision.rule)
        for name, source in given.items()
    ]
    return Preview(
        "Flinch",
        phrase("{} straight away", length_text(attack_resolution.FLINCH_DISTANCE_IN)),
        tuple(rows),
        pushes=ends,
    )


MaxWounds = Mapping[str, int]
"""The largest loss in HP of each model, entrance or structure."""


class LossEffect(NamedTuple):
    """The effect of losing a model or structure: the affected area, and each target's maximum loss."""

    area: EffectArea
    max_wounds: MaxWounds


def max_wounds(shot: Odds) -> dict[str, int]:
    """Return the maximum number of hit points that each target can lose."""
    return {one.target: one.max_points for one in shot.targets}


def failed_save_wounds(view: Battle, names: Sequence[str]) -> MaxWounds:
    """Return a loss of 1 hit point for each of the given models whose Save may fail."""
    return {name: 1 for name in names if save_failure_chance(view, name)}


def chain_areas(view: Battle, *attacks: MaxWounds) -> tuple[EffectArea, ...]:
    """Return the areas of all effects that attacks may set off, directly or through further losses."""
    known: dict[str, LossEffect | None] = {}
    names = dict.fromkeys(name for wounds in attacks for name in _chain(view, wounds, known))
    return tuple(effect.area for name in names if (effect := known[name]) is not None)


def _chain(view: Battle, wounds: MaxWounds, known: dict[str, LossEffect | None]) -> list[str]:
    """Return all losses that an attack may cause, in order; `known` caches the effect of each loss."""
    most, lost, waiting = Counter(wounds), list[str](), deque(wounds)
    while waiting:
        name = waiting.popleft()
        if name in lost or most[name] < hits_left(view, name):
            continue
        lost.append(name)
        if name not in known:
            known[name] = _effect(view, name)
        more = effect.max_wounds if (effect := known[name]) else {}
        most.update(more)
        waiting.extend(more)
    return lost


def _effect(view: Battle, name: str) -> LossEffect | None:
    """Return the effect of a loss on other models, or None if it has no effect."""
    if is_structure(view, name):
        held = chain_reactions.collapse_savers(view, name)
        return _fall(view, name, "falls", chain_reactions.FALL, held, held) if held else None
    piece = view.table.piece(name)
    if has_trait(piece, "entrance"):
        found = tunnel_entrances.affected_by_collapse(view, name)
        return _fall(
            view,
            name,
            "collapses",
            tunnel_entrances.COLLAPSE,
            found.adjacent_ids,
            (*found.adjacent_ids, *found.below_ids),
        )
    if not chain_reactions.explodes(piece):
        return None
    caught = tuple(p.id for p in chain_reactions.caught_in_explosion(view, piece))
    words = phrase("{} blows up if lost, {}", piece.name, length_text(chain_reactions.EXPLOSION_REACH_IN))
    area = EffectArea(
        threat_regions.region_around_piece(view.table, piece, chain_reactions.EXPLOSION_REACH_IN),
        words,
        EXPLOSION,
        caught,
        sure=False,
    )
    return LossEffect(
        area, max_wounds(dice_odds(view, chain_reactions.explosion_dice(view, piece), "volatile"))
    )


def _fall(
    view: Battle, name: str, does: str, rule: str, beside: tuple[str, ...], saving: tuple[str, ...]
) -> LossEffect:
    """Return the effect of a falling structure or entrance, in which the models in `saving` roll Saves."""
    words = f"{view.table.name_of(name)} {does} if lost"
    area = EffectArea(
        threat_regions.region_around_piece(view.table, piece_or_stand_in(view, name), 0.0),
        words,
        rule,
        beside,
        sure=False,
    )
    return LossEffect(area, failed_save_wounds(view, saving))
