"""Which things are so near each other that they are one, for the brute force; no code of the program is used.
Inches."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from benchmarks.brute_lines import TOL, Thing
from benchmarks.brute_shapes import Flat, Ring, inside, meet, sides

ROUND = 90
"""So many points of an oval stand for it."""


def joints(things: Sequence[Thing], shares: bool) -> Iterator[Thing]:
    """What closes the joints of things; where shares decide, those that are not merely touching."""
    for one, other in combinations(things, 2):
        bottom, top = max(one.bottom, other.bottom), min(one.top, other.top)
        if one.id == other.id or bottom - top > TOL:
            continue
        apart = _apart(_outline(one), _outline(other))
        if apart <= TOL and (bottom > top or apart > 0 or not shares):
            low, high = (bottom, top) if bottom < top else (top - TOL, bottom + TOL)
            yield Thing(f"{one.id} | {other.id}", [_outline(one)], low, high, halves=(one, other))


def _outline(thing: Thing) -> Ring:
    return thing.oval.points(ROUND) if thing.oval else thing.rings[0]


def _apart(one: Ring, other: Ring) -> float:
    """How far two outlines are apart; 0 for those that touch or overlap."""
    for axis in (0, 1):
        if min(p[axis] for p in one) - max(p[axis] for p in other) > TOL:
            return math.inf
        if min(p[axis] for p in other) - max(p[axis] for p in one) > TOL:
            return math.inf
    if meet(one, other) or inside(one[0], [other]) or inside(other[0], [one]):
        return 0.0
    ends = [*product(one, sides(other)), *product(other, sides(one))]
    return min(_away(p, a, b) for p, (a, b) in ends)


def _away(p: Flat, a: Flat, b: Flat) -> float:
    """How far a point is from a side."""
    dx, dy = float(b[0] - a[0]), float(b[1] - a[1])
    x, y = float(p[0] - a[0]), float(p[1] - a[1])
    part = min(1.0, max(0.0, (x * dx + y * dy) / ((dx * dx + dy * dy) or 1.0)))
    return math.hypot(x - part * dx, y - part * dy)
