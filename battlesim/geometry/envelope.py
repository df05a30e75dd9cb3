"""Exact areas under the upper envelopes of line segments in unit squares, for many squares at once.

Break points are the ends and crossings of segments, and their crossings with the levels 0 and 1. Between
neighbouring break points, the clamped envelope is linear, so its integral is the value at the midpoint times
the width.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from battlesim.geometry.scene import Bools, Floats, Ints

_FULL = 1e-12
"""A segment covers the whole width if it leaves less than this uncovered at each end."""

_CROWD = 8
"""Segments per square above which joining segments pays, because the work grows with their square."""


class EnvelopeSegments(NamedTuple):
    """Line segments in numbered unit squares. Each segment covers the part of its square below it.

    A segment runs from (x0, y0) to (x1, y1), with x0 <= x1. `pair` is the number of the square, which
    represents a pair of viewer and target.
    """

    pair: Ints
    x0: Floats
    y0: Floats
    x1: Floats
    y1: Floats

    def select(self, keep: Bools | Ints) -> EnvelopeSegments:
        """Return the segments that are selected by a mask or by indices."""
        pair, x0, y0, x1, y1 = self
        return EnvelopeSegments(pair[keep], x0[keep], y0[keep], x1[keep], y1[keep])

    def joined_with(self, other: EnvelopeSegments | None) -> EnvelopeSegments:
        """Return these segments, followed by the segments of `other`."""
        if other is None or not len(other.pair):
            return self
        joined = (np.concatenate(both) for both in zip(self[1:], other[1:], strict=True))
        return EnvelopeSegments(np.concatenate([self.pair, other.pair]), *joined)


def covered_areas(segments: EnvelopeSegments, pairs: int) -> Floats:
    """Return the area (0 to 1) that the segments cover in each unit square, with shape (pairs,)."""
    group, x0, y0, x1, y1 = segments
    covered = np.zeros(pairs)
    if not len(group):
        return covered
    tall = np.minimum(y0, y1) >= 1.0
    covered[group[tall & (x0 <= _FULL) & (x1 >= 1.0 - _FULL)]] = 1.0
    rest = ((covered[group] == 0.0) & (x1 > x0) & (np.maximum(y0, y1) > 0.0)).nonzero()[0]
    if len(rest):
        rest = rest[group[rest].argsort(kind="stable")]
        covered += _area(_merged(segments.select(rest)), pairs)
    return covered


def _merged(segments: EnvelopeSegments) -> EnvelopeSegments:
    """Return fewer segments with the same cover, by joining overlapping segments that reach the top."""
    pair = segments.pair
    if len(pair) < _CROWD * (1 + np.count_nonzero(pair[1:] != pair[:-1])):
        return segments
    tall = np.minimum(segments.y0, segments.y1) >= 1.0
    if not tall.any():
        return segments
    full, rest = segments.select(tall), segments.select(~tall)
    full = full.select(np.lexsort((full.x0, full.pair)))
    shift = 2.0 * full.pair
    reach = np.maximum.accumulate(full.x1 + shift)
    first = np.flatnonzero(np.concatenate(([True], full.x0[1:] + shift[1:] > reach[:-1])))
    start, end = (full.x0 + shift)[first], np.maximum.reduceat(full.x1 + shift, first)
    over = start.searchsorted(rest.x0 + 2.0 * rest.pair, side="right") - 1
    rest = rest.select((over < 0) | (rest.x1 + 2.0 * rest.pair > end[over]))
    whole = np.ones(len(first))
    joined = EnvelopeSegments(
        full.pair[first], full.x0[first], whole, np.maximum.reduceat(full.x1, first), whole
    )
    joined = joined.joined_with(rest)
    return joined.select(joined.pair.argsort(kind="stable"))


def slab_bounds(segments: EnvelopeSegments) -> tuple[Ints, Floats, Floats]:
    """Divide unit squares into vertical slabs in which no two segments cross.

    Return three arrays: for each slab, the number of its square, its left end and its right end.
    """
    at, x = _break_points(segments)
    order = np.lexsort((x, at))
    at, x = at[order], x[order]
    step = ((at[1:] == at[:-1]) & (x[1:] > x[:-1])).nonzero()[0]
    return at[step], x[step], x[step + 1]


def _area(segments: EnvelopeSegments, pairs: int) -> Floats:
    """Return the covered area of each unit square; the segments are sorted by pair."""
    group, x0, y0, x1, y1 = segments
    slope = (y1 - y0) / (x1 - x0)
    counts = np.bincount(group, minlength=pairs)
    owner, left, right = slab_bounds(segments)
    sizes = counts[owner]
    slab, segment = expanded_ranges(sizes, (counts.cumsum() - counts)[owner])
    middle = (0.5 * (left + right))[slab]
    start = x0[segment]
    level = y0[segment] + (middle - start) * slope[segment]
    level *= (start < middle) & (middle < x1[segment])
    highest = np.maximum.reduceat(level, sizes.cumsum() - sizes)
    area = np.minimum(np.maximum(highest, 0.0), 1.0) * (right - left)
    return np.asarray(np.bincount(owner, area, pairs), dtype=np.float64)


def _break_points(segments: EnvelopeSegments) -> tuple[Ints, Floats]:
    """Return the squares and x coordinates of all points at which an envelope may bend."""
    at: list[Ints] = [segments.pair, segments.pair]
    x: list[Floats] = [segments.x0, segments.x1]
    partial = (np.minimum(segments.y0, segments.y1) < 1.0).nonzero()[0]
    if len(partial):
        g, a, low, b, high = segments.select(partial)
        m = (high - low) / (b - a)
        for level in (0.0, 1.0):
            cross = ((low < level) != (high < level)).nonzero()[0]
            at.append(g[cross])
            x.append(np.clip(a[cross] + (level - low[cross]) / m[cross], a[cross], b[cross]))
        pair, where = _crossings(g, a, low, b, m)
        at.append(pair)
        x.append(where)
    return np.concatenate(at), np.concatenate(x)


def _crossings(g: Ints, x0: Floats, y0: Floats, x1: Floats, slope: Floats) -> tuple[Ints, Floats]:
    """Return the squares and x coordinates at which segments of the same square cross; `g` is sorted."""
    number = np.arange(len(g))
    i, j = expanded_ranges(g.searchsorted(g, side="right") - number - 1, number + 1)
    bend = slope[i] - slope[j]
    bend[bend == 0.0] = np.inf
    foot = y0 - slope * x0
    x = (foot[j] - foot[i]) / bend
    inside = ((x > np.maximum(x0[i], x0[j])) & (x < np.minimum(x1[i], x1[j]))).nonzero()[0]
    return g[i[inside]], x[inside]


def expanded_ranges(sizes: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """Return the elements of many integer ranges as two arrays: the indices of the ranges, and the values.

    The range with index r begins at starts[r] and has sizes[r] elements.
    """
    row = np.arange(len(sizes)).repeat(sizes)
    return row, np.arange(len(row)) + (starts - sizes.cumsum() + sizes)[row]
