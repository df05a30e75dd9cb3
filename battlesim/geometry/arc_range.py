"""The part of a firing arc that is in range of a base, and depths of bases in regions."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
import shapely

from battlesim.geometry.arcs import Arc, sector
from battlesim.geometry.predicates import covers
from battlesim.geometry.shapes import Point, Ring, polygon_of

SAGITTA_IN: Final = 2e-5
"""The maximum distance between a chord of a drawn circle and the true circle."""


class BaseOutline(NamedTuple):
    """The outline of a base: its centre, its radius and, if it is not round, a ring of corners."""

    middle: Point
    radius: float
    ring: Ring | None = None

    def grown(self, inches: float) -> Any:
        """Return the polygon of all points that are at most `inches` away from the base."""
        if self.ring:
            return polygon_of((self.ring,)).buffer(inches, quad_segs=_segments(inches))
        radius = self.radius + inches
        return shapely.Point(self.middle).buffer(radius, quad_segs=_segments(radius))


class ArcDepths(NamedTuple):
    """The depths, in inches, of a whole base, of its centre and of its deepest point in a region.

    A depth is negative outside the region.
    """

    wholly: float
    centre: float
    any: float


def arc_in_range(apex: Point, facing: float, arc: Arc, base: BaseOutline, reach: float) -> Any:
    """Return the polygon of the part of an arc that is within `reach` inches of a base's edge."""
    near = base.grown(reach)
    if arc.width >= 360.0:
        return near
    far = 2.0 * (math.dist(apex, base.middle) + base.radius + reach + 1.0)
    return near.intersection(shapely.Polygon(sector(apex, facing, arc, far, step=1.0)).buffer(0.0))


def base_depths_in_region(region: Any, base: BaseOutline) -> ArcDepths:
    """Return the depths of a base, its centre and its deepest point in a region, in inches.

    A depth is negative outside the region.
    """
    centre = float(_depths(region, [base.middle])[0])
    if not base.ring:
        return ArcDepths(centre - base.radius, centre, centre + base.radius)
    outline = polygon_of((base.ring,))
    beyond = outline.difference(region)
    whole = _depths(region, shapely.get_coordinates(beyond if not beyond.is_empty else outline)).min()
    common = outline.intersection(region)
    if common.is_empty:
        return ArcDepths(float(whole), centre, -float(shapely.distance(outline, region)))
    deepest = common.representative_point().coords[0], common.centroid.coords[0]
    return ArcDepths(float(whole), centre, max(0.0, centre, float(_depths(region, deepest).max())))


def base_fraction_in_region(region: Any, base: BaseOutline) -> float:
    """Return the fraction (0 to 1) of a base's area that lies in a region."""
    outline = base.grown(0.0)
    return float(outline.intersection(region).area / outline.area)


def _depths(region: Any, points: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the distances of points from the boundary of a region, negative outside it."""
    places = shapely.points(np.asarray(points, dtype=np.float64).reshape(-1, 2))
    away = shapely.distance(shapely.boundary(region), places)
    return np.asarray(np.where(covers(region, places), away, -away))


def _segments(radius: float) -> int:
    """Return the number of chords per quarter circle that keeps the error within `SAGITTA_IN`."""
    if radius <= SAGITTA_IN:
        return 1
    return math.ceil(math.pi / 4.0 / math.acos(1.0 - SAGITTA_IN / radius))
