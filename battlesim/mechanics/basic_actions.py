"""Basic actions for rulesets: walking round obstacles, shooting at a visible enemy, and previewing duels.

Rulesets with other needs use the underlying modules. Lengths are in inches. Users: the rulesets of the tests.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.geometry.freespace import FreeSpace
from battlesim.mechanics.contest import OpposedRoll
from battlesim.mechanics.group_moves import ask_move_order, carry_out_legs
from battlesim.mechanics.piece_decisions import ask_if_possible, piece_decision
from battlesim.mechanics.pieces import enemies
from battlesim.mechanics.preview_rows import die_rows
from battlesim.rulings.movement import Leg, Motion
from battlesim.rulings.piece_gaps import piece_gap, too_far_text
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.rulings.sight import verdict
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.tolerance import AREA_TRAIT
from battlesim.table.levels import is_relief
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState, Table

HOLD_FIRE_KEY = "hold"


def blocking_terrain_ids(table: Table) -> tuple[str, ...]:
    """Return the ids of the terrain that blocks walking: all except hills and areas such as woods."""
    return tuple(t.id for t in table.ground.terrain if not (t.has_trait(AREA_TRAIT) or is_relief(t)))


def walk_motion(table: Table, piece: Piece, allowance: float, companions: Collection[str] = ()) -> Motion:
    """Return the limits within which a piece can walk, round blocking terrain and other pieces.

    `allowance` is the maximum length of its path in inches. `companions` are pieces that move with it and do
    not block it.
    """
    others = tuple(other.id for other in _others(table, piece) if other.id not in companions)
    return Motion(
        piece.id,
        piece.radius,
        allowance,
        starts=((piece.xy,),),
        blocked=blocking_terrain_ids(table),
        hindering=others,
    )


def walk_space(table: Table, piece: Piece) -> FreeSpace:
    """Return the free space of a piece, in which its base touches no blocking terrain and no other piece."""
    return free_space_on_table(table, piece.radius, blocking_terrain_ids(table), _others(table, piece))


def _others(table: Table, piece: Piece) -> list[Piece]:
    return [other for other in table.standing_pieces() if other.id != piece.id]


def walk_round_everything(
    play: Play[Any], walker: str, allowance: float, *, rule: str, prompt: AnyText = "Walk"
) -> Script[Leg | None]:
    """Ask a side where a piece walks and move it there. Return the move, or None if the piece stays."""
    piece = play.state.table.piece(walker)
    motion = walk_motion(play.state.table, piece, allowance)
    order = yield from ask_move_order(play, piece.side, [motion], rule=rule, prompt=prompt, about=walker)
    carry_out_legs(play, order.legs, lambda state, _: motion, rule)
    return order.legs[0] if order.legs else None


def enemies_in_sight(state: AnyState, shooter: Piece, sight: SightRules, max_range: float) -> list[Piece]:
    """Return the visible enemies within `max_range` inches of a piece, measured between base edges."""
    return [
        foe for foe in enemies(state, shooter.side) if not _why_no_shot(state, shooter, foe, sight, max_range)
    ]


def shot_decision(
    state: AnyState, shooter: Piece, sight: SightRules, max_range: float, rule: str
) -> ChooseOne:
    """Return the decision on which enemy to shoot. Enemies out of range or sight cannot be chosen.

    The decision has the key "target" and the default option `HOLD_FIRE_KEY`.
    """
    options = piece_options(
        enemies(state, shooter.side),
        reason_against=lambda foe: _why_no_shot(state, shooter, foe, sight, max_range),
    )
    hold = Option(HOLD_FIRE_KEY, "Hold fire")
    return piece_decision(shooter, "target", "Shoot at whom?", options, rule, hold)


def choose_target_in_sight(
    play: Play[Any], shooter: str, sight: SightRules, max_range: float, *, rule: str
) -> Script[str]:
    """Ask for an enemy in sight and range. Return its id, or "" if there is none or fire is held."""
    question = shot_decision(play.state, play.state.table.piece(shooter), sight, max_range, rule)
    return (yield from ask_if_possible(play, question, "nobody is in sight and range", "shot"))


def _why_no_shot(
    state: AnyState, shooter: Piece, target: Piece, sight: SightRules, max_range: float
) -> AnyText:
    """Return the reason why a shot is impossible, or "" if it is possible."""
    too_far = too_far_text(piece_gap(state.table, shooter, target), max_range)
    if too_far:
        return too_far
    seen = verdict(state.table, sight, shooter, target)
    return "" if seen.visible else seen.why or "out of sight"


def duel_preview(
    title: AnyText,
    attacker: Piece,
    target: Piece,
    roll: OpposedRoll,
    chances: Mapping[str, float],
    failure: str,
    success_text: str,
    *more_rows: PreviewRow,
    sights: tuple[tuple[str, str], ...] = (),
) -> Preview:
    """Return the preview of an opposed roll, with both dice, their modifiers and the chance of each outcome.

    `chances` maps the labels of the outcomes to their chances, in the order of the bars. `success_text` is
    the text for every outcome except `failure`. `sights` is by default the line of sight from attacker to
    target.
    """
    return Preview(
        title,
        f"{attacker.name} at {target.name}",
        (*die_rows(roll), *more_rows),
        1.0 - chances.get(failure, 0.0),
        success_text,
        tuple(chances.items()),
        sights=sights or ((attacker.id, target.id),),
    )
