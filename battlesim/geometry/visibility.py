"""The areas visible from points inside a polygon: the exact angular sweep behind paths and reach regions.

The rings of the free polygon are walls. Around an origin, the ends of walls divide a wedge of directions into
intervals. The nearest wall is the same throughout an interval, so that testing its middle is exact. Many
origins are swept at once, each with the walls near it, and again with more walls if these leave a gap. Points
are complex numbers (x + iy), so that multiplying by a direction rotates them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.constants import TOL
from battlesim.geometry.predicates import covers, dwithin
from battlesim.geometry.shapes import Point
from battlesim.geometry.wall_grid import ComplexPoints, Floats, Ints, WallGrid

Bools = NDArray[np.bool_]

GRAZE_DEPTH_IN = 1e-7
"""Depth in inches to which a line may graze a wall and still pass it."""
INWARD_NUDGE_IN = 1e-6
SLIVER_TOL_IN = 1e-12
SAME_DIRECTION_RAD = 1e-10
"""Difference in radians below which two directions are equal."""
WEDGE_WIDENING_RAD = 1e-9


def cross_product(a: Any, b: Any) -> Floats:
    """Return the cross product of two vectors in the plane. Vectors are given as complex numbers."""
    crossed: Floats = a.real * b.imag - a.imag * b.real
    return crossed


def complex_points(points: Any) -> ComplexPoints:
    """Return points of shape (n, 2) as an array of complex numbers (n,)."""
    return np.ascontiguousarray(points, dtype=np.float64).view(np.complex128).ravel()


class Walls:
    """The rings of a free polygon as directed walls, with free ground to their left.

    Wall i runs from `ends[0, i]` to `ends[1, i]` and begins at corner i; `next_corner` is its other end.
    `incoming` and `outgoing` are the walls that meet at a corner, as vectors. `is_bulging` is True for
    corners at which a taut path can bend.
    """

    def __init__(self, polygon: Any) -> None:
        self.polygon = shapely.orient_polygons(polygon)
        rings = [
            complex_points(shapely.get_coordinates(ring))[:-1] for ring in shapely.get_rings(self.polygon)
        ]
        self.corners: ComplexPoints = np.concatenate([np.zeros(0, dtype=complex), *rings])
        numbers = np.split(np.arange(len(self.corners)), np.cumsum([len(ring) for ring in rings])[:-1])
        self.next_corner: Ints = np.concatenate([np.roll(ring, -1) for ring in numbers])
        self.ends: ComplexPoints = np.stack([self.corners, self.corners[self.next_corner]])
        self.outgoing: ComplexPoints = self.ends[1] - self.corners
        self.incoming: ComplexPoints = np.empty_like(self.outgoing)
        self.incoming[self.next_corner] = self.outgoing
        self.is_bulging: Bools = cross_product(self.incoming, self.outgoing) < 0.0
        self.boundary = shapely.boundary(self.polygon)

    def prepare(self) -> None:
        """Prepare the polygon inside the walls for fast queries."""
        shapely.prepare([self.polygon, self.boundary])

    @cached_property
    def wall_grid(self) -> WallGrid:
        """The grid for finding the walls near a position."""
        return WallGrid(self.ends)


def polygons_of(region: Any) -> list[Any]:
    """Return the polygons of a region, leaving out parts without an area."""
    return [part for part in shapely.get_parts(region) if part.geom_type == "Polygon" and not part.is_empty]


def part_at_point(polygons: Sequence[Any], point: Point) -> int | None:
    """Return the index of the polygon that contains a point, or None if there is no such polygon."""
    spot = shapely.Point(point)
    near = np.flatnonzero(dwithin(np.array(polygons, dtype=object), spot, TOL))
    return min(near.tolist(), key=lambda i: float(shapely.distance(polygons[i], spot)), default=None)


def walls_at(region: Any, point: Point) -> Walls | None:
    """Return the walls around the part of a region that contains a point, or None if there is no such part.

    Points at most `TOL` outside a part count as inside it.
    """
    polygons = polygons_of(region)
    number = part_at_point(polygons, point)
    return None if number is None else Walls(polygons[number])


def nudged_inside(walls: Walls, point: Point) -> Point | None:
    """Return `point` if it is well inside the walls, or else the nearest point just inside them.

    Return None if `point` is outside the walls.
    """
    x, y = point
    if not len(walls.corners):  # a sliver of a region, too thin to have walls
        return None
    for _ in range(4):
        spot = shapely.Point(x, y)
        outside = not covers(walls.polygon, spot)
        if outside and not dwithin(walls.boundary, spot, TOL + SLIVER_TOL_IN):
            return None
        if not outside and not dwithin(walls.boundary, spot, INWARD_NUDGE_IN / 2.0):
            return (x, y)
        x, y = _inward(walls, complex(x, y))
    return (x, y)


def _inward(walls: Walls, spot: complex) -> Point:
    """Return the foot of a point on its nearest wall, moved by `INWARD_NUDGE_IN` to the wall's free side."""
    lengths = np.maximum(np.abs(walls.outgoing), SLIVER_TOL_IN)
    share = np.clip(((spot - walls.corners) * walls.outgoing.conj()).real / lengths**2, 0.0, 1.0)
    feet = walls.corners + share * walls.outgoing
    i = int(np.argmin(np.abs(feet - spot)))
    inside = complex(feet[i] + 1j * walls.outgoing[i] * (INWARD_NUDGE_IN / lengths[i]))
    return inside.real, inside.imag


