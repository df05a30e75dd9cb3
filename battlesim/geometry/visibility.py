"""What a point sees inside a polygon: the exact angular sweep behind paths and reach (floor 0 only).

The free polygon's rings are walls. Around an origin, the ends of walls cut a wedge of directions into
intervals; within one the nearest wall is the same throughout, so that judging it at the middle is exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Ints = NDArray[np.intp]

NEAR = 1e-7
"""How deep a line may graze a wall and still pass it, in inches."""
NUDGE = 1e-6
SLIVER = 1e-12
ANGLE = 1e-10
"""Directions nearer to each other than this (radians) are one."""
WIDEN = 1e-9


def cross(ax: Floats, ay: Floats, bx: Floats, by: Floats) -> Floats:
    """Cross product of plane vectors."""
    return ax * by - ay * bx


class Walls:
    """The rings of a free polygon as directed walls, free ground to their left.

    `ax, ay, bx, by` are the ends of the walls. Wall i starts at corner i; `before` and `after` are the
    neighbouring corners. `bulges` flags the corners where a taut path can bend.
    """

    def __init__(self, polygon: Any) -> None:
        self.polygon = shapely.orient_polygons(polygon)
        rings = [np.asarray(shapely.get_coordinates(r))[:-1] for r in shapely.get_rings(self.polygon)]
        sizes = [len(ring) for ring in rings]
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.intp)
        corners = np.concatenate(rings) if rings else np.zeros((0, 2))
        spans = [np.arange(n, dtype=np.intp) for n in sizes]
        pairs = list(zip(offsets[:-1], spans, sizes, strict=True))
        none = [np.zeros(0, dtype=np.intp)]
        self.after: Ints = np.concatenate([o + (s + 1) % n for o, s, n in pairs] or none)
        self.before: Ints = np.concatenate([o + (s - 1) % n for o, s, n in pairs] or none)
        self.ax, self.ay = np.ascontiguousarray(corners[:, 0]), np.ascontiguousarray(corners[:, 1])
        self.bx, self.by = self.ax[self.after], self.ay[self.after]
        self.in_x, self.in_y = self.ax - self.ax[self.before], self.ay - self.ay[self.before]
        self.out_x, self.out_y = self.bx - self.ax, self.by - self.ay
        self.bulges: Flags = cross(self.in_x, self.in_y, self.out_x, self.out_y) < 0.0
        self.corners: Ints = np.flatnonzero(self.bulges)

    def corner(self, i: int) -> Point:
        """Coordinates of a corner."""
        return float(self.ax[i]), float(self.ay[i])


def walls_at(region: Any, point: Point) -> Walls | None:
    """Walls of the part of a free region that holds a point (within `TOL`); None when no part does."""
    spot = shapely.Point(point)
    parts = [part for part in shapely.get_parts(region) if part.geom_type == "Polygon"]
    gaps = [float(shapely.distance(part, spot)) for part in parts]
    if not gaps or min(gaps) > TOL:
        return None
    return Walls(parts[gaps.index(min(gaps))])


def settle(walls: Walls, point: Point) -> Point | None:
    """The point itself when it is well inside, else the nearest point a hair inside; None when `TOL` away."""
    polygon = walls.polygon
    x, y = point
    if not len(walls.ax):  # a sliver of a region, too thin to have walls
        return None
    for _ in range(4):
        spot = shapely.Point(x, y)
        outside = not shapely.covers(polygon, spot)
        gap = float(shapely.distance(polygon.boundary, spot))
        if outside and gap > TOL + SLIVER:
            return None
        if not outside and gap >= NUDGE / 2.0:
            return (x, y)
        x, y = _inward(walls, x, y)
    return (x, y)


def _inward(walls: Walls, x: float, y: float) -> Point:
    """Foot of a point on its nearest wall, moved `NUDGE` to the wall's free side."""
    lengths = np.hypot(walls.out_x, walls.out_y)
    along = (x - walls.ax) * walls.out_x + (y - walls.ay) * walls.out_y
    share = np.clip(along / np.maximum(lengths * lengths, SLIVER), 0.0, 1.0)
    fx, fy = walls.ax + share * walls.out_x, walls.ay + share * walls.out_y
    i = int(np.argmin((fx - x) ** 2 + (fy - y) ** 2))
    scale = NUDGE / max(float(lengths[i]), SLIVER)
    return float(fx[i] - walls.out_y[i] * scale), float(fy[i] + walls.out_x[i] * scale)


