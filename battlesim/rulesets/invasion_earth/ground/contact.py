"""Base contact: bases that touch, or face each other across a low obstacle or an opening."""

from __future__ import annotations

import math
from collections.abc import Iterator

from battlesim.geometry.arcs import point_in_direction
from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import TABLE_EDGE_ID
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import Leg, Motion, leg_cost, leg_into_contact, shortest_leg
from battlesim.rulings.path_contact import are_touching
from battlesim.rulings.piece_placement import free_space_on_table, ground_obstacles
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

from ..core.lookups import standing_enemies
from ..core.state import Battle
from .heights import SAME_HEIGHT_IN, are_on_one_level, is_airborne
from .surface import surface

MAX_GAP_ACROSS_IN = 1.0
"""The largest gap between two bases in contact across an obstacle, inches (IE-GAP-101)."""
APPROACH_GAP_IN = 0.99
"""The gap at which an assault across an obstacle ends, inches."""
APPROACH_STEP_DEG = 15.0
MAX_APPROACHES = 8
"""The number of places at such a gap that are tried, nearest first."""


def are_in_base_contact(state: Battle, a: Piece, b: Piece) -> bool:
    """Return whether the bases of two models touch, with no wall between them."""
    if a.table_position is None or b.table_position is None or not are_on_one_level(state.table, a, b):
        return False
    solid = surface(state.table.ground).solid
    return are_touching(state.table, a, b, solid, within=SAME_HEIGHT_IN)


def are_in_contact(state: Battle, a: Piece, b: Piece) -> bool:
    """Return whether two models touch, or face each other across an obstacle or an opening."""
    return are_in_base_contact(state, a, b) or are_in_contact_across(state.table, a, b)


def are_in_contact_across(table: Table, a: Piece, b: Piece) -> bool:
    """Return whether only a low, thin obstacle or an opening separates two models that are close."""
    if a.table_position is None or b.table_position is None or is_airborne(table, a) or is_airborne(table, b):
        return False
    if math.dist(a.xy, b.xy) > a.radius + b.radius + MAX_GAP_ACROSS_IN + TOL:
        return False
    return _is_between(table, a.xy, b.xy)


def _is_between(table: Table, a: Point, b: Point) -> bool:
    ground, obstacles = surface(table.ground), ground_obstacles(table.ground)
    if not ground.leaned_over or not obstacles.intersects_segment(a, b, ground.leaned_over):
        return False
    return not obstacles.intersects_segment(a, b, frozenset((*ground.solid, *ground.shut_doors)))


def is_at_low_obstacle(table: Table, piece: Piece) -> bool:
    """Return whether a model is close enough to a low obstacle or opening for contact across it."""
    near = free_space_on_table(
        table, piece.radius + MAX_GAP_ACROSS_IN, tuple(surface(table.ground).leaned_over), ()
    )
    return any(fault.id != TABLE_EDGE_ID for fault in near.obstructions(piece.xy))


def enemies_in_contact(state: Battle, piece: Piece) -> list[Piece]:
    """Return the enemies in contact with a model, sorted by id."""
    return [enemy for enemy in standing_enemies(state, piece) if are_in_contact(state, piece, enemy)]


def contact_leg(state: Battle, motion: Motion, enemy: Piece) -> Leg | None:
    """Return the cheapest move into contact with an enemy, or None if there is none.

    It may end at an obstacle between them, without crossing it.
    """
    touching = leg_into_contact(state.table, motion, enemy.id)
    across = _leg_across(state.table, motion, enemy)
    found = [leg for leg in (touching, across) if leg is not None]
    return min(found, key=lambda leg: leg_cost(state.table, motion, leg), default=None)


def _leg_across(table: Table, motion: Motion, enemy: Piece) -> Leg | None:
    begin = motion.starts[0][0]
    reach = motion.allowance + motion.radius + enemy.radius + MAX_GAP_ACROSS_IN
    if not surface(table.ground).leaned_over or math.dist(begin, enemy.xy) > reach:
        return None
    near = sorted(_approaches(table, motion, enemy), key=lambda point: (math.dist(point, begin), point))
    legs = (shortest_leg(table, motion, point) for point in near[:MAX_APPROACHES])
    return next((leg for leg in legs if leg is not None), None)


def _approaches(table: Table, motion: Motion, enemy: Piece) -> Iterator[Point]:
    """Yield the points around an enemy at which a base is in contact with it across something."""
    far = motion.radius + enemy.radius + APPROACH_GAP_IN
    for step in range(round(360.0 / APPROACH_STEP_DEG)):
        x, y = point_in_direction(enemy.xy, step * APPROACH_STEP_DEG, far)
        point = (round(x, 3), round(y, 3))
        if _is_between(table, point, enemy.xy):
            yield point
