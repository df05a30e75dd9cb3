"""Solids for buildings: the whole building, its walls, and its doors and windows.

To a moving piece, a building consists of up to three kinds of obstacle, each with an id: the building as a
whole, its walls (`Terrain.walls_id`), and each door or window. A ruleset lists the obstacles that stop a base
in `blocked` and `climbs`. These are the whole building if pieces cannot walk in, otherwise its walls and its
closed openings.
"""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.geometry.constants import TOL
from battlesim.geometry.openings import WallOpening, floor_plan
from battlesim.geometry.shapes import Solid, rings_of
from battlesim.table.terrain import Opening, Terrain


def whole_solid(terrain: Terrain) -> Solid:
    """Return a piece of terrain as a single solid. Its doors and windows are ignored."""
    return Solid(terrain.id, terrain.rings, terrain.height, terrain.bottom)


def wall_opening(opening: Opening) -> WallOpening:
    """Return the hole that an open door or window makes in a wall, with its ends, sill and top."""
    return WallOpening(opening.start, opening.end, opening.sill, opening.top)


def wall_thickness(terrain: Terrain) -> float:
    """Return the thickness in inches of a building's walls, or 0 if pieces cannot be inside it."""
    return max(opening.depth for opening in terrain.openings)


def part_solids(terrain: Terrain) -> Iterator[Solid]:
    """Yield the walls, doors and windows of a building as solids, each with the id of its part."""
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
    """Return the ids of the parts of a piece of terrain that stop a walking piece.

    These are the walls and each opening that the piece cannot pass, or the whole terrain if it has no
    openings. The piece stands at `level` and is `height` inches high. It can pass an opening that is open if
    the sill is not above its foot and the top is not below its head.
    """
    if not terrain.openings:
        return (terrain.id,)
    return (terrain.walls_id, *(o.id for o in terrain.openings if not _lets_through(o, level, height)))


def _lets_through(opening: Opening, level: float, height: float) -> bool:
    fits = opening.sill <= level + TOL and level + height <= opening.top + TOL
    return opening.open and fits