@dataclass(frozen=True, slots=True)
class Fan:
    """What an origin sees in a wedge: interval ends and the nearest wall of each interval.

    Angles are radians about the wedge's middle direction (cos, sin); `wall` is -1 where nothing is near.
    """

    x: float
    y: float
    cos: float
    sin: float
    around: bool
    ends: Floats
    wall: Ints
    px: Floats
    py: Floats
    qx: Floats
    qy: Floats

    def reaches(self, angles: Floats, interval: Ints) -> Floats:
        """Distance to the nearest wall of an interval in a direction; infinite where there is none."""
        k = self.wall[interval]
        dx, dy = np.cos(angles), np.sin(angles)
        ex, ey = self.qx[k] - self.px[k], self.qy[k] - self.py[k]
        with np.errstate(divide="ignore", invalid="ignore"):
            t = cross(self.px[k], self.py[k], ex, ey) / cross(dx, dy, ex, ey)
        return np.asarray(np.where((k < 0) | ~(t > 0.0), np.inf, t))

    def sees(self, xs: Floats, ys: Floats) -> Flags:
        """Which points of the plane the origin sees within the wedge."""
        rx, ry = xs - self.x, ys - self.y
        u, w = rx * self.cos + ry * self.sin, ry * self.cos - rx * self.sin
        angles, far = np.arctan2(w, u), np.hypot(u, w)
        last = len(self.wall) - 1
        left = np.minimum(np.maximum(self.ends.searchsorted(angles - ANGLE, "left") - 1, 0), last)
        right = np.minimum(np.maximum(self.ends.searchsorted(angles + ANGLE, "right") - 1, 0), last)
        if self.around:  # the interval before -pi is the one before +pi
            left = np.where(angles <= self.ends[0] + ANGLE, last, left)
            right = np.where(angles >= self.ends[-1] - ANGLE, 0, right)
        nearest = np.maximum(self.reaches(angles, left), self.reaches(angles, right))
        inside = self.around | ((angles >= self.ends[0] - ANGLE) & (angles <= self.ends[-1] + ANGLE))
        return np.asarray((far <= NEAR) | (inside & (nearest >= far - NEAR)))


def fan(walls: Walls, origin: Point, ahead: Point | None, wall: Point | None, reach: float) -> Fan:
    """The view from a point within `reach`: all around, or between straight ahead and along the own wall.

    That wedge is under half a turn. Behind the own wall nothing is seen: a line along it and on counts only
    with what is free beside it.
    """
    x, y = origin
    cos, sin, low, high = (1.0, 0.0, -math.pi, math.pi) if not ahead or not wall else _wedge(ahead, wall)
    ax, ay = walls.ax - x, walls.ay - y
    u0, w0 = ax * cos + ay * sin, ay * cos - ax * sin
    u1, w1 = u0[walls.after], w0[walls.after]
    keep = (np.minimum(u0, u1) <= reach) & _meets_wedge(u0, w0, u1, w1, max(-low, high), reach)
    k = np.flatnonzero(keep)
    ends, nearest = _nearest(low, high, u0[k], w0[k], u1[k], w1[k])
    if not len(k):
        k = np.zeros(1, dtype=np.intp)
    return Fan(x, y, cos, sin, ahead is None, ends, nearest, u0[k], w0[k], u1[k], w1[k])


