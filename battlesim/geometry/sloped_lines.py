"""The search for an unblocked sloped line of sight between two bases, over or under solids. Units are inches.

The lines in plan that are free over or under solids form a region. It is bounded by lines through corners,
tangents of the bases, and lines that just pass the top or bottom edge of a wall. The search samples each of
these families between neighbouring corners at ``_PARTS``, and then more closely around the lines that come
nearest to being free. Along each line in plan the heights are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, Protocol

import numpy as np

from battlesim.geometry.corridors import Corridors
from battlesim.geometry.line_of_sight import BORDER_TOL_IN, MAX_GRAZE_IN
from battlesim.geometry.scene import Bools, Floats, Ints
from battlesim.geometry.tangent_lines import PairBases, Rays

_PARTS = (1e-6, 0.25, 0.5, 0.75, 1.0 - 1e-6)
"""The fractions of the angle between two neighbouring corners at which lines are tried."""
_RAYS = 12_000
"""The maximum number of lines tried first; with more lines, only the middles between corners are tried."""
_BEST, _CLOSER, _ROUNDS = 24, np.linspace(-1.0, 1.0, 9), 6
"""The number of best lines refined, the fractions of the step tried around them, and the number of rounds."""
_CROSSINGS = 100_000
"""How many crossings of lines with walls are examined together, so that they stay in a processor's cache."""
_BOXES = 8
"""The maximum number of solids along a line that can be passed partly above and partly below."""


class SlopedSegments(NamedTuple):
    """Parts of lines of sight between two bases, each with the heights of both its ends.

    Each end is given by its distance from the reference point of its line.
    """

    start: Floats
    end: Floats
    start_height: Floats
    end_height: Floats


class RayIntervals(NamedTuple):
    """The parts of straight lines that lie inside solids.

    For each part, it holds the index of the line, both ends in inches, and the bottom and top of the solid.
    """

    ray: Ints
    start: Floats
    end: Floats
    bottom: Floats
    top: Floats


class LineFamily(Protocol):
    """A family of candidate lines of sight, seen from above, divided into kinds.

    Each line of a kind is identified by a number between the bounds `low` and `high` of that kind.
    """

    low: Floats
    high: Floats

    def rays(self, sort: Ints, number: Floats) -> Rays:
        """Return the candidate lines of sight with the given kinds (`sort`) and numbers."""
        ...


class CornerLineFamily:
    """Candidate lines of sight through corners or tangent to discs, each identified by its angle."""

    def __init__(self, point: Floats, radius: Floats, low: Floats, high: Floats) -> None:
        self.point, self.radius, self.low, self.high = point, radius, low, high

    def rays(self, sort: Ints, number: Floats) -> Rays:
        """Return the candidate lines of sight with the given kinds and angles."""
        way = np.column_stack([np.cos(number), np.sin(number)])
        point = self.point[sort] + self.radius[sort, None] * np.column_stack([-way[:, 1], way[:, 0]])
        return Rays(np.zeros(len(sort), dtype=np.intp), point, way)


class EdgeLineFamily:
    """Candidate lines of sight over two walls, from the best line for the first wall to that for the second.

    The number of a line is 0 for the best line for the first wall and 1 for the second. The clearance of a
    line over a wall is linear in the ends of the line. The best ends are therefore the points of the bases
    that lie farthest along the wall's normal, or along a weighted mean of both normals.
    """

    def __init__(self, bases: PairBases, first: tuple[Floats, Floats], second: tuple[Floats, Floats]) -> None:
        self.bases, self.first, self.second = bases, first, second
        self.low, self.high = np.zeros(len(first[1])), np.ones(len(first[1]))

    def rays(self, sort: Ints, number: Floats) -> Rays:
        """Return the lines between the points of the two bases that are best for clearing the walls."""
        ends = []
        for k in (0, 1):
            weights = ((1.0 - one[1][sort], one[1][sort])[k] for one in (self.first, self.second))
            first, second = weights
            normal = (1.0 - number)[:, None] * first[:, None] * self.first[0][sort]
            normal = normal + number[:, None] * second[:, None] * self.second[0][sort]
            ends.append(self.bases.farthest_points(0, k, normal))
        way = ends[1] - ends[0]
        way = way / np.maximum(np.hypot(*way.T), BORDER_TOL_IN)[:, None]
        return Rays(np.zeros(len(sort), dtype=np.intp), ends[0], way)


