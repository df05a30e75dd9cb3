"""What a point sees inside a polygon: the exact angular sweep behind paths and reach (floor 0 only).

The free polygon's rings are walls. Around an origin, the ends of walls cut a wedge of directions into
intervals; within one the nearest wall is the same throughout, so that judging it at the middle is exact.
Points are complex numbers (x + iy): a product with a direction turns them.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point

Floats = NDArray[np.float64]
Spots = NDArray[np.complex128]
Flags = NDArray[np.bool_]
Ints = NDArray[np.intp]

NEAR = 1e-7
"""How deep a line may graze a wall and still pass it, in inches."""
NUDGE = 1e-6
SLIVER = 1e-12
ANGLE = 1e-10
"""Directions nearer to each other than this (radians) are one."""
WIDEN = 1e-9


def cross(a: Any, b: Any) -> Floats:
    """Cross product of plane vectors."""
    crossed: Floats = a.real * b.imag - a.imag * b.real
    return crossed


def spots_of(points: Any) -> Spots:
    """Points (n, 2) as complex numbers."""
    return np.ascontiguousarray(points, dtype=np.float64).view(np.complex128).ravel()


class Walls:
    """The rings of a free polygon as directed walls, free ground to their left.

    Wall i runs from `ends[0, i]` to `ends[1, i]`, which is corner i; `after` is the corner it runs to.
    `into` and `out` are the walls that meet at a corner as vectors; `corners` are those that bulge, where a
    taut path can bend.
    """

    def __init__(self, polygon: Any) -> None:
        self.polygon = shapely.orient_polygons(polygon)
        rings = [spots_of(shapely.get_coordinates(ring))[:-1] for ring in shapely.get_rings(self.polygon)]
        self.at: Spots = np.concatenate([np.zeros(0, dtype=complex), *rings])
        numbers = np.split(np.arange(len(self.at)), np.cumsum([len(ring) for ring in rings])[:-1])
        self.after: Ints = np.concatenate([np.roll(ring, -1) for ring in numbers])
        self.ends: Spots = np.stack([self.at, self.at[self.after]])
        self.out: Spots = self.ends[1] - self.at
        self.into: Spots = np.empty_like(self.out)
        self.into[self.after] = self.out
        self.corners: Ints = np.flatnonzero(cross(self.into, self.out) < 0.0)


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
    if not len(walls.at):  # a sliver of a region, too thin to have walls
        return None
    for _ in range(4):
        spot = shapely.Point(x, y)
        outside = not shapely.covers(polygon, spot)
        gap = float(shapely.distance(polygon.boundary, spot))
        if outside and gap > TOL + SLIVER:
            return None
        if not outside and gap >= NUDGE / 2.0:
            return (x, y)
        x, y = _inward(walls, complex(x, y))
    return (x, y)


def _inward(walls: Walls, spot: complex) -> Point:
    """Foot of a point on its nearest wall, moved `NUDGE` to the wall's free side."""
    lengths = np.maximum(np.abs(walls.out), SLIVER)
    share = np.clip(((spot - walls.at) * walls.out.conj()).real / lengths**2, 0.0, 1.0)
    feet = walls.at + share * walls.out
    i = int(np.argmin(np.abs(feet - spot)))
    inside = complex(feet[i] + 1j * walls.out[i] * (NUDGE / lengths[i]))
    return inside.real, inside.imag


@dataclass(frozen=True, slots=True)
class Fan:
    """What an origin sees in a wedge: the ends of its intervals and the nearest wall of each.

    Angles are radians about the wedge's middle direction `axis`. A wall stands as the complex number `near`
    with 1 / distance = cross(direction, near); 0 where nothing is near.
    """

    origin: complex
    axis: complex
    around: bool
    ends: Floats
    near: Spots

    def sees(self, spots: Spots) -> Flags:
        """Which points of the plane the origin sees within the wedge."""
        away = (spots - self.origin) * self.axis.conjugate()
        angles, far = np.arctan2(away.imag, away.real), np.abs(away)
        last = len(self.near) - 1
        left = np.minimum(np.maximum(self.ends.searchsorted(angles - ANGLE, "left") - 1, 0), last)
        right = np.minimum(np.maximum(self.ends.searchsorted(angles + ANGLE, "right") - 1, 0), last)
        inside: Any = True
        if self.around:  # the interval before -pi is the one before +pi
            left = np.where(angles <= self.ends[0] + ANGLE, last, left)
            right = np.where(angles >= self.ends[-1] - ANGLE, 0, right)
        else:
            inside = (angles >= self.ends[0] - ANGLE) & (angles <= self.ends[-1] + ANGLE)
        depth = np.minimum(cross(away, self.near[left]), cross(away, self.near[right]))  # far / nearest
        return np.asarray((far <= NEAR) | (inside & (depth * (far - NEAR) <= far)))


