"""What points see inside a polygon: the exact angular sweep behind paths and reach (floor 0 only).

The free polygon's rings are walls. Around an origin, the ends of walls cut a wedge of directions into
intervals; within one the nearest wall is the same throughout, so that judging it at the middle is exact.
Many origins are swept at once, each with the walls near it, and again with more where these leave a gap.
Points are complex numbers (x + iy): a product with a direction turns them.
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
from battlesim.geometry.nearby import Floats, Ints, Nearby, Spots
from battlesim.geometry.predicates import covers, dwithin
from battlesim.geometry.shapes import Point

Flags = NDArray[np.bool_]

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
    `into` and `out` are the walls that meet at a corner as vectors; `bulges` flags the corners where a taut
    path can bend.
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
        self.bulges: Flags = cross(self.into, self.out) < 0.0
        self.rim = shapely.boundary(self.polygon)

    def prepare(self) -> None:
        """Make many questions about places quick."""
        shapely.prepare([self.polygon, self.rim])

    @cached_property
    def nearby(self) -> Nearby:
        """The walls by place."""
        return Nearby(self.ends)


def polygons_of(region: Any) -> list[Any]:
    """The polygons of a region, without what has no area."""
    return [part for part in shapely.get_parts(region) if part.geom_type == "Polygon" and not part.is_empty]


def nearest_part(polygons: Sequence[Any], point: Point) -> int | None:
    """The number of the polygon that holds a point (within `TOL`); None when none does."""
    spot = shapely.Point(point)
    near = np.flatnonzero(dwithin(np.array(polygons, dtype=object), spot, TOL))
    return min(near.tolist(), key=lambda i: float(shapely.distance(polygons[i], spot)), default=None)


def walls_at(region: Any, point: Point) -> Walls | None:
    """Walls of the part of a free region that holds a point (within `TOL`); None when no part does."""
    polygons = polygons_of(region)
    number = nearest_part(polygons, point)
    return None if number is None else Walls(polygons[number])


def settle(walls: Walls, point: Point) -> Point | None:
    """The point itself when it is well inside, else the nearest point a hair inside; None when `TOL` away."""
    x, y = point
    if not len(walls.at):  # a sliver of a region, too thin to have walls
        return None
    for _ in range(4):
        spot = shapely.Point(x, y)
        outside = not covers(walls.polygon, spot)
        if outside and not dwithin(walls.rim, spot, TOL + SLIVER):
            return None
        if not outside and not dwithin(walls.rim, spot, NUDGE / 2.0):
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


TURN = 8.0
"""More than a full turn: added to the directions of each origin once more, it keeps them apart."""
WIDER = 3.0
"""By how much the next look goes farther where the walls near an origin leave a gap."""


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
        origin, axis, around = np.array([self.origin]), np.array([self.axis]), np.array([self.around])
        alone = Fans(origin, axis, around, np.array([0, len(self.ends)]), self.ends, np.append(self.near, 0j))
        return alone.sees(np.zeros(len(spots), dtype=np.intp), spots)


@dataclass(frozen=True, slots=True)
class Fans:
    """The fans of n origins in one: origin k has the ends from `first[k]` up to before `first[k + 1]`.

    To these `TURN` is added k times. `near` has a place for each end; that of a fan's last end means nothing.
    """

    origin: Spots
    axis: Spots
    around: Flags
    first: Ints
    ends: Floats
    near: Spots

    def sees(self, owner: Ints, spots: Spots) -> Flags:
        """Which points the origins named beside them see within their wedges."""
        away = (spots - self.origin[owner]) * self.axis[owner].conj()
        far, angles = np.abs(away), np.arctan2(away.imag, away.real) + TURN * owner
        first, last = self.first[owner], self.first[owner + 1] - 2
        left = np.minimum(np.maximum(self.ends.searchsorted(angles - ANGLE, "left") - 1, first), last)
        right = np.minimum(np.maximum(self.ends.searchsorted(angles + ANGLE, "right") - 1, first), last)
        low, high, around = self.ends[first], self.ends[last + 1], self.around[owner]
        # all around, the interval before -pi is the one before +pi
        left = np.where(around & (angles <= low + ANGLE), last, left)
        right = np.where(around & (angles >= high - ANGLE), first, right)
        inside = around | ((angles >= low - ANGLE) & (angles <= high + ANGLE))
        depth = np.minimum(cross(away, self.near[left]), cross(away, self.near[right]))  # far / nearest
        return np.asarray((far <= NEAR) | (inside & (depth * (far - NEAR) <= far)))

    def one(self, k: int) -> Fan:
        """The fan of one origin."""
        low, high = int(self.first[k]), int(self.first[k + 1])
        origin, axis, around = complex(self.origin[k]), complex(self.axis[k]), bool(self.around[k])
        return Fan(origin, axis, around, self.ends[low:high] - TURN * k, self.near[low : high - 1])

    def closed(self, radius: Floats) -> Flags:
        """Which origins see a wall within a radius of their own in every direction."""
        owner = np.arange(len(self.origin)).repeat(np.diff(self.first))
        ways = np.exp(1j * (self.ends - TURN * owner))
        gap = np.ones(len(owner), dtype=bool)
        depth = np.minimum(cross(ways[:-1], self.near[:-1]), cross(ways[1:], self.near[:-1]))
        gap[:-1] = depth * radius[owner[:-1]] < 1.0
        gap[self.first[1:] - 1] = False
        return np.asarray(~np.logical_or.reduceat(gap, self.first[:-1]))


@dataclass(frozen=True, slots=True)
class Looks:
    """Where to look from and how far, n origins: between straight ahead and the own wall, or all around.

    That wedge is under half a turn. Behind the own wall nothing is seen: a line along it and on counts only
    with what is free beside it. Without a direction ahead (0) the view is all around.
    """

    origin: Spots
    ahead: Spots
    wall: Spots
    reach: Floats

    def __getitem__(self, part: Ints) -> Looks:
        return Looks(self.origin[part], self.ahead[part], self.wall[part], self.reach[part])


@dataclass(frozen=True, slots=True)
class Lot:
    """Views got together: of which looks, which are whole, and the walls in the wedges of those."""

    which: Ints
    views: Fans
    whole: Ints
    owner: Ints
    walls: Ints


def fan(walls: Walls, origin: complex, reach: float) -> Fan:
    """The view from a point all around within `reach`."""
    nothing = np.zeros(1, dtype=complex)
    looks = Looks(np.array([origin]), nothing, nothing, np.array([reach]))
    *_, last = fans(walls, looks)
    return last.views.one(0)


def fans(walls: Walls, looks: Looks) -> Iterator[Lot]:
    """The views of all looks, each whole in one of the lots: that which walls near by close sooner."""
    left, radius = np.arange(len(looks.origin)), walls.nearby.step
    while len(left):
        part = looks[left]
        near = np.minimum(part.reach, radius)
        views, owner, k = swept(walls, part, near)
        whole = near >= np.minimum(part.reach, walls.nearby.farthest)
        if not whole.all():
            whole |= views.closed(near)
        own = whole[owner]
        yield Lot(left, views, np.flatnonzero(whole), owner[own], k[own])
        left, radius = left[~whole], radius * WIDER


def swept(walls: Walls, looks: Looks, reach: Floats) -> tuple[Fans, Ints, Ints]:
    """Views as far as walls within reach close them; pairs of an origin and a wall that is in its wedge."""
    around = looks.ahead == 0.0
    axis, low, high = _wedges(looks, around)
    half = np.maximum(-low, high)
    owner, k = walls.nearby.around(looks.origin, reach, axis, half)
    ends = (walls.ends[:, k] - looks.origin[owner]) * axis[owner].conj()
    kept = np.flatnonzero(~_missed(ends, owner, half, reach))
    owner, k, ends = owner[kept], k[kept], ends[:, kept]
    front = np.flatnonzero(_in_front(ends))
    first, angles, near = _nearest(low, high, ends[:, front], owner[front])
    return Fans(looks.origin, axis, around, first, angles, near), owner, k


def _in_front(walls: Spots) -> Flags:
    """Which walls (2, n) have their free side to the origin: what others hide, these hide sooner."""
    along = walls[1] - walls[0]
    return np.asarray(cross(walls[0], along) > -NEAR * np.abs(along))


def _wedges(looks: Looks, around: Flags) -> tuple[Spots, Floats, Floats]:
    """Middle directions of the wedges between two directions, and their ends, a hair wider straight ahead."""
    turn = np.angle(looks.wall * looks.ahead.conj())
    half = np.where(around, math.pi, np.abs(turn) / 2.0)
    axis = np.where(around, 1.0 + 0.0j, np.exp(1j * (np.angle(looks.ahead) + turn / 2.0)))
    low = -half - np.where(around | (turn < 0.0), 0.0, WIDEN)
    return axis, low, half + np.where(around | (turn >= 0.0), 0.0, WIDEN)


def _missed(ends: Spots, owner: Ints, half: Floats, reach: Floats) -> Flags:
    """Which walls (2, n) lie with both ends in one half plane beside the wedge |angle| <= half within reach.

    Such a wall cannot come into the wedge.
    """
    wide = half >= math.pi / 2.0
    sine, cosine = np.where(wide, 0.0, np.sin(half))[owner], np.where(wide, 1.0, np.cos(half))[owner]
    behind, beside = np.where(wide, -reach, 0.0)[owner], np.where(wide, reach, 0.0)[owner]
    u, w = ends.real, ends.imag * cosine
    edge = u * sine + beside
    missed: Flags = np.minimum(*u) > reach[owner]
    missed |= np.maximum(*u) <= behind
    missed |= np.minimum(*(w - edge)) > 0.0
    missed |= np.maximum(*(w + edge)) < 0.0
    return missed


def _nearest(low: Floats, high: Floats, walls: Spots, owner: Ints) -> tuple[Ints, Floats, Spots]:
    """Ends of the intervals between the directions `low` and `high` of each origin, and the nearest walls.

    Where the ends of each origin begin, the ends, and the nearest wall after each (0 for none).
    """
    facing, turns = _facing(walls), TURN * np.arange(len(low))
    spans, k = _angular_spans(walls)
    mine = owner[k]
    spans = np.minimum(np.maximum(spans, low[mine]), high[mine]) + turns[mine]
    ends = np.concatenate((low + turns, high + turns, *spans))
    ends.sort()
    ends = ends[np.concatenate(([True], ends[1:] - ends[:-1] > ANGLE))]
    first = np.append(ends.searchsorted(turns - TURN / 2.0), len(ends))
    lone = np.flatnonzero(first[1:] - first[:-1] == 1)
    if len(lone):  # a wedge too thin for two directions
        ends = np.insert(ends, first[lone + 1], (high + turns)[lone])
        first = np.append(ends.searchsorted(turns - TURN / 2.0), len(ends))
    begin, end = ends.searchsorted(spans + ANGLE, "right") - 1
    counts = np.maximum(end - begin, 0)
    rows = k.repeat(counts)
    interval = (begin - counts.cumsum() + counts).repeat(counts) + np.arange(len(rows))
    origin = np.arange(len(low)).repeat(np.diff(first))
    middles = np.exp(1j * (0.5 * (ends[interval] + ends[interval + 1]) - turns[origin[interval]]))
    order = cross(middles, facing[rows]).argsort(kind="stable")
    near = np.zeros(len(ends), dtype=complex)
    near[interval[order]] = facing[rows[order]]  # the last one written to an interval is its nearest wall
    return first, ends, near


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
