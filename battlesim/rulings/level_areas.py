"""Areas of the table with the same ground level, and regions computed level by level.

Lengths are in inches.
"""

from __future__ import annotations

from collections.abc import Callable

from battlesim.geometry import outlines
from battlesim.geometry.regions import common_region, region_of_shape, united_region
from battlesim.geometry.shapes import Region
from battlesim.table.levels import relief
from battlesim.table.terrain import Ground


def level_areas(ground: Ground) -> list[tuple[float, Region]]:
    """Return each ground level together with the area of the table at that level, highest level first.

    The result is cached with the ground.
    """
    return ground.cached_value("level areas", lambda: _level_areas(ground))


def _level_areas(ground: Ground) -> list[tuple[float, Region]]:
    covered: outlines.Shape = ()
    found = []
    shapes = [(terrain.height, outlines.from_rings(terrain.rings)) for terrain in relief(ground)]
    for level, shape in (*shapes, (0.0, outlines.box(0.0, 0.0, ground.width, ground.height))):
        found.append((level, region_of_shape(outlines.cut(shape, covered) if covered else shape)))
        covered = outlines.join(covered, shape)
    return found


def region_on_levels(ground: Ground, region_at: Callable[[float], Region]) -> Region:
    """Return the union of `region_at(level)` over all ground levels, each clipped to that level's area."""
    if not relief(ground):
        return region_at(0.0)
    parts = [common_region(region_at(level), area) for level, area in level_areas(ground) if area]
    return united_region([part for part in parts if part])
