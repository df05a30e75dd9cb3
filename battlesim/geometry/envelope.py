"""Area under the upper envelope of segments in unit squares, many squares at a time, exact.

Between two neighbouring break points (ends, crossings, crossings with 0 and 1) the clamped envelope is
linear, so its value at the middle times the width is its integral.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from battlesim.geometry.scene import Bools, Floats, Ints

_FULL = 1e-12
"""A single segment that leaves less than this uncovered covers all."""


class Segments(NamedTuple):
    """Segment i covers the unit square of ``pair`` under the line from (x0, y0) to (x1, y1), x0 <= x1.

    ``solid`` is the number of what casts it, -1 for a base.
    """

    pair: Ints
    solid: Ints
    x0: Floats
    y0: Floats
    x1: Floats
    y1: Floats

    def where(self, keep: Bools) -> Segments:
        """The segments that are marked."""
        return Segments(
            self.pair[keep], self.solid[keep], self.x0[keep], self.y0[keep], self.x1[keep], self.y1[keep]
        )

    def and_those(self, other: Segments | None) -> Segments:
        """These segments and others."""
        if other is None or not len(other.pair):
            return self
        return Segments(
            np.concatenate([self.pair, other.pair]),
            np.concatenate([self.solid, other.solid]),
            np.concatenate([self.x0, other.x0]),
            np.concatenate([self.y0, other.y0]),
            np.concatenate([self.x1, other.x1]),
            np.concatenate([self.y1, other.y1]),
        )


def hidden(segments: Segments, pairs: int) -> Floats:
    """Covered area (pairs,) of each pair's unit square."""
    group, _, x0, y0, x1, y1 = segments
    covered = np.zeros(pairs)
    if not len(group):
        return covered
    tall = (y0 >= 1.0) & (y1 >= 1.0)
    covered[group[tall & (x0 <= _FULL) & (x1 >= 1.0 - _FULL)]] = 1.0
    rest = np.flatnonzero((covered[group] == 0.0) & (x1 > x0) & ((y0 > 0.0) | (y1 > 0.0)))
    if not len(rest):
        return covered
    rest = rest[np.argsort(group[rest], kind="stable")]
    return covered + _slabs(group[rest], x0[rest], y0[rest], x1[rest], y1[rest], pairs)


def _slabs(group: Ints, x0: Floats, y0: Floats, x1: Floats, y1: Floats, groups: int) -> Floats:
    slope = (y1 - y0) / (x1 - x0)
    counts = np.bincount(group, minlength=groups)
    first = np.cumsum(counts) - counts
    at, x = _break_points(group, x0, y0, x1, y1, slope)
    order = np.lexsort((x, at))
    at, x = at[order], x[order]
    step = np.flatnonzero((at[1:] == at[:-1]) & (x[1:] > x[:-1]))
    owner, left, right = at[step], x[step], x[step + 1]
    middle = 0.5 * (left + right)
    slab, segment = spread(counts[owner], first[owner])
    m = middle[slab]
    level = y0[segment] + (m - x0[segment]) * slope[segment]
    level = np.where((x0[segment] < m) & (m < x1[segment]), level, 0.0)
    starts = np.cumsum(counts[owner]) - counts[owner]
    highest = np.clip(np.maximum.reduceat(level, starts), 0.0, 1.0)
    return np.asarray(np.bincount(owner, highest * (right - left), groups), dtype=np.float64)


def _break_points(
    group: Ints, x0: Floats, y0: Floats, x1: Floats, y1: Floats, slope: Floats
) -> tuple[Ints, Floats]:
    at: list[Ints] = [group, group]
    x: list[Floats] = [x0, x1]
    partial = np.flatnonzero((y0 < 1.0) | (y1 < 1.0))
    if len(partial):
        g, m = group[partial], slope[partial]
        a, b, low, high = x0[partial], x1[partial], y0[partial], y1[partial]
        for level in (0.0, 1.0):
            cross = np.flatnonzero((low < level) != (high < level))
            at.append(g[cross])
            x.append(np.clip(a[cross] + (level - low[cross]) / m[cross], a[cross], b[cross]))
        pair, where = _crossings(g, a, low, b, m)
        at.append(pair)
        x.append(where)
    return np.concatenate(at), np.concatenate(x)


def _crossings(g: Ints, x0: Floats, y0: Floats, x1: Floats, slope: Floats) -> tuple[Ints, Floats]:
    """Where two segments of one group cross (groups ascending)."""
    later = np.searchsorted(g, g, side="right") - np.arange(len(g)) - 1
    i, j = spread(later, np.arange(len(g)) + 1)
    bend = slope[i] - slope[j]
    rise = y0[j] - slope[j] * x0[j] - (y0[i] - slope[i] * x0[i])
    x = np.divide(rise, bend, out=np.full(len(i), -1.0), where=bend != 0.0)
    inside = (x > np.maximum(x0[i], x0[j])) & (x < np.minimum(x1[i], x1[j]))
    return g[i][inside], x[inside]


def spread(sizes: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """Row r repeated sizes[r] times, beside starts[r], starts[r] + 1, …"""
    row = np.repeat(np.arange(len(sizes)), sizes)
    return row, np.arange(len(row)) + (starts - np.cumsum(sizes) + sizes)[row]
