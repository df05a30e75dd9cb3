"""Coherency of groups of miniature bases: the gaps between bases, and the clusters joined by small gaps.

Lengths are in inches.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import Bools, Floats
from battlesim.geometry.shapes import Point


def edge_gaps(discs: Floats) -> Floats:
    """Return the gaps between n discs (x, y, radius) in inches, as an array (n, n). Overlaps count as 0."""
    away = np.hypot(discs[:, None, 0] - discs[None, :, 0], discs[:, None, 1] - discs[None, :, 1])
    return np.asarray(np.maximum(away - discs[:, None, 2] - discs[None, :, 2], 0.0))


def enclosing_radius(points: Sequence[Point]) -> float:
    """Return the radius of the smallest circle that encloses all points, or 0 for fewer than two points."""
    return float(shapely.minimum_bounding_radius(shapely.MultiPoint(points))) if len(points) > 1 else 0.0


def connected_components(gaps: Floats, link: float) -> list[list[int]]:
    """Return the groups of bases that are connected by gaps of at most `link` inches (plus `TOL`).

    `gaps` (n, n) holds the gaps between the bases, as `edge_gaps` returns them. Each group is a sorted list
    of indices.
    """
    joined = gaps <= link + TOL
    left = list(range(len(gaps)))
    found = []
    while left:
        group = _spread(joined, [left[0]])
        found.append(sorted(group))
        left = [i for i in left if i not in group]
    return found


def _spread(joined: Bools, start: Sequence[int]) -> set[int]:
    seen = set(start)
    edge = list(start)
    while edge:
        new = [int(j) for j in np.flatnonzero(joined[edge].any(axis=0)) if int(j) not in seen]
        seen.update(new)
        edge = new
    return seen
