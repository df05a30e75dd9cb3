"""Blast and flame templates: the bases that they cover, the covered fraction of each, and the margin.

The covered area of a round base is exact. Under a blast, it is a lens. Under a polygon, it is the sum over
the edges of the signed area between the base's centre and the edge, limited to the base's circle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import Disc
from battlesim.geometry.predicates import intersects
from battlesim.geometry.shapes import Ring, circle, placed_ring, polygon_of

Floats = npt.NDArray[np.float64]
CoverageState = Literal["out", "partly", "half", "wholly"]
"""The state of a base: out, partly, half (more than half of it) or wholly covered, within TOL."""


CatchThreshold = Literal["touching", "partly", "centre", "half", "wholly"]
"""The threshold at which a base is caught: if the two touch or its centre is covered, or from a state on.

Touching and the centre are judged within TOL.
"""

HALF_FRACTION_SLACK: Final = 1e-9
"""Amount by which a fraction must exceed one half to count as more than half, for rounding."""

_RANKS: Final[dict[str, int]] = {"out": 0, "partly": 1, "half": 2, "wholly": 3}


class Coverage(NamedTuple):
    """The coverage of a base by a template: the covered fraction, the state, depths and a margin.

    ``touch_depth`` is how deep the base reaches into the template; it is minus the distance if they are
    apart. ``inside_clearance`` is the space left around the base inside the template; it is negative if the
    base sticks out. ``margin`` is how far the base can move before the state could change. ``centre_depth``
    is the depth of its centre in the template, negative outside. Lengths are in inches.
    """

    fraction: float
    state: CoverageState
    touch_depth: float
    inside_clearance: float
    margin: float
    centre_depth: float = -math.inf

    def is_caught(self, threshold: CatchThreshold) -> bool:
        """Return whether the base is covered enough to be caught at the given threshold."""
        if threshold == "centre":
            return self.centre_depth >= -TOL
        return (
            self.touch_depth >= -TOL if threshold == "touching" else _RANKS[self.state] >= _RANKS[threshold]
        )

    def margin_of(self, threshold: CatchThreshold) -> float:
        """Return how far the base can move before it starts or stops being caught at a threshold."""
        return abs(self.centre_depth + TOL) if threshold == "centre" else self.margin


@dataclass(frozen=True, slots=True)
class Blast:
    """A round template for a blast: a disc around a point."""

    x: float
    y: float
    radius: float

    def ring(self) -> Ring:
        """Return the outline of the blast as a ring of points for drawing."""
        return circle(self.x, self.y, self.radius, 96)

    def depths(self, points: npt.ArrayLike) -> Floats:
        """Return the depths of points (n, 2) inside the blast, in inches. They are negative outside it."""
        at = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        return np.asarray(self.radius - np.hypot(at[:, 0] - self.x, at[:, 1] - self.y))

    def areas_under(self, discs: Floats) -> Floats:
        """Return the exact areas of discs (n, 3) under the blast, each an overlap of two circles."""
        return _lenses(np.hypot(discs[:, 0] - self.x, discs[:, 1] - self.y), self.radius, discs[:, 2])


@dataclass(frozen=True, slots=True)
class PolygonTemplate:
    """A template in the shape of a polygon. Curved edges are approximated by many corners."""

    rings: tuple[Ring, ...]

    def ring(self) -> Ring:
        """Return the outline of the template as a ring of points for drawing."""
        return self.rings[0]

    def depths(self, points: npt.ArrayLike) -> Floats:
        """Return the depths of points (n, 2) inside the polygon, in inches. They are negative outside it."""
        polygon = polygon_of(self.rings)
        at = shapely.points(np.asarray(points, dtype=np.float64).reshape(-1, 2))
        away = shapely.distance(shapely.boundary(polygon), at)
        return np.asarray(np.where(intersects(polygon, at), away, -away))

    def areas_under(self, discs: Floats) -> Floats:
        """Return the exact areas of discs (n, 3) under the polygon, computed edge by edge."""
        outer, *holes = (np.abs(_ring_in_discs(ring, discs)) for ring in self.rings)
        return np.asarray(np.maximum(0.0, outer - sum(holes, np.zeros(len(discs)))))


Template = Blast | PolygonTemplate
MIN_CONE_DEG, MAX_CONE_DEG = 0.1, 179.9
"""Smallest and largest width of a cone in degrees."""


def cone(
    x: float, y: float, facing: float, width: float, length: float, step: float = 1.0
) -> PolygonTemplate:
    """Return a cone template: a sector ``width`` degrees wide and ``length`` inches long.

    It has a corner every ``step`` degrees, and exactly the same area as the sector. Raises ValueError if the
    width is not from `MIN_CONE_DEG` to `MAX_CONE_DEG`; from 180 degrees on, it would be an arc, not a cone.
    """
    if not MIN_CONE_DEG <= width <= MAX_CONE_DEG:
        limits = f"{MIN_CONE_DEG:g} to {MAX_CONE_DEG:g}"
        raise ValueError(f"the width of a cone must be {limits} degrees, not {width:g}")
    count = max(2, math.ceil(width / step))
    turn = math.radians(width / count)
    radius = length * math.sqrt(turn / math.sin(turn))
    angles = [math.radians(facing - width / 2.0 + width * i / count) for i in range(count + 1)]
    return PolygonTemplate(
        (((x, y), *((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)),)
    )


def flame(
    x: float, y: float, facing: float, length: float, width: float, narrow: float = 0.0
) -> PolygonTemplate:
    """Return a flame template: a teardrop with its tip at a point.

    Its straight sides run from the muzzle, ``narrow`` inches wide, to a round head ``width`` inches wide.
    """
    head = width / 2.0
    near = [(0.0, narrow / 2.0), (0.0, -narrow / 2.0)] if narrow > 0.0 else [(0.0, 0.0)]
    corners = near + list(circle(length - head, 0.0, head, 64))
    hull = shapely.MultiPoint(corners).convex_hull
    return PolygonTemplate((placed_ring(tuple(hull.exterior.coords)[:-1], x, y, facing),))


def oblong(x: float, y: float, facing: float, length: float, width: float) -> PolygonTemplate:
    """Return a rectangular template that starts at a point and extends ``length`` inches forward."""
    half = width / 2.0
    corners = ((0.0, -half), (length, -half), (length, half), (0.0, half))
    return PolygonTemplate((placed_ring(corners, x, y, facing),))


def placed_template(template: Template, x: float, y: float, facing: float) -> Template:
    """Return a copy of a template, moved to the point (x, y) and turned to a facing.

    The given template is at the origin and faces east.
    """
    if isinstance(template, Blast):
        cx, cy = placed_ring(((template.x, template.y),), x, y, facing)[0]
        return Blast(cx, cy, template.radius)
    return PolygonTemplate(tuple(placed_ring(ring, x, y, facing) for ring in template.rings))


def disc_coverages(template: Template, discs: Sequence[Disc]) -> list[Coverage]:
    """Return the `Coverage` of each of the given round bases by a template."""
    if not discs:
        return []
    at = np.array(discs, dtype=np.float64)
    depths, areas = template.depths(at[:, :2]), np.zeros(len(at))
    (parted,) = ((depths + at[:, 2] > TOL) & (depths - at[:, 2] < -TOL)).nonzero()
    areas[parted] = template.areas_under(at[parted])
    each = zip(discs, depths.tolist(), areas.tolist(), strict=True)
    return [_covered(d[2], depth, area) for d, depth, area in each]


def coverages_by_parts(parts: Sequence[Template], discs: Sequence[Disc]) -> list[Coverage]:
    """Return the `Coverage` of each of the given round bases by all parts of a template together."""
    each = [disc_coverages(part, discs) for part in parts]
    return [
        combined_coverage([found[k] for found in each], math.pi * d[2] / 2.0) for k, d in enumerate(discs)
    ]


def combined_coverage(coverages: Sequence[Coverage], full_change_distance: float) -> Coverage:
    """Return the coverage of a base by a whole template, given the coverages by the template's parts."""
    share = min(1.0, sum(one.fraction for one in coverages))
    touch = max((one.touch_depth for one in coverages), default=-math.inf)
    whole = max((one.inside_clearance for one in coverages), default=-math.inf)
    centre = max((one.centre_depth for one in coverages), default=-math.inf)
    return coverage_from_depths(share, touch, whole, full_change_distance, centre)


