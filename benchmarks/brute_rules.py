"""Whole verdicts by brute force: the rules of sight applied to a plain table, without the program's code.

What a ruleset or convention says comes as plain data, with the keys of `sight.toml`. Inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from benchmarks.brute_lines import (
    Flat,
    Target,
    Thing,
    blocked,
    chord,
    exact_share,
    inside,
    sampled_share,
    slabs,
)

TOL = 0.005
LEAST = 1e-6
"""Less than this share is nothing."""
STEPS = 24
"""A base is as many steps wide when lines between any two points of bases are tried."""
LEVELS = 4
"""A model is as many steps high when lines between any two heights are tried."""

Rules = Mapping[str, Any]


class Land(NamedTuple):
    """A piece of terrain: its words are its kind and its traits."""

    thing: Thing
    words: frozenset[str]


class Man(NamedTuple):
    """A model: an upright cylinder."""

    id: str
    x: float
    y: float
    radius: float
    height: float
    z: float = 0.0
    on: str = ""
    unit: str = ""

    @property
    def disc(self) -> tuple[float, float, float]:
        """Its base."""
        return self.x, self.y, self.radius


class Board(NamedTuple):
    """A table."""

    land: tuple[Land, ...]
    men: tuple[Man, ...]


class Told(NamedTuple):
    """A verdict in one word ("hidden", or the cover: "none", "partial", "full"), with the visible share."""

    word: str
    share: float


def words_of(rules: Rules, key: str) -> frozenset[str]:
    """Some words of the rules."""
    return frozenset(rules[key])


def named(land: Land, words: frozenset[str]) -> bool:
    """Whether words speak of a piece of terrain."""
    return "*" in words or bool(land.words & words)


def footing(board: Board, man: Man) -> frozenset[str]:
    """The terrain that a base overlaps, or that it is posted on."""
    over = (land for land in board.land if land.thing.bottom <= man.z)
    return frozenset({man.on} | {land.thing.id for land in over if overlaps(land.thing, man)})


def overlaps(thing: Thing, man: Man) -> bool:
    """Whether a base overlaps a thing in plan; who is in a room of it does not."""
    rooms = [hole for hole in thing.holes if inside((man.x, man.y), [hole.ring])]
    if any(_gap((man.x, man.y), [hole.ring]) >= man.radius - TOL for hole in rooms):
        return False
    at = (man.x, man.y)
    return inside(at, thing.rings) or _gap(at, thing.rings) <= max(0.0, man.radius - TOL)


def _gap(p: Flat, rings: Sequence[Sequence[Flat]]) -> float:
    """How far a point is from the nearest side."""
    return min(_to_side(p, a, b) for ring in rings for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))


def _to_side(p: Flat, a: Flat, b: Flat) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return math.dist(p, (a[0] + t * dx, a[1] + t * dy))


class Pair(NamedTuple):
    """Who looks at whom, by which rules."""

    board: Board
    rules: Rules
    viewer: Man
    target: Man

    @property
    def eye(self) -> tuple[float, float, float]:
        """The viewer's eye."""
        return self.viewer.x, self.viewer.y, self.viewer.z + self._eye(self.viewer)

    @property
    def aim(self) -> tuple[float, float, float]:
        """Where a line meets the target."""
        own = self.rules["target_height"] or self._eye(self.target)
        return self.target.x, self.target.y, self.target.z + own

    def _eye(self, man: Man) -> float:
        return float(self.rules["eye_height"] or self.rules["eye"] * man.height)

    @property
    def head(self) -> float:
        """How high the target reaches."""
        return self.target.z + float(self.rules["target_height"] or self.target.height)

    def hides(self, land: Land) -> bool:
        """Whether terrain hides anything."""
        return named(land, words_of(self.rules, "hides")) and not named(land, words_of(self.rules, "shows"))

    def depth(self, land: Land) -> float | None:
        """How far one sees into terrain."""
        depths = [inches for word, inches in self.rules["depth"].items() if word in land.words]
        return depths[0] if depths else None

    def things(self) -> list[Thing]:
        """All that hides between the two."""
        feet = footing(self.board, self.viewer) | footing(self.board, self.target)
        stands = words_of(self.rules, "stands_in")
        found = [
            land.thing
            for land in self.board.land
            if self.hides(land)
            and self.depth(land) is None
            and land.thing.top > land.thing.bottom
            and not (land.thing.id in feet and named(land, stands))
        ]
        return found + list(self._models())

    def _models(self) -> Iterator[Thing]:
        ends = {self.viewer.id, self.target.id}
        if self.rules["bases"]:
            for man in self.board.men:
                if man.id not in ends:
                    yield Thing(man.id, [], man.z, man.z + man.height, man.disc)
        if self.rules["groups"]:
            own = {self.viewer.unit, self.target.unit}
            for unit in sorted({man.unit for man in self.board.men} - own):
                men = [man for man in self.board.men if man.unit == unit]
                top = max(man.z + (self.rules["group_height"] or man.height) for man in men)
                yield Thing(unit, [_hull(men)], 0.0, top)

    def told(self, slices: int = 0) -> Told:
        """The verdict; shares by so many slices, exact where there are none and all sides are straight."""
        share = self._share(slices)
        if self._too_deep():
            share = 0.0
        feet = footing(self.board, self.target)
        about = [land for land in self.board.land if land.thing.id in feet]
        words = {word for land in about for word in land.words}
        least = max((self.rules["least"].get(word, 0.0) for word in words), default=0.0)
        share = min(share, 1.0 - least)
        over = words_of(self.rules, "overlap")
        among = {land.thing.id for land in about if named(land, over)} - footing(self.board, self.viewer)
        return Told(self._word(share, bool(among)), share)

    def _word(self, share: float, among: bool) -> str:
        hidden = 1.0 - share
        if share <= LEAST:
            return "hidden"
        if hidden > LEAST and hidden > self.rules["full"]:
            return "full"
        return "partial" if among or (hidden > LEAST and hidden >= self.rules["partial"] - 1e-12) else "none"

    def _share(self, slices: int) -> float:
        if math.dist(self.eye[:2], (self.target.x, self.target.y)) <= self.target.radius:
            return 1.0
        things = self.things()
        if self.rules["mode"] == "share":
            face = chord(self.eye[:2], self.target.disc, self.target.z, self.head)
            return self._of_face(face, things, slices)
        return float(LINES[self.rules["lines"]](self, things))

    def _of_face(self, face: Target, things: Sequence[Thing], slices: int) -> float:
        near = [thing for thing in things if thing.top > min(self.eye[2], face.low)]
        if slices == 0 and not any(thing.disc for thing in near):
            return float(exact_share(self.eye, face, near))
        return sampled_share(self.eye, face, near, slices or 4000)

    def _too_deep(self) -> bool:
        """Whether the line between the middles runs too far through what one sees into."""
        sorts: dict[float, list[Thing]] = {}
        for land in self.board.land:
            inches = self.depth(land)
            if self.hides(land) and inches is not None:
                sorts.setdefault(inches, []).append(land.thing)
        return any(self._deep(things) > inches + TOL for inches, things in sorts.items())

    def _deep(self, things: Sequence[Thing]) -> float:
        a, b = self.eye, self.aim
        parts = []
        for slab in (slab for thing in things for slab in slabs(a[:2], b[:2], thing)):
            start, end = slab.start, slab.end
            if a[2] != b[2]:
                at = (slab.top - a[2]) / (b[2] - a[2])
                start, end = (start, min(end, at)) if b[2] > a[2] else (max(start, at), end)
            elif a[2] >= slab.top:
                continue
            if end > start:
                parts.append((start, end))
        total, reached = 0.0, 0.0
        for start, end in sorted(parts):
            total += max(0.0, end - max(start, reached))
            reached = max(reached, end)
        return total * math.dist(a[:2], b[:2])


