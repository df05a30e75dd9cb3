"""Filler solids, called joints, for the narrow cracks between solids that touch. Lengths are in inches.

A line is blocked only by solids that it runs through, so a line along the crack between two solids would
pass. Solids within `TOL` of each other, in plan and in height, are therefore joined by a third solid of their
common height. It fills the crack and reaches slightly into both solids, but never across a line that leaves
both solids on the same side, so that lines beside them stay unblocked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.envelope import expanded_ranges
from battlesim.geometry.predicates import dwithin
from battlesim.geometry.scene import Bools, Floats, Ints, Scene
from battlesim.geometry.shapes import Ring, Solid, rings_of

ROUNDING_TOL_IN = 1e-6
"""Overlaps up to this count as contact, and shorter edges are ignored."""

MAX_FACING_ANGLE_RAD = 0.05
"""The maximum angle between facing edges; at wider angles, solids meet in a corner."""

_REACH = TOL + ROUNDING_TOL_IN
_FILLET = TOL / 5.0
"""How far a corner filler extends along edges, and above and below the level between two storeys."""

_LEVEL = 1e-300
"""Replaces a slope of 0 in divisions."""


class Joint(NamedTuple):
    """A filler solid that closes a crack between two solids. The width of the crack may be 0."""

    solid: Solid
    gap: float


class _Edges(NamedTuple):
    """Edges with their solids to the left: owners, ends, previous corners, directions and lengths."""

    owner: Ints
    start: Floats
    end: Floats
    before: Floats
    way: Floats
    length: Floats

    def at(self, rows: Ints | Bools) -> _Edges:
        """Return the edges in the given rows of the arrays."""
        return _Edges(self.owner[rows], *(part[rows] for part in self[1:]))

    def boxes(self) -> Floats:
        """Return the bounding boxes (n, 4) of the edges: min x, min y, max x, max y."""
        return np.hstack([np.minimum(self.start, self.end), np.maximum(self.start, self.end)])


def joints(scene: Scene, first_index: int = 0) -> list[Joint]:
    """Return the filler solids that close the cracks between solids that touch.

    Pairs of solids whose indices are both below ``first_index`` are skipped.
    """
    if len(scene.solids) <= first_index:
        return []
    first, second = _neighbours(scene, first_index)
    if not len(first):
        return []
    stacked = _rise(scene, first, second) > -ROUNDING_TOL_IN
    one, other = _near(scene, _edges(scene, np.concatenate([first, second])), first, second)
    return [
        *_storeys(scene, first[stacked], second[stacked]),
        *_seams(scene, one, other),
        *_corners(scene, other, one, True),
        *_corners(scene, one, other, False),
    ]


def _neighbours(scene: Scene, since: int) -> tuple[Ints, Ints]:
    """Return the pairs of solids of different objects within `TOL` of each other, the lower index first."""
    x0, y0, x1, y1 = shapely.bounds(scene.polygons[since:]).T
    asked, first = scene.tree.query(shapely.box(x0 - _REACH, y0 - _REACH, x1 + _REACH, y1 + _REACH))
    second = asked + since
    kept = (first < second) & (scene.object_index[first] != scene.object_index[second])
    if scene.joints:
        closing = [k for key in scene.joints for k in scene.members[key]]
        kept &= ~np.isin(first, closing)
    first, second = first[kept], second[kept]
    rise = _rise(scene, first, second)
    kept = (rise <= _REACH) & ((rise > -ROUNDING_TOL_IN) | ~_overlap(scene, first, second))
    first, second = first[kept], second[kept]
    near = dwithin(scene.polygons[first], scene.polygons[second], _REACH)
    return first[near], second[near]


def _overlap(scene: Scene, first: Ints, second: Ints) -> Bools:
    """Return which pairs of round solids certainly overlap, so that they need no joint."""
    x, y, radius = scene.circle.T
    after = np.arange(len(scene.x)) + scene.step
    away = (scene.x - x.repeat(scene.count)) ** 2 + (scene.y - y.repeat(scene.count)) ** 2
    sides = (scene.x.take(after) - scene.x) ** 2 + (scene.y.take(after) - scene.y) ** 2
    least, longest = np.minimum.reduceat(away, scene.first), np.maximum.reduceat(sides, scene.first)
    within = np.sqrt(np.maximum(least - longest / 4.0, 0.0))
    within[np.sqrt(least) < radius - ROUNDING_TOL_IN] = 0.0
    one, other = within[first], within[second]
    apart = np.hypot(x[first] - x[second], y[first] - y[second])
    return np.asarray((one > 0.0) & (other > 0.0) & (apart < one + other - ROUNDING_TOL_IN))


def _rise(scene: Scene, first: Ints, second: Ints) -> Floats:
    """Return the vertical gaps between solids; a negative gap is the height that they share."""
    lower, upper = np.minimum(scene.top[first], scene.top[second]), scene.bottom[first]
    return np.asarray(np.maximum(upper, scene.bottom[second]) - lower)


def _edges(scene: Scene, solids: Ints) -> _Edges:
    """Return the edges of the given solids, grouped by solid."""
    solids = np.unique(solids)
    row, corner = expanded_ranges(scene.count[solids], scene.first[solids])
    after, before = corner + scene.step[corner], np.empty(len(scene.x), np.intp)
    before[after] = corner
    start, end, back = (np.column_stack([scene.x[k], scene.y[k]]) for k in (corner, after, before[corner]))
    way = end - start
    length = np.hypot(*way.T)
    edges = _Edges(
        solids[row],
        start,
        end,
        back,
        way / np.maximum(length, ROUNDING_TOL_IN * ROUNDING_TOL_IN)[:, None],
        length,
    )
    return edges.at(length > 0.0)


def _near(scene: Scene, edges: _Edges, first: Ints, second: Ints) -> tuple[_Edges, _Edges]:
    """Return the pairs of edges of first and second solids whose boxes are within `TOL` of each other."""
    boxes, whole = edges.boxes(), shapely.bounds(scene.polygons)
    one, other = _reaching(edges, first, whole[second]), _reaching(edges, second, whole[first])
    many = np.bincount(other[0], minlength=len(first))
    row, at = expanded_ranges(many[one[0]], (many.cumsum() - many)[one[0]])
    near = _meet(boxes[one[1]][row], boxes[other[1]][at])
    return edges.at(one[1][row[near]]), edges.at(other[1][at[near]])


def _reaching(edges: _Edges, solids: Ints, boxes: Floats) -> tuple[Ints, Ints]:
    """Return the pairs of a box and an edge of its solid within `TOL` of each other, as indices."""
    begin, end = (edges.owner.searchsorted(solids, side) for side in ("left", "right"))
    row, edge = expanded_ranges(end - begin, begin)
    near = _meet(edges.boxes()[edge], boxes[row])
    return row[near], edge[near]


def _meet(one: Floats, other: Floats) -> Bools:
    """Return which pairs of boxes (n, 4) are within `TOL` of each other."""
    near = (one[:, :2] <= other[:, 2:] + _REACH) & (one[:, 2:] >= other[:, :2] - _REACH)
    return near[:, 0] & near[:, 1]


def _storeys(scene: Scene, first: Ints, second: Ints) -> Iterator[Joint]:
    """Yield flat fillers between solids stacked on each other, as wide as their overlap in plan."""
    plans = shapely.intersection(scene.polygons[first], scene.polygons[second])
    for i, j, plan in zip(first.tolist(), second.tolist(), plans.tolist(), strict=True):
        for rings in rings_of(plan):
            if plan.area > ROUNDING_TOL_IN * ROUNDING_TOL_IN:
                yield _joint(scene, (i, j), rings, TOL, 0.0)


def _seams(scene: Scene, one: _Edges, other: _Edges) -> Iterator[Joint]:
    """Yield the fillers along edges that face each other, each with a small peak into either solid."""
    facing = (_dot(one.way, other.way) < 0.0) & (
        np.abs(_cross(one.way, other.way)) <= 2.0 * MAX_FACING_ANGLE_RAD
    )
    one, other = one.at(facing), other.at(facing)
    out = np.column_stack([one.way[:, 1], -one.way[:, 0]])
    begins, ends = (_dot(p - one.start, one.way) for p in (other.end, other.start))
    off = _dot(other.end - one.start, out)
    slope = (_dot(other.start - one.start, out) - off) / (ends - begins)
    low, high = np.maximum(begins, 0.0), np.minimum(ends, one.length)
    slope = np.where(slope == 0.0, _LEVEL, slope)
    limits = [begins + (limit - off) / slope for limit in (-ROUNDING_TOL_IN, _REACH)]
    low, high = np.maximum(low, np.minimum(*limits)), np.minimum(high, np.maximum(*limits))
    (kept,) = (high - low > ROUNDING_TOL_IN).nonzero()
    for k in kept.tolist():
        at = np.array([low[k], high[k]])
        gaps = off[k] + slope[k] * (at - begins[k])
        gaps[gaps < ROUNDING_TOL_IN] = 0.0
        near = one.start[k] + at[:, None] * one.way[k]
        far = near + gaps[:, None] * out[k]
        peak = out[k] * min(TOL, float(high[k] - low[k]) / 8.0)
        corners = [near[0], near.mean(axis=0) - peak, near[1], far[1], far.mean(axis=0) + peak, far[0]]
        ring = tuple(dict.fromkeys((float(x), float(y)) for x, y in corners))
        pair = int(one.owner[k]), int(other.owner[k])
        yield _joint(scene, pair, (ring,), _FILLET, float(gaps.min()))


def _corners(scene: Scene, corner: _Edges, edge: _Edges, ends: bool) -> Iterator[Joint]:
    """Yield fillers at corners that touch a side, or with ``ends`` a corner, of another solid."""
    at, away = _feet(corner, edge)
    near = (np.abs(away) <= _REACH) & (at < edge.length - ROUNDING_TOL_IN) & (at > -_REACH)
    corner, edge, at = corner.at(near), edge.at(near), np.maximum(at[near], 0.0)
    foot, on_corner = edge.start + at[:, None] * edge.way, at <= ROUNDING_TOL_IN
    gap = np.hypot(*(corner.start - foot).T)
    back = np.where(on_corner[:, None], edge.before, edge.start) - foot
    arms = [edge.end - foot, back, corner.end - corner.start, corner.before - corner.start]
    (kept,) = ((gap <= _REACH) & (ends | ~on_corner) & _apart(*arms)).nonzero()
    tips = [
        start + _shortened(arm) for start, arm in zip([foot, foot, *[corner.start] * 2], arms, strict=True)
    ]
    points = np.stack([foot, corner.start, *tips], axis=1)[kept]
    hulls = shapely.convex_hull(shapely.multipoints(points))
    for k, hull in zip(kept.tolist(), hulls.tolist(), strict=True):
        pair = sorted((int(corner.owner[k]), int(edge.owner[k])))
        for rings in rings_of(hull):
            yield _joint(scene, (pair[0], pair[1]), rings, _FILLET, float(gap[k]))


def _feet(corner: _Edges, edge: _Edges) -> tuple[Floats, Floats]:
    """Return how far corners lie along edges, and how far outside the solids of the edges."""
    x, y = (corner.start - edge.start).T
    return x * edge.way[:, 0] + y * edge.way[:, 1], x * edge.way[:, 1] - y * edge.way[:, 0]


def _apart(out: Floats, back: Floats, other_out: Floats, other_back: Floats) -> Bools:
    """Return which pairs of corners, moved to the same point, leave room between them on both sides.

    Each corner extends counter-clockwise from its first direction to its second.
    """
    ways = [np.arctan2(way[:, 1], way[:, 0]) for way in (out, back, other_out, other_back, out)]
    turns = [(after - way) % (2.0 * np.pi) for way, after in pairwise(ways)]
    once = sum(turns) < 3.0 * np.pi
    return np.asarray(once & (turns[1] > MAX_FACING_ANGLE_RAD) & (turns[3] > MAX_FACING_ANGLE_RAD))


def _shortened(ways: Floats) -> Floats:
    """Return vectors shortened to at most the reach of a corner filler."""
    part = np.minimum(1.0, _FILLET / np.maximum(np.hypot(*ways.T), ROUNDING_TOL_IN))
    return np.asarray(ways * part[:, None])


def _joint(scene: Scene, pair: tuple[int, int], rings: tuple[Ring, ...], lap: float, gap: float) -> Joint:
    """Return the filler of two solids, as high as both or reaching ``lap`` beyond their level joint."""
    top, bottom = (fold(float(of[k]) for k in pair) for fold, of in ((min, scene.top), (max, scene.bottom)))
    if bottom - top > -ROUNDING_TOL_IN:
        top, bottom, gap = bottom + lap, top - lap, max(gap, bottom - top)
    ids = scene.solids[pair[0]].id, scene.solids[pair[1]].id
    return Joint(Solid(" | ".join(ids), rings, top, bottom, ids), gap if gap > ROUNDING_TOL_IN else 0.0)


def _dot(a: Floats, b: Floats) -> Floats:
    return np.asarray((a * b).sum(axis=1))


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])
