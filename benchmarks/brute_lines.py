"""Sight worked out the slow way: what the brute force judges by. Shares no code with the program.

A line in plan is cut where it meets anything, and between two cuts its middle is inside a thing or not. So
every thing stands on the line as slabs: from here to there along it, from this height to that. A slab hides
of an upright target what lies between its lowest and highest shadow. With Fractions in place of floats every
answer is exact. Inches; a part of a line is 0 at its start and 1 at its end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import NamedTuple

from benchmarks.brute_shapes import Flat, Number, Oval, Ring, Span, cross, inside, sides

GRAZE = 1e-7
"""Inches of a line that count as touching."""
FAR = 10**12
"""Higher than any shadow that counts."""
SLIVER = 1e-10
"""Narrower parts of a foot are rounding."""
SPECK = 1e-12
"""And so are shorter parts of a line."""
TOL = 0.005
"""Things up to so far apart are one."""
SIDES = (0.25, 0.5, 0.75)
"""Parts of TOL in which one of two things that are one lies to the left of a line, and the other to the right
within the rest: enough for cracks up to three quarters of it."""


class Hole(NamedTuple):
    """Air in a thing: a room, a door, a window."""

    ring: Ring
    bottom: Number
    top: Number


class Thing(NamedTuple):
    """What may hide: upright sides over rings (the first is the outline), or over an oval; or what closes the
    joint between two ``halves``."""

    id: str
    rings: Sequence[Ring]
    bottom: Number
    top: Number
    oval: Oval | None = None
    holes: tuple[Hole, ...] = ()
    halves: tuple[Thing, ...] = ()


class Slab(NamedTuple):
    """A thing on a line: from ``start`` to ``end`` of it, from ``bottom`` to ``top``."""

    start: Number
    end: Number
    bottom: Number
    top: Number


def spans(a: Flat, b: Flat, rings: Sequence[Ring], border: bool = False) -> list[Span]:
    """The parts of a line that run inside rings, or with ``border`` along them."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    cuts = {dx * 0, dx * 0 + 1}
    for ring in rings:
        for p, q in sides(ring):
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


def _through(a: Flat, b: Flat, oval: Oval) -> list[Span]:
    whole = oval.crossed(a, b)
    if whole is None:
        return []
    s, t = max(0.0, whole[0]), min(1.0, whole[1])
    return [(s, t)] if t > s else []


def slabs(a: Flat, b: Flat, thing: Thing) -> list[Slab]:
    """How a thing stands on a line, its holes taken out."""
    if thing.halves:
        return list(_between(a, b, thing.halves))
    plan = _through(a, b, thing.oval) if thing.oval else spans(a, b, thing.rings)
    airs = [(s, t, hole) for hole in thing.holes for s, t in spans(a, b, [hole.ring], True)]
    found = []
    for start, end in plan:
        cuts = sorted({start, end, *(v for s, t, _ in airs for v in (s, t) if start < v < end)})
        for s, t in pairwise(cuts):
            if t - s < SPECK:
                continue
            levels = [(thing.bottom, thing.top)]
            for u, v, hole in airs:
                if u < (s + t) / 2 < v:
                    levels = [part for level in levels for part in _less(level, hole)]
            found += [Slab(s, t, low, high) for low, high in levels]
    return found


