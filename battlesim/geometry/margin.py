"""How far something can be moved before an answer changes: a search over moves that rests on proofs.

The disc of moves is covered by square cells. Each is either proved to keep the answer, or holds a witness
that changes it, or is cut in four; the nearest cells come first. What a proof is is the caller's business.
For sight it is this: when eye and target foot move by at most d in plan, every line of sight moves by at
most d at every height, so what solids worn away by d hide is hidden by the true ones after the move, and
what solids grown by d leave open stays open. Near the end that moves less, d is less too (``Depths``).
"""

from __future__ import annotations

import heapq
import math
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.measure import Disc
from battlesim.geometry.scene import Bools, Floats, Scene
from battlesim.geometry.shapes import Point, Solid, rings_of

_FINEST = 0.00006
"""Half the side of the smallest cells, inches."""

_ROUND = {8: 1.006, 2: 1.083}
"""Arcs of a grown outline are drawn by so many chords to a quarter; growing this much more holds the true
one."""

_BATCH = 64
"""Cells judged together: many at once cost little more than one."""

_QUARTERS = ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5))


class Cell(NamedTuple):
    """A square of moves: the length of its shortest, its middle, half its side."""

    near: float
    at: Point
    half: float


class Judge(Protocol):
    """What knows about an answer. Moves are (n, 2), inches."""

    def stays(self, moves: Floats, radius: float) -> Bools:
        """Which moves are proved to keep the answer, with all others within a radius of them."""
        ...

    def may_change(self, moves: Floats) -> Bools:
        """Which moves seem to change the answer; only these are looked at as witnesses."""
        ...

    def changes(self, move: Point) -> bool:
        """Whether a move changes the answer."""
        ...


class Margin(NamedTuple):
    """No move shorter than ``safe`` changes the answer; ``move`` does, and is ``flips`` inches long.

    ``flips`` and ``move`` are None when no move up to the limit was found to change it. ``tight`` is False
    where the two are farther apart than asked: the case is a graze, or the search was cut short.
    """

    safe: float
    flips: float | None
    move: Point | None
    tight: bool


def search(judge: Judge, most: float = 2.0, gap: float = 0.01, cells: int = 20_000) -> Margin:
    """The margin of an answer up to ``most`` inches, safe and flips at most ``gap`` apart where that can be
    had."""
    return _Search(judge, most, gap).run(cells)


class _Search:
    """Cells of moves still to be judged, the nearest first; what is safe so far, and the nearest witness."""

    def __init__(self, judge: Judge, most: float, gap: float) -> None:
        self.judge, self.most, self.gap = judge, most, gap
        self.heap: list[Cell] = []
        self.safe, self.flips, self.move = most, math.inf, (0.0, 0.0)

    def run(self, cells: int) -> Margin:
        """Judge at most so many cells."""
        half = self.most / 8.0
        for i in range(-4, 4):
            for k in range(-4, 4):
                self._push(((2 * i + 1) * half, (2 * k + 1) * half), half)
        while cells > 0 and (batch := self._nearest()):
            cells -= len(batch)
            for size in sorted({cell.half for cell in batch}, reverse=True):
                self._judge([cell for cell in batch if cell.half == size], size)
        safe = min(self.safe, self.heap[0].near if self.heap else self.most, self.flips)
        if self.flips == math.inf:
            return Margin(safe, None, None, safe >= self.most)
        return Margin(safe, self.flips, self.move, self.flips - safe <= self.gap)

    def _nearest(self) -> list[Cell]:
        """The next cells; none where what is open is no nearer than what is known, but for the gap."""
        batch: list[Cell] = []
        while self.heap and len(batch) < _BATCH and self.flips - min(self.safe, self.heap[0].near) > self.gap:
            batch.append(heapq.heappop(self.heap))
        return batch

    def _judge(self, cells: list[Cell], half: float) -> None:
        """Judge cells of one size; those not proved are cut in four."""
        stays = self.judge.stays(np.array([cell.at for cell in cells]), half * math.sqrt(2.0))
        cells = [cell for cell, stay in zip(cells, stays.tolist(), strict=True) if not stay]
        self._look_for_witness(cells)
        for cell in cells:
            if half <= _FINEST:
                self.safe = min(self.safe, cell.near)
                continue
            for dx, dy in _QUARTERS:
                self._push((cell.at[0] + dx * half, cell.at[1] + dy * half), half / 2.0)

    def _look_for_witness(self, cells: list[Cell]) -> None:
        """A witness nearer than the one so far, in the middle of one of the cells or on the way to it."""
        near = [cell for cell in cells if math.hypot(*cell.at) < min(self.flips, self.most)]
        if not near:
            return
        seem = self.judge.may_change(np.array([cell.at for cell in near])).tolist()
        near = [cell for cell, seems in zip(near, seem, strict=True) if seems]
        for cell in sorted(near, key=lambda cell: math.hypot(*cell.at)):
            if math.hypot(*cell.at) < self.flips and self.judge.changes(cell.at):
                self.move = _nearer(self.judge, cell.at, min(self.safe, cell.near), self.gap / 4.0)
                self.flips = math.hypot(*self.move)

    def _push(self, at: Point, half: float) -> None:
        near = math.hypot(max(0.0, abs(at[0]) - half), max(0.0, abs(at[1]) - half))
        if near < min(self.most, self.flips):
            heapq.heappush(self.heap, Cell(near, at, half))


