"""Bases that are not round, as convex rings: their outlines, tangents, and coverage by templates.

Shapes are seen from above, and lengths are in inches. Rectangles are exact. Ovals are polygons that deviate
from the true outline by at most ``MAX_OUTLINE_ERROR_IN``, inwards or outwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
import shapely

from battlesim.geometry.arcs import Arc, depths_in_arc, sector
from battlesim.geometry.shapes import (
    MAX_OUTLINE_ERROR_IN,
    Point,
    Ring,
    centroid,
    is_convex,
    placed_ring,
    polygon_of,
    signed_area,
)
from battlesim.geometry.templates import Blast, Coverage, PolygonTemplate, Template, coverage_from_depths

HullForm = Literal["oval", "rectangle"]
GroundSegment = tuple[float, float, float, float]
"""A segment on the ground: x, y of its left end, then x, y of its right end."""


class ConvexBase(NamedTuple):
    """A base with a convex outline. Its corners are given counter-clockwise."""

    ring: Ring

    @property
    def middle(self) -> Point:
        """The mean of the corners. It is the centre of an oval or rectangular base."""
        return sum(x for x, _ in self.ring) / len(self.ring), sum(y for _, y in self.ring) / len(self.ring)

    @property
    def box(self) -> Ring:
        """The corners of a rectangular base, or of the rectangle around an oval base along its axes."""
        if len(self.ring) == 4:
            return self.ring
        (x, y), (ax, ay) = self.middle, max(self.ring, key=lambda p: math.dist(p, self.middle))
        ux, uy = (ax - x) / math.dist((x, y), (ax, ay)), (ay - y) / math.dist((x, y), (ax, ay))
        a, b = half_extent_along(self.ring, (ux, uy)), half_extent_along(self.ring, (-uy, ux))
        return tuple(
            (x + s * a * ux - t * b * uy, y + s * a * uy + t * b * ux)
            for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )


def hull_ring(form: HullForm, length: float, width: float, x: float, y: float, facing: float) -> Ring:
    """Return the outline of an oval or rectangular base, counter-clockwise.

    `length` is measured along the facing, which is in degrees.
    """
    return placed_ring(_about_origin(form, length, width), x, y, facing)


@lru_cache(maxsize=256)
def _about_origin(form: HullForm, length: float, width: float) -> Ring:
    a, b = length / 2.0, width / 2.0
    if form == "rectangle":
        return ((-a, -b), (a, -b), (a, b), (-a, b))
    # With equal parameter steps, chords deviate most where the ellipse is most curved, by a (1 - cos).
    sides = 4 * math.ceil(math.pi / math.acos(1.0 - min(1.0, 2.0 * MAX_OUTLINE_ERROR_IN / max(a, b))) / 4.0)
    grown = _growth(sides)
    turns = (2.0 * math.pi * k / sides for k in range(sides))
    return tuple((a * grown * math.cos(t), b * grown * math.sin(t)) for t in turns)


def _growth(sides: int) -> float:
    """Return the factor that grows a polygon inscribed in an oval until it deviates equally in and out."""
    return 2.0 / (1.0 + math.cos(math.pi / sides))


def hull_circumradius(form: HullForm, length: float, width: float) -> float:
    """Return the radius of the circle that encloses an oval or rectangular base of the given size."""
    return math.hypot(length, width) / 2.0 if form == "rectangle" else max(length, width) / 2.0


def half_extent_along(ring: Ring, direction: Point) -> float:
    """Return half the extent of a ring along a direction. The direction need not be a unit vector."""
    long = math.hypot(*direction) or 1.0
    along = [(x * direction[0] + y * direction[1]) / long for x, y in ring]
    return (max(along) - min(along)) / 2.0


def tangent_segment(eye: Point, ring: Ring) -> GroundSegment | None:
    """Return the leftmost and rightmost corners of a convex ring as seen from a point.

    If several corners are in line with the point, the nearest of them is returned. Return None if the point
    is inside the ring or on it.
    """
    at = np.array(ring) - np.array(eye)
    crossed = at[:, 0] * np.roll(at[:, 1], -1) - at[:, 1] * np.roll(at[:, 0], -1)
    if (crossed >= 0.0).all():
        return None
    middle = at.mean(axis=0)
    turn = np.arctan2(middle[0] * at[:, 1] - middle[1] * at[:, 0], at @ middle)
    far = np.hypot(at[:, 0], at[:, 1])
    left, right = np.lexsort((far, -turn.round(12)))[0], np.lexsort((far, turn.round(12)))[0]
    return (*ring[left], *ring[right])


def visible_segment(eye: Point, ring: Ring) -> GroundSegment | None:
    """Return the left and right ends of a base as seen from a point, or None if the point is in the base.

    A ring with more than four corners represents an oval, and its ends are the tangent points. In coordinates
    in which the oval is the unit circle and the viewer is at distance d from its centre, the tangent points
    lie 1 / d toward the viewer and sqrt(d^2 - 1) / d to the sides.
    """
    sides = len(ring)
    if sides == 4:
        return tangent_segment(eye, ring)
    (ax, ay), (bx, by), (cx, cy) = ring[0], ring[sides // 4], ring[sides // 2]
    mx, my, grown = (ax + cx) / 2.0, (ay + cy) / 2.0, _growth(sides)
    ax, ay, bx, by = (ax - mx) / grown, (ay - my) / grown, (bx - mx) / grown, (by - my) / grown
    dx, dy, turn = eye[0] - mx, eye[1] - my, ax * by - ay * bx
    u, v = (dx * by - dy * bx) / turn, (ax * dy - ay * dx) / turn
    square = u * u + v * v
    if square <= 1.0:
        return None
    side = math.sqrt(square - 1.0)
    left, right = (((u + s * v) / square, (v - s * u) / square) for s in (side, -side))
    (px, py), (qx, qy) = ((mx + p * ax + q * bx, my + p * ay + q * by) for p, q in (left, right))
    return px, py, qx, qy


def ring_coverage(template: Template, ring: Ring) -> Coverage:
    """Return the coverage of a base with a convex outline by a template: the covered fraction and margins.

    The margin is the length of the shortest move after which the base starts or stops being touched, half
    covered or wholly covered. For half coverage, a move of d changes the covered area by at most d times the
    width of the base across the move.
    """
    base = polygon_of((ring,))
    touch, whole = _touch(template, ring, base), float(template.depths(ring).min())
    if isinstance(template, Blast):
        disc = np.array([(template.x, template.y, template.radius)])
        share = float(PolygonTemplate((ring,)).areas_under(disc)[0] / base.area)
    else:
        share = float(polygon_of(template.rings).intersection(base).area / base.area)
        whole = min(whole, -_out(template.rings, base)) if share < 1.0 - 1e-12 else whole
    centre = float(template.depths([centroid(ring)])[0])
    return coverage_from_depths(min(1.0, share), touch, whole, full_change_distance(ring), centre)


def full_change_distance(ring: Ring) -> float:
    """Return a lower bound, in inches, on the move that takes a base from uncovered to wholly covered."""
    return float(polygon_of((ring,)).area) / (2.0 * max(math.dist(corner, ring[0]) for corner in ring))


def _touch(template: Template, ring: Ring, base: shapely.Polygon) -> float:
    """Return the depth by which a base overlaps a template, or minus the gap between them.

    The depth is the shortest move that separates the shapes. For convex shapes it is perpendicular to an
    edge. For other shapes it is estimated as twice the area of the overlap divided by its perimeter.
    """
    if isinstance(template, Blast):
        middle = shapely.Point(template.x, template.y)
        away = float(shapely.distance(base, middle))
        deep = float(shapely.distance(base.exterior, middle)) if away == 0.0 else 0.0
        return template.radius - away + deep
    area = polygon_of(template.rings)
    away = float(shapely.distance(area, base))
    if away > 0.0:
        return -away
    if len(template.rings) == 1 and is_convex(template.rings[0]):
        return min(_apart(template.rings[0], ring), _apart(ring, template.rings[0]))
    common = shapely.intersection(area, base)
    return 2.0 * float(common.area / common.length) if common.area else 0.0


def _apart(first: Ring, second: Ring) -> float:
    """Return the shortest move, perpendicular to an edge of `first`, that separates `second` from it."""
    corners, others = np.array(first), np.array(second)
    along = np.roll(corners, -1, axis=0) - corners
    away = np.column_stack([along[:, 1], -along[:, 0]]) * (1.0 if signed_area(first) > 0.0 else -1.0)
    away = away[(long := np.hypot(*away.T)) > 0.0] / long[long > 0.0, None]
    kept = corners[np.hypot(*along.T) > 0.0]
    return float(((away * kept).sum(axis=1) - (others @ away.T).min(axis=0)).min())


def _out(rings: Sequence[Ring], base: shapely.Polygon) -> float:
    """Return the largest distance from a template to a point of the base outside it, or 0."""
    outside = shapely.difference(base, polygon_of(rings))
    corners = shapely.points(shapely.get_coordinates(outside))
    return float(shapely.distance(polygon_of(rings), corners).max(initial=0.0))


def ring_depths_in_arc(apex: Point, facing: float, arc: Arc, ring: Ring) -> tuple[float, float]:
    """Return the smallest and the greatest depth of the points of a convex ring in an arc.

    In an arc of at most 180 degrees, the depth of a point is its distance from the nearer side of the arc.
    The greatest depth is therefore at a corner or where an edge crosses the centre line. A wider arc is the
    complement of a narrower arc.
    """
    if arc.width >= 360.0:
        return math.inf, math.inf
    if arc.width > 180.0:
        least, most = ring_depths_in_arc(apex, facing, Arc(arc.toward + 180.0, 360.0 - arc.width), ring)
        return -most, -least
    corners = depths_in_arc(apex, facing, arc, ring)
    most = max(
        float(corners.max()),
        *map(float, depths_in_arc(apex, facing, arc, _on_middle(apex, facing, arc, ring))),
    )
    if most < 0.0:
        far = max(math.dist(apex, p) for p in ring) + 1.0
        wedge = shapely.Polygon(sector(apex, facing, arc, 4.0 * far, step=1.0))
        most = -float(shapely.distance(wedge, polygon_of((ring,))))
    return float(corners.min()), most


def _on_middle(apex: Point, facing: float, arc: Arc, ring: Ring) -> list[Point]:
    """Return a corner of a ring and the points where its edges cross the centre line of an arc."""
    turn = math.radians(facing + arc.toward)
    nx, ny = -math.sin(turn), math.cos(turn)
    found = [ring[0]]
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        a, b = (ax - apex[0]) * nx + (ay - apex[1]) * ny, (bx - apex[0]) * nx + (by - apex[1]) * ny
        if a * b < 0.0:
            t = a / (a - b)
            found.append((ax + t * (bx - ax), ay + t * (by - ay)))
    return found


def ring_fraction_in_arc(apex: Point, facing: float, arc: Arc, ring: Ring) -> float:
    """Return the fraction (0 to 1) of the area of a base with a convex outline that lies in an arc."""
    base = polygon_of((ring,))
    far = max(math.dist(apex, p) for p in ring) + 1.0
    wedge = shapely.Polygon(sector(apex, facing, arc, 4.0 * far, step=1.0)).buffer(0.0)
    return float(base.intersection(wedge).area / base.area)
