"""Obstacles and pieces at a height where they block a moving base. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.geometry.constants import TOL
from battlesim.table.levels import altitude, is_between, is_relief
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain


def obstacles_at(ground: Ground, ids: Sequence[str], level: float, height: float) -> tuple[str, ...]:
    """Return the ids of the obstacles that block a piece of the given height flying at `level`.

    For example, a piece at 3.0 in flies over a house 3.0 in high, but a piece at 2.5 in does not. A hill
    blocks a piece that is not higher than the hill, because the piece would stand on it. Unknown ids are
    returned as well.
    """
    owners = ground.cached_value("heights: owners", lambda: _owners(ground))
    return tuple(key for key in ids if (owner := owners.get(key)) is None or _is_hit(owner, level, height))


def _is_hit(terrain: Terrain, level: float, height: float) -> bool:
    if is_relief(terrain):
        return level <= terrain.height + TOL
    return is_between(level, height, terrain.bottom, terrain.height)


def _owners(ground: Ground) -> dict[str, Terrain]:
    """Return the terrain to which each terrain, wall or opening id belongs, keyed by that id."""
    parts = ((key, t) for t in ground.terrain for key in (t.walls_id, *(o.id for o in t.openings)))
    return dict(parts) | ground.terrain_by_id()


def pieces_at(table: Table, ids: Sequence[str], level: float | None, height: float) -> list[Piece]:
    """Return the given pieces that block a piece flying at `level`, or on the ground if `level` is None.

    A piece on the ground is blocked by all pieces on the ground and by flying pieces lower than its head.
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
