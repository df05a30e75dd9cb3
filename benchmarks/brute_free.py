"""Lines of sight tried one by one, for the brute force. Shares no code with the program. Inches."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import NamedTuple

from benchmarks.brute_lines import Thing, blocked
from benchmarks.brute_men import Man
from benchmarks.brute_shapes import Flat, Number

STEPS = 24
"""A base is as many steps wide when lines between any two points of bases are tried."""
LEVELS = 4
"""A model is as many steps high when lines between any two heights are tried."""

Place = tuple[Number, Number, Number]


class Ends(NamedTuple):
    """Two models with the places of an eye and of what it looks at, and how high the second reaches."""

    viewer: Man
    target: Man
    eye: Place
    aim: Place
    head: Number


def _centres(ends: Ends, things: Sequence[Thing]) -> float:
    return 0 if blocked(ends.eye, ends.aim, things) else 1


def _corners(ends: Ends, things: Sequence[Thing]) -> float:
    """The best corner of a rectangle about the viewer to the four about the target, a quarter for each."""
    starts, goals = ends.viewer.corners(ends.target.at), ends.target.corners(ends.viewer.at)
    free = [
        sum(not blocked((*start, ends.eye[2]), (*goal, ends.aim[2]), things) for goal in goals)
        for start in starts
    ]
    return max(free) / 4


def _bases(ends: Ends, things: Sequence[Thing]) -> float:
    heights = (ends.eye[2], ends.aim[2])
    return 1 if any(_free_lines(ends, things, [heights], heights[0] != heights[1])) else 0


def _edges(ends: Ends, things: Sequence[Thing]) -> float:
    return 1 if any(_free_lines(ends, things, [(ends.eye[2], ends.aim[2])], False)) else 0


def _bodies(ends: Ends, things: Sequence[Thing]) -> float:
    viewer, target = ends.viewer, ends.target
    low, high = viewer.z, max(viewer.z + viewer.height, ends.eye[2])
    heights = [(high, ends.head)]
    if any(thing.bottom > 0 or thing.holes for thing in things):
        first = [low + (high - low) * k / LEVELS for k in range(LEVELS + 1)]
        second = [target.z + (ends.head - target.z) * k / LEVELS for k in range(LEVELS + 1)]
        heights += list(product(first, second))
    return 1 if any(_free_lines(ends, things, heights, True)) else 0


def _free_lines(
    ends: Ends, things: Sequence[Thing], heights: Sequence[tuple[Number, Number]], far: bool
) -> Iterator[tuple[Flat, Flat]]:
    """The free ones of lines between points across both bases, cut where they leave and meet the models.

    One that is not level (``far``) may begin and end at the far rim as well: it is flatter there.
    """
    (ax, ay), (bx, by) = ends.viewer.at, ends.target.at
    away = math.dist((ax, ay), (bx, by))
    nx, ny = -(by - ay) / away, (bx - ax) / away
    ar, br = ends.viewer.across((nx, ny)), ends.target.across((nx, ny))
    slant = min(0.97, (ar + br) / away)
    wide = 1 / math.sqrt(1 - slant * slant)
    offsets = sorted((wide * (2 * k / STEPS - 1) for k in range(STEPS + 1)), key=abs)
    fan = (
        ((ax + u * ar * nx, ay + u * ar * ny), (bx + v * br * nx, by + v * br * ny))
        for u, v in product(offsets, repeat=2)
    )
    for a, b in chain(fan, _slits(things)):
        for line in _cuts(a, b, ends)[: None if far else 1]:
            if any(not blocked((*line[0], low), (*line[1], high), things, 0.0) for low, high in heights):
                yield line


def _slits(things: Sequence[Thing]) -> Iterator[tuple[Flat, Flat]]:
    """Lines through the middles between corners, for gaps narrower than a step."""
    corners = sorted({p for thing in things for ring in thing.rings for p in ring})
    if len(corners) > 16:
        return
    middles = sorted({((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in combinations(corners, 2)})
    yield from combinations(middles, 2)


def _cuts(a: Flat, b: Flat, ends: Ends) -> list[tuple[Flat, Flat]]:
    """A line between the near rims of both bases, and to the far rim of either."""
    (ax, ay), (bx, by) = ends.viewer.at, ends.target.at
    if (b[0] - a[0]) * (bx - ax) + (b[1] - a[1]) * (by - ay) < 0:
        a, b = b, a
    first, second = ends.viewer.crossed(a, b), ends.target.crossed(a, b)
    if first is None or second is None:
        return []
    (back, near), (front, far) = (
        [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for t in span] for span in (first, second)
    )
    return [(near, front), (near, far), (back, front)]


LINES: dict[str, Callable[[Ends, Sequence[Thing]], float]] = {
    "centres": _centres,
    "corners": _corners,
    "bases": _bases,
    "edges": _edges,
    "bodies": _bodies,
}
