"""A plain table for the brute force: terrain, models, what they stand in.

Shares no code with the program. Inches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.brute_lines import Thing
from benchmarks.brute_shapes import (
    Flat,
    Number,
    Oval,
    Ring,
    Span,
    convex,
    crossed,
    inside,
    meet,
    outermost,
    sides,
)

TOL = 0.005
CHORDS, FEWER = 48, 24
"""Units hide as the band about bases that the program draws by so many chords; here they have fewer."""
RIM = 180
"""So many points of an oval stand for it where it is asked what it stands in."""


class Land(NamedTuple):
    """A piece of terrain: its words are its kind and its traits."""

    thing: Thing
    words: frozenset[str]


class Man(NamedTuple):
    """A model: an upright cylinder over an oval, or over a rectangle."""

    id: str
    x: Number
    y: Number
    height: Number
    z: Number = 0.0
    on: str = ""
    unit: str = ""
    oval: Oval | None = None
    ring: Ring = ()
    marks: frozenset[str] = frozenset()
    radius: float = 0.0

    @property
    def at(self) -> Flat:
        """The middle of its base."""
        return self.x, self.y

    def thing(self, by: float = 0.0) -> Thing:
        """What it hides by; ovals wider all round."""
        oval = self.oval.wider(by) if self.oval else None
        return Thing(self.id, [] if oval else [self.ring], self.z, self.z + self.height, oval)

    def holds(self, p: Flat) -> bool:
        """Whether a point is in its base."""
        return self.oval.holds(p) if self.oval else inside(p, [self.ring], True)

    def crossed(self, a: Flat, b: Flat) -> Span | None:
        """From where to where the line through two points runs in its base."""
        return self.oval.crossed(a, b) if self.oval else crossed(a, b, self.ring)

    def across(self, way: Flat) -> Number:
        """How far its base reaches to both sides of its middle along a way (a unit vector)."""
        points = self.ring or (self.oval.points(4 * RIM) if self.oval else ())
        return max(abs((x - self.x) * way[0] + (y - self.y) * way[1]) for x, y in points)

    def corners(self, other: Flat) -> list[Flat]:
        """Those of the rectangle about it, which of a round base stands straight to another place."""
        if not self.oval:
            return list(self.ring)
        if self.oval.a != self.oval.b:
            return self.oval.box()
        away = math.dist(self.at, other)
        way = {"ux": (other[0] - self.x) / away, "uy": (other[1] - self.y) / away}
        return self.oval._replace(**way).box()

    def face(self, eye: Flat) -> tuple[Flat, Flat]:
        """What of it is farthest to both sides for an eye."""
        if not self.oval:
            return outermost(eye, self.ring)
        first, second = self.oval.tangents(eye)
        return first, second

    def smaller(self) -> Ring:
        """The outline of its base less TOL all round."""
        if self.oval:
            return self.oval.wider(-TOL).points(RIM)
        ring = self.ring
        return [_inward(p, ring[k - 1], ring[(k + 1) % len(ring)]) for k, p in enumerate(ring)]


class House(NamedTuple):
    """A building with a room, its outline, and the two ends of each door and window that is not closed."""

    id: str
    ring: Ring
    top: Number
    gaps: tuple[tuple[Flat, Flat], ...]
    words: frozenset[str]


class Board(NamedTuple):
    """A table."""

    land: tuple[Land, ...]
    men: tuple[Man, ...]
    houses: tuple[House, ...] = ()


def footing(board: Board, man: Man) -> frozenset[str]:
    """The terrain that a base overlaps, or that it is posted on, not what is below or above it."""
    over = (land for land in board.land if land.thing.bottom <= max(man.z, 0) <= land.thing.top + TOL)
    return frozenset({man.on} | {land.thing.id for land in over if overlaps(land.thing, man)})


def overlaps(thing: Thing, man: Man) -> bool:
    """Whether a base overlaps a thing in plan by more than TOL; who is in a room of it does not."""
    base = man.smaller() if man.ring or not man.oval or man.oval.a != man.oval.b else None
    if any(_room_for(man, base, hole.ring) for hole in thing.holes if hole.top > man.z):
        return False
    if base is None:
        radius = max(0.0, (man.oval.a if man.oval else 0.0) - TOL)
        return inside(man.at, thing.rings) or _gap(man.at, thing.rings) <= radius
    return (
        inside(man.at, thing.rings)
        or any(meet(base, ring) for ring in thing.rings)
        or inside(base[0], thing.rings, True)
        or inside(thing.rings[0][0], [base], True)
    )


def _inward(p: Flat, before: Flat, after: Flat) -> Flat:
    """The corner of a rectangle moved in by TOL from both of its sides."""
    x, y = p
    for q in (before, after):
        long = math.dist(p, q)
        x, y = x + (q[0] - p[0]) / long * TOL, y + (q[1] - p[1]) / long * TOL
    return x, y


def _room_for(man: Man, base: Ring | None, room: Ring) -> bool:
    if not inside(man.at, [room]):
        return False
    if base is None:
        return _gap(man.at, [room]) >= (man.oval.a if man.oval else 0.0) - TOL
    return all(inside(p, [room]) for p in base) and not meet(base, room)


def _gap(p: Flat, rings: Sequence[Ring]) -> float:
    """How far a point is from the nearest side."""
    return min(_to_side(p, a, b) for ring in rings for a, b in sides(ring))


def _to_side(p: Flat, a: Flat, b: Flat) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return math.dist(p, (a[0] + t * dx, a[1] + t * dy))


def band(men: Sequence[Man], by: float) -> list[Flat]:
    """The band about the bases of some men. Wider than 0 it holds all that the program may take it for, below
    that it is held by all of it."""
    scale = math.cos(math.pi / CHORDS) if by < 0 else 1.0 / math.cos(math.pi / FEWER)
    points: list[Flat] = []
    for man in men:
        points += _grown(man.oval.wider(by), scale).points(FEWER) if man.oval else man.ring
    return convex(points)


def _grown(oval: Oval, scale: float) -> Oval:
    return oval._replace(a=oval.a * scale, b=oval.b * scale)
