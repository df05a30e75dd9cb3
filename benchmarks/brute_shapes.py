"""Outlines in plan for the brute force, which shares no code with the program. With Fractions in place of
floats whatever has straight sides is exact. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

Number = Any
"""A float or a Fraction."""
Flat = tuple[Number, Number]
Ring = Sequence[Flat]
Span = tuple[Number, Number]


class Oval(NamedTuple):
    """A round outline: its middle, half of how long and how wide it is, and the way it is long (a unit
    vector)."""

    x: float
    y: float
    a: float
    b: float
    ux: float = 1.0
    uy: float = 0.0

    def unit(self, p: Flat) -> Flat:
        """A point where the outline is the unit circle."""
        dx, dy = float(p[0]) - self.x, float(p[1]) - self.y
        return (dx * self.ux + dy * self.uy) / self.a, (dy * self.ux - dx * self.uy) / self.b

    def place(self, q: Flat) -> Flat:
        """The point that ``unit`` gives."""
        x, y = q[0] * self.a, q[1] * self.b
        return self.x + x * self.ux - y * self.uy, self.y + x * self.uy + y * self.ux

    def wider(self, by: float) -> Oval:
        """The same, wider all round."""
        return self._replace(a=self.a + by, b=self.b + by)

    def holds(self, p: Flat) -> bool:
        """Whether a point is in it."""
        return math.hypot(*self.unit(p)) <= 1.0

    def points(self, many: int) -> list[Flat]:
        """Points on it."""
        turns = (2.0 * math.pi * k / many for k in range(many))
        return [self.place((math.cos(t), math.sin(t))) for t in turns]

    def box(self) -> list[Flat]:
        """The corners of the rectangle about it."""
        return [self.place(corner) for corner in ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))]

    def tangents(self, p: Flat) -> list[Flat]:
        """Where lines from a point outside touch it."""
        x, y = self.unit(p)
        square = x * x + y * y
        if square <= 1.0:
            return []
        wide = math.sqrt(square - 1.0)
        return [self.place(((x - s * y * wide) / square, (y + s * x * wide) / square)) for s in (1.0, -1.0)]

    def crossed(self, a: Flat, b: Flat) -> Span | None:
        """From where to where the whole line through two points runs in it, in parts of the way from one to
        the other."""
        (px, py), (qx, qy) = self.unit(a), self.unit(b)
        dx, dy = qx - px, qy - py
        square, half = dx * dx + dy * dy, px * dx + py * dy
        bend = half * half - square * (px * px + py * py - 1.0)
        if bend <= 0:
            return None
        root = math.sqrt(bend)
        return (-half - root) / square, (-half + root) / square


def cross(o: Flat, a: Flat, b: Flat) -> Number:
    """Twice the area of a triangle, above 0 when it runs counter-clockwise."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def sides(ring: Ring) -> Iterator[tuple[Flat, Flat]]:
    """The sides of a ring."""
    yield from pairwise([*ring, ring[0]])


def _on(p: Flat, a: Flat, b: Flat) -> bool:
    within = min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    return bool(within and cross(a, b, p) == 0)


def inside(p: Flat, rings: Sequence[Ring], border: bool = False) -> bool:
    """Whether a point is inside; what it is on a border is said by ``border``."""
    odd, y = False, p[1]
    for ring in rings:
        a = ring[-1]
        for b in ring:
            if (a[1] > y) != (b[1] > y):
                turn = cross(a, b, p)
                if turn == 0:
                    return border
                odd ^= bool((turn > 0) == (b[1] > a[1]))
            elif (a[1] == y or b[1] == y) and _on(p, a, b):
                return border
            a = b
    return odd


def meet(first: Ring, second: Ring) -> bool:
    """Whether the sides of two rings cross or touch."""
    return any(_cross_or_touch(a, b, c, d) for a, b in sides(first) for c, d in sides(second))


def _cross_or_touch(a: Flat, b: Flat, c: Flat, d: Flat) -> bool:
    if _on(a, c, d) or _on(b, c, d) or _on(c, a, b) or _on(d, a, b):
        return True
    first, second = cross(a, b, c) > 0, cross(a, b, d) > 0
    return bool(first != second and (cross(c, d, a) > 0) != (cross(c, d, b) > 0))


def crossed(a: Flat, b: Flat, ring: Ring) -> Span | None:
    """As ``Oval.crossed``, of a convex ring that runs counter-clockwise."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    low, high = -math.inf, math.inf
    for p, q in sides(ring):
        ex, ey = q[0] - p[0], q[1] - p[1]
        depth, rate = ex * (a[1] - p[1]) - ey * (a[0] - p[0]), ex * dy - ey * dx
        if rate > 0:
            low = max(low, -depth / rate)
        elif rate < 0:
            high = min(high, -depth / rate)
        elif depth < 0:
            return None
    return (low, high) if low < high else None


def outermost(eye: Flat, ring: Ring) -> tuple[Flat, Flat]:
    """The corners of a convex ring farthest to the right and to the left for an eye outside, the nearer of
    two in one line."""
    found = [[p for p in ring if all(side * cross(eye, p, q) >= 0 for q in ring)] for side in (1, -1)]
    right, left = (min(ends, key=lambda p: _square(eye, p)) for ends in found)
    return right, left


def _square(a: Flat, b: Flat) -> Number:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def convex(points: Sequence[Flat]) -> list[Flat]:
    """The band about some points."""
    ordered = sorted(set(points))
    found: list[Flat] = []
    for way in (ordered, ordered[::-1]):
        side: list[Flat] = []
        for p in way:
            while len(side) > 1 and cross(side[-2], side[-1], p) <= 0:
                side.pop()
            side.append(p)
        found += side[:-1]
    return found
