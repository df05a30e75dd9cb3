"""Approximation of curves by straight segments, with a given maximum deviation from the curve."""

from __future__ import annotations

import math
from typing import Final

Point = tuple[float, float]
MAX_SEGMENTS_PER_CURVE: Final = 200


def cubic_bezier_points(a: Point, b: Point, c: Point, d: Point, max_deviation: float) -> list[Point]:
    """Return points that approximate a cubic Bezier curve from `a` to `d`, excluding the start `a`."""
    bend = max(
        math.hypot(p[0] - 2 * q[0] + r[0], p[1] - 2 * q[1] + r[1]) for p, q, r in ((a, b, c), (b, c, d))
    )
    pieces = _pieces(math.sqrt(0.75 * bend / max_deviation))
    return [_cubic_at(a, b, c, d, k / pieces) for k in range(1, pieces)] + [d]


def quadratic_bezier_points(a: Point, b: Point, c: Point, max_deviation: float) -> list[Point]:
    """Return points that approximate a quadratic Bezier curve from `a` to `c`, excluding the start `a`."""
    first = (a[0] + 2 * (b[0] - a[0]) / 3, a[1] + 2 * (b[1] - a[1]) / 3)
    second = (c[0] + 2 * (b[0] - c[0]) / 3, c[1] + 2 * (b[1] - c[1]) / 3)
    return cubic_bezier_points(a, first, second, c, max_deviation)


def _pieces(wished: float) -> int:
    return max(1, min(MAX_SEGMENTS_PER_CURVE, math.ceil(wished)))


def _cubic_at(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    s = 1 - t
    k, m, n, o = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return (k * a[0] + m * b[0] + n * c[0] + o * d[0], k * a[1] + m * b[1] + n * c[1] + o * d[1])


def elliptical_arc_points(
    a: Point,
    b: Point,
    radii: tuple[float, float],
    turn: float,
    large: bool,
    sweep: bool,
    max_deviation: float,
) -> list[Point]:
    """Return points that approximate an SVG arc from `a` to `b`, excluding `a` (SVG 1.1, F.6.5).

    The ellipse is rotated by `turn` radians.
    """
    rx, ry = abs(radii[0]), abs(radii[1])
    if not rx or not ry or a == b:
        return [b]
    c, s = math.cos(turn), math.sin(turn)
    dx, dy = (a[0] - b[0]) / 2, (a[1] - b[1]) / 2
    x, y = c * dx + s * dy, c * dy - s * dx
    grown = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grown, ry * grown
    free = (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2
    k = math.sqrt(max(0.0, free / ((rx * y) ** 2 + (ry * x) ** 2))) * (1 if large != sweep else -1)
    cx, cy = k * rx * y / ry, -k * ry * x / rx
    middle = (c * cx - s * cy + (a[0] + b[0]) / 2, s * cx + c * cy + (a[1] + b[1]) / 2)
    start = math.atan2((y - cy) / ry, (x - cx) / rx)
    swept = (math.atan2((-y - cy) / ry, (-x - cx) / rx) - start) % math.tau
    swept -= 0 if sweep else math.tau
    step = 2 * math.acos(max(0.0, 1 - max_deviation / max(rx, ry)))
    pieces = _pieces(abs(swept) / max(step, 1e-3))
    found = []
    for number in range(1, pieces):
        at = start + swept * number / pieces
        u, v = rx * math.cos(at), ry * math.sin(at)
        found.append((middle[0] + c * u - s * v, middle[1] + s * u + c * v))
    return [*found, b]