class SlopedLineSearch:
    """The search for an unblocked sloped line of sight between two bases.

    `corridors` and `bases` hold the data of this pair only.
    """

    def __init__(self, corridors: Corridors, bases: PairBases, band: Floats) -> None:
        self.corridors, self.bases, self.band = corridors, bases, band
        scene, solid = corridors.scene, corridors.corner_solid
        self.start, self.end = corridors.corner, corridors.corner[corridors.next_corner]
        self.solid = solid
        self.top = scene.top[solid]
        self.bottom = np.where(scene.bottom[solid] <= 0.0, -np.inf, scene.bottom[solid])
        self.is_raised = bool((scene.bottom[corridors.solid] > 0.0).any())

    def lines(self) -> Iterator[tuple[Rays, SlopedSegments]]:
        """Yield lines of sight between the two bases that may be unblocked, largest clearance first."""
        for family in self._families():
            sort = np.arange(len(family.low))
            parts = _PARTS if len(sort) * len(_PARTS) <= _RAYS else (0.5,)
            sorts, part = np.repeat(sort, len(parts)), np.tile(parts, len(sort))
            step = np.repeat((family.high - family.low) / (2.0 * len(parts)), len(parts))
            number = family.low[sorts] + part * (family.high - family.low)[sorts]
            for turn in range(_ROUNDS):
                rays = family.rays(sorts, number)
                clear, heights, row = self._clearance(rays)
                best = np.argsort(-clear, kind="stable")[:_BEST]
                passed = best[clear[best] >= -BORDER_TOL_IN]
                if len(passed):
                    yield rays.select(row[passed]), SlopedSegments(*(column[passed] for column in heights))
                    break
                if turn == 0 and self.is_raised:
                    yield from self._threads(rays)
                kept = row[best]
                sorts, step = np.repeat(sorts[kept], len(_CLOSER)), np.repeat(step[kept], len(_CLOSER))
                number = np.repeat(number[kept], len(_CLOSER)) + np.tile(_CLOSER, len(kept)) * step
                number = np.clip(number, family.low[sorts], family.high[sorts])
                step = step / 3.0

    def _families(self) -> Iterator[LineFamily]:
        yield self._over_edges()
        yield self._through_corners()

    def _through_corners(self) -> CornerLineFamily:
        """Return the lines through each corner and the tangents of both discs, between corners."""
        points = np.unique(self.start[self.corridors.is_near], axis=0)
        radii = np.zeros(len(points))
        discs = [(k, side) for k in (0, 1) for side in (1.0, -1.0) if self.bases.radius[0, k] > 0.0]
        centres = np.concatenate([points, *(self.bases.middle[:1, k] for k, _ in discs)])
        radii = np.concatenate([radii, [side * self.bases.radius[0, k] for k, side in discs]])
        sorts, low, high = [], [], []
        for number, (centre, radius) in enumerate(zip(centres, radii, strict=True)):
            angles = _angles(points - centre, radius)
            ends = [
                _angles(self.bases.middle[0] - centre, radius + side) for side in self.bases.circumradii(0)
            ]
            ends += [
                _angles(self.bases.middle[0] - centre, radius - side) for side in self.bases.circumradii(0)
            ]
            angles = np.unique(np.concatenate([angles, *ends, (-np.pi / 2.0, np.pi / 2.0)]))
            angles = angles[np.isfinite(angles)]
            sorts += [number] * max(0, len(angles) - 1)
            low += angles[:-1].tolist()
            high += angles[1:].tolist()
        row = np.array(sorts, dtype=np.intp)
        return CornerLineFamily(centres[row], radii[row], np.array(low), np.array(high))

    def _over_edges(self) -> EdgeLineFamily:
        """Return the lines that best clear each pair of walls, over their tops or under their bottoms."""
        normals, weights = [np.empty((0, 2))], [np.empty(0)]
        way = self.end - self.start
        normal = (
            np.column_stack([way[:, 1], -way[:, 0]]) / np.maximum(np.hypot(*way.T), BORDER_TOL_IN)[:, None]
        )
        for which, edge, sign in ((1, self.top, 1.0), (0, self.bottom, -1.0)):
            first, last = self.band[:, which]
            if first == last:
                continue
            part = (edge - first) / (last - first)
            toward = sign * (1.0 if first > last else -1.0) * normal[:, 0]
            (row,) = ((part > 0.0) & (part < 1.0) & (toward > 0.0)).nonzero()
            normals.append(normal[row])
            weights.append(part[row])
        both = np.concatenate(normals), np.concatenate(weights)
        first, second = np.triu_indices(len(both[1]))
        if len(first) * len(_PARTS) > _RAYS:
            first = second = np.arange(len(both[1]))
        return EdgeLineFamily(
            self.bases, (both[0][first], both[1][first]), (both[0][second], both[1][second])
        )

    def _spans(self, rays: Rays) -> tuple[Ints, Rays, Floats]:
        """Return the indices of rays that lead from one base to the other, the rays and their spans."""
        row, rays, spans = self.bases.crossing_rays(rays)
        (apart,) = (spans[1] < spans[2]).nonzero()
        return row[apart], rays.select(apart), spans[:, apart]

    def _boxes(self, rays: Rays) -> RayIntervals:
        """Return the intervals in which rays run inside solids."""
        count, step = len(rays.pair), max(1, _CROSSINGS // max(1, len(self.solid)))
        begins = range(0, max(1, count), step)
        parts = [self._boxes_of(rays.select(np.arange(a, min(a + step, count)))) for a in begins]
        numbered = [part._replace(ray=part.ray + a) for part, a in zip(parts, begins, strict=True)]
        return RayIntervals(*(np.concatenate(column) for column in zip(*numbered, strict=True)))

    def _boxes_of(self, rays: Rays) -> RayIntervals:
        (ux, uy), (px, py) = rays.direction.T[:, :, None], rays.point.T[:, :, None]
        left = ux * (self.start[:, 1] - py) - uy * (self.start[:, 0] - px)
        right = left[:, self.corridors.next_corner]
        ray, wall = ((left > 0.0) != (right > 0.0)).nonzero()
        part = left[ray, wall] / (left[ray, wall] - right[ray, wall])
        at = self.start[wall] + part[:, None] * (self.end - self.start)[wall] - rays.point[ray]
        along = (at * rays.direction[ray]).sum(axis=1)
        order = np.lexsort((along, self.solid[wall], ray))
        ray, wall, along = ray[order][::2], wall[order][::2], along[order]
        return RayIntervals(ray, along[::2], along[1::2], self.bottom[wall], self.top[wall])

    def _clearance(self, rays: Rays) -> tuple[Floats, SlopedSegments, Ints]:
        """Return the height in inches by which rays clear all solids, with their best segments.

        Only rays that meet both bases are included; their indices are returned last.
        """
        row, rays, (back, near, front, beyond) = self._spans(rays)
        boxes = self._boxes(rays)
        best = np.full(len(row), -np.inf)
        kept = SlopedSegments(*np.zeros((4, len(row))))
        for start, end in ((near, front), (near, beyond), (back, front)):
            for first, last in product(set(self.band[0].tolist()), set(self.band[1].tolist())):
                tried = SlopedSegments(start, end, np.full(len(row), first), np.full(len(row), last))
                clear = _cleared(boxes, tried, len(row))
                better = clear > best
                best = np.where(better, clear, best)
                kept = SlopedSegments(
                    *(np.where(better, new, old) for new, old in zip(tried, kept, strict=True))
                )
        return best, kept, row

    def _threads(self, rays: Rays) -> Iterator[tuple[Rays, SlopedSegments]]:
        """Yield lines over some solids and under others that touch two corners of solids or bases."""
        _, rays, spans = self._spans(rays)
        boxes = self._boxes(rays)
        low, high = np.maximum(boxes.start, spans[1][boxes.ray]), np.minimum(boxes.end, spans[2][boxes.ray])
        inside = high - low > MAX_GRAZE_IN
        low_edge, high_edge = self.band[:, 0].min(), self.band[:, 1].max()
        solid = (boxes.bottom <= low_edge) & (boxes.top >= high_edge)
        shut = np.bincount(boxes.ray[inside & solid], minlength=len(rays.pair)) > 0
        (kept,) = (inside & ~shut[boxes.ray]).nonzero()
        boxes = RayIntervals(boxes.ray[kept], low[kept], high[kept], boxes.bottom[kept], boxes.top[kept])
        count = np.bincount(boxes.ray, minlength=len(rays.pair))
        first = count.cumsum() - count
        for size in range(1, _BOXES + 1):
            (row,) = ((count == size) & ~shut).nonzero()
            for begin in range(0, len(row), 256):
                some = row[begin : begin + 256]
                table = first[some][:, None] + np.arange(size)
                part = RayIntervals(some, *(column[table] for column in boxes[1:]))
                number, heights = _threaded(part, spans[:, some], self.band)
                if len(number):
                    yield rays.select(some[number]), heights


def _angles(way: Floats, radius: Floats | float) -> Floats:
    """Return the angles, -90 to 90 degrees in radians, of tangents from points to a disc at the origin.

    The tangents have the disc on their right if `radius` is positive.
    """
    away = np.hypot(way[:, 0], way[:, 1])
    with np.errstate(invalid="ignore", divide="ignore"):
        turn = np.arctan2(way[:, 1], way[:, 0])
        both = np.concatenate([turn - np.arcsin(radius / away), turn + np.arcsin(radius / away)])
    return (both + np.pi / 2.0) % np.pi - np.pi / 2.0


def _cleared(boxes: RayIntervals, lines: SlopedSegments, count: int) -> Floats:
    """Return the height by which each line clears the solids on it, or infinity if there are none."""
    start, end, first, last = (column[boxes.ray] for column in lines)
    low, high = np.maximum(boxes.start, start), np.minimum(boxes.end, end)
    slope = (last - first) / (end - start)
    one, two = first + slope * (low - start), first + slope * (high - start)
    room = np.maximum(np.minimum(one, two) - boxes.top, boxes.bottom - np.maximum(one, two))
    found = np.full(count, np.inf)
    np.minimum.at(found, boxes.ray, np.where(high - low > MAX_GRAZE_IN, room, np.inf))
    return found


def _threaded(boxes: RayIntervals, spans: Floats, band: Floats) -> tuple[Ints, SlopedSegments]:
    """Return the indices of rays with a line past all their boxes (n, k), and a line for each.

    Such a line can be shifted until it touches two corners of the boxes or of the bodies' upright faces.
    """
    count, size = boxes.start.shape
    faces = [(spans[k], np.full(count, z)) for k in range(4) for z in band[k // 2]]
    x = np.column_stack([face[0] for face in faces] + [boxes.start, boxes.end] * 2)
    z = np.column_stack([face[1] for face in faces] + [boxes.bottom, boxes.bottom, boxes.top, boxes.top])
    i, j = np.triu_indices(x.shape[1], 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = (z[:, j] - z[:, i]) / (x[:, j] - x[:, i])
        base = z[:, i] - slope * x[:, i]
        fits = np.isfinite(slope) & np.isfinite(base)
        for column in range(size):
            ends = [base + slope * at[:, column, None] for at in (boxes.start, boxes.end)]
            over = np.minimum(*ends) >= boxes.top[:, column, None] - BORDER_TOL_IN
            fits &= over | (np.maximum(*ends) <= boxes.bottom[:, column, None] + BORDER_TOL_IN)
        back, near, front, beyond = (base + slope * at[:, None] for at in spans)
    (low1, high1), (low2, high2) = band
    fits &= (np.minimum(back, near) <= high1 + BORDER_TOL_IN) & (
        np.maximum(back, near) >= low1 - BORDER_TOL_IN
    )
    fits &= (np.minimum(front, beyond) <= high2 + BORDER_TOL_IN) & (
        np.maximum(front, beyond) >= low2 - BORDER_TOL_IN
    )
    (number,) = fits.any(axis=1).nonzero()
    which = fits[number].argmax(axis=1)
    slope, base = slope[number, which], base[number, which]
    start = _clipped(spans[:, number][1::-1], slope, base, band[0])
    end = _clipped(spans[:, number][2:], slope, base, band[1])
    return number, SlopedSegments(start, end, base + slope * start, base + slope * end)


def _clipped(span: Floats, slope: Floats, base: Floats, band: Floats) -> Floats:
    """Return the distance nearest to the first end of a span at which a line is within the height band."""
    heights = base + slope * span[0]
    wanted = np.clip(heights, *band)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = np.where(wanted == heights, span[0], (wanted - base) / slope)
    low, high = np.sort(span, axis=0)
    return np.asarray(np.where(np.abs(wanted - heights) <= BORDER_TOL_IN, span[0], np.clip(at, low, high)))


def needs_sloped_lines(corridors: Corridors, bands: Floats) -> Bools:
    """Return, for each pair of bases, whether testing the lines between their highest points is not enough.

    This is so if there is a raised solid in between, or a solid whose top is between the heights of the
    heads.
    """
    scene, solid, pair = corridors.scene, corridors.solid, corridors.pair
    heads = bands[pair, :, 1]
    between = (scene.top[solid] > heads.min(axis=1)) & (scene.top[solid] < heads.max(axis=1))
    counts = between | (scene.bottom[solid] > 0.0)
    return np.bincount(pair[counts], minlength=len(bands)) > 0
