"""The moves that terrain and other figures allow to a unit. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import (
    ClimbCost,
    EndAny,
    EndApart,
    EndInZone,
    GroundCost,
    Leg,
    Motion,
    leg_toward,
    table_after_leg,
)
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

from ..core.lookups import confidence, enemy_units, is_ok, ok_figures
from ..core.marks import BROKEN
from ..core.state import Battle
from ..core.vehicles import is_vehicle
from .cover import cover_areas, is_in_cover
from .movers import MoverClass, going, mover_class
from .shelter import exit_of, over_edge
from .sight import seen_pairs

TERRAIN = "SG-GAP-65"
RETREATS = "SG-CLV-06"
ENEMY_GAP_IN = 1.0
"""How far from enemy figures a move must end, inches (SG-GAP-69)."""


def blocked_ids(state: Battle, mover: MoverClass = "foot") -> tuple[str, ...]:
    """Return the ids of the terrain that figures on foot, or a class of vehicle, cannot enter."""
    return tuple(terrain.id for terrain in state.table.ground.terrain if going(terrain, mover).barred)


def figure_motion(state: Battle, piece: Piece, allowance: float, apart: float = ENEMY_GAP_IN) -> Motion:
    """Return how a figure may move with an allowance in inches.

    It may pass wounded figures but not end on them (SG-GAP-164). Vehicles and wrecks block all moves.
    """
    others = [other for other in state.table.standing_pieces() if other.id != piece.id]
    enemies = tuple(other.id for other in others if other.side != piece.side and is_ok(other))
    barring = tuple(dict.fromkeys((*enemies, *(other.id for other in others if is_vehicle(other)))))
    mover = mover_class(piece)
    kinds = [(terrain.id, going(terrain, mover)) for terrain in state.table.ground.terrain]
    return Motion(
        piece=piece.id,
        radius=piece.radius,
        allowance=allowance,
        starts=((piece.xy,),),
        blocked=blocked_ids(state, mover),
        climbs=tuple(ClimbCost(key, own.crossing) for key, own in kinds if own.crossing and not own.barred),
        going=tuple(GroundCost(key, own.cost) for key, own in kinds if own.cost > 1.0 and not own.barred),
        hindering=barring,
        occupied=tuple(other.id for other in others if other.id not in barring),
        ends=(EndApart(enemies, apart),) if enemies and apart else (),
    )


def unit_motions(state: Battle, unit: UnitId, allowance: float) -> list[Motion]:
    """Return how each figure of a unit that can act may move, with the same allowance for all.

    They may leave the table over the edge by which their side must exit.
    """
    motions = [figure_motion(state, piece, allowance) for piece in ok_figures(state, unit)]
    if way := exit_of(state, state.table.units[unit].side):
        motions = [over_edge(state, motion, way.edge) for motion in motions]
    if confidence(state.table.units[unit]) != BROKEN or not is_in_cover(state, unit):
        return motions
    return [only_retreating(state, unit, motion) for motion in motions]


def only_retreating(state: Battle, unit: UnitId, motion: Motion) -> Motion:
    """Return how a broken unit in cover may move: ending in cover, or no nearer to a visible enemy."""
    figure, side = state.table.piece(motion.piece), state.table.units[unit].side
    seen = {key for enemy in enemy_units(state, side) for _, key in seen_pairs(state, unit, enemy.id)}
    gaps = {key: piece_gap(state.table, figure, state.table.piece(key)) for key in sorted(seen)}
    shelter = tuple(EndInZone(terrain.rings) for terrain in cover_areas(state))
    ends = tuple(EndAny((*shelter, EndApart((key,), gap))) for key, gap in gaps.items())
    return msgspec.structs.replace(motion, ends=(*motion.ends, *ends))


def legs_toward(table: Table, motions: Sequence[Motion], goal: Point) -> tuple[Leg, ...]:
    """Return a move for each figure straight toward a point, as far as it can go, the nearest first."""
    legs = list[Leg]()
    starts = [(math.dist(table.piece(motion.piece).xy, goal), motion.piece, motion) for motion in motions]
    waiting = {motion.piece for motion in motions}
    for _, piece, motion in sorted(starts, key=lambda start: start[:2]):
        waiting.discard(piece)
        passed = tuple(key for key in motion.occupied if key not in waiting)
        leg = leg_toward(table, msgspec.structs.replace(motion, occupied=passed), goal)
        if leg is not None:
            legs.append(leg)
            table = table_after_leg(table, motion, leg)
    return tuple(legs)
