"""How far a rectangle can move straight ahead before it meets a shape, a disc or the table edge.

Lengths are in inches. A `Course` is the rectangle in its starting position, with its direction of motion.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import Point, Ring


class Course(NamedTuple):
    """A rectangle that moves straight ahead or back, given by its centre, facing in degrees, and size."""

    centre: Point
    facing: float
    length: float
    width: float

    @property
    def direction(self) -> Point:
        """The unit vector in the direction that the rectangle faces."""
        angle = math.radians(self.facing)
        return math.cos(angle), math.sin(angle)

    def point(self, inches: float) -> Point:
        """Return the centre of the rectangle after it has moved by the given number of inches."""
        dx, dy = self.direction
        return round(self.centre[0] + inches * dx, 4), round(self.centre[1] + inches * dy, 4)

    def ahead_and_aside(self, point: Point) -> Point:
        """Return how far a point is ahead of the rectangle's centre, and how far to the left of its path."""
        (dx, dy), x, y = self.direction, point[0] - self.centre[0], point[1] - self.centre[1]
        return x * dx + y * dy, y * dx - x * dy


def inches_to_shape(course: Course, rings: Sequence[Ring]) -> float | None:
    """Return how far a rectangle moves until its front meets a shape, or None if it never does.

    A shape that the rectangle overlaps at the start does not count.
    """
    spots = list(_spots_in_band(course, rings, course.width / 2 - TOL))
    front = course.length / 2
    inside = is_point_in_shape(*course.centre, rings)
    if inside or any(-front + TOL < ahead < front - TOL for ahead in spots):
        return None
    return min((max(0.0, ahead - front) for ahead in spots if ahead >= front - TOL), default=None)


def inches_to_enter(course: Course, rings: Sequence[Ring]) -> float | None:
    """Return how far a rectangle moves until its centre enters a shape, or None if it never does."""
    if is_point_in_shape(*course.point(2 * TOL), rings):
        return None
    ahead = (spot for spot in _spots_in_band(course, rings, 0.0) if spot > TOL)
    return min(ahead, default=None)


def inches_beyond_shape(course: Course, rings: Sequence[Ring]) -> float:
    """Return how far a rectangle moves until it has completely passed a shape that lies on its path."""
    return max(_spots_in_band(course, rings, course.width / 2)) + course.length / 2


def inches_to_disc(course: Course, centre: Point, radius: float) -> float | None:
    """Return how far a rectangle moves until its front touches a disc, or None if it passes the disc."""
    ahead, aside = course.ahead_and_aside(centre)
    over = max(0.0, abs(aside) - course.width / 2)
    if over >= radius - TOL or ahead <= 0.0:
        return None
    return max(0.0, ahead - math.sqrt(radius * radius - over * over) - course.length / 2)


def inches_to_edge(course: Course, width: float, height: float) -> float:
    """Return how far a rectangle moves before it would overhang the edge of a table."""
    (dx, dy), left = course.direction, math.inf
    for forward in (-course.length / 2, course.length / 2):
        for aside in (-course.width / 2, course.width / 2):
            x = course.centre[0] + forward * dx - aside * dy
            y = course.centre[1] + forward * dy + aside * dx
            for at, step, limit in ((x, dx, width), (y, dy, height)):
                if abs(step) > TOL:
                    left = min(left, ((limit if step > 0 else 0.0) - at) / step)
    return max(0.0, left)


def _spots_in_band(course: Course, rings: Iterable[Ring], half: float) -> Iterator[float]:
    """Yield how far ahead the outline of a shape enters, leaves and bends in a band along the line."""
    for ring in rings:
        points = [course.ahead_and_aside(point) for point in ring]
        for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
            if abs(y0) <= half:
                yield x0
            for rim in {half, -half}:
                if min(y0, y1) < rim <= max(y0, y1):
                    yield x0 + (x1 - x0) * (rim - y0) / (y1 - y0)
