"""Sight along single lines: where a straight line in space runs through solids.

Decided by measure: a line is blocked by what it runs through for more than ``MAX_GRAZE_IN`` inches;
touching a
border, a corner or a top does not block.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.predicates import query_tree
from battlesim.geometry.scene import Bools, Floats, Ints, Scene
from battlesim.geometry.shapes import lines_between

MAX_GRAZE_IN = 1e-7
"""Inches of a line in plan that count as touching only."""

BORDER_TOL_IN = 1e-9
"""Inches from a border that count as on it."""

_LINE = 1
"""What Shapely calls a line."""


class SolidInterval(NamedTuple):
    """The interval of a line inside a solid, with the solid's heights; inches in plan from the start."""

    solid: str
    start: float
    end: float
    bottom: float
    top: float


def solid_intervals(
    scene: Scene,
    starts: npt.ArrayLike,
    ends: npt.ArrayLike,
    ignore: Sequence[Collection[str]] | None = None,
    flat: bool = False,
) -> list[list[SolidInterval]]:
    """Return for each line its intervals inside solids, between their bottoms and tops, ordered by start.

    Parts come in order of their start; solids ignored for a line are left out. With ``flat`` heights do not
    count.
    """
    a, b = (np.asarray(v, dtype=np.float64).reshape(-1, 3) for v in (starts, ends))
    line, solid, start, end = _inside(scene, (a, b), _crossed(scene, a, b, ignore, flat), flat)
    found: list[list[SolidInterval]] = [[] for _ in range(len(a))]
    for i, k, p, q in zip(*(v.tolist() for v in (line, solid, start, end)), strict=True):
        found[i].append(SolidInterval(scene.solids[k].id, p, q, float(scene.bottom[k]), float(scene.top[k])))
    return [sorted(row, key=lambda s: (s.start, s.end, s.solid)) for row in found]


def unblocked_lines(
    scene: Scene, starts: npt.ArrayLike, ends: npt.ArrayLike, ignore: Sequence[Collection[str]] | None = None
) -> Bools:
    """Return which lines run through no solid.

    Each is tried on one solid after the other, the highest first, until one is in its way.
    """
    a, b = (np.asarray(v, dtype=np.float64).reshape(-1, 3) for v in (starts, ends))
    line, solid = _crossed(scene, a, b, ignore, False)
    order = np.lexsort((-scene.top[solid], line))
    line, solid = line[order], solid[order]
    found = np.ones(len(a), dtype=bool)
    while len(line):
        first = np.diff(line, prepend=-1) > 0
        found[_inside(scene, (a, b), (line[first], solid[first]), False)[0]] = False
        left = ~first & found[line]
        line, solid = line[left], solid[left]
    return found


def length_inside(parts: Sequence[SolidInterval], solids: Collection[str]) -> float:
    """Length of a line inside any of these solids; where they overlap it counts once."""
    total, reached = 0.0, -math.inf
    for part in sorted((p for p in parts if p.solid in solids), key=lambda p: p.start):
        raise_to = max(part.start, reached)
        total += max(0.0, part.end - raise_to)
        reached = max(reached, part.end)
    return total


def _inside(
    scene: Scene, ends: tuple[Floats, Floats], hits: tuple[Ints, Ints], flat: bool
) -> tuple[Ints, Ints, Floats, Floats]:
    """Return the intervals of lines in solids: numbers of lines and solids, starts and ends."""
    (a, b), (line, solid) = ends, hits
    lines = lines_between(a[line, :2], b[line, :2])
    parts, hit = shapely.get_parts(shapely.intersection(lines, scene.polygons[solid]), return_index=True)
    long = (shapely.get_type_id(parts) == _LINE) & (shapely.length(parts) > MAX_GRAZE_IN)
    points, part = shapely.get_coordinates(parts[long], return_index=True)
    (ahead,) = (part[1:] == part[:-1]).nonzero()
    p, q, hit = points[ahead], points[ahead + 1], hit[long][part[ahead]]
    border = scene.cached_value("borders", lambda: shapely.boundary(scene.polygons))[solid[hit]]
    (inner,) = (shapely.distance(shapely.points(0.5 * (q + p)), border) > BORDER_TOL_IN).nonzero()
    hit = hit[inner]
    line, solid = line[hit], solid[hit]
    axis = b[line, :2] - a[line, :2]
    length = np.array([math.hypot(x, y) for x, y in axis.tolist()])
    along = [((v[inner] - a[line, :2]) * axis).sum(axis=1) / length for v in (p, q)]
    start, end = np.minimum(*along), np.maximum(*along)
    if flat:
        return line, solid, start, end
    slope = (b[line, 2] - a[line, 2]) / length
    start, end = _between_heights(a[line, 2], slope, (start, end), (scene.bottom[solid], scene.top[solid]))
    (kept,) = (end - start > MAX_GRAZE_IN).nonzero()
    return line[kept], solid[kept], start[kept], end[kept]


def _crossed(
    scene: Scene, a: Floats, b: Floats, ignore: Sequence[Collection[str]] | None, flat: bool
) -> tuple[Ints, Ints]:
    """Return which lines meet which solids that count, by their numbers."""
    lines = lines_between(a[:, :2], b[:, :2])
    line, solid = query_tree(scene.tree, lines, "intersects")
    if not flat:
        under = np.minimum(a[:, 2], b[:, 2])[line] < scene.top[solid]
        over = (np.maximum(a[:, 2], b[:, 2])[line] > scene.bottom[solid]) | (scene.bottom[solid] <= 0.0)
        line, solid = line[under & over], solid[under & over]
    if ignore is not None:
        names = [scene.solids[k].id for k in solid.tolist()]
        kept = np.array([n not in ignore[i] for i, n in zip(line.tolist(), names, strict=True)], dtype=bool)
        line, solid = line[kept], solid[kept]
    return line, solid


def _between_heights(
    height: Floats, slope: Floats, inside: tuple[Floats, Floats], levels: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Return the parts of intervals on which rising lines are between two levels.

    Lines begin at a height and rise by a slope. Empty parts end before they start. A solid on the ground
    has no
    underside for level lines.
    """
    (start, end), (low, high) = inside, levels
    level = slope == 0.0
    among = (height < high) & ((low < height) | (low <= 0.0))
    rise = np.where(level, 1.0, slope)
    at = (low - height) / rise, (high - height) / rise
    begin = np.where(level, start, np.maximum(start, np.minimum(*at)))
    stop = np.where(level, np.where(among, end, start - 1.0), np.minimum(end, np.maximum(*at)))
    return begin, stop
