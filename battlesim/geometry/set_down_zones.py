"""Zones in which the other figures of a group may be set down around a figure. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import shapely

from battlesim.geometry.predicates import dwithin
from battlesim.geometry.shapes import Point, Ring, polygon_of, rings_of

CIRCLE_SEGMENTS_PER_QUARTER = 16
FAR_FACTOR = 4.0
"""How many times the reach of a zone the shadows of screens are long."""

Shape = Sequence[Ring]
"""An outline and its holes."""


def set_down_zone(
    centre: Point,
    reach: float,
    heading: Point = (0.0, 0.0),
    ahead: float = 0.0,
    inside: Shape = (),
    outside: Iterable[Shape] = (),
    screens: Iterable[Shape] = (),
) -> tuple[Ring, ...]:
    """Return the zone within `reach` of a figure, as an outline followed by its holes.

    The zone is () if it is empty. If `heading`, a unit vector, is not (0, 0), points more than `ahead` inches
    farther in this direction are left out. If `inside` is given, the zone lies inside this shape. The zone
    lies outside all shapes in `outside`, and none of the `screens` is between it and the figure.
    """
    zone = shapely.Point(centre).buffer(reach, quad_segs=CIRCLE_SEGMENTS_PER_QUARTER)
    far = FAR_FACTOR * reach
    if heading != (0.0, 0.0):
        zone = zone - _half_plane(centre, heading, ahead, far)
    if inside:
        zone = zone & polygon_of(inside)
    for rings in outside:
        zone = zone - polygon_of(rings)
    for rings in screens:
        shape = polygon_of(rings)
        if dwithin(shape, shapely.Point(centre), reach):
            zone = zone - shape - shapely.union_all(_shadows(rings, centre, far))
    parts = [part for part in shapely.get_parts(zone) if isinstance(part, shapely.Polygon) and part.area > 0]
    if not parts:
        return ()
    return rings_of(min(parts, key=lambda part: float(shapely.distance(part, shapely.Point(centre)))))[0]


def _half_plane(centre: Point, heading: Point, ahead: float, far: float) -> shapely.Polygon:
    """Return the square that covers all points beyond a line across the heading, as far as `far`."""
    (x, y), (ux, uy) = centre, heading
    near = (x + ahead * ux, y + ahead * uy)
    side = (-uy * far, ux * far)
    corners = [(near[0] + k * side[0], near[1] + k * side[1]) for k in (1, -1)]
    return shapely.Polygon([*corners, *((a + far * ux, b + far * uy) for a, b in reversed(corners))])


def _shadows(rings: Shape, centre: Point, far: float) -> list[shapely.Geometry]:
    """Return the shadow of each edge of a shape, seen from a point."""
    found = []
    for ring in rings:
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            away = [_beyond(centre, point, far) for point in (b, a)]
            found.append(shapely.MultiPoint([a, b, *away]).convex_hull)
    return found


def _beyond(centre: Point, point: Point, far: float) -> Point:
    gone = math.dist(centre, point) or 1.0
    return point[0] + far * (point[0] - centre[0]) / gone, point[1] + far * (point[1] - centre[1]) / gone