def _hull(men: Sequence[Man]) -> list[Flat]:
    """The band about the bases of some men, by 720 points of each."""
    turns = [math.radians(k / 2) for k in range(720)]
    points = sorted(
        {(m.x + m.radius * math.cos(t), m.y + m.radius * math.sin(t)) for m in men for t in turns}
    )
    found: list[Flat] = []
    for way in (points, points[::-1]):
        side: list[Flat] = []
        for p in way:
            while len(side) > 1 and (side[-1][0] - side[-2][0]) * (p[1] - side[-2][1]) <= (
                side[-1][1] - side[-2][1]
            ) * (p[0] - side[-2][0]):
                side.pop()
            side.append(p)
        found += side[:-1]
    return found


def _centres(pair: Pair, things: Sequence[Thing]) -> float:
    return 0.0 if blocked(pair.eye, pair.aim, things) else 1.0


def _corners(pair: Pair, things: Sequence[Thing]) -> float:
    """The best corner of a square about the viewer to the four about the target, a quarter for each."""
    (ax, ay, az), (bx, by, bz) = pair.eye, pair.aim
    away = math.dist((ax, ay), (bx, by))
    ux, uy = (bx - ax) / away, (by - ay) / away

    def square(x: float, y: float, r: float) -> list[Flat]:
        return [(x + r * (a * ux - b * uy), y + r * (a * uy + b * ux)) for a, b in product((-1, 1), repeat=2)]

    free = [
        sum(not blocked((*start, az), (*end, bz), things) for end in square(*pair.target.disc))
        for start in square(*pair.viewer.disc)
    ]
    return max(free) / 4


