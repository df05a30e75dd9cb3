"""Solids of terrain with openings: the whole piece, its walls, and its doors and windows.

For a moving piece, such terrain is three kinds of obstacle, each with its own id: the terrain as a whole, its
walls (`Terrain.walls_id`), and each door and window. In `blocked` and `climbs`, a ruleset names the obstacles
that stop a base: the whole terrain if pieces cannot walk in, otherwise the walls and the closed openings.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.geometry.constants import TOL
from battlesim.geometry.openings import WallOpening, floor_plan
from battlesim.geometry.shapes import Solid, rings_of
from battlesim.table.terrain import Opening, Terrain


def whole_solid(terrain: Terrain) -> Solid:
    """Return a terrain piece as one solid, ignoring its openings."""
    return Solid(terrain.id, terrain.rings, terrain.height, terrain.bottom)


def wall_opening(opening: Opening) -> WallOpening:
    """Return the wall opening left by a door or window when it is open."""
    return WallOpening(opening.start, opening.end, opening.sill, opening.top)


def wall_thickness(terrain: Terrain) -> float:
    """Return the wall thickness of terrain with openings in inches, or 0 if it has no room inside."""
    return max(opening.depth for opening in terrain.openings)


def part_solids(terrain: Terrain) -> Iterator[Solid]:
    """Yield the walls and each opening of a terrain piece as solids with separate ids."""
    if not terrain.openings:
        return
    walls, cuts = floor_plan(
        whole_solid(terrain), wall_thickness(terrain), [wall_opening(o) for o in terrain.openings]
    )
    named = [(terrain.walls_id, walls), *((o.id, cut) for o, cut in zip(terrain.openings, cuts, strict=True))]
    for key, shape in named:
        for rings in rings_of(shape):
            yield Solid(key, rings, terrain.height, terrain.bottom)


def walking_blockers(terrain: Terrain, level: float = 0.0, height: float = 0.0) -> tuple[str, ...]:
    """Return the ids of the parts of a terrain piece that stop a walking piece.

    These are its walls and every opening that does not let the piece through, or the whole terrain if it has
    no openings. The base stands at `level` and the piece is `height` inches high. An opening lets it through
    if the opening is open, its sill is not above the level and its top is not below the head of the piece.
    """
    if not terrain.openings:
        return (terrain.id,)
    return (terrain.walls_id, *(o.id for o in terrain.openings if not _lets_through(o, level, height)))


def _lets_through(opening: Opening, level: float, height: float) -> bool:
    fits = opening.sill <= level + TOL and level + height <= opening.top + TOL
    return opening.open and fits
