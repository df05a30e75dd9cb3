"""Templates laid on the table: which bases they cover, how much of each, and by what margin. Inches, in plan.

The covered area of a round base is exact: a lens under a blast, and under a polygon the sum over its edges
of the signed area between the base's centre and the edge, cut to the base's circle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.measure import Disc
from battlesim.geometry.shapes import Point, Ring, circle, place_ring, polygon_of, thick_line

State = Literal["out", "partly", "half", "wholly"]
"""Out: not touched by more than TOL. Half: more than half of the base. Wholly: all of it, up to TOL."""


class Covered(NamedTuple):
    """How a template covers a base: ``share`` of its area, the state, and margins in inches.

    ``touch`` is how deep the base reaches into the template (negative: how far it is away), ``whole`` how
    much room is left around it inside (negative: by how much it sticks out). ``margin`` is how far the base
    can be moved before the state could change.
    """

    share: float
    state: State
    touch: float
    whole: float
    margin: float


@dataclass(frozen=True, slots=True)
class Blast:
    """A disc about a point."""

    x: float
    y: float
    radius: float

    def ring(self) -> Ring:
        """Outline for drawing."""
        return circle(self.x, self.y, self.radius, 96)

    def depths(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """How deep points (n, 2) lie in it; negative outside."""
        at = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        return np.asarray(self.radius - np.hypot(at[:, 0] - self.x, at[:, 1] - self.y))

    def area_in(self, disc: Disc) -> float:
        """Area of a disc under the template, exact: the lens of two circles."""
        return _lens(math.hypot(disc[0] - self.x, disc[1] - self.y), self.radius, disc[2])


@dataclass(frozen=True, slots=True)
class Shape:
    """A polygon; ``arcs`` of a drawn shape are corners of it, and the polygon is the truth."""

    rings: tuple[Ring, ...]

    def ring(self) -> Ring:
        """Outline for drawing."""
        return self.rings[0]

    def depths(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """How deep points (n, 2) lie in it; negative outside."""
        polygon = polygon_of(self.rings)
        at = shapely.points(np.asarray(points, dtype=np.float64).reshape(-1, 2))
        away = shapely.distance(shapely.boundary(polygon), at)
        return np.asarray(np.where(shapely.intersects(polygon, at), away, -away))

    def area_in(self, disc: Disc) -> float:
        """Area of a disc under the template, exact: signed pieces between the centre and every edge."""
        total = 0.0
        for number, ring in enumerate(self.rings):
            area = abs(_ring_in_disc(ring, disc))
            total += area if number == 0 else -area
        return max(0.0, total)


Template = Blast | Shape


def cone(x: float, y: float, facing: float, width: float, length: float, step: float = 1.0) -> Shape:
    """Sector of ``width`` degrees and ``length`` inches from a point, its arc in corners every ``step``
    degrees.

    The corners lie so that the polygon has exactly the area of the sector. Raises ValueError for a width of
    180 degrees or more: that is an arc, not a cone.
    """
    if not 0.0 < width < 180.0:
        raise ValueError(f"a cone is between 0 and 180 degrees wide, not {width:g}")
    count = max(2, math.ceil(width / step))
    turn = math.radians(width / count)
    radius = length * math.sqrt(turn / math.sin(turn))
    angles = [math.radians(facing - width / 2.0 + width * i / count) for i in range(count + 1)]
    return Shape((((x, y), *((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)),))


def flame(x: float, y: float, facing: float, length: float, width: float, narrow: float = 0.0) -> Shape:
    """Teardrop from a point: straight sides from ``narrow`` wide at the muzzle to a round head ``width``
    wide."""
    head = width / 2.0
    near = [(0.0, narrow / 2.0), (0.0, -narrow / 2.0)] if narrow > 0.0 else [(0.0, 0.0)]
    corners = near + list(circle(length - head, 0.0, head, 64))
    hull = shapely.MultiPoint(corners).convex_hull
    return Shape((place_ring(tuple(hull.exterior.coords)[:-1], x, y, facing),))


def strip(start: Point, end: Point, width: float) -> Shape:
    """Straight strip between two points (a line of fire, a bombing run). Raises ValueError without length."""
    return Shape(thick_line([start, end], width))


def oblong(x: float, y: float, facing: float, length: float, width: float) -> Shape:
    """Rectangle that begins at a point and runs ``length`` inches along ``facing``."""
    half = width / 2.0
    corners = ((0.0, -half), (length, -half), (length, half), (0.0, half))
    return Shape((place_ring(corners, x, y, facing),))


def covered(template: Template, discs: Sequence[Disc]) -> list[Covered]:
    """How a template covers each base (x, y, radius > 0)."""
    if not discs:
        return []
    depths = template.depths([d[:2] for d in discs])
    return [_covered(template, disc, float(depth)) for disc, depth in zip(discs, depths, strict=True)]


def _covered(template: Template, disc: Disc, depth: float) -> Covered:
    radius = disc[2]
    touch, whole = depth + radius, depth - radius
    share = min(1.0, template.area_in(disc) / (math.pi * radius * radius))
    if touch <= TOL:
        return Covered(0.0, "out", touch, whole, TOL - touch)
    if whole >= -TOL:
        return Covered(1.0, "wholly", touch, whole, whole + TOL)
    room = min(touch - TOL, -TOL - whole)
    state: State = "half" if share > 0.5 else "partly"
    return Covered(share, state, touch, whole, min(room, _to_half(share, radius)))


def _to_half(share: float, radius: float) -> float:
    """A move this short cannot carry a share across one half.

    A move of d changes the covered area by at most the area the disc sweeps anew, 2 r d.
    """
    return abs(share - 0.5) * math.pi * radius / 2.0


def _lens(d: float, a: float, b: float) -> float:
    """Area common to two circles of radii a and b at distance d."""
    if d >= a + b:
        return 0.0
    if d <= abs(a - b):
        return math.pi * min(a, b) ** 2
    x = (d * d + a * a - b * b) / (2.0 * d)
    y = d - x
    wedge = a * a * math.acos(max(-1.0, min(1.0, x / a))) + b * b * math.acos(max(-1.0, min(1.0, y / b)))
    return wedge - d * math.sqrt(max(0.0, a * a - x * x))


def _ring_in_disc(ring: Ring, disc: Disc) -> float:
    """Signed area of a ring within a disc: triangles inside, circular sectors outside."""
    cx, cy, r = disc
    total = 0.0
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        total += _edge_in_disc(ax - cx, ay - cy, bx - cx, by - cy, r)
    return total


def _edge_in_disc(ax: float, ay: float, bx: float, by: float, r: float) -> float:
    """Signed area between the origin and an edge, cut to the circle of radius r about the origin."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0.0:
        return 0.0
    half = ax * dx + ay * dy
    bend = half * half - square * (ax * ax + ay * ay - r * r)
    if bend <= 0.0:
        return _wedge(ax, ay, bx, by, r)
    root = math.sqrt(bend)
    t0, t1 = max(0.0, (-half - root) / square), min(1.0, (-half + root) / square)
    if t0 >= t1:
        return _wedge(ax, ay, bx, by, r)
    px, py = (ax + t0 * dx, ay + t0 * dy) if t0 > 0.0 else (ax, ay)
    qx, qy = (ax + t1 * dx, ay + t1 * dy) if t1 < 1.0 else (bx, by)
    before = _wedge(ax, ay, px, py, r) if t0 > 0.0 else 0.0
    after = _wedge(qx, qy, bx, by, r) if t1 < 1.0 else 0.0
    return before + (px * qy - py * qx) / 2.0 + after


def _wedge(ax: float, ay: float, bx: float, by: float, r: float) -> float:
    return r * r * math.atan2(ax * by - ay * bx, ax * bx + ay * by) / 2.0
