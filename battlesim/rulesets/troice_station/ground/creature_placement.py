"""Placement of creatures that enter the table during a battle. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from battlesim.engine.play import Play
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import allocate_id_number
from battlesim.rulings.piece_placement import (
    PiecePlacement,
    PlacementArea,
    placement_problem,
    placements_near,
)
from battlesim.table.events import PiecesAdded
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Off, Piece

from ..core.lookups import active_marines
from ..core.marks import HOME, LEFT, MOVED
from ..core.profiles import profile
from ..core.state import Battle, Game
from .surface import surface


def placement_area(state: Battle) -> PlacementArea:
    """Return the area in which the base of a new creature may stand."""
    found = surface(state.table.ground)
    lines = (key for key in found.difficulty if key not in found.areas)
    return PlacementArea(blocked=(*found.solid, *found.shut, *lines), bases=tuple(state.table.pieces))


def place_creature(play: Play[Game], kind: str, source: Piece, point: Point, neighbour_id: str = "") -> str:
    """Place a new creature at the free position nearest to a point, and return its id.

    It takes its side, unit, home quarter and remaining actions from `source`. If `neighbour_id` is given, it
    is placed in contact with that piece if there is room, preferably away from the nearest marine.
    """
    number, own = allocate_id_number(play, f"{kind}-"), profile(kind)
    piece = Piece(
        id=f"{kind}-{number}",
        name=f"{own.name} {number}",
        kind=kind,
        side=source.side,
        unit=source.unit,
        radius=own.base / 2,
        height=own.height,
        place=Off(),
        marks=tuple(mark for mark in source.marks if mark.name in (HOME, MOVED, LEFT)),
    )
    spot = next(_spots(play.state, piece, point, neighbour_id))
    place = standing_place(play.state.table.ground, spot.x, spot.y)
    play.emit(PiecesAdded(pieces=(msgspec.structs.replace(piece, place=place),)))
    return piece.id


def _spots(state: Battle, piece: Piece, at: Point, beside: str) -> Iterator[PiecePlacement]:
    table, free = state.table, placement_area(state)
    if beside:
        first = table.piece(beside)
        x, y = _away(state, first, first.radius + piece.radius)
        if not placement_problem(table, free, {piece.id: piece}, [PiecePlacement(piece.id, x, y)]):
            yield PiecePlacement(piece.id, x, y)
        touching = msgspec.structs.replace(free, touching=(beside,))
        yield from placements_near(table, touching, [piece], (x, y))
    yield from placements_near(table, free, [piece], at)


def _away(state: Battle, piece: Piece, distance: float) -> Point:
    """Return the point at a distance from a base's centre, away from the nearest marine or else north."""
    x, y = piece.xy
    men = (m.xy for m in active_marines(state))
    near = min(men, key=lambda at: (math.dist(at, piece.xy), at), default=(x, y - 1.0))
    dx, dy = x - near[0], y - near[1]
    far = math.hypot(dx, dy)
    return round(x + dx / far * distance, 3), round(y + dy / far * distance, 3)
