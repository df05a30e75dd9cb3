"""Counts of the crossings of lines, which limit how fast lines can be joined, filled or thickened.

The number of crossings can grow with the square of the number of points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.predicates import query_tree
from battlesim.geometry.shapes import Point, lines_between

Segments = NDArray[np.float64]
"""Segments (n, 2, 2) with start and end points in inches."""
MAX_PAIRS_PER_BATCH = 300_000
"""Pairs of segments tested per batch, so that counting stops soon after its limit."""
ADJACENT_SEGMENT_COUNT = 2
"""Following segments that may meet a segment at its corner; a thick line has one for each corner."""


def count_crossings(segments: Segments, limit: int) -> int:
    """Return the number of pairs of segments that cross or touch. Neighbouring segments are not counted.

    Counting stops when the number exceeds `limit`.
    """
    if len(segments) < 3:
        return 0
    lines = lines_between(segments[:, 0], segments[:, 1])
    tree = shapely.STRtree(lines)
    count, chunk = 0, max(1, MAX_PAIRS_PER_BATCH // len(lines))
    for start in range(0, len(lines), chunk):
        first, second = query_tree(tree, lines[start : start + chunk], "intersects")
        count += int(np.count_nonzero(second > first + start + ADJACENT_SEGMENT_COUNT))
        if count > limit:
            break
    return count


def ring_segments(rings: Sequence[Sequence[Point]]) -> Segments:
    """Return the segments of the given closed rings."""
    found = [np.stack([ring, np.roll(ring, -1, axis=0)], axis=1) for ring in map(_array, rings) if len(ring)]
    return np.concatenate(found) if found else np.empty((0, 2, 2))


def band_segments(points: Sequence[Point], thickness: float) -> Segments:
    """Return the segments along both sides of a thick polyline, including the joins at its corners."""
    line = _array(points)
    line = line[np.append(True, np.any(line[1:] != line[:-1], axis=1))]
    along = np.diff(line, axis=0)
    aside = np.stack([-along[:, 1], along[:, 0]], axis=1) * (thickness / 2)
    aside /= np.hypot(along[:, 0], along[:, 1])[:, None]
    found = []
    for shift in (aside, -aside):
        sides = np.stack([line[:-1] + shift, line[1:] + shift], axis=1)
        corners = sides.reshape(-1, 2)
        found.append(np.stack([corners[:-1], corners[1:]], axis=1))
    return np.concatenate(found)


def _array(points: Any) -> NDArray[np.float64]:
    return np.asarray(points, np.float64).reshape(-1, 2)