def _bases(pair: Pair, things: Sequence[Thing]) -> float:
    heights = [(pair.eye[2], pair.aim[2])]
    return 1.0 if any(_free_lines(pair, things, heights)) else 0.0


def _bodies(pair: Pair, things: Sequence[Thing]) -> float:
    low, high = pair.viewer.z, max(pair.viewer.z + pair.viewer.height, pair.eye[2])
    heights = [(high, pair.head)]
    if any(thing.bottom > 0 or thing.holes for thing in things):
        first = [low + (high - low) * k / LEVELS for k in range(LEVELS + 1)]
        second = [pair.target.z + (pair.head - pair.target.z) * k / LEVELS for k in range(LEVELS + 1)]
        heights += list(product(first, second))
    return 1.0 if any(_free_lines(pair, things, heights)) else 0.0


def _free_lines(
    pair: Pair, things: Sequence[Thing], heights: Sequence[tuple[float, float]]
) -> Iterator[tuple[Flat, Flat]]:
    """The free ones of lines between points across both bases, cut where they leave and meet the models.

    A line between bodies that runs down into the head of the lower one meets it at any place of its base.
    """
    (ax, ay, ar), (bx, by, br) = pair.viewer.disc, pair.target.disc
    away = math.dist((ax, ay), (bx, by))
    nx, ny = -(by - ay) / away, (bx - ax) / away
    slant = min(0.97, (ar + br) / away)
    wide = 1 / math.sqrt(1 - slant * slant)
    offsets = sorted((wide * (2 * k / STEPS - 1) for k in range(STEPS + 1)), key=abs)
    fan = (
        ((ax + u * ar * nx, ay + u * ar * ny), (bx + v * br * nx, by + v * br * ny))
        for u, v in product(offsets, repeat=2)
    )
    for a, b in chain(fan, _slits(things)):
        for line in _cuts(a, b, pair)[: None if pair.rules["lines"] == "bodies" else 1]:
            if any(not blocked((*line[0], low), (*line[1], high), things, 0.0) for low, high in heights):
                yield line


def _slits(things: Sequence[Thing]) -> Iterator[tuple[Flat, Flat]]:
    """Lines through the middles between corners, for gaps narrower than a step."""
    corners = sorted({p for thing in things for ring in thing.rings for p in ring})
    if len(corners) > 16:
        return
    middles = sorted({((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in combinations(corners, 2)})
    yield from combinations(middles, 2)


def _cuts(a: Flat, b: Flat, pair: Pair) -> list[tuple[Flat, Flat]]:
    """A line between the near rims of both bases, and to the far rim of either."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    if ux * (pair.target.x - pair.viewer.x) + uy * (pair.target.y - pair.viewer.y) < 0:
        ux, uy = -ux, -uy
    ends = []
    for (x, y, r), side in ((pair.viewer.disc, 1.0), (pair.target.disc, -1.0)):
        along, across = (x - a[0]) * ux + (y - a[1]) * uy, (x - a[0]) * uy - (y - a[1]) * ux
        if abs(across) > r + 1e-12:
            return []
        half = side * math.sqrt(max(0.0, r * r - across * across))
        ends.append([(a[0] + t * ux, a[1] + t * uy) for t in (along + half, along - half)])
    (near, back), (front, far) = ends
    return [(near, front), (near, far), (back, front)]


LINES = {"centres": _centres, "corners": _corners, "bases": _bases, "bodies": _bodies}