ORIGIN_ANGLE_OFFSET_RAD = 8.0
"""Offset of more than a full turn between the angles of successive origins, which keeps them apart."""
LOOK_GROWTH_FACTOR = 3.0
"""Factor by which the next search goes farther if the walls near an origin leave a gap."""


@dataclass(frozen=True, slots=True)
class VisibilityFan:
    """The view from an origin within a wedge of directions: the nearest wall in each interval of directions.

    Angles are in radians about the middle direction `axis` of the wedge. A wall is represented by a complex
    number in `nearest_walls` for which 1 / distance = cross(direction, number). The number is 0 if there is
    no wall nearby.
    """

    origin: complex
    axis: complex
    is_all_round: bool
    ends: Floats
    nearest_walls: ComplexPoints

    def sees(self, points: ComplexPoints) -> Bools:
        """Return, for each point, whether it lies in the wedge and is visible from the origin."""
        origin, axis, around = np.array([self.origin]), np.array([self.axis]), np.array([self.is_all_round])
        alone = VisibilityFans(
            origin, axis, around, np.array([0, len(self.ends)]), self.ends, np.append(self.nearest_walls, 0j)
        )
        return alone.sees(np.zeros(len(points), dtype=np.intp), points)


@dataclass(frozen=True, slots=True)
class VisibilityFans:
    """The views from n origins, called visibility fans, stored together in arrays.

    The fan of origin k has the ends `first[k]` to `first[k + 1]`, exclusive. `ORIGIN_ANGLE_OFFSET_RAD` is
    added k times to these ends. `nearest_walls` has an entry for each end, which is unused for the last end
    of a fan.
    """

    origin: ComplexPoints
    axis: ComplexPoints
    is_all_round: Bools
    first: Ints
    ends: Floats
    nearest_walls: ComplexPoints

    def sees(self, owner: Ints, points: ComplexPoints) -> Bools:
        """Return, for each point, whether it lies in the wedge of its origin and is visible from the origin.

        `owner` holds the index of the origin of each point.
        """
        away = (points - self.origin[owner]) * self.axis[owner].conj()
        far, angles = np.abs(away), np.arctan2(away.imag, away.real) + ORIGIN_ANGLE_OFFSET_RAD * owner
        first, last = self.first[owner], self.first[owner + 1] - 2
        left = np.minimum(
            np.maximum(self.ends.searchsorted(angles - SAME_DIRECTION_RAD, "left") - 1, first), last
        )
        right = np.minimum(
            np.maximum(self.ends.searchsorted(angles + SAME_DIRECTION_RAD, "right") - 1, first), last
        )
        low, high, around = self.ends[first], self.ends[last + 1], self.is_all_round[owner]
        # all around, the interval before -pi is the one before +pi
        left = np.where(around & (angles <= low + SAME_DIRECTION_RAD), last, left)
        right = np.where(around & (angles >= high - SAME_DIRECTION_RAD), first, right)
        inside = around | ((angles >= low - SAME_DIRECTION_RAD) & (angles <= high + SAME_DIRECTION_RAD))
        depth = np.minimum(
            cross_product(away, self.nearest_walls[left]), cross_product(away, self.nearest_walls[right])
        )  # far / nearest
        return np.asarray((far <= GRAZE_DEPTH_IN) | (inside & (depth * (far - GRAZE_DEPTH_IN) <= far)))

    def fan_of(self, k: int) -> VisibilityFan:
        """Return the visibility fan of a single origin, given by its index."""
        low, high = int(self.first[k]), int(self.first[k + 1])
        origin, axis, around = complex(self.origin[k]), complex(self.axis[k]), bool(self.is_all_round[k])
        return VisibilityFan(
            origin,
            axis,
            around,
            self.ends[low:high] - ORIGIN_ANGLE_OFFSET_RAD * k,
            self.nearest_walls[low : high - 1],
        )

    def is_closed_within(self, radius: Floats) -> Bools:
        """Return, for each origin, whether every direction of its wedge meets a wall within the radius."""
        owner = np.arange(len(self.origin)).repeat(np.diff(self.first))
        ways = np.exp(1j * (self.ends - ORIGIN_ANGLE_OFFSET_RAD * owner))
        gap = np.ones(len(owner), dtype=bool)
        depth = np.minimum(
            cross_product(ways[:-1], self.nearest_walls[:-1]),
            cross_product(ways[1:], self.nearest_walls[:-1]),
        )
        gap[:-1] = depth * radius[owner[:-1]] < 1.0
        gap[self.first[1:] - 1] = False
        return np.asarray(~np.logical_or.reduceat(gap, self.first[:-1]))


