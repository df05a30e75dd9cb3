"""Fast tests of whether lines of sight are certainly or possibly blocked by solids, for many at once.

This is faster than ``line_of_sight``, because it does not measure the lengths inside solids. Lines that
merely touch a solid also count, so certainty requires solids that have been shrunk slightly.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from battlesim.geometry.envelope import expanded_ranges
from battlesim.geometry.predicates import contains_xy
from battlesim.geometry.scene import Bools, Floats, Ints, Scene

_SURE = 1e-9
"""The depth below a top, in inches, at which a line is certainly below it."""

_MIN_SQUARE = 1e-300
"""Replaces the squared length of a zero-length line."""


class LineSolidHits(NamedTuple):
    """Pairs of a line of sight and a solid that the line runs through.

    For each pair, two fractions of the line tell where it enters and leaves the solid.
    """

    line: Ints
    solid: Ints
    first: Floats
    last: Floats


def blocked_lines(
    scene: Scene, starts: Floats, ends: Floats, ignore: Sequence[Collection[str]], surely: bool
) -> Bools:
    """Return, for each line of sight, whether a solid certainly or possibly blocks it.

    If `surely` is true, only certainly blocked lines count. Otherwise, possibly blocked lines count, too.
    Solids on the ground have no underside. ``ignore`` holds, for each line, the ids of solids to ignore.
    """
    line, solid = _counted(scene, starts, ends, ignore)
    order = np.lexsort((-scene.top[solid], line))
    line, solid = line[order], solid[order]
    found = np.zeros(len(starts), dtype=bool)
    while len(line):
        next_one = np.diff(line, prepend=-1) > 0
        met = _met(scene, starts, ends, (line[next_one], solid[next_one]))
        found[met.line[_within(scene, starts, ends, met, surely)]] = True
        left = ~next_one & ~found[line]
        line, solid = line[left], solid[left]
    return found


def _within(scene: Scene, starts: Floats, ends: Floats, met: LineSolidHits, surely: bool) -> Bools:
    """Return which lines are between the bottom and top of a solid where they meet it."""
    line, solid, first, last = met
    heights = starts[line, 2] + (ends - starts)[line, 2] * np.array([first, last])
    top, bottom = scene.top[solid], np.where(scene.bottom[solid] <= 0.0, -np.inf, scene.bottom[solid])
    if surely:
        return np.asarray(((heights < top - _SURE) & (heights > bottom + _SURE)).any(axis=0))
    return np.asarray((heights.min(axis=0) < top) & (heights.max(axis=0) > bottom))


def _counted(
    scene: Scene, starts: Floats, ends: Floats, ignore: Sequence[Collection[str]]
) -> tuple[Ints, Ints]:
    """Return the pairs of a line and a solid in which the line enters the solid's bounding circle."""
    sets = {frozenset(ids): k for k, ids in enumerate(dict.fromkeys(map(frozenset, ignore)))}
    counts = np.array([[solid.id not in ids for solid in scene.solids] for ids in sets], dtype=bool)
    row = np.array([sets[frozenset(ids)] for ids in ignore], dtype=np.intp)
    x, y, radius = scene.circle.T
    way = (ends - starts)[:, :2]
    square = np.maximum((way**2).sum(axis=1), _MIN_SQUARE)[:, None]
    dx, dy = x - starts[:, :1], y - starts[:, 1:2]
    at = np.clip((dx * way[:, :1] + dy * way[:, 1:]) / square, 0.0, 1.0)
    near = np.hypot(dx - at * way[:, :1], dy - at * way[:, 1:]) <= radius
    line, solid = (near & counts.reshape(len(sets), len(scene.solids))[row]).nonzero()
    return line, solid


def _met(scene: Scene, starts: Floats, ends: Floats, pairs: tuple[Ints, Ints]) -> LineSolidHits:
    """Return the parts of lines inside solids; pairs that do not meet are excluded."""
    line, solid = pairs
    first, last = np.full(len(line), np.inf), np.full(len(line), -np.inf)
    pair, at = _crossings(scene, starts[line, :2], ends[line, :2], solid)
    np.minimum.at(first, pair, at)
    np.maximum.at(last, pair, at)
    for part, places in ((0.0, starts), (1.0, ends)):
        inside = contains_xy(scene.polygons[solid], places[line, 0], places[line, 1])
        first[inside] = np.minimum(first[inside], part)
        last[inside] = np.maximum(last[inside], part)
    (met,) = (first <= last).nonzero()
    return LineSolidHits(line[met], solid[met], first[met], last[met])


def _crossings(scene: Scene, start: Floats, end: Floats, solid: Ints) -> tuple[Ints, Floats]:
    """Return the pairs of a line and a solid, and the fractions of the line at which it meets a wall."""
    pair, corner = expanded_ranges(scene.count[solid], scene.first[solid])
    way = end - start
    away = way[:, 0] * start[:, 1] - way[:, 1] * start[:, 0]
    size = scene.count[solid]
    side = way[:, 0].repeat(size) * scene.y[corner] - way[:, 1].repeat(size) * scene.x[corner]
    side -= away.repeat(size)
    other = side[np.arange(len(corner)) + scene.step[corner]]
    (on,) = (((side <= 0.0) & (other >= 0.0)) | ((side >= 0.0) & (other <= 0.0))).nonzero()
    pair, corner, side, other = pair[on], corner[on], side[on], other[on]
    part = np.divide(side, side - other, out=np.zeros(len(on)), where=side != other)
    ends = ((axis[corner], axis[corner + scene.step[corner]]) for axis in (scene.x, scene.y))
    x, y = (a + part * (b - a) for a, b in ends)
    way, start = way[pair], start[pair]
    square = np.maximum((way**2).sum(axis=1), _MIN_SQUARE)
    at = ((x - start[:, 0]) * way[:, 0] + (y - start[:, 1]) * way[:, 1]) / square
    on_way = (at >= 0.0) & (at <= 1.0)
    return pair[on_way], at[on_way]
