"""Straight moves of pieces that are pushed, or that flee, until an obstacle stops them.

Users: Mobile Infantry (Flinch), Stargrunt, the rulesets of the tests (flights).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from battlesim.geometry.arcs import bearing
from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.placement import push_base
from battlesim.geometry.shapes import Point
from battlesim.table.events import PieceTravel
from battlesim.table.levels import shifted_place
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table


def moves_straight_away(
    table: Table,
    origins: Mapping[str, Point],
    distance: float,
    free_space: Callable[[Table, Piece], FreeSpace],
) -> tuple[PieceTravel, ...]:
    """Return the moves, in order, of pieces that are pushed away from given points in straight lines.

    `origins` maps the id of each piece to the point from which it is pushed, `distance` is the maximum length
    of a move in inches, and `free_space` is a function that returns the area in which a piece may move. The
    piece farthest from its point moves first; ties are resolved by id. A piece exactly at its point does not
    move.
    """
    parts = list[PieceTravel]()
    for name in sorted(origins, key=lambda i: (-round(math.dist(table.piece(i).xy, origins[i]), 6), i)):
        piece, origin = table.piece(name), origins[name]
        if math.dist(piece.xy, origin) > TOL and isinstance(piece.place, OnTable):
            (x, y), _ = push_base(free_space(table, piece), piece.xy, bearing(origin, piece.xy), distance)
            place = shifted_place(table.ground, piece.place, round(x, 3), round(y, 3))
            if place != piece.place:
                parts.append(PieceTravel(name, piece.place, place, (piece.xy, (place.x, place.y))))
                table = table.with_place(name, place)
    return tuple(parts)
