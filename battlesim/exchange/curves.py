"""Curves as short straight pieces, none of which strays from its curve by more than is allowed."""

from __future__ import annotations

import math
from typing import Final

Point = tuple[float, float]
MOST_PIECES: Final = 200


def cubic(a: Point, b: Point, c: Point, d: Point, stray: float) -> list[Point]:
    """The points along a cubic Bezier curve after its first, with two control points."""
    bend = max(
        math.hypot(p[0] - 2 * q[0] + r[0], p[1] - 2 * q[1] + r[1]) for p, q, r in ((a, b, c), (b, c, d))
    )
    pieces = _pieces(math.sqrt(0.75 * bend / stray))
    return [_cubic_at(a, b, c, d, k / pieces) for k in range(1, pieces)] + [d]


def quadratic(a: Point, b: Point, c: Point, stray: float) -> list[Point]:
    """The points along a quadratic Bezier curve after its first, with one control point."""
    first = (a[0] + 2 * (b[0] - a[0]) / 3, a[1] + 2 * (b[1] - a[1]) / 3)
    second = (c[0] + 2 * (b[0] - c[0]) / 3, c[1] + 2 * (b[1] - c[1]) / 3)
    return cubic(a, first, second, c, stray)


def _pieces(wished: float) -> int:
    return max(1, min(MOST_PIECES, math.ceil(wished)))


def _cubic_at(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    s = 1 - t
    k, m, n, o = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return (k * a[0] + m * b[0] + n * c[0] + o * d[0], k * a[1] + m * b[1] + n * c[1] + o * d[1])
