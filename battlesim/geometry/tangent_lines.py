"""Straight lines between two bases, each of which touches at least two bases or corners.

Any free line between two bases can be shifted until it becomes such a line, or the line between their
centres. Points are in the coordinates of their pair (``geometry.corridors``), and many pairs are computed at
once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from battlesim.geometry.base_shapes import BaseShape
from battlesim.geometry.corridors import Corridors
from battlesim.geometry.envelope import expanded_ranges
from battlesim.geometry.hulls import ConvexBase
from battlesim.geometry.line_of_sight import BORDER_TOL_IN
from battlesim.geometry.scene import Bools, Floats, Ints

RAYS_AT_ONCE = 50_000
"""How many rays are examined together, so that their arrays stay in the cache of a processor."""


class Rays(NamedTuple):
    """Endless straight lines, each of which belongs to a pair of bases.

    `pair` (n,) is the index of the pair. Each line is given by a point on it and by its direction. Both have
    shape (n, 2).
    """

    pair: Ints
    point: Floats
    direction: Floats

    def select(self, rows: Ints | Bools) -> Rays:
        """Return the lines in the given rows of the arrays."""
        return Rays(self.pair[rows], self.point[rows], self.direction[rows])


class PairBases:
    """The two bases of each of many pairs, in the coordinates of the pair.

    A round base has a radius, stored in an array (n, 2). Any other base has an outline.
    """

    def __init__(self, corridors: Corridors, pairs: Sequence[tuple[BaseShape, BaseShape]]) -> None:
        self.radius = np.array(
            [[0.0 if isinstance(body, ConvexBase) else body[2] for body in pair] for pair in pairs]
        ).reshape(-1, 2)
        self.middle = np.zeros((len(pairs), 2, 2))
        self.middle[:, 1, 0] = corridors.length
        self.rings = {
            (row, k): corridors.frame_points(np.full(len(body.ring), row), np.array(body.ring))
            for row, pair in enumerate(pairs)
            for k, body in enumerate(pair)
            if isinstance(body, ConvexBase)
        }

    def spans(self, rays: Rays, k: int) -> tuple[Floats, Floats]:
        """Return where each line enters and leaves a base of its pair, as two arrays. A miss is NaN.

        `k` is 0 for the first base of the pair and 1 for the second.
        """
        x, y = (self.middle[rays.pair, k] - rays.point).T
        ux, uy = rays.direction.T
        along, away, radius = x * ux + y * uy, x * uy - y * ux, self.radius[rays.pair, k]
        half = np.sqrt(np.maximum(radius * radius - away * away, 0.0))
        half = np.where(np.abs(away) <= radius + BORDER_TOL_IN, half, np.nan)
        begin, end = along - half, along + half
        for (row, which), ring in self.rings.items():
            if which == k:
                rows = (rays.pair == row).nonzero()[0]
                begin[rows], end[rows] = _ring_spans(ring, rays.point[rows], rays.direction[rows])
        return begin, end

    def crossing_rays(self, rays: Rays) -> tuple[Ints, Rays, Floats]:
        """Return the lines that cross both bases of their pair.

        Return the indices of these lines, the lines themselves, directed from the first base to the second,
        and where they enter and leave the bases.
        """
        back = rays.direction[:, :1] < 0.0
        rays = rays._replace(direction=np.where(back, -rays.direction, rays.direction))
        spans = np.array([*self.spans(rays, 0), *self.spans(rays, 1)])
        (row,) = (~np.isnan(spans).any(axis=0)).nonzero()
        return row, rays.select(row), spans[:, row]

    def circumradii(self, row: int) -> list[float]:
        """Return the radii of the circles that enclose the two bases of a pair."""
        rings = (self.rings.get((row, k)) for k in (0, 1))
        return [
            float(self.radius[row, k])
            if ring is None
            else float(np.hypot(*(ring - self.middle[row, k]).T).max())
            for k, ring in enumerate(rings)
        ]

    def farthest_points(self, row: int, k: int, directions: Floats) -> Floats:
        """Return the points of a base that lie farthest in the given directions (n, 2)."""
        if (row, k) in self.rings:
            ring = self.rings[row, k]
            return np.asarray(ring[(directions @ ring.T).argmax(axis=1)])
        length = np.maximum(np.hypot(*directions.T), BORDER_TOL_IN)[:, None]
        return np.asarray(self.middle[row, k] + self.radius[row, k] * directions / length)


def _ring_spans(ring: Floats, point: Floats, way: Floats) -> tuple[Floats, Floats]:
    """Return the start and end of rays in a convex ring; NaN where they miss it."""
    ex, ey = (np.roll(ring, -1, axis=0) - ring).T
    dx, dy = (point[:, None] - ring).transpose(2, 0, 1)
    inward, rate = ex * dy - ey * dx, ex * way[:, 1:] - ey * way[:, :1]
    with np.errstate(divide="ignore", invalid="ignore"):
        at = -inward / rate
    begin = np.where(rate > 1e-12, at, -np.inf).max(axis=1)
    end = np.where(rate < -1e-12, at, np.inf).min(axis=1)
    beside = ((np.abs(rate) <= 1e-12) & (inward < -BORDER_TOL_IN)).any(axis=1)
    missed = beside | (begin > end + BORDER_TOL_IN)
    return np.where(missed, np.nan, begin), np.where(missed, np.nan, np.maximum(begin, end))


@dataclass(frozen=True, slots=True)
class Corners:
    """Corners of solids and bases that lines between two bases may touch, sorted by pair.

    Each corner is stored with the corners before and after it on its outline. All points have shape (n, 2).
    """

    pair: Ints
    points: Floats
    previous_points: Floats
    next_points: Floats

    def select(self, rows: Ints | Bools) -> Corners:
        """Return the corners in the given rows of the arrays."""
        return Corners(self.pair[rows], self.points[rows], self.previous_points[rows], self.next_points[rows])

    def is_tangent(self, rows: Ints, directions: Floats) -> Bools:
        """Return, for lines through corners, whether both neighbouring corners lie on the same side.

        `rows` are the indices of the corners, and `directions` are the directions of the lines.
        """
        at, (ux, uy) = self.points[rows], directions.T
        x, y = (self.previous_points[rows] - at).T
        left = ux * y - uy * x
        x, y = (self.next_points[rows] - at).T
        right = ux * y - uy * x
        return np.asarray(
            (np.minimum(left, right) >= -BORDER_TOL_IN) | (np.maximum(left, right) <= BORDER_TOL_IN)
        )


def corners_between(corridors: Corridors, bases: PairBases, wanted: Bools) -> Corners:
    """Return the corners that lines between the two bases of a pair may touch, for the pairs in `wanted`.

    `wanted` (n,) holds flags. The corners are convex corners near the lines, points where walls cross the
    rims of discs, and the corners of bases that are not round.
    """
    at, pair = corridors.corner, corridors.corner_pair
    (row,) = (wanted[pair] & corridors.is_near).nonzero()
    before, after = at[corridors.previous_corner[row]], at[corridors.next_corner[row]]
    (ax, ay), (bx, by) = (at[row] - before).T, (after - at[row]).T
    outward = ax * by - ay * bx >= -BORDER_TOL_IN
    row, before, after = row[outward], before[outward], after[outward]
    parts = [Corners(pair[row], at[row], before, after)]
    parts += [_rim_crossings(corridors, bases, wanted, k) for k in (0, 1)]
    for (number, _), ring in bases.rings.items():
        if wanted[number]:
            own = np.full(len(ring), number)
            parts.append(Corners(own, ring, np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0)))
    order = np.argsort(np.concatenate([part.pair for part in parts]), kind="stable")
    fields = ("pair", "points", "previous_points", "next_points")
    return Corners(*(np.concatenate([getattr(part, name) for part in parts])[order] for name in fields))


def _rim_crossings(corridors: Corridors, bases: PairBases, wanted: Bools, k: int) -> Corners:
    """Return where walls cross the rims of the first (k = 0) or second (1) discs, as lines may end there."""
    radius = bases.radius[corridors.wall_pair, k]
    (wall,) = ((corridors.gaps[k] < radius) & wanted[corridors.wall_pair]).nonzero()
    pair, radius = corridors.wall_pair[wall], radius[wall]
    start, way = (
        corridors.wall_start[wall] - bases.middle[pair, k],
        corridors.wall_end[wall] - corridors.wall_start[wall],
    )
    square, half = (way**2).sum(axis=1), (start * way).sum(axis=1)
    root = half * half - square * ((start**2).sum(axis=1) - radius * radius)
    root, square = np.sqrt(np.maximum(root, 0.0)), np.maximum(square, 1e-300)
    parts = np.stack([(-half - root) / square, (-half + root) / square], axis=1)
    row, column = ((parts >= 0.0) & (parts <= 1.0)).nonzero()
    at = corridors.wall_start[wall[row]] + parts[row, column, None] * way[row]
    return Corners(pair[row], at, at, at)


def tangent_rays(corridors: Corridors, bases: PairBases, wanted: Bools) -> Rays:
    """Return the lines that touch two bases, two corners, or a base and a corner.

    `wanted` flags the pairs of bases for which to return lines.
    """
    corners = corners_between(corridors, bases, wanted)
    parts = [_common_tangents(bases, wanted.nonzero()[0]), _between_corners(corners, len(wanted))]
    parts += [_tangents(bases, corners, k) for k in (0, 1)]
    return Rays(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _between_corners(corners: Corners, pairs: int) -> Rays:
    """Return the rays through two corners of one pair that are tangent at both."""
    ends = np.bincount(corners.pair, minlength=pairs).cumsum()[corners.pair]
    number = np.arange(len(corners.pair))
    later = ends - number - 1
    blocks = np.searchsorted(later.cumsum(), np.arange(0, later.sum() + 1, RAYS_AT_ONCE)[1:])
    parts = [_rays_to_later(corners, rows, later[rows]) for rows in np.split(number, blocks)]
    return Rays(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _rays_to_later(corners: Corners, rows: Ints, later: Ints) -> Rays:
    """Return the tangent rays from the corners in the given rows to the `later` corners that follow each."""
    index, second = expanded_ranges(later, rows + 1)
    first = rows[index]
    way = corners.points[second] - corners.points[first]
    length = np.hypot(way[:, 0], way[:, 1])
    (row,) = (length > 0.0).nonzero()
    first, second, way = first[row], second[row], way[row] / length[row, None]
    kept = corners.is_tangent(first, way).nonzero()[0]
    kept = kept[corners.is_tangent(second[kept], way[kept])]
    return Rays(corners.pair[first[kept]], corners.points[first[kept]], way[kept])


def _tangents(bases: PairBases, corners: Corners, k: int) -> Rays:
    """Return the rays that are tangent at a corner and to the first (k = 0) or second (1) disc."""
    to, radius = bases.middle[corners.pair, k] - corners.points, bases.radius[corners.pair, k]
    square = (to**2).sum(axis=1)
    (row,) = (square > radius * radius).nonzero()
    to, radius, square = to[row], radius[row], square[row]
    root = np.sqrt(square - radius * radius)
    parts = []
    for side in (radius, -radius):
        way = np.column_stack([to[:, 0] * root - to[:, 1] * side, to[:, 1] * root + to[:, 0] * side])
        way /= square[:, None]
        kept = corners.is_tangent(row, way)
        parts.append(Rays(corners.pair[row[kept]], corners.points[row[kept]], way[kept]))
    return Rays(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _common_tangents(bases: PairBases, pair: Ints) -> Rays:
    """Return the outer and inner common tangents of both discs of the given pairs."""
    (first, second), length = bases.radius[pair].T, bases.middle[pair, 1, 0]
    parts = []
    for other in (second, -second):
        (row,) = (np.abs(first - other) <= length).nonzero()
        row = row[length[row] > 0.0]
        sine = (first - other)[row] / length[row]
        cosine = np.sqrt(np.maximum(1.0 - sine * sine, 0.0))
        for side in (1.0, -1.0):
            point = first[row, None] * np.column_stack([sine, side * cosine])
            parts.append(Rays(pair[row], point, np.column_stack([cosine, -side * sine])))
    return Rays(*(np.concatenate(column) for column in zip(*parts, strict=True)))
