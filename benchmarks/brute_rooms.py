"""Who sees into and out of a room, who stands in area cover, and what is nearer to whom, for the brute force.

Shares no code with the program. Inches and degrees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple

from benchmarks.brute_lines import Thing
from benchmarks.brute_men import TOL, Board, House, Land, Man
from benchmarks.brute_shapes import Flat, Oval, Ring, cross, inside, meet, sides

Rules = Mapping[str, Any]

FINE = 720
"""So many points of an oval stand for it where it is asked how far it is."""
STRIPS = 200
"""A base is cut into so many strips between two corners, to tell how much of it is in something."""
SLIGHT = 0.01
"""So many degrees are rounding."""


class Rooms(NamedTuple):
    """What rooms mean for two models: those that hide nothing between them, whether walls part the two
    altogether, and whether the target is in one that the viewer is not in."""

    open: frozenset[str] = frozenset()
    shut: bool = False
    target: bool = False


def rooms(board: Board, rules: Rules, viewer: Man, target: Man) -> Rooms:
    """What doors and windows let two models see of each other; nothing where no rules speak of them."""
    by = rules.get("openings")
    first, second = _house_of(board, viewer), _house_of(board, target)
    if by is None or first == second:
        return Rooms()
    ends = ((first, viewer, target), (second, target, viewer))
    if any(house and not _sees_out(board, by, house, man, other) for house, man, other in ends):
        return Rooms(shut=True)
    return Rooms(frozenset(house.id for house in (first, second) if house), target=second is not None)


def _house_of(board: Board, man: Man) -> House | None:
    held = (house for house in board.houses if man.z < house.top - TOL and inside(man.at, [house.ring], True))
    return next(held, None)


def _sees_out(board: Board, by: Rules, house: House, man: Man, other: Man) -> bool:
    if by["sector"] >= 360:
        return True
    if by["announced"] in house.words and by["mark"] not in man.marks:
        return False
    return any(
        _turned_from(_outward(house, gap), man.at, other.at) <= by["sector"] / 2 + SLIGHT
        for gap in house.gaps
        if man.id in _at_gap(board, by, house, gap)
    )


def _at_gap(board: Board, by: Rules, house: House, gap: tuple[Flat, Flat]) -> Sequence[str]:
    """Who stands at a gap: the nearest to its middle, as many as it is whole inches wide, one at least."""
    (ax, ay), (bx, by_) = gap
    middle, wide = ((ax + bx) / 2, (ay + by_) / 2), math.dist(*gap)
    near = [
        (math.dist(man.at, middle), man.id)
        for man in board.men
        if _house_of(board, man) == house and _is_before(by["within"], gap, man.at)
    ]
    return [name for _, name in sorted(near)[: max(1, int(wide + TOL))]]


def _is_before(within: float, gap: tuple[Flat, Flat], p: Flat) -> bool:
    """Whether the foot of the perpendicular from a point is in a gap, and the perpendicular short enough."""
    a, b = gap
    wide = math.dist(a, b)
    if wide <= TOL:
        return False
    short = abs(float(cross(a, b, p))) / wide <= within + TOL
    foot = float((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / wide
    return short and -TOL <= foot <= wide + TOL


def _outward(house: House, gap: tuple[Flat, Flat]) -> Flat:
    """The way out of a gap, square to it: to the side on which the house's middle is not."""
    a, b = gap
    xs, ys = zip(*house.ring, strict=True)
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    left = (a[1] - b[1], b[0] - a[0])
    return (-left[0], -left[1]) if cross(a, b, middle) > 0 else left


def _turned_from(way: Flat, a: Flat, b: Flat) -> float:
    """The angle between a way and the line from one point to another."""
    x, y = float(b[0] - a[0]), float(b[1] - a[1])
    wx, wy = float(way[0]), float(way[1])
    return math.degrees(abs(math.atan2(wx * y - wy * x, wx * x + wy * y)))


def is_nearer(thing: Thing, man: Man, other: Man) -> bool:
    """Whether something is nearer to the base of one model than to the other's."""
    return _away(thing, man) < _away(thing, other) - TOL


def _away(thing: Thing, man: Man) -> float:
    """How far a base is from a thing, in space: over or below it, height counts."""
    up = max(float(man.z - thing.top), float(thing.bottom - man.z), 0.0)
    outline = thing.oval.points(FINE) if thing.oval else thing.rings[0]
    if man.oval and man.oval.a == man.oval.b:
        return math.hypot(max(0.0, _gap([man.at], outline) - man.oval.a), up)
    return math.hypot(_gap(man.oval.points(FINE) if man.oval else man.ring, outline), up)


def _gap(one: Ring, other: Ring) -> float:
    """How far a ring, or a single point, is from another ring; 0 where they overlap."""
    if inside(one[0], [other], True) or (
        len(one) > 2 and (inside(other[0], [one], True) or meet(one, other))
    ):
        return 0.0
    ends = [*product(one, sides(other)), *(product(other, sides(one)) if len(one) > 2 else ())]
    return min(_to_side(p, a, b) for p, (a, b) in ends)


def _to_side(p: Flat, a: Flat, b: Flat) -> float:
    dx, dy = float(b[0] - a[0]), float(b[1] - a[1])
    x, y = float(p[0] - a[0]), float(p[1] - a[1])
    part = min(1.0, max(0.0, (x * dx + y * dy) / ((dx * dx + dy * dy) or 1.0)))
    return math.hypot(x - part * dx, y - part * dy)


def part_in(man: Man, land: Sequence[Land]) -> float:
    """The part of a base that is in any of some terrain, by strips from its left to its right."""
    base = Thing("", [] if man.oval else [man.ring], 0, 1, man.oval)
    box = man.oval.points(FINE) if man.oval else list(man.ring)
    left, right = min(float(x) for x, _ in box), max(float(x) for x, _ in box)
    rings = [ring for one in land for ring in one.thing.rings]
    corners = (float(x) for ring in (*rings, [] if man.oval else man.ring) for x, _ in ring)
    cuts = sorted({left, right, float(man.x), *(x for x in corners if left < x < right)})
    whole = held = 0.0
    for start, end in pairwise(cuts):
        wide = (end - start) / STRIPS
        for k in range(STRIPS):
            x = start + (k + 0.5) * wide
            low, high = _strip(base.oval, base.rings, x) or (0.0, 0.0)
            whole += wide * (high - low)
            held += wide * _covered(low, high, [part for one in land for part in _levels(one.thing.rings, x)])
    return held / whole


def _strip(oval: Oval | None, rings: Sequence[Ring], x: float) -> tuple[float, float] | None:
    """From where to where a convex outline runs along an upright line."""
    if oval is None:
        return next(_levels(rings, x), None)
    return oval.crossed((x, 0.0), (x, 1.0))


def _levels(rings: Sequence[Ring], x: float) -> Iterator[tuple[float, float]]:
    """The parts of an upright line that are inside rings."""
    found = sorted(
        float(a[1]) + (x - float(a[0])) / float(b[0] - a[0]) * float(b[1] - a[1])
        for ring in rings
        for a, b in sides(ring)
        if (a[0] > x) != (b[0] > x)
    )
    yield from zip(found[::2], found[1::2], strict=True)


def _covered(low: float, high: float, parts: Sequence[tuple[float, float]]) -> float:
    total, reached = 0.0, low
    for bottom, top in sorted(parts):
        start, end = max(bottom, reached), min(top, high)
        if end > start:
            total, reached = total + end - start, end
    return total
