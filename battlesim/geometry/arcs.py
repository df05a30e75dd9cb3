"""Arcs of sight and fire: unbounded wedges that start at the centre of a miniature's base.

Angles are in degrees, counter-clockwise from the x axis.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.scene import Floats
from battlesim.geometry.shapes import Point, Ring

BasePart = Literal["centre", "any", "wholly"]
"""The part of a base that must lie in the arc."""


class Arc(NamedTuple):
    """An arc of sight or fire: a wedge in front of, beside or behind a miniature's base.

    It is `width` degrees wide, and its centre line is `toward` degrees from the direction that the base
    faces.
    """

    toward: float
    width: float


FRONT_ARC, LEFT_ARC, REAR_ARC, RIGHT_ARC = (
    Arc(0.0, 180.0),
    Arc(90.0, 180.0),
    Arc(180.0, 180.0),
    Arc(-90.0, 180.0),
)
ALL_ROUND_ARC = Arc(0.0, 360.0)


class ArcRuling(NamedTuple):
    """The decision whether a base is in an arc, and how close the decision is.

    `inches` is how far the base can move before the decision changes. It is negative if the base is outside
    the arc. `degrees` is how far the viewer can turn before the decision changes for the centre of the base.
    """

    inside: bool
    inches: float
    degrees: float


def bearing(start: Point, end: Point) -> float:
    """Return the direction from `start` to `end` in degrees, at least 0 and less than 360."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) % 360.0


def point_in_direction(start: Point, degrees: float, inches: float) -> Point:
    """Return the point that is `inches` away from `start` in the direction `degrees`."""
    way = math.radians(degrees)
    return start[0] + inches * math.cos(way), start[1] + inches * math.sin(way)


def signed_turn(old: float, new: float) -> float:
    """Return the shorter of the two turns from an old to a new direction, in degrees.

    The turn is greater than -180 and at most 180; it is positive if it is counter-clockwise.
    """
    away = (new - old) % 360.0
    return away - 360.0 if away > 180.0 else away


def depths_in_arc(apex: Point, facing: float, arc: Arc, points: npt.ArrayLike) -> Floats:
    """Return the distances of points (n, 2) from the boundary of an arc, in inches.

    Distances are negative for points outside the arc. They are infinite for an arc of 360 degrees, which has
    no boundary.
    """
    at = np.asarray(points, dtype=np.float64).reshape(-1, 2) - np.asarray(apex, dtype=np.float64)
    if arc.width >= 360.0:
        return np.full(len(at), np.inf)
    c, s = _direction(facing + arc.toward)
    ahead = at[:, 0] * c + at[:, 1] * s
    aside = np.abs(at[:, 1] * c - at[:, 0] * s)
    bx, by = _direction(arc.width / 2.0)
    along = np.maximum(ahead * bx + aside * by, 0.0)
    away = np.sqrt((ahead - along * bx) ** 2 + (aside - along * by) ** 2)
    inner = ahead * by - aside * bx >= 0.0
    if arc.width < 180.0:
        inner &= ahead >= 0.0
    elif arc.width > 180.0:
        inner |= ahead >= 0.0
    return np.where(inner, away, -away)


def arc_ruling(
    apex: Point, facing: float, arc: Arc, point: Point, radius: float = 0.0, part: BasePart = "centre"
) -> ArcRuling:
    """Return whether a part of a round base lies in an arc, and how far it is from the arc's boundary."""
    inches = float(_margin(depths_in_arc(apex, facing, arc, [point]), radius, part)[0])
    return arc_ruling_at_depth(apex, facing, arc, point, inches)


def arc_ruling_at_depth(apex: Point, facing: float, arc: Arc, point: Point, inches: float) -> ArcRuling:
    """Return whether a base is in an arc, given the depth in the arc of the part of the base that counts.

    `inches` is this depth, negative outside the arc. `point` is the centre of the base.
    """
    if arc.width >= 360.0:
        return ArcRuling(True, math.inf, math.inf)
    off = abs(signed_turn(facing + arc.toward, bearing(apex, point)))
    return ArcRuling(inches >= -TOL, inches, arc.width / 2.0 - off)


def sector(
    apex: Point, facing: float, arc: Arc, radius: float, inner: float = 0.0, step: float = 3.0
) -> Ring:
    """Return the outline of the part of an arc between two radii, as a ring of points.

    The radii `inner` and `radius` are in inches. Curved edges have a corner every `step` degrees.
    """
    count = max(2, math.ceil(arc.width / step) + 1)
    start = facing + arc.toward - arc.width / 2.0
    rays = [_direction(start + arc.width * i / (count - 1)) for i in range(count)]
    if arc.width >= 360.0 and inner == 0.0:
        rays.pop()
        return tuple((apex[0] + radius * c, apex[1] + radius * s) for c, s in rays)
    outer = [(apex[0] + radius * c, apex[1] + radius * s) for c, s in rays]
    if inner == 0.0:
        return (apex, *outer)
    return (*outer, *((apex[0] + inner * c, apex[1] + inner * s) for c, s in reversed(rays)))


def disc_fraction_in_arc(apex: Point, facing: float, arc: Arc, point: Point, radius: float) -> float:
    """Return the fraction (0 to 1) of a round base's area that lies in an arc."""
    far = math.dist(apex, point) + 2.0 * radius + 1.0
    wedge = shapely.Polygon(sector(apex, facing, arc, 2.0 * far, step=1.0)).buffer(0.0)
    base = shapely.Point(point).buffer(radius, quad_segs=64)
    return float(base.intersection(wedge).area / base.area)


def _margin(depth: Floats, radius: npt.ArrayLike, part: BasePart) -> Floats:
    sign = {"centre": 0.0, "any": 1.0, "wholly": -1.0}[part]
    return np.asarray(depth + sign * np.asarray(radius, dtype=np.float64))


_QUARTERS = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}


def _direction(angle: float) -> Point:
    """Return the unit vector of a direction in degrees, exact for multiples of 90."""
    exact = _QUARTERS.get(angle % 360.0)
    return exact or (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
