"""Walls with doors and windows: what is left of a solid when openings are cut into it. Inches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.predicates import dwithin
from battlesim.geometry.shapes import Point, Solid, polygon_of, rings_of

_SKIN = 1e-6
"""A gap goes so much farther than its wall on both sides, for rounding must not leave a skin across it."""


class WallOpening(NamedTuple):
    """An open door or window: the stretch of outline between two points, from ``sill`` up to ``top``."""

    start: Point
    end: Point
    sill: float
    top: float


def pierced_solids(solid: Solid, walls: float, gaps: Sequence[WallOpening]) -> tuple[Solid, ...]:
    """Return the solids that remain of a solid with openings cut into it, all with its id.

    With ``walls`` more than 0 it is a building: walls so thick about a room, under a roof as thick; a gap
    goes through the wall. With 0 it is solid throughout, and a gap goes straight on to its far side.

    The solids overlap and each is as large as can be: what is as high as the whole, what reaches up to a
    sill, what hangs down to a top. So no line slips along a joint, and growing or wearing away their
    outlines grows or wears away the whole.
    """
    outline, standing = polygon_of(solid.rings), _standing(solid, walls)
    room = outline.difference(standing)
    cuts = [_cut(standing, gap, walls) for gap in gaps]

    def less(kept: Sequence[bool]) -> shapely.Geometry:
        return standing.difference(shapely.union_all([c for c, k in zip(cuts, kept, strict=True) if k]))

    plans = [(less([True] * len(gaps)), solid.bottom, solid.top)]
    for sill in sorted({gap.sill for gap in gaps if gap.sill > solid.bottom}):
        plans.append((less([gap.sill < sill for gap in gaps]), solid.bottom, min(sill, solid.top)))
    for top in sorted({gap.top for gap in gaps if gap.top < solid.top}):
        plans.append((less([gap.top > top for gap in gaps]), max(top, solid.bottom), solid.top))
    if not room.is_empty:
        plans.append((outline, max(solid.bottom, solid.top - walls), solid.top))
    return tuple(
        Solid(solid.id, rings, top, bottom) for plan, bottom, top in plans for rings in rings_of(plan)
    )


def floor_plan(
    solid: Solid, walls: float, gaps: Sequence[WallOpening]
) -> tuple[shapely.Geometry, list[shapely.Geometry]]:
    """Return what of a solid stands on the ground beside its gaps, and the part of it that each gap takes."""
    standing = _standing(solid, walls)
    cuts = [_cut(standing, gap, walls) for gap in gaps]
    return standing.difference(shapely.union_all(cuts)), cuts


def _standing(solid: Solid, walls: float) -> shapely.Geometry:
    """Return all of a solid without a room, the walls of one that has a room."""
    outline = polygon_of(solid.rings)
    return outline.difference(outline.buffer(-walls, join_style="mitre")) if walls else outline


def _cut(standing: shapely.Geometry, gap: WallOpening, walls: float) -> shapely.Geometry:
    """Return the part of a plan that lies straight behind a gap, as far as the wall goes."""
    (ax, ay), (bx, by) = gap.start, gap.end
    depth = walls + _SKIN if walls else math.dist(standing.bounds[:2], standing.bounds[2:])
    line = shapely.LineString([gap.start, gap.end])
    x, y = (ay - by) * depth / line.length, (bx - ax) * depth / line.length
    strip = shapely.Polygon([(ax - x, ay - y), (bx - x, by - y), (bx + x, by + y), (ax + x, ay + y)])
    parts = shapely.get_parts(standing.intersection(strip))
    behind = shapely.union_all(parts[dwithin(parts, line, TOL)])
    return behind.buffer(_SKIN, join_style="mitre").intersection(strip)