def _between(a: Flat, b: Flat, halves: Sequence[Thing]) -> Iterator[Slab]:
    """Where one thing is within reach to the left of a line and another to its right, or one over the other:
    both no farther apart than TOL."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    wide = type(dx)(TOL / math.hypot(float(dx), float(dy)))
    for part in (None, *SIDES):
        for one, other in (halves, halves[::-1]):
            left, right = (type(dx)(part) * wide, type(dx)(part - 1) * wide) if part else (0, 0)
            found = [
                slabs((a[0] - k * dy, a[1] + k * dx), (b[0] - k * dy, b[1] + k * dx), thing)
                for k, thing in ((left, one), (right, other))
            ]
            for p, q in product(*found):
                bottom, top = max(p.bottom, q.bottom), min(p.top, q.top)
                start, end = max(p.start, q.start), min(p.end, q.end)
                beside = bottom < top and end - start > -wide if part else 0 <= bottom - top <= TOL
                if beside and (part or end - start > SPECK):
                    first, last = min(start, end) - wide / 8, max(start, end) + wide / 8
                    yield Slab(first, last, min(bottom, top - SPECK), max(top, bottom + SPECK))


def _less(level: Span, hole: Hole) -> list[Span]:
    low, high = level
    parts = ((low, min(high, hole.bottom)), (max(low, hole.top), high))
    return [(p, q) for p, q in parts if p < q]


def blocked(
    a: tuple[Number, ...], b: tuple[Number, ...], things: Sequence[Thing], graze: Number = GRAZE
) -> bool:
    """Whether a line in space (x, y, z at both ends) runs through anything for more than a graze."""
    length = math.dist([float(v) for v in a[:2]], [float(v) for v in b[:2]])
    least, low, high = graze / length if graze else 0, min(a[2], b[2]), max(a[2], b[2])
    return any(
        end - start > least
        for thing in things
        if low < thing.top and (high > thing.bottom or thing.bottom <= 0)
        for slab in slabs(a[:2], b[:2], thing)
        for start, end in [at_height(a[2], b[2], slab)]
    )


def at_height(z0: Number, z1: Number, slab: Slab) -> Span:
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
        return eye if z == eye else FAR if z > eye else -FAR
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


def sampled_share(eye: tuple[Number, ...], target: Target, things: Sequence[Thing], slices: int) -> float:
    """The visible share by so many upright slices between any two corners and tangents of what hides."""
    hidden, things = 0.0, _before(eye, target, things)
    for start, end in pairwise(_corners(eye, target, things, 1.0)):
        if end - start > SLIVER:
            hidden += _mean_hidden(eye, target, things, (start, end), slices) * (end - start)
    return 1.0 - hidden / float(target.high - target.low)


def _mean_hidden(
    eye: tuple[Number, ...], target: Target, things: Sequence[Thing], part: Span, slices: int
) -> float:
    """What is hidden on the mean in a part of the foot. Slices stand close at both of its ends, where the
    shadow of something round bends most."""
    total, (start, end) = 0.0, part
    for k in range(slices):
        at = 0.5 - 0.5 * math.cos(math.pi * (k + 0.5) / slices)
        weight = 0.5 * (math.cos(math.pi * k / slices) - math.cos(math.pi * (k + 1) / slices))
        total += weight * hidden_at(eye, target, things, start + at * (end - start))
    return total


def exact_share(eye: tuple[Number, ...], target: Target, things: Sequence[Thing]) -> Number:
    """The visible share of a target among things with straight sides, exact for Fractions.

    Between the shadows of two neighbouring corners every shadow has straight borders, and between two
    crossings of borders what is hidden grows evenly: its value in the middle is its mean. Where rounding
    makes a speck of a shadow come and go, halves are looked at.
    """
    one = target.low * 0 + 1
    hidden, things = one * 0, _before(eye, target, things)
    for start, end in pairwise(_corners(eye, target, things, one)):
        hidden += _hidden_between(eye, target, things, (start, end))
    return 1 - hidden / (target.high - target.low)


def _hidden_between(eye: tuple[Number, ...], target: Target, things: Sequence[Thing], part: Span) -> Number:
    """What is hidden over a part of the foot, in which no corner's shadow begins or ends."""
    start, end = part
    third = (end - start) / 3
    if end - start < SLIVER:
        return third * 0
    first = _shadows(eye, target, things, start + third)
    second = _shadows(eye, target, things, end - third)
    if len(first) != len(second):
        halves = ((start, (start + end) / 2), ((start + end) / 2, end))
        return sum(_hidden_between(eye, target, things, half) for half in halves)
    borders = [line for near, far in zip(first, second, strict=True) for line in zip(near, far, strict=True)]
    borders += [(target.low, target.low), (target.high, target.high)]
    cuts, total = {start, end}, third * 0
    for (a0, a1), (b0, b1) in combinations(borders, 2) if first else ():
        turn = (a1 - a0) - (b1 - b0)
        if turn != 0:
            cuts.add(start + third + (b0 - a0) / turn * third)
    for s, t in pairwise(sorted(c for c in cuts if start <= c <= end)):
        if t > s:
            total += hidden_at(eye, target, things, (s + t) / 2) * (t - s)
    return total


def _before(eye: tuple[Number, ...], target: Target, things: Sequence[Thing]) -> list[Thing]:
    """The things that may stand between an eye and a target."""
    corners = [eye[:2], target.left, target.right]
    if cross(*corners) < 0:
        corners.reverse()
    borders = list(sides(corners))

    def beyond(thing: Thing) -> bool:
        points = thing.rings[0] if not thing.oval else thing.oval.box()
        return any(all(cross(a, b, p) <= 0 for p in points) for a, b in borders)

    low, high = min(eye[2], target.low), max(eye[2], target.high)
    return [thing for thing in things if thing.top > low and thing.bottom < high and not beyond(thing)]


def _corners(eye: tuple[Number, ...], target: Target, things: Sequence[Thing], one: Number) -> list[Number]:
    """Where the shadows of all corners, and of what crosses the foot, fall on the foot of a target."""
    (lx, ly), (rx, ry) = target.left, target.right
    wx, wy = rx - lx, ry - ly
    found = {one * 0, one}
    rings = [ring for thing in things for ring in (*thing.rings, *(hole.ring for hole in thing.holes))]
    for ring in rings:
        for a, b in sides(ring):
            dx, dy = a[0] - eye[0], a[1] - eye[1]
            turn = dx * wy - dy * wx
            if turn != 0:
                found.add(((lx - eye[0]) * dy - (ly - eye[1]) * dx) / (dx * wy - dy * wx))
            ex, ey = b[0] - a[0], b[1] - a[1]
            if wx * ey - wy * ex != 0:
                found.add(((a[0] - lx) * ey - (a[1] - ly) * ex) / (wx * ey - wy * ex))
    crossing = [side for ring in rings for side in sides(ring)]
    for (a, b), (c, d) in combinations(crossing, 2):
        found |= _meeting(eye, target, a, b, c, d)
    for oval in (thing.oval for thing in things if thing.oval):
        found |= _of_oval(eye, target, oval)
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


def _of_oval(eye: tuple[Number, ...], target: Target, oval: Oval) -> set[Number]:
    """Where the shadow of something round begins and ends, and where it crosses the foot."""
    (lx, ly), (rx, ry) = target.left, target.right
    found = set(oval.crossed(target.left, target.right) or ())
    for x, y in oval.tangents(eye[:2]):
        dx, dy = x - eye[0], y - eye[1]
        across = dx * (ry - ly) - dy * (rx - lx)
        if across != 0:
            found.add(((lx - eye[0]) * dy - (ly - eye[1]) * dx) / across)
    return found
