"""Contact between miniature bases and outlines or walls: distances, and free positions in contact.

Lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import ROUNDING_SLACK_IN, FreeSpace
from battlesim.geometry.placement import contact_line, positions_touching_disc, positions_touching_outline
from battlesim.geometry.predicates import covers
from battlesim.geometry.shapes import Point, Ring, polygon_of

SEGMENTS_PER_QUARTER_CIRCLE = 64
"""Segments per quarter circle of the contact line of a base; chords sag less than 0.0002 inches."""
MIN_STRAIGHT_WALL_FRACTION = 0.95
"""A wall is straight if it fills this fraction of its minimum rotated rectangle."""


class DiscOutline(NamedTuple):
    """The outline of a round base, given by its centre and radius."""

    x: float
    y: float
    radius: float


class PolygonOutline(NamedTuple):
    """The outline of a polygon: its outer ring, followed by its holes."""

    rings: tuple[Ring, ...]


Outline = DiscOutline | PolygonOutline


def distance_to_outline(outline: Outline, point: Point) -> float:
    """Return the distance from a point to an outline.

    The distance is negative inside a disc and 0 inside a polygon.
    """
    if isinstance(outline, DiscOutline):
        return math.dist(point, (outline.x, outline.y)) - outline.radius
    return float(shapely.distance(polygon_of(outline.rings), shapely.Point(point)))


def distance_to_line(line: Sequence[Point], point: Point) -> float:
    """Return the distance from a point to a polyline. The polyline may consist of a single point."""
    if len(line) == 1:
        return math.dist(line[0], point)
    return float(shapely.distance(shapely.LineString(line), shapely.Point(point)))


def points_along_line(line: Sequence[Point], toward: Point | None, spacing: float) -> list[Point]:
    """Return points on a polyline, from its start to its end, that are at most `spacing` inches apart.

    If `toward` is given, the point of the polyline nearest to `toward` is added as the first point.
    """
    if len(line) == 1:
        return [line[0]]
    shape = shapely.LineString(line)
    count = max(1, math.ceil(shape.length / spacing))
    along = list(np.linspace(0.0, shape.length, count + 1))
    if toward is not None:
        along.insert(0, float(shape.project(shapely.Point(toward))))
    found = shapely.get_coordinates(shapely.line_interpolate_point(shape, along))
    return [(round(float(x), 3), round(float(y), 3)) for x, y in found]


def contact_positions(space: FreeSpace, outline: Outline, spacing: float = 0.25) -> list[Point]:
    """Return free positions in which a base touches an outline, spaced by roughly `spacing` inches."""
    if isinstance(outline, DiscOutline):
        return positions_touching_disc(space, (outline.x, outline.y), outline.radius, spacing)
    return positions_touching_outline(space, outline.rings, spacing)


def contact_positions_by_interval(space: FreeSpace, outline: Outline, spacing: float = 0.25) -> list[Point]:
    """Return free positions in which a base touches an outline, at most `spacing` inches apart.

    Both ends of each range of free positions are included.
    """
    line = _contact_ring(outline, space.radius)
    x0, y0, x1, y1 = line.bounds
    half = max(x1 - x0, y1 - y0) / 2.0 + ROUNDING_SLACK_IN
    free = shapely.intersection(line, space.free_polygons(((x0 + x1) / 2.0, (y0 + y1) / 2.0), half))
    lines = [part for part in shapely.get_parts(free) if part.length > 0.0]
    stretches = shapely.get_parts(shapely.line_merge(shapely.MultiLineString(lines)))
    found = [spot for part in stretches for spot in _spaced(part, spacing)]
    spots = np.round(np.array(found).reshape(-1, 2), 3) + 0.0
    kept = dict.fromkeys((float(x), float(y)) for x, y in spots[space.is_clear_at(spots)])
    return list(kept)


def _contact_ring(outline: Outline, radius: float) -> Any:
    """Return the line on which the centre of a base of `radius` inches lies if it touches an outline."""
    if isinstance(outline, DiscOutline):
        reach = outline.radius + radius
        return (
            shapely.Point(outline.x, outline.y).buffer(reach, quad_segs=SEGMENTS_PER_QUARTER_CIRCLE).exterior
        )
    return contact_line(outline.rings, radius)


def _spaced(line: Any, spacing: float) -> list[Point]:
    """Return both ends of a line and points between them at most `spacing` inches apart."""
    along = np.linspace(0.0, line.length, max(1, math.ceil(line.length / spacing)) + 1)
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(line.interpolate(along))]


def nearest_contact_position(space: FreeSpace, outline: Outline, wanted: Point) -> Point | None:
    """Return the position nearest to `wanted` in which a base touches an outline.

    Return None if the base would overlap an obstacle in that position.
    """
    if isinstance(outline, DiscOutline):
        angle = math.atan2(wanted[1] - outline.y, wanted[0] - outline.x)
        reach = outline.radius + space.radius
        spot = (outline.x + reach * math.cos(angle), outline.y + reach * math.sin(angle))
    else:
        line = polygon_of(outline.rings[:1]).buffer(space.radius, quad_segs=32).exterior
        foot = line.interpolate(line.project(shapely.Point(wanted)))
        spot = (foot.x, foot.y)
    spot = (round(spot[0], 3), round(spot[1], 3))
    return spot if space.is_clear_at(np.array([spot]))[0] else None


def post_on_wall(rings: Sequence[Ring], point: Point, radius: float = 0.0) -> Point:
    """Return the point on top of a wall to which a base next to the wall climbs.

    On a straight wall, the point is on the centre line, which is the long axis of the smallest rotated
    rectangle. A base of `radius` inches does not overhang the ends if the wall is long enough. On a bent
    wall, the point is halfway through the wall, on the straight line from `point` through the nearest point
    of the wall.
    """
    wall = polygon_of(rings)
    box = wall.minimum_rotated_rectangle
    if wall.area >= MIN_STRAIGHT_WALL_FRACTION * box.area:
        corners = shapely.get_coordinates(box)
        sides = np.hypot(*(corners[1:3] - corners[:2]).T)
        k = 0 if sides[0] < sides[1] else 1
        middle = shapely.LineString(
            [(corners[k] + corners[k + 1]) / 2, (corners[k + 2] + corners[(k + 3) % 4]) / 2]
        )
        end = min(radius, middle.length / 2)
        along = min(max(middle.project(shapely.Point(point)), end), middle.length - end)
        foot = middle.interpolate(along)
        return round(foot.x, 3), round(foot.y, 3)
    near = shapely.get_coordinates(shapely.shortest_line(shapely.Point(point), wall))
    way = near[1] - near[0]
    across = way / max(float(np.hypot(*way)), 1e-9) * (wall.length + 1.0)
    chord = shapely.get_parts(shapely.intersection(shapely.LineString([near[0], near[1] + across]), wall))[0]
    foot = chord.interpolate(0.5, normalized=True)
    return round(foot.x, 3), round(foot.y, 3)


def overhangs_wall_end(rings: Sequence[Ring], post: Point, radius: float) -> bool:
    """Return whether a base on top of a wall overhangs one of its ends."""
    juts = shapely.difference(shapely.Point(post).buffer(radius - TOL), polygon_of(rings))
    return not juts.is_empty and len(shapely.get_parts(juts)) != 2


def is_disc_in_shape(rings: Sequence[Ring], point: Point, radius: float = 0.0) -> bool:
    """Return whether a disc lies entirely inside a polygon, within the tolerance."""
    shape, spot = polygon_of(rings), shapely.Point(point)
    rim = float(shapely.distance(shape.boundary, spot))
    return rim >= radius - TOL if covers(shape, spot) else radius + rim <= TOL


def is_ring_in_shape(rings: Sequence[Ring], ring: Ring) -> bool:
    """Return whether a ring lies entirely inside a polygon, within the tolerance."""
    core = polygon_of((ring,)).buffer(-TOL, join_style="mitre")
    return bool(covers(polygon_of(rings), core))