def coverage_from_depths(
    fraction: float,
    touch_depth: float,
    inside_clearance: float,
    full_change_distance: float,
    centre_depth: float = -math.inf,
) -> Coverage:
    """Return the `Coverage` of a base by a template, with its state and margin.

    The state and margin follow from the covered fraction of the base and its depths in the template, in
    inches.
    """
    if touch_depth <= TOL:
        return Coverage(0.0, "out", touch_depth, inside_clearance, TOL - touch_depth, centre_depth)
    if inside_clearance >= -TOL:
        return Coverage(1.0, "wholly", touch_depth, inside_clearance, inside_clearance + TOL, centre_depth)
    state: CoverageState = "half" if fraction > 0.5 + HALF_FRACTION_SLACK else "partly"
    return Coverage(
        fraction,
        state,
        touch_depth,
        inside_clearance,
        min(touch_depth - TOL, -TOL - inside_clearance, abs(fraction - 0.5) * full_change_distance),
        centre_depth,
    )


def _covered(radius: float, depth: float, area: float) -> Coverage:
    """Return the coverage of a disc; a move by d changes its covered area by at most 2 r d."""
    share = min(1.0, area / (math.pi * radius * radius))
    return coverage_from_depths(share, depth + radius, depth - radius, math.pi * radius / 2.0, depth)


