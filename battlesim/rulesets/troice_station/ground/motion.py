"""The moves that terrain and other pieces allow to figures, in inches."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import TABLE_EDGE_ID
from battlesim.geometry.paths import shortened_paths
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import ClimbCost, Motion
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.table.pieces import Piece

from ..core.lookups import MARKER_KIND, active_foes, is_marker
from ..core.profiles import profile
from ..core.state import Battle
from .surface import surface


def foot_motion(state: Battle, piece: Piece, allowance: float, crosses: bool = False) -> Motion:
    """Return how a figure may move on foot with an allowance in inches.

    It may pass friends and casualties but not end on them, and may not pass active enemies. Obstacles that
    need a test can be crossed only if `crosses` is true.
    """
    ground = surface(state.table.ground)
    lines = tuple(key for key in ground.difficulty if key not in ground.areas)
    return Motion(
        piece=piece.id,
        radius=piece.radius,
        allowance=allowance,
        starts=((piece.xy,),),
        blocked=(*ground.solid, *ground.shut, *(() if crosses else ground.difficulty)),
        climbs=tuple(ClimbCost(key, 0.0) for key in lines) if crosses else (),
        hindering=tuple(enemy.id for enemy in active_foes(state, piece)),
        occupied=tuple(other.id for other in _passed(state, piece)),
    )


def mover_radius(kind: str) -> float:
    """Return the base radius with which a kind of piece moves, for a marker that of an Alien."""
    return profile("alien" if kind == MARKER_KIND else kind).base / 2


def piece_as_mover(piece: Piece) -> Piece:
    """Return a piece with the base radius with which it moves, for a marker that of an Alien."""
    return msgspec.structs.replace(piece, radius=mover_radius(piece.kind)) if is_marker(piece) else piece


def _passed(state: Battle, piece: Piece) -> list[Piece]:
    """Return the pieces that a figure may pass but not end on: all except active enemies and markers."""
    enemies = {enemy.id for enemy in active_foes(state, piece)}
    return [p for p in state.table.standing_pieces() if p.id not in {piece.id, *enemies} and not is_marker(p)]


def path_to_free_end(state: Battle, piece: Piece, path: Sequence[Point]) -> tuple[Point, ...]:
    """Return the longest part of a path, from its start, whose end does not overlap pieces in the way."""
    return next(
        (part for part in shortened_paths(path) if can_end_at(state, piece, part[-1])), tuple(path[:1])
    )


def can_end_at(state: Battle, piece: Piece, point: Point) -> bool:
    """Return whether a figure at a point would overlap none of the pieces that it may pass but not end on."""
    return all(
        math.dist(point, other.xy) >= piece.radius + other.radius - TOL for other in _passed(state, piece)
    )


def tested_terrain_under(state: Battle, piece: Piece) -> tuple[str, ...]:
    """Return the ids of the terrain under a figure's base that can be crossed only with a test."""
    space = free_space_on_table(state.table, piece.radius, tuple(surface(state.table.ground).difficulty), ())
    return tuple(fault.id for fault in space.obstructions(piece.xy) if fault.id != TABLE_EDGE_ID)


def rough_ground_under(state: Battle, piece: Piece) -> str:
    """Return the id of the growth, snow or rubble in which a figure stands, or "" if there is none."""
    areas = surface(state.table.ground).areas
    return next((key for key in tested_terrain_under(state, piece) if key in areas), "")
