"""Distances between the edges of bases, outlines and lines, as seen from above, in inches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.scene import Floats
from battlesim.geometry.shapes import Point, Ring, polygon_of

Disc = tuple[float, float, float]
"""A disc as centre x, centre y and radius."""


@lru_cache(maxsize=1024)
def _kept(rings: tuple[Ring, ...]) -> shapely.Polygon:
    return polygon_of(rings)


@lru_cache(maxsize=1024)
def _line(ring: Ring) -> shapely.LinearRing:
    return shapely.LinearRing(ring)


def _polygon(rings: Sequence[Sequence[Point]]) -> shapely.Polygon:
    """Return the polygon of the given rings, cached if the rings are hashable."""
    try:
        return _kept(rings)
    except TypeError:  # lists are not hashable
        return polygon_of(rings)


class LimitCheck(NamedTuple):
    """The result of checking a distance against a limit.

    `margin` is the limit minus the distance, in inches; it is negative if the limit is exceeded.
    """

    kept: bool
    margin: float


def limit_check(distance: float, maximum: float) -> LimitCheck:
    """Check whether `distance` is at most `maximum` (plus `TOL`). Return the result with its margin."""
    return LimitCheck(distance <= maximum + TOL, maximum - distance)


def disc_gaps(first: npt.ArrayLike, second: npt.ArrayLike) -> Floats:
    """Return the gaps (n, m) between n discs and m discs (x, y, radius). Gaps are negative for overlaps."""
    a, b = _discs(first), _discs(second)
    d = _between(a[:, None, :2], b[None, :, :2])
    return d - (a[:, None, 2] + b[None, :, 2])


def disc_gap(first: Disc, second: Disc) -> float:
    """Return the gap between two discs. It is negative if they overlap.

    The result is the same as that of ``disc_gaps``.
    """
    dx, dy = float(first[0]) - float(second[0]), float(first[1]) - float(second[1])
    return math.sqrt(dx * dx + dy * dy) - (float(first[2]) + float(second[2]))


def far_edge_gaps(first: npt.ArrayLike, second: npt.ArrayLike) -> Floats:
    """Return the distances (n, m) from the far edge of each first disc to the near edge of each second disc.

    A base is wholly within L inches of another base if this distance is at most L.
    """
    a, b = _discs(first), _discs(second)
    return _between(a[:, None, :2], b[None, :, :2]) + a[:, None, 2] - b[None, :, 2]


def disc_wholly_within_check(first: Disc, second: Disc, maximum: float) -> LimitCheck:
    """Check whether the first disc lies wholly within `maximum` inches of the second disc."""
    return limit_check(float(far_edge_gaps([first], [second])[0, 0]), maximum)


def gaps_to_shape(discs: npt.ArrayLike, rings: Sequence[Sequence[Point]]) -> Floats:
    """Return the gaps (n,) between discs and a polygon. The gap of an overlapping disc is negative.

    If the centre of a disc is in the polygon (outer ring, then holes), the gap is minus the radius.
    """
    a = _discs(discs)
    return np.asarray(shapely.distance(_polygon(rings), shapely.points(a[:, :2])) - a[:, 2])


def shape_gap(first: Sequence[Sequence[Point]], second: Sequence[Sequence[Point]]) -> float:
    """Return the gap between two polygons, or 0 if they touch or overlap."""
    return float(shapely.distance(_polygon(first), _polygon(second)))


def segment_gap_to_shape(start: Point, end: Point, rings: Sequence[Sequence[Point]]) -> float:
    """Return the gap between a segment and a polygon, or 0 if they touch or cross."""
    return float(shapely.distance(_polygon(rings), shapely.LineString([start, end])))


def depth_on_segment(start: Point, end: Point, rings: Sequence[Sequence[Point]]) -> float:
    """Return the greatest depth of a segment in a polygon, or 0 if it is outside.

    The depth is measured at the midpoint of each part of the segment inside the polygon.
    """
    polygon = _polygon(rings)
    inside = shapely.intersection(polygon, shapely.LineString([start, end]))
    parts = [part for part in shapely.get_parts(inside) if part.length > 0.0]
    middles = [part.interpolate(0.5, normalized=True) for part in parts]
    return max((float(shapely.distance(polygon.boundary, middle)) for middle in middles), default=0.0)


def overlap_width(first: Sequence[Sequence[Point]], second: Sequence[Sequence[Point]]) -> float:
    """Return the width of the area in which two polygons overlap, or 0 if they do not overlap."""
    common = shapely.intersection(_polygon(first), _polygon(second))
    if common.area == 0.0:
        return 0.0
    box = shapely.oriented_envelope(common)
    corners = shapely.get_coordinates(box)
    return float(min(np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[2] - corners[1]))))


def overlap_share(base: Ring, shapes: Sequence[Sequence[Sequence[Point]]]) -> float:
    """Return the fraction of a base's area that lies inside the given polygons.

    Each polygon is given by its outer ring followed by its holes.
    """
    area = _polygon((base,))
    held = shapely.union_all([shapely.intersection(area, _polygon(rings)) for rings in shapes])
    return float(held.area / area.area)


def nearest_outline_point(ring: Ring, point: Point) -> Point:
    """Return the point of an outline nearest to `point`."""
    line = _line(tuple(ring))
    near = line.interpolate(line.project(shapely.Point(point)))
    return (float(near.x), float(near.y))


def nearest_outline_points(first: Ring, second: Ring) -> tuple[Point, Point]:
    """Return the points of two outlines that are nearest to each other."""
    ends = shapely.get_coordinates(
        shapely.shortest_line(shapely.LinearRing(first), shapely.LinearRing(second))
    )
    return (float(ends[0, 0]), float(ends[0, 1])), (float(ends[1, 0]), float(ends[1, 1]))


def gaps_to_path(discs: npt.ArrayLike, path: Sequence[Point]) -> Floats:
    """Return the gaps (n,) between discs and a path. The gap is negative for a disc that the path crosses.

    Raises ValueError if the path has no points.
    """
    a = _discs(discs)
    points = np.asarray(path, dtype=np.float64).reshape(-1, 2)
    if not len(points):
        raise ValueError("a path needs at least one point")
    start, end = points[:-1], points[1:]
    if not len(start):
        return _between(a[:, :2], points[0]) - a[:, 2]
    axis = end - start
    square = (axis * axis).sum(axis=1)
    offset = a[:, None, :2] - start[None]
    along = (offset * axis[None]).sum(axis=2) / np.where(square > 0.0, square, 1.0)
    foot = start[None] + np.clip(along, 0.0, 1.0)[..., None] * axis[None]
    return np.asarray(_between(a[:, None, :2], foot).min(axis=1) - a[:, 2])


def is_point_in_shape(x: float, y: float, rings: Sequence[Sequence[Point]]) -> bool:
    """Return whether a point lies in a polygon or, within the tolerance, on its boundary."""
    return disc_gap_to_shape(x, y, 0.0, rings) <= TOL


def disc_gap_to_shape(x: float, y: float, radius: float, rings: Sequence[Sequence[Point]]) -> float:
    """Return the gap between a disc and a polygon. It is negative if they overlap; see ``gaps_to_shape``."""
    return float(gaps_to_shape([(x, y, radius)], rings)[0])


def distance_to_segment(point: Point, start: Point, end: Point) -> float:
    """Return the distance from a point to a line segment."""
    return float(gaps_to_path([(*point, 0.0)], [start, end])[0])


def closest_point_on_segment(point: Point, start: Point, end: Point) -> Point:
    """Return the point of a line segment that is nearest to `point`."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    share = min(max(share, 0.0), 1.0)
    return start[0] + dx * share, start[1] + dy * share


def distance_to_box(point: Point, box: tuple[float, float, float, float]) -> float:
    """Return the distance from a point to a box (min x, min y, max x, max y). It is 0 inside the box."""
    (x, y), (x0, y0, x1, y1) = point, box
    return math.hypot(max(x0 - x, 0.0, x - x1), max(y0 - y, 0.0, y - y1))


def path_length(path: Sequence[Point]) -> float:
    """Return the length of a path given as a sequence of points."""
    points = np.asarray(path, dtype=np.float64).reshape(-1, 2)
    return float(_between(points[:-1], points[1:]).sum())


def _discs(given: npt.ArrayLike) -> Floats:
    return np.asarray(given, dtype=np.float64).reshape(-1, 3)


def _between(a: Floats, b: Floats) -> Floats:
    d = a - b
    return np.asarray(np.sqrt(d[..., 0] * d[..., 0] + d[..., 1] * d[..., 1]))
