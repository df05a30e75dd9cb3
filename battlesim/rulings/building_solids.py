"""Rooms one walks through: what of terrain with openings is in the way of a base. Inches.

To a mover such a terrain piece is three kinds of obstacle, each with an id of its own: the piece as a whole,
its walls (`Terrain.walls_id`), and each of its doors and windows. A ruleset names among `blocked` and
`climbs`
those that stop a base: the whole where nobody walks in, else the walls and what is shut.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.geometry.constants import TOL
from battlesim.geometry.openings import WallOpening, floor_plan
from battlesim.geometry.shapes import Solid, rings_of
from battlesim.table.terrain import Opening, Terrain


def whole_solid(terrain: Terrain) -> Solid:
    """A terrain piece as one solid, whatever openings it has."""
    return Solid(terrain.id, terrain.rings, terrain.height, terrain.bottom)


def wall_opening(opening: Opening) -> WallOpening:
    """The hole that an opening is while it is open."""
    return WallOpening(opening.start, opening.end, opening.sill, opening.top)


def wall_thickness(terrain: Terrain) -> float:
    """How thick the walls of terrain with openings are; 0 where it has no room."""
    return max(opening.depth for opening in terrain.openings)


def part_solids(terrain: Terrain) -> Iterator[Solid]:
    """The walls and each opening of a terrain piece, under their ids; nothing where it has no openings."""
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
    """Return the ids of what stops a base that walks in and out by open doors: walls, windows and shut doors.

    The base stands at `level` and is `height` inches high: an opening lets it through that is open, begins no
    higher than it stands and ends no lower than its head. Terrain without openings stops as a whole.
    """
    if not terrain.openings:
        return (terrain.id,)
    return (terrain.walls_id, *(one.id for one in terrain.openings if not _lets_through(one, level, height)))


def _lets_through(opening: Opening, level: float, height: float) -> bool:
    fits = opening.sill <= level + TOL and level + height <= opening.top + TOL
    return opening.open and fits
