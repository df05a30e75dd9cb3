"""Previews of joint suppression fire at an area or at the enemies behind cover."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from battlesim.engine.ruleset import EffectArea, Preview, PreviewRow
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import DiceRoll, capped_chance, exact_chances
from battlesim.mechanics.preview_rows import percent, target_loss_rows, truncated_rows
from battlesim.rulings.threat_regions import disc_region
from battlesim.table.pieces import Piece

from ..attack.area_points import SuppressArea, area_name, template_size
from ..attack.area_suppression import ONE_IS_ENOUGH, area_models, area_shot
from ..attack.cover_group import group_shot, models_behind
from ..attack.cover_suppression import cover_roll, cover_script
from ..attack.losses import Damage, chances_of_part, losses_of, shot_damage
from ..attack.strike import DAMAGE
from ..attack.suppression import NOTHING, suppression_roll, suppression_script
from ..core.state import Battle


class GroupShot(NamedTuple):
    """One model's part in joint fire: its roll, its chance of success, and the damage it may do."""

    firer: Piece
    target: Piece
    roll: DiceRoll[Any]
    success: float
    damage: dict[str, Damage]


def area_preview(view: Battle, decision: SuppressArea, centre: Point) -> Preview:
    """Return a preview of a template at a point: the models it catches, and what the dice may do."""
    caught = caught_by(view, decision, centre)
    parts = group_shots(view, decision)
    none = math.prod(1.0 - part.success for part in parts)
    losses = losses_of(view, [part.damage for part in parts])
    rows = (
        *(_firer_row(part) for part in parts),
        PreviewRow("Under the template", f"{len(caught)}", decision.rule),
        *target_loss_rows(losses, view.table.name_of, DAMAGE, points="HITS"),
    )
    area = EffectArea(
        disc_region(centre, decision.radius),
        area_name(template_size(len(parts))[0]),
        ONE_IS_ENOUGH,
        tuple(piece.id for piece in caught),
    )
    return Preview(
        "Suppress together",
        f"{len(parts)} model{'s' * (len(parts) > 1)}",
        truncated_rows(rows),
        capped_chance(1.0 - none),
        "the area is suppressed",
        areas=(area,),
        losses=losses,
    )


def caught_by(view: Battle, decision: SuppressArea, centre: Point) -> Sequence[Piece]:
    """Return the models that a success suppresses if the template is placed at a point."""
    firers = list(decision.aims)
    if decision.item:
        return models_behind(view, decision.item, firers, centre)
    shots = [area_shot(view, firer, aim, firer in decision.moved) for firer, aim in decision.aims.items()]
    return area_models(view, shots, centre, decision.radius)


def group_shots(view: Battle, decision: SuppressArea) -> list[GroupShot]:
    """Return each model's part in joint fire.

    The parts are independent, except that a blast may remove the target of another.
    """
    make = _cover_part if decision.item else _area_part
    return [make(view, decision, firer, aim) for firer, aim in decision.aims.items()]


def _area_part(view: Battle, decision: SuppressArea, firer: str, aim: str) -> GroupShot:
    shot = area_shot(view, firer, aim, firer in decision.moved)
    outcomes = chances_of_part(exact_chances(partial(suppression_script, view, shot)), 0)
    roll, success = suppression_roll(view, shot), 1.0 - outcomes.get(NOTHING, 0.0)
    return GroupShot(shot.firer, shot.target, roll, success, shot_damage(view, shot))


def _cover_part(view: Battle, decision: SuppressArea, firer: str, aim: str) -> GroupShot:
    shot = group_shot(view, firer, aim, decision.item)
    chances = exact_chances(partial(cover_script, view, shot))
    success, damage = 1.0 - chances_of_part(chances, 0).get(NOTHING, 0.0), chances_of_part(chances, 1)
    return GroupShot(shot.firer, shot.target, cover_roll(view, shot), success, {aim: damage})


def _firer_row(part: GroupShot) -> PreviewRow:
    (least, _), *_ = part.roll.needed_numbers()
    return PreviewRow(
        f"{part.firer.name} at {part.target.name}", f"{least}+, {percent(part.success)}", part.roll.rule
    )
