"""The solids of terrain with openings: the whole, its walls, and its doors and windows. Inches.

For a mover such a terrain piece is three kinds of obstacle, each with an id of its own: the piece as a whole,
its walls (`Terrain.walls_id`), and each of its doors and windows. In `blocked` and `climbs` a ruleset names
those that stop a base: the whole if no piece walks in, else the walls and what is shut.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.geometry.constants import TOL
from battlesim.geometry.openings import WallOpening, floor_plan
from battlesim.geometry.shapes import Solid, rings_of
from battlesim.table.terrain import Opening, Terrain


def whole_solid(terrain: Terrain) -> Solid:
    """Return a terrain piece as one solid, whatever openings it has."""
    return Solid(terrain.id, terrain.rings, terrain.height, terrain.bottom)


def wall_opening(opening: Opening) -> WallOpening:
    """Return the opening in the wall that a door or window is while open."""
    return WallOpening(opening.start, opening.end, opening.sill, opening.top)


def wall_thickness(terrain: Terrain) -> float:
    """Return the thickness of the walls of terrain with openings; 0 if it has no room."""
    return max(opening.depth for opening in terrain.openings)


def part_solids(terrain: Terrain) -> Iterator[Solid]:
    """Yield the walls and each opening of a terrain piece as solids with ids of their own."""
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
    """Return the ids of what stops a piece that walks in and out by open doors: walls, windows, shut doors.

    The base stands at `level` and the piece is `height` inches high: an opening lets it through if it is
    open, begins no higher than the piece stands and ends no lower than its head. Terrain without openings
    stops it as a whole.
    """
    if not terrain.openings:
        return (terrain.id,)
    return (terrain.walls_id, *(o.id for o in terrain.openings if not _lets_through(o, level, height)))


def _lets_through(opening: Opening, level: float, height: float) -> bool:
    fits = opening.sill <= level + TOL and level + height <= opening.top + TOL
    return opening.open and fits
