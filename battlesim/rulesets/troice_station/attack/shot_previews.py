"""Previews of shots: the chance to hit, the effect, and the marines sprayed with acid if the target dies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.engine.ruleset import EffectArea, LossOdds, Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import exact_chances, single_roll
from battlesim.mechanics.preview_rows import modifier_row
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.lookups import piece_profile
from ..core.marks import OVERWATCH
from ..core.state import Battle
from ..ground.sight import shooting_rules, sight_verdict
from . import flame, fuel_dumps, grenades
from .chain_reactions import (
    BLAST,
    BLOOD,
    effect_template,
    explosion_dice_script,
    figures_on_table,
    sprayed_marines,
)
from .shooting import COVER_FIRE, shot_dice_script, wound_cause
from .templates import caught_in_blast
from .to_hit import HIT, MISSED_MARGIN, FireMode, figure_to_hit_roll, shot_modifiers
from .wound_effects import ChainEffect, wound_outcome
from .wound_rolls import WOUND, cover_from_fire, defence_modifiers, shot_damage

UNHURT_OUTCOME = "unhurt"


def shot_preview(view: Battle, decision: Decision[Any], answer: Any) -> Preview | None:
    """Return a preview of a shot, spit, flame or grenade, or None for any other answer."""
    if isinstance(decision, ChoosePoint):
        card = POINT_PREVIEWS.get(decision.what)
        return card(view, view.table.piece(decision.about), answer) if card else None
    option = decision.open_option(answer) if isinstance(decision, ChooseOne) else None
    if option is None or option.act not in ("fire", "spit") or not option.to:
        return None
    firer, target = view.table.piece(option.by[0]), view.table.pieces.get(option.to[0])
    if target is None:
        return fuel_dump_preview(view, firer, view.table.terrain(option.to[0]))
    manner = FireMode(decision.rule == COVER_FIRE, firer.has_mark(OVERWATCH))
    return figure_shot_preview(view, firer, target, manner)


def fuel_dump_preview(view: Battle, firer: Piece, fuel: Terrain) -> Preview:
    """Return a preview of a shot at a fuel dump."""
    odds = exact_chances(lambda: fuel_dumps.dump_dice_script(view, firer, fuel))
    bursts = sum(chance for margin, chance in odds.items() if margin >= fuel_dumps.MIN_EXPLOSION_MARGIN)
    throw = fuel_dumps.dump_to_hit_roll(view, firer, fuel)
    rows = (PreviewRow("To hit", f"{throw.thresholds[0].least}+", HIT), *map(modifier_row, throw.changes))
    area = _blast(
        view, ChainEffect("dump", fuel_dumps.dump_centre(fuel), firer.id), "the explosion", fuel_dumps.DUMP
    )
    return Preview(
        "Shoot", phrase("{} at {}", firer.name, fuel.display_name), rows, bursts, "it goes up", areas=(area,)
    )


def flame_preview(view: Battle, firer: Piece, point: Point) -> Preview:
    """Return a preview of a flame aimed at a point, with the figures it catches and their chances."""
    parts = tuple((shape.ring(),) for shape in flame.flame_shapes(view, firer, point))
    found = flame.flame_victims(view, firer, point)
    losses = tuple(LossOdds(t.id, _losses(_lost(view, t, _flame_odds(view, firer, t)))) for t in found)
    rows = tuple(
        PreviewRow(view.table.name_of(odds.target), f"{odds.lost[1]:.0%} out of action", flame.FLAME)
        for odds in losses
    )
    area = EffectArea(parts, "the flame", flame.FLAME, tuple(target.id for target in found))
    return Preview("Flame", firer.name, rows, areas=(area,), losses=losses)


def _flame_odds(view: Battle, firer: Piece, target: Piece) -> Mapping[int, float]:
    return exact_chances(lambda: flame.flame_dice_script(view, firer, target))


def _losses(out: float) -> tuple[float, ...]:
    """Return the chance that a figure survives, then the given chance that it is lost."""
    return 1.0 - out, out


def grenade_preview(view: Battle, thrower: Piece, point: Point) -> Preview:
    """Return a preview of a grenade thrown at a point."""
    throw = grenades.grenade_to_hit_roll(view, thrower, point)
    lands = exact_chances(lambda: single_roll(throw)).get(True, 0.0)
    burst = ChainEffect("grenade", point, thrower.id)
    rows = [
        PreviewRow("To land there", f"{throw.thresholds[0].least}+", HIT),
        *map(modifier_row, throw.changes),
    ]
    losses = []
    for target in caught_in_blast(view, effect_template(burst), figures_on_table(view)):
        out = _lost(view, target, exact_chances(partial(explosion_dice_script, view, burst, target)))
        rows.append(PreviewRow(target.name, f"{out:.0%} out of action", BLAST))
        losses.append(LossOdds(target.id, _losses(lands * out)))
    area = _blast(view, burst, "the grenade", grenades.THROW)
    card = Preview("Grenade", thrower.name, tuple(rows), lands, "it lands there", areas=(area,))
    return msgspec.structs.replace(card, losses=tuple(losses))


POINT_PREVIEWS: Mapping[str, Callable[[Battle, Piece, Point], Preview]] = {
    "flame": flame_preview,
    "grenade": grenade_preview,
}


def _blast(view: Battle, burst: ChainEffect, words: str, rule: str) -> EffectArea:
    """Return the area of a possible explosion, with the figures that it would catch."""
    caught = tuple(p.id for p in caught_in_blast(view, effect_template(burst), figures_on_table(view)))
    return EffectArea(((effect_template(burst).ring(),),), words, rule, caught, sure=False)


def _lost(view: Battle, target: Piece, odds: Mapping[int, float]) -> float:
    """Return the chance that a wound puts a figure out of action."""
    return sum(
        chance for margin, chance in odds.items() if wound_outcome(view, target, margin) != UNHURT_OUTCOME
    )


def figure_shot_preview(view: Battle, firer: Piece, target: Piece, manner: FireMode) -> Preview:
    """Return a preview of a shot at a figure."""
    odds = exact_chances(lambda: shot_dice_script(view, firer, target, manner))
    ends: dict[str, float] = {}
    for margin, chance in odds.items():
        end = "missed" if margin == MISSED_MARGIN else wound_outcome(view, target, margin)
        ends[end] = ends.get(end, 0.0) + chance
    words, out = phrase("{} at {}", firer.name, target.name), _lost(view, target, odds)
    return Preview(
        "Shoot",
        words,
        tuple(_rows(view, firer, target, manner)),
        out,
        f"{target.name} is out of action",
        tuple(sorted(ends.items(), key=lambda one: one[0] not in ("missed", UNHURT_OUTCOME))),
        sights=((firer.id, target.id),),
        areas=tuple(_areas(view, target)),
        losses=(LossOdds(target.id, _losses(out)),),
    )


def _rows(view: Battle, firer: Piece, target: Piece, manner: FireMode) -> Iterator[PreviewRow]:
    throw = figure_to_hit_roll(view, firer, target, manner)
    yield PreviewRow("To hit", f"{throw.thresholds[0].least}+", HIT)
    yield from map(
        modifier_row, dict.fromkeys((*shot_modifiers(view, firer, target, manner), *throw.changes))
    )
    yield PreviewRow("Damage", f"D6 {shot_damage(firer):+d}", WOUND)
    cover = cover_from_fire(view, firer, target, sight_verdict(view, firer, target, shooting_rules(view)))
    yield from (modifier_row(change) for change in defence_modifiers(view, target, wound_cause(firer), cover))


def _areas(view: Battle, target: Piece) -> Iterator[EffectArea]:
    """Yield the area that an Alien's blood would spray if it dies, with the marines in that area."""
    if piece_profile(target).ability == "acid_blood":
        burst = ChainEffect("blood", target.xy, target.id)
        caught = tuple(p.id for p in sprayed_marines(view, burst))
        yield EffectArea(((effect_template(burst).ring(),),), "acid blood", BLOOD, caught, sure=False)