def fan(walls: Walls, origin: complex, ahead: complex, wall: complex, reach: float) -> Fan:
    """The view from a point within `reach`: between straight ahead and along the own wall, or all around.

    That wedge is under half a turn. Behind the own wall nothing is seen: a line along it and on counts only
    with what is free beside it. Without a direction ahead (0) the view is all around.
    """
    axis, low, high = _wedge(ahead, wall) if ahead else (1.0 + 0.0j, -math.pi, math.pi)
    half = max(-low, high)
    away = (walls.at - origin) * axis.conjugate()
    missed = _missed(away, half, reach)
    k = np.flatnonzero(~(missed & missed[:, walls.after]).any(axis=0))
    ends, near = _nearest(low, high, (walls.ends[:, k] - origin) * axis.conjugate())
    return Fan(origin, axis, not ahead, ends, near)


def _wedge(ahead: complex, wall: complex) -> tuple[complex, float, float]:
    """Middle direction of the wedge between two directions, and its ends, a hair wider straight ahead."""
    turn = cmath.phase(wall * ahead.conjugate())
    half = abs(turn) / 2.0
    low, high = (-half, half + WIDEN) if turn < 0.0 else (-half - WIDEN, half)
    return cmath.rect(1.0, cmath.phase(ahead) + turn / 2.0), low, high


def _missed(away: Spots, half: float, reach: float) -> Flags:
    """Half planes beside the wedge |angle| <= half within reach (rows), and the points that lie in them.

    A wall with both ends in one of them cannot come into the wedge.
    """
    u, w = away.real, away.imag
    if half >= math.pi / 2.0:
        return np.array([u > reach, u < -reach, w > reach, w < -reach])
    slope_u, slope_w = u * math.sin(half), w * math.cos(half)
    return np.array([u > reach, u <= 0.0, slope_w > slope_u, -slope_w > slope_u])


def _nearest(low: float, high: float, walls: Spots) -> tuple[Floats, Spots]:
    """Ends of the intervals between two directions and the nearest wall in each (0 for none)."""
    facing = _facing(walls)
    spans, k = _angular_spans(walls)
    spans = np.minimum(np.maximum(spans, low), high)
    ends = np.concatenate(([low, high], *spans))
    ends.sort()
    ends = ends[np.concatenate(([True], ends[1:] - ends[:-1] > ANGLE))]
    if len(ends) == 1:
        ends = np.array([low, high])
    first, last = ends.searchsorted(spans + ANGLE, "right") - 1
    counts = last - first
    rows = k.repeat(counts)
    interval = (first - counts.cumsum() + counts).repeat(counts) + np.arange(len(rows))
    middles = np.exp(0.5j * (ends[1:] + ends[:-1]))
    order = cross(middles[interval], facing[rows]).argsort(kind="stable")
    near = np.zeros(len(middles), dtype=complex)
    near[interval[order]] = facing[rows[order]]  # the last one written to an interval is its nearest wall
    return ends, near


def _facing(walls: Spots) -> Spots:
    """Each wall (2, n) as the number of `Fan.near`; 0 when it is seen edge-on, as it then hides nothing."""
    along = walls[1] - walls[0]
    area = cross(walls[0], along)
    seen = np.abs(area) > SLIVER * np.abs(along)
    facing: Spots = np.divide(along, area, out=np.zeros_like(along), where=seen)
    return facing


def _angular_spans(walls: Spots) -> tuple[Floats, Ints]:
    """Directions (2, m) that walls (2, n) span and whose they are; those across the back are split in two."""
    spans = np.arctan2(walls.imag, walls.real)
    spans.sort(axis=0)
    k = np.arange(spans.shape[1])
    back = spans[1] - spans[0] > math.pi
    if not back.any():
        return spans, k
    low, high = spans[:, back]
    turn = np.full(len(low), math.pi)
    split = (spans[:, ~back], np.stack([high, turn]), np.stack([-turn, low]))
    return np.concatenate(split, axis=1), np.concatenate([k[~back], k[back], k[back]])
