"""What is in the way of a base at a height. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.geometry.constants import TOL
from battlesim.table.levels import altitude, is_between, is_relief
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain


def obstacles_at(ground: Ground, ids: Sequence[str], level: float, height: float) -> tuple[str, ...]:
    """Return the terrain, walls and openings among `ids` that a piece in the air at a level would hit.

    For example, a piece 3.0 in up passes over a house of 3.0 in, and one 2.5 in up does not. A hill as high
    as it flies is in its way, too, as it would come to stand on it.
    """
    owners = ground.cached_value("heights: owners", lambda: _owners(ground))
    return tuple(key for key in ids if (owner := owners.get(key)) is None or _is_hit(owner, level, height))


def _is_hit(terrain: Terrain, level: float, height: float) -> bool:
    if is_relief(terrain):
        return level <= terrain.height + TOL
    return is_between(level, height, terrain.bottom, terrain.height)


def _owners(ground: Ground) -> dict[str, Terrain]:
    """Return the terrain of each terrain, wall and opening by id."""
    parts = ((key, t) for t in ground.terrain for key in (t.walls_id, *(o.id for o in t.openings)))
    return dict(parts) | ground.terrain_by_id()


def pieces_at(table: Table, ids: Sequence[str], level: float | None, height: float) -> list[Piece]:
    """Return the pieces among `ids` in the way of a piece at a level, or on the ground if that is None.

    On the ground all other pieces there are, and those in the air that are lower than its head.
    """
    pieces = [table.pieces[key] for key in ids if key in table.pieces]
    if level is None:
        return [piece for piece in pieces if _is_low(table.ground, piece, height)]
    return [piece for piece in pieces if _is_at(piece, level, height)]


def _is_low(ground: Ground, piece: Piece, height: float) -> bool:
    if not isinstance(piece.place, OnTable) or piece.place.z <= TOL:
        return True  # most pieces: no ground is lower
    up = altitude(ground, piece)
    return up <= TOL or up < height - TOL


def _is_at(piece: Piece, level: float, height: float) -> bool:
    place = piece.place
    return not isinstance(place, OnTable) or is_between(level, height, place.z, place.z + piece.height)
