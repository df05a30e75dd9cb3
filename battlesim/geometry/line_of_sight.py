"""Single lines of sight: the intervals in which a straight line in space runs through solids.

A line is blocked by a solid if it runs through the solid for more than ``MAX_GRAZE_IN`` inches, as seen from
above. Touching a boundary, a corner or a top does not block.
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
"""A line inside a solid for at most this length in plan only touches it."""

BORDER_TOL_IN = 1e-9
"""Points within this distance of a boundary are on it."""

_LINE = 1
"""The Shapely type id of a line."""


class SolidInterval(NamedTuple):
    """The part of a line of sight that lies inside a solid.

    Its ends are distances from the start of the line, in inches as seen from above. The heights are those of
    the solid.
    """

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
    """Return the parts of each line of sight that lie inside solids, sorted by where they start.

    `starts` and `ends` have shape (n, 3). ``ignore`` holds, for each line, the ids of solids to ignore. If
    ``flat`` is true, heights are ignored.
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
    """Return, for each line of sight, whether it runs through no solid.

    A line along the face of a wall is unblocked. Each line is tested against one solid at a time, from the
    highest solid down, until it is blocked.
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
    """Return the length, in inches, of a line of sight inside the given solids. Overlaps count once."""
    total, reached = 0.0, -math.inf
    for part in sorted((p for p in parts if p.solid in solids), key=lambda p: p.start):
        raise_to = max(part.start, reached)
        total += max(0.0, part.end - raise_to)
        reached = max(reached, part.end)
    return total


def _inside(
    scene: Scene, ends: tuple[Floats, Floats], hits: tuple[Ints, Ints], flat: bool
) -> tuple[Ints, Ints, Floats, Floats]:
    """Return the intervals of lines inside solids: indices of lines and solids, starts and ends."""
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
    """Return the indices of lines and of the solids they meet, except ignored solids."""
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
    """Return the parts of intervals in which lines, rising by `slope` per inch, are between two levels.

    An empty part ends before it starts. For level lines, a solid on the ground has no underside.
    """
    (start, end), (low, high) = inside, levels
    level = slope == 0.0
    among = (height < high) & ((low < height) | (low <= 0.0))
    rise = np.where(level, 1.0, slope)
    at = (low - height) / rise, (high - height) / rise
    begin = np.where(level, start, np.maximum(start, np.minimum(*at)))
    stop = np.where(level, np.where(among, end, start - 1.0), np.minimum(end, np.maximum(*at)))
    return begin, stop
