"""Going on foot as all tiny rulesets have it: round what is solid and round everybody else. Inches."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from battlesim.behaviour import forced_acts, straight_moves
from battlesim.engine.play import Play
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import is_within_distance
from battlesim.rulings.movement import Motion
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.table.events import PieceTravel
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Off, Piece
from battlesim.table.state import Table


def solid(table: Table) -> tuple[str, ...]:
    """The terrain that nobody stands in."""
    return tuple(terrain.id for terrain in table.ground.terrain if "area" not in terrain.traits)


def motion(table: Table, piece: Piece, allowance: float, group: Collection[str] = ()) -> Motion:
    """A move of so many inches at most, past nobody but the group that goes along."""
    others = [other.id for other in _others(table, piece) if other.id not in group]
    starts = ((piece.xy,),)
    return Motion(piece.id, piece.radius, allowance, starts, blocked=solid(table), hindering=tuple(others))


def flee(play: Play[Any], origins: Mapping[str, Point], distance: float, why: AnyText, rule: str) -> None:
    """Pieces go straight away, each from a point, as far as the way is free; off the table at its edge."""
    ways = straight_moves.travels_away_from(play.state.table, origins, distance, _room)
    forced_acts.make_forced_move(play, [_left(play.state.table, way) for way in ways], "flee", why, rule=rule)


def _left(table: Table, way: PieceTravel) -> PieceTravel:
    """A way that ends at the edge of the table leads off it."""
    (x, y), radius = way.path[-1], table.piece(way.piece).radius
    edge = min(x, y, table.ground.width - x, table.ground.height - y)
    return msgspec.structs.replace(way, new=Off("left")) if is_within_distance(edge, radius) else way


def _room(table: Table, piece: Piece) -> FreeSpace:
    return free_space_on_table(table, piece.radius, solid(table), _others(table, piece))


def _others(table: Table, piece: Piece) -> list[Piece]:
    return [other for other in table.standing_pieces() if other.id != piece.id]
