"""Solids for walls with doors and windows cut into them. Lengths are in inches."""

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
    """An open door or window in the outline of a solid.

    It extends from the point `start` to the point `end`, and from the height `sill` up to the height `top`.
    """

    start: Point
    end: Point
    sill: float
    top: float


def pierced_solids(solid: Solid, walls: float, gaps: Sequence[WallOpening]) -> tuple[Solid, ...]:
    """Return the solids that remain when openings are cut into a solid. All have the id of that solid.

    If `walls` is above 0, the solid is a building: walls of that thickness around a room, under an equally
    thick roof, and each opening goes through one wall. If it is 0, the solid has no room, and an opening goes
    through to the far side.

    The resulting solids overlap, and each is as large as possible: full-height parts, parts below a sill and
    parts above an opening. No line of sight can slip between them, and growing or shrinking their outlines
    grows or shrinks the whole.
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
    """Return the ground plan of a solid without its openings, and a list of the areas of the openings."""
    standing = _standing(solid, walls)
    cuts = [_cut(standing, gap, walls) for gap in gaps]
    return standing.difference(shapely.union_all(cuts)), cuts


def _standing(solid: Solid, walls: float) -> shapely.Geometry:
    """Return the ground plan of a solid: its walls if it has a room, else its whole outline."""
    outline = polygon_of(solid.rings)
    return outline.difference(outline.buffer(-walls, join_style="mitre")) if walls else outline


def _cut(standing: shapely.Geometry, gap: WallOpening, walls: float) -> shapely.Geometry:
    """Return the part of a ground plan straight behind an opening, through the thickness of the wall."""
    (ax, ay), (bx, by) = gap.start, gap.end
    depth = walls + _SKIN if walls else math.dist(standing.bounds[:2], standing.bounds[2:])
    line = shapely.LineString([gap.start, gap.end])
    x, y = (ay - by) * depth / line.length, (bx - ax) * depth / line.length
    strip = shapely.Polygon([(ax - x, ay - y), (bx - x, by - y), (bx + x, by + y), (ax + x, ay + y)])
    parts = shapely.get_parts(standing.intersection(strip))
    behind = shapely.union_all(parts[dwithin(parts, line, TOL)])
    return behind.buffer(_SKIN, join_style="mitre").intersection(strip)