@dataclass(frozen=True, slots=True)
class FanRequests:
    """Requests for views from points, each with an origin, a wedge of directions and a maximum distance.

    A wedge spans less than half a turn. Nothing is seen behind the origin's own wall: a line along that wall
    counts only where there is free ground beside it. If the direction is 0, the view covers all directions.
    """

    origin: ComplexPoints
    direction: ComplexPoints
    own_wall: ComplexPoints
    reach: Floats

    def __getitem__(self, part: Ints) -> FanRequests:
        return FanRequests(self.origin[part], self.direction[part], self.own_wall[part], self.reach[part])


@dataclass(frozen=True, slots=True)
class FanBatch:
    """A batch of visibility fans (views from points), with the requests that they answer.

    It also holds which of the fans are complete, and which walls are in their wedges.
    """

    request_indices: Ints
    views: VisibilityFans
    complete_indices: Ints
    owner: Ints
    walls: Ints


def visibility_fan(walls: Walls, origin: complex, reach: float) -> VisibilityFan:
    """Return the view from a point in all directions, up to a maximum distance of `reach`."""
    nothing = np.zeros(1, dtype=complex)
    looks = FanRequests(np.array([origin]), nothing, nothing, np.array([reach]))
    *_, last = visibility_fans(walls, looks)
    return last.views.fan_of(0)


def visibility_fans(walls: Walls, looks: FanRequests) -> Iterator[FanBatch]:
    """Yield the views (visibility fans) of all requests in batches.

    Each view is complete in one of the batches.
    """
    left, radius = np.arange(len(looks.origin)), walls.wall_grid.first_radius
    while len(left):
        part = looks[left]
        near = np.minimum(part.reach, radius)
        views, owner, k = sweep_fans(walls, part, near)
        whole = near >= np.minimum(part.reach, walls.wall_grid.max_radius)
        if not whole.all():
            whole |= views.is_closed_within(near)
        own = whole[owner]
        yield FanBatch(left, views, np.flatnonzero(whole), owner[own], k[own])
        left, radius = left[~whole], radius * LOOK_GROWTH_FACTOR


def sweep_fans(walls: Walls, looks: FanRequests, reach: Floats) -> tuple[VisibilityFans, Ints, Ints]:
    """Return the visibility fans formed by the walls within `reach` of each origin.

    Also return the walls in each wedge, as two arrays: the indices of origins and the indices of walls.
    """
    around = looks.direction == 0.0
    axis, low, high = _wedges(looks, around)
    half = np.maximum(-low, high)
    owner, k = walls.wall_grid.walls_in_wedges(looks.origin, reach, axis, half)
    ends = (walls.ends[:, k] - looks.origin[owner]) * axis[owner].conj()
    kept = np.flatnonzero(~_missed(ends, owner, half, reach))
    owner, k, ends = owner[kept], k[kept], ends[:, kept]
    front = np.flatnonzero(_in_front(ends))
    first, angles, near = _nearest(low, high, ends[:, front], owner[front])
    return VisibilityFans(looks.origin, axis, around, first, angles, near), owner, k


