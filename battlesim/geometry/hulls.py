"""Bases that are not round, as convex rings: outlines, tangents, what arcs and templates hold of them.

Inches, in plan. A rectangle is exact; an oval is the polygon that strays nowhere from it by more than
``MAX_OUTLINE_ERROR_IN``, in or out.
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
    is_convex,
    placed_ring,
    polygon_of,
    signed_area,
)
from battlesim.geometry.templates import Blast, Coverage, PolygonTemplate, Template, coverage_from_depths

HullForm = Literal["oval", "rectangle"]
GroundSegment = tuple[float, float, float, float]
"""A ground segment: x, y of its left end, x, y of its right end."""


class ConvexBase(NamedTuple):
    """A base with a convex outline, counter-clockwise."""

    ring: Ring

    @property
    def middle(self) -> Point:
        """The middle of its corners, which is that of an oval or a rectangle."""
        return sum(x for x, _ in self.ring) / len(self.ring), sum(y for _, y in self.ring) / len(self.ring)

    @property
    def box(self) -> Ring:
        """The corners of the rectangle about it: its own, or those along the axes of an oval."""
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
    """Return the outline of a base, counter-clockwise.

    ``length`` along its facing (degrees), ``width`` across.
    """
    return placed_ring(_about_origin(form, length, width), x, y, facing)


@lru_cache(maxsize=256)
def _about_origin(form: HullForm, length: float, width: float) -> Ring:
    a, b = length / 2.0, width / 2.0
    if form == "rectangle":
        return ((-a, -b), (a, -b), (a, b), (-a, b))
    # Chords of an ellipse at equal steps of its parameter stray most where it bends most, by a (1 - cos).
    sides = 4 * math.ceil(math.pi / math.acos(1.0 - min(1.0, 2.0 * MAX_OUTLINE_ERROR_IN / max(a, b))) / 4.0)
    grown = _growth(sides)
    turns = (2.0 * math.pi * k / sides for k in range(sides))
    return tuple((a * grown * math.cos(t), b * grown * math.sin(t)) for t in turns)


def _growth(sides: int) -> float:
    """Return how much larger the polygon of an oval is than the oval, so that it strays as far in as out."""
    return 2.0 / (1.0 + math.cos(math.pi / sides))


def hull_circumradius(form: HullForm, length: float, width: float) -> float:
    """Return the radius of the circle about a base of a form, length and width."""
    return math.hypot(length, width) / 2.0 if form == "rectangle" else max(length, width) / 2.0


def half_extent_along(ring: Ring, direction: Point) -> float:
    """Half of how long a ring is along a way (which need not be of length 1)."""
    long = math.hypot(*direction) or 1.0
    along = [(x * direction[0] + y * direction[1]) / long for x, y in ring]
    return (max(along) - min(along)) / 2.0


def tangent_segment(eye: Point, ring: Ring) -> GroundSegment | None:
    """Return the leftmost and rightmost corners of a convex ring from a point; None for a point in it.

    Of corners in one line with the point the nearer one counts. None where the point is in the ring or on
    its border.
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
    """Return the left and right end of what is seen of a base from a point, None for a point in the base.

    For a ring of more than four corners these are the tangent points of the oval that it stands for: in a
    frame where that is the circle of radius 1, with the eye at distance d, they lie 1 / d along the way from
    the middle to the eye and sqrt(d^2 - 1) / d to its sides.
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
    """Return the coverage of a base with a convex outline by a template.

    The margin is the smallest of how far the outline may be moved before it is touched, half covered or
    wholly covered; for a half a move of d changes the area by at most d times the width across it.
    """
    base = polygon_of((ring,))
    touch, whole = _touch(template, ring, base), float(template.depths(ring).min())
    if isinstance(template, Blast):
        disc = np.array([(template.x, template.y, template.radius)])
        share = float(PolygonTemplate((ring,)).areas_under(disc)[0] / base.area)
    else:
        share = float(polygon_of(template.rings).intersection(base).area / base.area)
        whole = min(whole, -_out(template.rings, base)) if share < 1.0 - 1e-12 else whole
    return coverage_from_depths(min(1.0, share), touch, whole, full_change_distance(ring))


def full_change_distance(ring: Ring) -> float:
    """Return the length in inches of the shortest move that can change all of a base's covered fraction."""
    return float(polygon_of((ring,)).area) / (2.0 * max(math.dist(corner, ring[0]) for corner in ring))


def _touch(template: Template, ring: Ring, base: shapely.Polygon) -> float:
    """Return how deep a base reaches into a template, negative by how far it is away: the shortest way out.

    For convex shapes that is straight away from an edge; others have none shorter than a disc in both is
    wide.
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
    """Return the shortest way out of a convex ring for another one, straight away from an edge."""
    corners, others = np.array(first), np.array(second)
    along = np.roll(corners, -1, axis=0) - corners
    away = np.column_stack([along[:, 1], -along[:, 0]]) * (1.0 if signed_area(first) > 0.0 else -1.0)
    away = away[(long := np.hypot(*away.T)) > 0.0] / long[long > 0.0, None]
    kept = corners[np.hypot(*along.T) > 0.0]
    return float(((away * kept).sum(axis=1) - (others @ away.T).min(axis=0)).min())


def _out(rings: Sequence[Ring], base: shapely.Polygon) -> float:
    """Return how far the farthest corner of what sticks out of a template lies from it, at least 0."""
    outside = shapely.difference(base, polygon_of(rings))
    corners = shapely.points(shapely.get_coordinates(outside))
    return float(shapely.distance(polygon_of(rings), corners).max(initial=0.0))


def ring_depths_in_arc(apex: Point, facing: float, arc: Arc, ring: Ring) -> tuple[float, float]:
    """Return the depths of the least deep and the deepest point of a convex ring in an arc.

    In an arc of at most 180 degrees the depth is the smaller of the distances from its two sides, so that it
    is greatest at a corner of the ring or where an edge crosses the middle line; wider ones are the rest of
    such an arc.
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
    """Return where the edges of a ring cross the middle line of an arc; the first corner where none does."""
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
    """Return the fraction of a base with a convex outline that lies in an arc, 0 to 1."""
    base = polygon_of((ring,))
    far = max(math.dist(apex, p) for p in ring) + 1.0
    wedge = shapely.Polygon(sector(apex, facing, arc, 4.0 * far, step=1.0)).buffer(0.0)
    return float(base.intersection(wedge).area / base.area)
