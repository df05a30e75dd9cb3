"""Columns: points that follow each other in single file. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from battlesim.geometry.paths import Path, polyline_length
from battlesim.geometry.shapes import Point

MIN_STRAIGHTNESS = 0.01
"""Cosine of the sharpest bend of a column: it must be less than a right angle."""


def column_order(points: Sequence[Point]) -> list[int] | None:
    """Return the indices of points in the order of a single file, or None if they do not form a file.

    In a file, each point is followed by the nearest remaining point, and the direction changes by less than a
    right angle at each point. If there are several such orders, the order whose longest step is shortest is
    returned.
    """
    orders = [_order_from(points, head) for head in range(len(points))]
    files = [order for order in orders if _is_straight([points[i] for i in order])]
    ranked = sorted(files, key=lambda order: (_longest_step(points, order), order))
    return ranked[0] if ranked else None if points else []


def _order_from(points: Sequence[Point], head: int) -> list[int]:
    order, left = [head], [i for i in range(len(points)) if i != head]
    while left:
        here = points[order[-1]]
        order.append(min(left, key=lambda i: (math.dist(points[i], here), i)))
        left.remove(order[-1])
    return order


def _is_straight(file: Sequence[Point]) -> bool:
    return all(_cosine(*file[i : i + 3]) >= MIN_STRAIGHTNESS for i in range(len(file) - 2))


def _cosine(a: Point, b: Point, c: Point) -> float:
    """Return the cosine of the change of direction at the second of three points."""
    steps = math.dist(a, b) * math.dist(b, c)
    dot = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
    return dot / steps if steps else 1.0


def _longest_step(points: Sequence[Point], order: Sequence[int]) -> float:
    return max((math.dist(points[a], points[b]) for a, b in pairwise(order)), default=0.0)


def point_behind(trail: Path, inches: float) -> Point:
    """Return the point at a given length along a path. The path is extended in a straight line if needed."""
    for start, end in pairwise(trail):
        step = math.dist(start, end)
        if inches <= step and step:
            return _between(start, end, inches / step)
        inches -= step
    if polyline_length(trail) == 0.0:
        return trail[-1]
    start, end = next((a, b) for a, b in reversed(list(pairwise(trail))) if a != b)
    return _between(start, end, 1.0 + inches / math.dist(start, end))


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