def _in_front(walls: ComplexPoints) -> Bools:
    """Return which walls (2, n) turn their free side to the origin, and so hide before the others do."""
    along = walls[1] - walls[0]
    return np.asarray(cross_product(walls[0], along) > -GRAZE_DEPTH_IN * np.abs(along))


def _wedges(looks: FanRequests, around: Bools) -> tuple[ComplexPoints, Floats, Floats]:
    """Return the middle directions of wedges, and their ends, slightly widened straight ahead."""
    turn = np.angle(looks.own_wall * looks.direction.conj())
    half = np.where(around, math.pi, np.abs(turn) / 2.0)
    axis = np.where(around, 1.0 + 0.0j, np.exp(1j * (np.angle(looks.direction) + turn / 2.0)))
    low = -half - np.where(around | (turn < 0.0), 0.0, WEDGE_WIDENING_RAD)
    return axis, low, half + np.where(around | (turn >= 0.0), 0.0, WEDGE_WIDENING_RAD)


def _missed(ends: ComplexPoints, owner: Ints, half: Floats, reach: Floats) -> Bools:
    """Return which walls (2, n) cannot intersect the wedge |angle| <= half, being in a half plane outside."""
    wide = half >= math.pi / 2.0
    sine, cosine = np.where(wide, 0.0, np.sin(half))[owner], np.where(wide, 1.0, np.cos(half))[owner]
    behind, beside = np.where(wide, -reach, 0.0)[owner], np.where(wide, reach, 0.0)[owner]
    u, w = ends.real, ends.imag * cosine
    edge = u * sine + beside
    missed: Bools = np.minimum(*u) > reach[owner]
    missed |= np.maximum(*u) <= behind
    missed |= np.minimum(*(w - edge)) > 0.0
    missed |= np.maximum(*(w + edge)) < 0.0
    return missed


def _nearest(
    low: Floats, high: Floats, walls: ComplexPoints, owner: Ints
) -> tuple[Ints, Floats, ComplexPoints]:
    """Return the intervals between directions `low` and `high` of each origin, with the nearest walls.

    The arrays are the first end of each origin, the ends, and the nearest wall after each end (0 for none).
    """
    facing, turns = _facing(walls), ORIGIN_ANGLE_OFFSET_RAD * np.arange(len(low))
    spans, k = _angular_spans(walls)
    mine = owner[k]
    spans = np.minimum(np.maximum(spans, low[mine]), high[mine]) + turns[mine]
    ends = np.concatenate((low + turns, high + turns, *spans))
    ends.sort()
    ends = ends[np.concatenate(([True], ends[1:] - ends[:-1] > SAME_DIRECTION_RAD))]
    first = np.append(ends.searchsorted(turns - ORIGIN_ANGLE_OFFSET_RAD / 2.0), len(ends))
    lone = np.flatnonzero(first[1:] - first[:-1] == 1)
    if len(lone):  # a wedge too thin for two directions
        ends = np.insert(ends, first[lone + 1], (high + turns)[lone])
        first = np.append(ends.searchsorted(turns - ORIGIN_ANGLE_OFFSET_RAD / 2.0), len(ends))
    begin, end = ends.searchsorted(spans + SAME_DIRECTION_RAD, "right") - 1
    counts = np.maximum(end - begin, 0)
    rows = k.repeat(counts)
    interval = (begin - counts.cumsum() + counts).repeat(counts) + np.arange(len(rows))
    origin = np.arange(len(low)).repeat(np.diff(first))
    middles = np.exp(1j * (0.5 * (ends[interval] + ends[interval + 1]) - turns[origin[interval]]))
    order = cross_product(middles, facing[rows]).argsort(kind="stable")
    near = np.zeros(len(ends), dtype=complex)
    near[interval[order]] = facing[rows[order]]  # the last one written to an interval is its nearest wall
    return first, ends, near


def _facing(walls: ComplexPoints) -> ComplexPoints:
    """Return each wall (2, n) as the number in `VisibilityFan`, or 0 if it is edge-on and hides nothing."""
    along = walls[1] - walls[0]
    area = cross_product(walls[0], along)
    seen = np.abs(area) > SLIVER_TOL_IN * np.abs(along)
    facing: ComplexPoints = np.divide(along, area, out=np.zeros_like(along), where=seen)
    return facing


def _angular_spans(walls: ComplexPoints) -> tuple[Floats, Ints]:
    """Return the directions (2, m) that walls (2, n) span, and their walls; spans across pi are split."""
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
