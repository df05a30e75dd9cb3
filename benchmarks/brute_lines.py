"""Sight worked out the slow way: what the brute force judges by. Shares no code with the program.

A line in plan is cut where it meets anything, and between two cuts its middle is inside a thing or not. So
every thing stands on the line as slabs: from here to there along it, from this height to that. A slab hides
of an upright target what lies between its lowest and highest shadow. With Fractions in place of floats every
answer is exact. Inches; a part of a line is 0 at its start and 1 at its end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

Number = Any
"""A float or a Fraction."""
Flat = tuple[Number, Number]
Ring = Sequence[Flat]
Span = tuple[Number, Number]

GRAZE = 1e-7
"""Inches of a line that count as touching."""


class Hole(NamedTuple):
    """Air in a thing: a room, a door, a window."""

    ring: Ring
    bottom: Number
    top: Number


class Thing(NamedTuple):
    """What may hide: upright sides over rings (the first is the outline), or over a disc (x, y, radius)."""

    id: str
    rings: Sequence[Ring]
    bottom: Number
    top: Number
    disc: tuple[Number, Number, Number] | None = None
    holes: tuple[Hole, ...] = ()


class Slab(NamedTuple):
    """A thing on a line: from ``start`` to ``end`` of it, from ``bottom`` to ``top``."""

    start: Number
    end: Number
    bottom: Number
    top: Number


def _cross(o: Flat, a: Flat, b: Flat) -> Number:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def _sides(ring: Ring) -> Iterator[tuple[Flat, Flat]]:
    yield from pairwise([*ring, ring[0]])


def _on(p: Flat, a: Flat, b: Flat) -> bool:
    within = min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    return within and _cross(a, b, p) == 0


def inside(p: Flat, rings: Sequence[Ring], border: bool = False) -> bool:
    """Whether a point is inside; what it is on a border is said by ``border``."""
    odd = False
    for ring in rings:
        for a, b in _sides(ring):
            if _on(p, a, b):
                return border
            if (a[1] > p[1]) != (b[1] > p[1]) and (_cross(a, b, p) > 0) == (b[1] > a[1]):
                odd = not odd
    return odd


def spans(a: Flat, b: Flat, rings: Sequence[Ring], border: bool = False) -> list[Span]:
    """The parts of a line that run inside rings, or with ``border`` along them."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    cuts = {dx * 0, dx * 0 + 1}
    for ring in rings:
        for p, q in _sides(ring):
            ex, ey = q[0] - p[0], q[1] - p[1]
            turn = dx * ey - dy * ex
            if turn == 0:
                square = dx * dx + dy * dy
                cuts |= {((v[0] - a[0]) * dx + (v[1] - a[1]) * dy) / square for v in (p, q)}
                continue
            cuts.add(((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / turn)
    found: list[Span] = []
    for s, t in pairwise(sorted(c for c in cuts if 0 <= c <= 1)):
        middle = (s + t) / 2
        if t > s and inside((a[0] + middle * dx, a[1] + middle * dy), rings, border):
            found.append((s, t))
    return found


def _through_disc(a: Flat, b: Flat, disc: tuple[Number, Number, Number]) -> list[Span]:
    x, y, r = disc
    dx, dy, ox, oy = b[0] - a[0], b[1] - a[1], a[0] - x, a[1] - y
    square, half = dx * dx + dy * dy, ox * dx + oy * dy
    bend = half * half - square * (ox * ox + oy * oy - r * r)
    if bend <= 0:
        return []
    root = math.sqrt(bend)
    s, t = max(0.0, (-half - root) / square), min(1.0, (-half + root) / square)
    return [(s, t)] if t > s else []


def slabs(a: Flat, b: Flat, thing: Thing) -> list[Slab]:
    """How a thing stands on a line, its holes taken out."""
    plan = _through_disc(a, b, thing.disc) if thing.disc else spans(a, b, thing.rings)
    airs = [(s, t, hole) for hole in thing.holes for s, t in spans(a, b, [hole.ring], True)]
    found = []
    for start, end in plan:
        cuts = sorted({start, end, *(v for s, t, _ in airs for v in (s, t) if start < v < end)})
        for s, t in pairwise(cuts):
            levels = [(thing.bottom, thing.top)]
            for u, v, hole in airs:
                if u < (s + t) / 2 < v:
                    levels = [part for level in levels for part in _less(level, hole)]
            found += [Slab(s, t, low, high) for low, high in levels]
    return found


def _less(level: Span, hole: Hole) -> list[Span]:
    low, high = level
    parts = ((low, min(high, hole.bottom)), (max(low, hole.top), high))
    return [(p, q) for p, q in parts if p < q]


def blocked(
    a: tuple[Number, ...], b: tuple[Number, ...], things: Sequence[Thing], graze: Number = GRAZE
) -> bool:
    """Whether a line in space (x, y, z at both ends) runs through anything for more than a graze."""
    length = math.dist([float(v) for v in a[:2]], [float(v) for v in b[:2]])
    least = graze / length if graze else 0
    return any(
        high - low > least
        for thing in things
        for slab in slabs(a[:2], b[:2], thing)
        for low, high in [_at_height(a[2], b[2], slab)]
    )


def _at_height(z0: Number, z1: Number, slab: Slab) -> Span:
    """The part of a slab in which a line is above its bottom and below its top. What stands on the ground
    has no underside."""
    start, end = slab.start, slab.end
    bottom = slab.bottom if slab.bottom > 0 else min(z0, z1) - 1
    if z0 == z1:
        return (start, end) if bottom < z0 < slab.top else (start, start)
    low, high = sorted(((bottom - z0) / (z1 - z0), (slab.top - z0) / (z1 - z0)))
    return max(start, low), min(end, high)


def _shadow(eye: Number, slab: Slab) -> Span:
    """From where to where a slab hides an upright line at the end of a line of sight."""
    return (
        min(_cast(eye, slab.bottom, s) for s in (slab.start, slab.end)),
        max(_cast(eye, slab.top, s) for s in (slab.start, slab.end)),
    )


def _cast(eye: Number, z: Number, part: Number) -> Number:
    if part == 0:
        return eye if z == eye else math.copysign(1e12, z - eye)
    return eye + (z - eye) / part


class Target(NamedTuple):
    """An upright rectangle: over the line from ``left`` to ``right``, from ``low`` to ``high``."""

    left: Flat
    right: Flat
    low: Number
    high: Number

    def foot(self, part: Number) -> Flat:
        """A place on its foot."""
        (ax, ay), (bx, by) = self.left, self.right
        return ax + part * (bx - ax), ay + part * (by - ay)


def chord(eye: Flat, disc: tuple[float, float, float], low: float, high: float) -> Target:
    """What is looked at of a round base: between the points where lines from the eye touch it."""
    x, y, r = disc
    away = math.dist(eye, (x, y))
    ux, uy = (x - eye[0]) / away, (y - eye[1]) / away
    along, wide = away - r * r / away, r * math.sqrt(away * away - r * r) / away
    px, py = eye[0] + along * ux, eye[1] + along * uy
    return Target((px - wide * uy, py + wide * ux), (px + wide * uy, py - wide * ux), low, high)


def _shadows(eye: tuple[Number, ...], target: Target, things: Sequence[Thing], part: Number) -> list[Span]:
    end = target.foot(part)
    return [_shadow(eye[2], slab) for thing in things for slab in slabs(eye[:2], end, thing)]


def hidden_at(eye: tuple[Number, ...], target: Target, things: Sequence[Thing], part: Number) -> Number:
    """How much of the upright line over a place of the foot is hidden, inches."""
    return _covered(_shadows(eye, target, things, part), target)


def _covered(shadows: Sequence[Span], target: Target) -> Number:
    total, reached = target.low * 0, target.low
    for bottom, top in sorted(shadows):
        low, high = max(bottom, reached), min(top, target.high)
        if high > low:
            total, reached = total + high - low, high
    return total


def sampled_share(eye: tuple[float, ...], target: Target, things: Sequence[Thing], slices: int) -> float:
    """The visible share by so many upright slices; off by up to a slice for every end of a thing."""
    parts = [(k + 0.5) / slices for k in range(slices)]
    hidden = sum(hidden_at(eye, target, things, part) for part in parts)
    return float(1.0 - hidden / slices / (target.high - target.low))


def exact_share(eye: tuple[Number, ...], target: Target, things: Sequence[Thing]) -> Number:
    """The visible share of a target among things with straight sides, exact for Fractions.

    Between the shadows of two neighbouring corners every shadow has straight borders, and between two
    crossings of borders what is hidden grows evenly: its value in the middle is its mean.
    """
    one = target.low * 0 + 1
    hidden = one * 0
    for start, end in pairwise(_corners(eye, target, things, one)):
        third = (end - start) / 3
        first = _shadows(eye, target, things, start + third)
        if not first:
            continue
        second = _shadows(eye, target, things, end - third)
        both = zip(first, second, strict=True)
        borders = [line for near, far in both for line in zip(near, far, strict=True)]
        borders += [(target.low, target.low), (target.high, target.high)]
        cuts = {start, end}
        for (a0, a1), (b0, b1) in combinations(borders, 2):
            turn = (a1 - a0) - (b1 - b0)
            if turn != 0:
                cuts.add(start + third + (b0 - a0) / turn * third)
        for s, t in pairwise(sorted(c for c in cuts if start <= c <= end)):
            if t > s:
                hidden += hidden_at(eye, target, things, (s + t) / 2) * (t - s)
    return 1 - hidden / (target.high - target.low)


def _corners(eye: tuple[Number, ...], target: Target, things: Sequence[Thing], one: Number) -> list[Number]:
    """Where the shadows of all corners, and of what crosses the foot, fall on the foot of a target."""
    (lx, ly), (rx, ry) = target.left, target.right
    wx, wy = rx - lx, ry - ly
    found = {one * 0, one}
    rings = [ring for thing in things for ring in (*thing.rings, *(hole.ring for hole in thing.holes))]
    for ring in rings:
        for a, b in _sides(ring):
            dx, dy = a[0] - eye[0], a[1] - eye[1]
            turn = dx * wy - dy * wx
            if turn != 0:
                found.add(((lx - eye[0]) * dy - (ly - eye[1]) * dx) / (dx * wy - dy * wx))
            ex, ey = b[0] - a[0], b[1] - a[1]
            if wx * ey - wy * ex != 0:
                found.add(((a[0] - lx) * ey - (a[1] - ly) * ex) / (wx * ey - wy * ex))
    crossing = [side for ring in rings for side in _sides(ring)]
    for (a, b), (c, d) in combinations(crossing, 2):
        found |= _meeting(eye, target, a, b, c, d)
    return sorted(v for v in found if 0 <= v <= 1)


def _meeting(eye: tuple[Number, ...], target: Target, a: Flat, b: Flat, c: Flat, d: Flat) -> set[Number]:
    """Where the shadow of the crossing of two sides falls: what covers what changes there."""
    ex, ey, fx, fy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    turn = ex * fy - ey * fx
    if turn == 0:
        return set()
    s = ((c[0] - a[0]) * fy - (c[1] - a[1]) * fx) / turn
    if not 0 < s < 1:
        return set()
    dx, dy = a[0] + s * ex - eye[0], a[1] + s * ey - eye[1]
    (lx, ly), (rx, ry) = target.left, target.right
    across = dx * (ry - ly) - dy * (rx - lx)
    return set() if across == 0 else {((lx - eye[0]) * dy - (ly - eye[1]) * dx) / across}
