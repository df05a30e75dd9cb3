"""How far something can be moved before an answer changes: a search over moves that rests on proofs.

The disc of moves is covered by square cells. Each is either proved to keep the answer, or holds a witness
that changes it, or is cut in four; the nearest cells come first. What a proof is is the caller's business.
For sight it is this: when eye and target foot move by at most d in plan, every line of sight moves by at
most d at every height, so what solids worn away by d hide is hidden by the true ones after the move, and
what solids grown by d leave open stays open.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from typing import NamedTuple

import shapely

from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Point, Solid, rings_of

_FINEST = 0.001
"""Half the side of the smallest cells, inches."""

_ROUND = 1.006
"""Arcs of a grown outline are drawn by chords; growing this much more holds the true one, for 8 to a
quarter."""

_QUARTERS = ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5))

Judge = Callable[[Point, float], bool | None]
"""For a move and a radius: True when no move within that radius of it changes the answer, False when the move
itself does, None when neither is proved."""


class Margin(NamedTuple):
    """No move shorter than ``safe`` changes the answer; ``move`` does, and is ``flips`` inches long.

    ``flips`` and ``move`` are None when no move up to the limit was found to change it. ``tight`` is False
    where the two are farther apart than asked: the case is a graze, or the search was cut short.
    """

    safe: float
    flips: float | None
    move: Point | None
    tight: bool


def search(judge: Judge, most: float = 2.0, gap: float = 0.01, cells: int = 3000) -> Margin:
    """The margin of an answer up to ``most`` inches, safe and flips at most ``gap`` apart where that can be
    had."""
    half = most / 8.0
    heap: list[tuple[float, float, float, float]] = []
    for i in range(-4, 4):
        for k in range(-4, 4):
            _push(heap, ((2 * i + 1) * half, (2 * k + 1) * half), half, most)
    safe, flips, move = most, math.inf, None
    for _ in range(cells):
        if not heap or flips - min(safe, heap[0][0]) <= gap:
            break
        near, x, y, size = heapq.heappop(heap)
        found = judge((x, y), size * math.sqrt(2.0))
        if found is False and math.hypot(x, y) < flips:
            move = _nearer(judge, (x, y), min(safe, near), gap / 4.0)
            flips = math.hypot(*move)
        if found is not True and size <= _FINEST:
            safe = min(safe, near)
        elif found is not True:
            for dx, dy in _QUARTERS:
                _push(heap, (x + dx * size, y + dy * size), size / 2.0, min(most, flips))
    safe = min(safe, heap[0][0] if heap else most, flips)
    if flips == math.inf:
        return Margin(safe, None, None, safe >= most)
    return Margin(safe, flips, move, flips - safe <= gap)


def rounded_up(value: float) -> float:
    """A value raised by at most a sixteenth to one of few, so that what is built for it can be used again."""
    part, power = math.frexp(value)
    return math.ldexp(math.ceil(part * 32.0) / 32.0, power)


def grown(scene: Scene, by: float) -> Scene:
    """The solids of a scene with their outlines grown by at least (negative: worn away by at least) some
    inches."""
    shapes = shapely.buffer(scene.polygons, by * _ROUND, quad_segs=8)
    parts = [
        Solid(solid.id, rings, solid.top, solid.bottom)
        for solid, shape in zip(scene.solids, shapes, strict=True)
        for rings in rings_of(shape)
    ]
    return Scene(parts, scene.width, scene.height)


def near_line(scene: Scene, start: Point, end: Point, reach: float) -> Scene:
    """The solids of a scene within some inches of a line."""
    line = shapely.LineString([start, end])
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
        if judge(tried, 0.0) is False:
            high, best = part, tried
        else:
            low = part
    return best


def _push(heap: list[tuple[float, float, float, float]], at: Point, half: float, most: float) -> None:
    near = math.hypot(max(0.0, abs(at[0]) - half), max(0.0, abs(at[1]) - half))
    if near < most:
        heapq.heappush(heap, (near, at[0], at[1], half))