def rounded_up(value: float) -> float:
    """A value raised by at most a sixteenth to one of few, so that what is built for it can be used again."""
    part, power = math.frexp(value)
    return math.ldexp(math.ceil(part * 32.0) / 32.0, power)


def grown(scene: Scene, by: npt.ArrayLike, arcs: int = 8) -> Scene:
    """The solids of a scene with their outlines grown by at least (negative: worn away by at least) some
    inches, the same for all or one figure for each; `arcs` are 8 or 2 chords to a quarter."""
    shapes = shapely.buffer(scene.polygons, np.asarray(by) * _ROUND[arcs], quad_segs=arcs)
    parts = [
        Solid(solid.id, rings, solid.top, solid.bottom)
        for solid, shape in zip(scene.solids, shapes, strict=True)
        for rings in rings_of(shape)
    ]
    return Scene(parts, scene.width, scene.height)


class Depths:
    """How far off solids stand on lines from an eye to a target, as bounds on the part of the way.

    Where the eye moves by a and the target's foot by b, the line between them moves by at most
    (1 - s) a + s b at a part s of its way: what is near the one hardly feels the other's move.
    """

    def __init__(self, scene: Scene, eye: Point, target: Disc, moves: tuple[float, float]) -> None:
        """`moves` are the longest of eye and target."""
        centre = shapely.Point(eye)
        far = np.array([_farthest(eye, solid) for solid in scene.solids])
        away, slack = math.dist(eye, target[:2]), target[2] + sum(moves)
        near = shapely.distance(scene.polygons, centre)
        self.least = np.clip((near - moves[0]) / (away + slack), 0.0, 1.0)
        self.most = np.clip((far + moves[0]) / max(away - slack, 1e-9), 0.0, 1.0)

    def sway(self, eye: float, foot: float) -> Floats:
        """How far lines move at most at each solid when eye and foot move by so much, inches."""
        at = eye + (foot - eye) * np.array([self.least, self.most])
        return np.asarray(at.max(axis=0), dtype=np.float64)


def _farthest(point: Point, solid: Solid) -> float:
    return max(math.dist(point, corner) for ring in solid.rings for corner in ring)


def near_line(scene: Scene, start: Point, end: Point, reach: float) -> Scene:
    """The solids of a scene within some inches of a line, or of a point where both its ends are one."""
    line = shapely.Point(start) if start == end else shapely.LineString([start, end])
    found = sorted(scene.tree.query(line, predicate="dwithin", distance=reach).tolist())
    return Scene([scene.solids[k] for k in found], scene.width, scene.height)


def foot_sway(distance: float, radius: float, move: float) -> float:
    """How far an end of a base's polar chord can swing when eye and base move by ``move`` against each other.

    Infinite when they can come so near that the eye may stand in the base.
    """
    least = distance - move
    if least <= radius * 1.001 or move >= distance:
        return math.inf
    swing = math.asin(min(1.0, move / distance))
    return radius * (swing + move * radius / (least * math.sqrt(least * least - radius * radius)))


def _nearer(judge: Judge, move: Point, safe: float, gap: float) -> Point:
    """A witness on the same way, halved towards what is safe while it still changes the answer."""
    length = math.hypot(*move)
    if length == 0.0:
        return move
    low, high, best = safe / length, 1.0, move
    while (high - low) * length > gap:
        part = 0.5 * (low + high)
        tried = (move[0] * part, move[1] * part)
        if judge.changes(tried):
            high, best = part, tried
        else:
            low = part
    return best