def _wedge(ahead: Point, wall: Point) -> tuple[float, float, float, float]:
    """Middle direction of the wedge between two directions, and its ends, a hair wider straight ahead."""
    start = math.atan2(ahead[1], ahead[0])
    turn = math.atan2(ahead[0] * wall[1] - ahead[1] * wall[0], ahead[0] * wall[0] + ahead[1] * wall[1])
    middle, half = start + turn / 2.0, abs(turn) / 2.0
    low, high = (-half, half + WIDEN) if turn < 0.0 else (-half - WIDEN, half)
    return math.cos(middle), math.sin(middle), low, high


def _meets_wedge(u0: Floats, w0: Floats, u1: Floats, w1: Floats, half: float, reach: float) -> Flags:
    """Walls that may come into the wedge |angle| <= half within reach (a few too many do no harm).

    Walls that end at the origin are seen edge-on and hide nothing; there their direction is undefined.
    """
    touching = (np.abs(u0) + np.abs(w0) <= SLIVER) | (np.abs(u1) + np.abs(w1) <= SLIVER)
    near = (
        ~touching
        & (np.minimum(w0, w1) <= reach)
        & (np.maximum(w0, w1) >= -reach)
        & (np.maximum(u0, u1) >= -reach)
    )
    if half >= math.pi / 2.0:
        return np.asarray(near)
    c, s = math.cos(half), math.sin(half)
    above = (w0 * c > u0 * s) & (w1 * c > u1 * s)
    below = (w0 * c < -u0 * s) & (w1 * c < -u1 * s)
    return np.asarray(near & (np.maximum(u0, u1) > 0.0) & ~above & ~below)


def _nearest(low: float, high: float, u0: Floats, w0: Floats, u1: Floats, w1: Floats) -> tuple[Floats, Ints]:
    """Ends of the intervals between two directions and the nearest wall in each (-1 for none)."""
    lo, hi, k = _angular_spans(u0, w0, u1, w1)
    lo, hi = np.maximum(lo, low), np.minimum(hi, high)
    real = hi > lo
    lo, hi, k = lo[real], hi[real], k[real]
    ends = np.concatenate([[low, high], lo, hi])
    ends.sort()
    ends = ends[np.concatenate([[True], np.diff(ends) > ANGLE])]
    if len(ends) == 1:
        ends = np.array([low, high])
    i0 = ends.searchsorted(lo + ANGLE, "right") - 1
    counts = ends.searchsorted(hi + ANGLE, "right") - 1 - i0
    rows = np.repeat(k, counts)
    interval = np.repeat(i0 - counts.cumsum() + counts, counts) + np.arange(len(rows))
    middle = (ends[interval] + ends[interval + 1]) / 2.0
    dx, dy = np.cos(middle), np.sin(middle)
    ex, ey = u1[rows] - u0[rows], w1[rows] - w0[rows]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = cross(u0[rows], w0[rows], ex, ey) / cross(dx, dy, ex, ey)
    t = np.where(t > 0.0, t, np.inf)  # a wall seen edge-on hides nothing
    order = np.lexsort((-t, interval))  # the last one written to an interval is its nearest wall
    wall = np.full(len(ends) - 1, -1, dtype=np.intp)
    wall[interval[order]] = rows[order]
    return ends, wall


def _angular_spans(u0: Floats, w0: Floats, u1: Floats, w1: Floats) -> tuple[Floats, Floats, Ints]:
    """Directions that each wall spans and its index; walls across the back (angle pi) are split in two."""
    t0, t1 = np.arctan2(w0, u0), np.arctan2(w1, u1)
    k = np.arange(len(t0))
    lo, hi = np.minimum(t0, t1), np.maximum(t0, t1)
    back = hi - lo > math.pi
    if not back.any():
        return lo, hi, k
    across = np.flatnonzero(back)
    low, high = lo[across], hi[across]
    keep = ~back
    n = len(across)
    return (
        np.concatenate([lo[keep], high, np.full(n, -math.pi)]),
        np.concatenate([hi[keep], np.full(n, math.pi), low]),
        np.concatenate([k[keep], across, across]),
    )