def _lenses(d: Floats, a: float, b: Floats) -> Floats:
    """Return the areas common to a circle of radius a and circles of radii b at distances d."""
    between = np.clip(d, np.abs(a - b), a + b)
    x = np.divide(between**2 + a * a - b * b, 2.0 * between, out=np.zeros_like(d), where=between > 0.0)
    y = between - x
    cosines = (np.divide(part, r, out=np.zeros_like(d), where=b > 0.0) for part, r in ((x, a), (y, b)))
    first, second = (np.arccos(np.clip(cosine, -1.0, 1.0)) for cosine in cosines)
    lens = a * a * first + b * b * second - between * np.sqrt(np.maximum(0.0, a * a - x * x))
    small = np.minimum(a, b)
    return np.asarray(np.where(d >= a + b, 0.0, np.where(d <= np.abs(a - b), math.pi * small**2, lens)))


def _ring_in_discs(ring: Ring, discs: Floats) -> Floats:
    """Return the signed areas of a ring within discs (n, 3).

    Each edge adds the triangle of the disc's centre and its part inside, and sectors for the part outside.
    """
    corners = np.array(ring, dtype=np.float64)
    ax, ay = (corners[None, :, k] - discs[:, None, k] for k in (0, 1))
    bx, by = (np.roll(part, -1, axis=1) for part in (ax, ay))
    dx, dy, r = bx - ax, by - ay, discs[:, 2:3]
    square, half = dx * dx + dy * dy, ax * dx + ay * dy
    bend = half * half - square * (ax * ax + ay * ay - r * r)
    root, long = np.sqrt(np.maximum(bend, 0.0)), np.where(square > 0.0, square, 1.0)
    t0, t1 = np.maximum(0.0, (-half - root) / long), np.minimum(1.0, (-half + root) / long)
    outside = (bend <= 0.0) | (t0 >= t1)
    px, py, qx, qy = ax + t0 * dx, ay + t0 * dy, ax + t1 * dx, ay + t1 * dy
    before = np.where(t0 > 0.0, _wedge(ax, ay, px, py, r), 0.0)
    after = np.where(t1 < 1.0, _wedge(qx, qy, bx, by, r), 0.0)
    cut = before + (px * qy - py * qx) / 2.0 + after
    parts = np.where(outside, _wedge(ax, ay, bx, by, r), cut)
    return np.asarray(np.where(square > 0.0, parts, 0.0).sum(axis=1))


def _wedge(ax: Floats, ay: Floats, bx: Floats, by: Floats, r: Floats) -> Floats:
    return np.asarray(r * r * np.arctan2(ax * by - ay * bx, ax * bx + ay * by) / 2.0)
