"""Exact shortest paths for a round base in free space, with its obstacles grown by its radius (inches).

A shortest path is taut: it bends only at bulging corners, and only around them. So the search expands from
each corner just the wedge of directions into which a taut path can go on, with its own heap (Dijkstra, or
A* towards one goal). On the free polygon the result equals the brute-force visibility graph.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from battlesim.geometry.constants import QUANTUM, TOL
from battlesim.geometry.costs import CostedGround
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.shapes import Point
from battlesim.geometry.visibility import Fan, Flags, Ints, Spots, Walls, cross, fan, settle, walls_at

COLLINEAR = 1e-12
DECIMALS = round(-math.log10(QUANTUM))
Path = tuple[Point, ...]


def length(path: Sequence[Point]) -> float:
    """Length of a line of points."""
    return math.fsum(math.dist(a, b) for a, b in pairwise(path))


def rounded(point: Point) -> Point:
    """A point on the grid of `QUANTUM`."""
    return round(point[0], DECIMALS) + 0.0, round(point[1], DECIMALS) + 0.0


@dataclass(slots=True)
class Tree:
    """Shortest paths from some starts: distance and predecessor of each corner reached, and their views.

    Nodes from 0 up are corners of the walls; ~k (-1, -2, ...) is the start number k.
    """

    walls: Walls
    starts: Sequence[complex]
    cost: dict[int, float] = field(default_factory=dict)
    origin: dict[int, int] = field(default_factory=dict)
    views: list[tuple[float, Fan]] = field(default_factory=list)
    """Distance so far and view, of the starts and of each corner, in the order reached."""

    def place(self, node: int) -> complex:
        """Where a node is."""
        return self.starts[~node] if node < 0 else complex(self.walls.at[node])

    def path_to(self, node: int) -> list[Point]:
        """Points from a start to a node."""
        nodes = [node]
        while nodes[-1] >= 0:
            nodes.append(self.origin[nodes[-1]])
        return [(spot.real, spot.imag) for spot in map(self.place, reversed(nodes))]


def grow(
    walls: Walls, starts: Mapping[Point, float], limit: float, goal: Point | None = None
) -> tuple[Tree, int | None, float]:
    """Shortest-path tree up to `limit` from starts, each with the inches already gone when it is left.

    With a goal it grows only as far as needed to reach it. Returns the tree, the last node before the goal
    (None when it is not reached) and the path's length.
    """
    tree = Tree(walls, [complex(*start) for start in starts])
    target = None if goal is None else complex(*goal)
    best, last = math.inf, None
    corners, spots = walls.corners, walls.at[walls.corners]
    ahead = np.zeros(len(corners)) if target is None else np.abs(spots - target)
    known = np.full(len(corners), math.inf)
    heap = [(gone, gone, ~k, ~k) for k, gone in enumerate(starts.values())]
    heapq.heapify(heap)
    while heap:
        total, so_far, node, before = heapq.heappop(heap)
        if total >= min(best, limit):
            break
        if node in tree.cost:
            continue
        tree.cost[node], tree.origin[node] = so_far, before
        here, bound = tree.place(node), min(limit, best)
        view = _view(walls, node, here, tree.place(before), bound - so_far)
        tree.views.append((so_far, view))
        if target is not None:
            whole = so_far + abs(target - here)
            if whole < best and view.sees(np.array([target]))[0]:
                best, last, bound = whole, node, min(limit, whole)
        way = spots - here
        costs = so_far + np.abs(way)
        pick = np.flatnonzero((costs + ahead <= bound) & (costs < known - COLLINEAR) & (way != 0.0))
        pick = pick[_taut(walls, corners[pick], way[pick])]
        pick = pick[view.sees(spots[pick])]
        known[pick] = costs[pick]
        for i in pick.tolist():
            heapq.heappush(heap, (float(costs[i] + ahead[i]), float(costs[i]), int(corners[i]), node))
    return tree, last, best


def _view(walls: Walls, node: int, here: complex, before: complex, reach: float) -> Fan:
    """The view from a start all around, from a corner only where a taut path can go on."""
    if node < 0:
        return fan(walls, here, 0j, 0j, reach)
    ahead, out, back = here - before, complex(walls.out[node]), -complex(walls.into[node])
    obstacle_right = cross(ahead, out + back) < 0.0
    return fan(walls, here, ahead, out if obstacle_right else back, reach)


def _taut(walls: Walls, nodes: Ints, way: Spots) -> Flags:
    """Which corners a path coming in along `way` can bend around: both walls on one side of it."""
    out, back = cross(way, walls.out[nodes]), -cross(way, walls.into[nodes])
    return np.asarray((np.maximum(out, back) <= COLLINEAR) | (np.minimum(out, back) >= -COLLINEAR))


def shortest_path(space: FreeSpace, start: Point, goal: Point, limit: float = math.inf) -> Path | None:
    """The shortest way of the base's centre from `start` to `goal`, at most `limit` long (plus `TOL`).

    Inner points are rounded to `QUANTUM`; the ends are as given. None when there is no such way.
    """
    straight = math.dist(start, goal)
    if straight > limit + TOL:
        return None
    room = space.freed_at(start)
    ends = np.array([start, goal], dtype=np.float64)
    if room.lines_clear(ends[:1], ends[1:])[0]:
        return (start, goal)
    whole = room.obstacles.width + room.obstacles.height
    for reach in sorted({min(bound, limit + TOL, whole) for bound in (1.3 * straight + 2.0, whole)}):
        found = _within(room, start, goal, reach)
        if found is not None:
            return found
    return None


def _within(space: FreeSpace, start: Point, goal: Point, reach: float) -> Path | None:
    """The shortest way up to `reach` long, hence within half of it around the middle of its ends."""
    middle = ((start[0] + goal[0]) / 2.0, (start[1] + goal[1]) / 2.0)
    walls = walls_at(space.region(middle, reach / 2.0 + 0.05), start)
    first, last = (settle(walls, start), settle(walls, goal)) if walls else (None, None)
    if walls is None or first is None or last is None:
        return None
    tree, node, _ = grow(walls, {first: 0.0}, reach, last)
    if node is None:
        return None
    inner = [rounded(point) for point in tree.path_to(node)[1:]]
    return (start, *inner, goal)


def cut(path: Sequence[Point], ground: CostedGround, allowance: float) -> Path:
    """The part of a path that the allowance pays for; its last point is rounded to `QUANTUM`."""
    if ground.bill(path).total <= allowance + TOL:
        return tuple(path)
    budget = allowance + TOL / 2.0
    travelled = min(allowance, ground.affordable(path, budget))
    while travelled > 0.0 and ground.bill(_first(path, travelled)).total > budget:
        travelled -= QUANTUM  # its last point was rounded into something that costs
    return _first(path, max(0.0, travelled))


def _first(path: Sequence[Point], travelled: float) -> Path:
    """The first inches of a path."""
    points = [path[0]]
    left = travelled
    for a, b in pairwise(path):
        step = math.dist(a, b)
        if step >= left:
            share = left / step if step > 0.0 else 0.0
            end = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            return (*points, rounded(end))
        points.append(b)
        left -= step
    return tuple(points)


def backwards(path: Sequence[Point], spacing: float = 0.1) -> Iterator[Path]:
    """A path and its shorter and shorter beginnings, `spacing` apart."""
    whole = length(path)
    count = max(1, math.ceil(whole / spacing))
    yield tuple(path)
    for i in range(count - 1, 0, -1):
        yield _first(path, whole * i / count)
