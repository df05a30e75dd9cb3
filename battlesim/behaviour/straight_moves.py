"""Pieces that are pushed, or flee, in a straight line until something stops them. Inches.

Users: Mobile Infantry (Flinch), the rulesets of the tests (flights).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import msgspec

from battlesim.geometry.arcs import bearing
from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.placement import push_base
from battlesim.geometry.shapes import Point
from battlesim.table.events import PieceTravel
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table


def travels_away_from(
    table: Table,
    origins: Mapping[str, Point],
    distance: float,
    free_space: Callable[[Table, Piece], FreeSpace],
) -> tuple[PieceTravel, ...]:
    """Return the travels of pieces that go straight away, each from its point, in the order they move.

    Those farthest from their point move first, lower ids first among equals. `free_space` gives the space
    that a piece may move in; a piece on its point has no direction and stays.
    """
    parts = list[PieceTravel]()
    for name in sorted(origins, key=lambda i: (-round(math.dist(table.piece(i).xy, origins[i]), 6), i)):
        piece, origin = table.piece(name), origins[name]
        if math.dist(piece.xy, origin) > TOL and isinstance(piece.place, OnTable):
            (x, y), _ = push_base(free_space(table, piece), piece.xy, bearing(origin, piece.xy), distance)
            place = msgspec.structs.replace(piece.place, x=round(x, 3), y=round(y, 3))
            if place != piece.place:
                parts.append(PieceTravel(name, piece.place, place, (piece.xy, (place.x, place.y))))
                table = table.with_place(name, place)
    return tuple(parts)
