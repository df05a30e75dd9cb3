"""Exact shortest paths for a round base in free space, with its obstacles grown by its radius (inches).

A shortest path is taut: it bends only at bulging corners, and only around them. One way from place to place
is found along tangents (`routes`), all ways from some starts by a tree that grows: from each corner just the
wedge of directions is expanded into which a taut path can go on, with its own heap (Dijkstra). Corners are
expanded several at a time, and again where a shorter way to one of them is found later. On the free polygon
both equal the brute-force visibility graph.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from battlesim.geometry.constants import COLLINEAR, QUANTUM, TOL
from battlesim.geometry.costs import CostedGround
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.nearby import Floats, Ints, Spots
from battlesim.geometry.routes import route
from battlesim.geometry.shapes import Point
from battlesim.geometry.tangents import Tangents, sides
from battlesim.geometry.visibility import Fan, Fans, Looks, Lot, Walls, cross, fans, settle

AT_ONCE = 16
"""How many nodes of a tree are expanded at once to begin with."""
MOST_AT_ONCE = 32
DECIMALS = round(-math.log10(QUANTUM))
Path = tuple[Point, ...]


def length(path: Sequence[Point]) -> float:
    """Length of a line of points."""
    return math.fsum(math.dist(a, b) for a, b in pairwise(path))


def rounded(point: Point) -> Point:
    """A point on the grid of `QUANTUM`."""
    return round(point[0], DECIMALS) + 0.0, round(point[1], DECIMALS) + 0.0


@dataclass(frozen=True, slots=True)
class Branch:
    """How a node of a tree is reached: the distance, the node before, and its number among the views."""

    cost: float
    before: int
    views: Fans
    number: int

    @property
    def view(self) -> Fan:
        """What is seen from the node."""
        return self.views.one(self.number)


def grow(walls: Walls, starts: Mapping[Point, float], limit: float) -> dict[int, Branch]:
    """Shortest-path tree up to `limit` from starts, each with the inches already gone when it is left.

    Each node comes after the one before it: from 0 up corners of the walls; ~k (-1, -2, ...) is start k.
    """
    search = _Search(walls, starts, limit)
    while batch := search.next_nodes():
        search.expand(*(np.array(column) for column in zip(*batch, strict=True)))
    return dict(sorted(search.branches.items(), key=lambda item: item[1].cost))


class _Search:
    """The heap of a growing tree and the shortest distance known of every node."""

    def __init__(self, walls: Walls, starts: Mapping[Point, float], limit: float) -> None:
        self.walls, self.limit = walls, limit
        begins = np.array([complex(*start) for start in starts], dtype=complex)
        self.places: Spots = np.concatenate([walls.at, begins[::-1]])
        self.known = np.full(len(self.places), math.inf)
        self.branches: dict[int, Branch] = {}
        self.heap: list[tuple[float, int, int]] = []
        for k, gone in enumerate(starts.values()):
            self.known[~k] = gone
            self.heap.append((gone, ~k, ~k))
        heapq.heapify(self.heap)

    def next_nodes(self) -> list[tuple[float, int, int]]:
        """The most promising nodes (distance, node, the one before): more at a time as the tree grows."""
        found: list[tuple[float, int, int]] = []
        most = min(MOST_AT_ONCE, AT_ONCE + len(self.branches) // 4)
        while self.heap and len(found) < most and self.heap[0][0] < self.limit:
            cost, node, before = heapq.heappop(self.heap)
            if cost <= self.known[node]:
                found.append((cost, node, before))
        return found

    def expand(self, costs: Floats, nodes: Ints, before: Ints) -> None:
        """Look from some nodes, each gone to from the one before it; the corners seen become next nodes."""
        walls, here = self.walls, self.places[nodes]
        ahead, corners = here - self.places[before], np.maximum(nodes, 0)
        out, back = walls.out[corners], -walls.into[corners]
        own = np.where(cross(ahead, out + back) < 0.0, out, back)
        looks = Looks(here, ahead, own, self.limit - costs)
        for lot in fans(walls, looks):
            which = lot.which[lot.whole]
            for i, k in zip(lot.whole.tolist(), which.tolist(), strict=True):
                self.branches[int(nodes[k])] = Branch(float(costs[k]), int(before[k]), lot.views, i)
            self._advance(lot, costs, nodes)

    def _advance(self, lot: Lot, costs: Floats, nodes: Ints) -> None:
        """Put the corners that the views of a lot show, and a taut path can bend around, on the heap."""
        walls = self.walls
        bulging = walls.bulges[lot.walls]
        owner, corner = lot.owner[bulging], lot.walls[bulging]
        spots = walls.at[corner]
        way = spots - lot.views.origin[owner]
        cost = costs[lot.which][owner] + np.abs(way)
        pick = (cost <= self.limit) & (cost < self.known[corner] - COLLINEAR) & (way != 0.0)
        pick[pick] = np.logical_or(*sides(walls, corner[pick], way[pick]))
        pick[pick] = lot.views.sees(owner[pick], spots[pick])
        rows = zip(cost[pick], corner[pick], nodes[lot.which][owner[pick]], strict=True)
        for entry in sorted((float(c), int(k), int(node)) for c, k, node in rows):
            if entry[0] < self.known[entry[1]] - COLLINEAR:
                self.known[entry[1]] = entry[0]
                heapq.heappush(self.heap, entry)


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
    most = limit + TOL
    reach = min(1.3 * straight + 2.0, most)
    while True:
        tangents, whole = room.tangents_about((start, goal), reach / 2.0 + 0.05)
        found = _within(tangents, start, goal, most if whole else reach) if tangents else None
        if found is not None or whole or reach >= most:
            return found
        reach = min(2.0 * reach, most)


def _within(tangents: Tangents, start: Point, goal: Point, reach: float) -> Path | None:
    """The shortest way up to `reach` long between walls; all of it is within half of that of its middle."""
    first, last = settle(tangents.walls, start), settle(tangents.walls, goal)
    if first is None or last is None:
        return None
    corners = route(tangents, first, last, reach)
    return None if corners is None else (start, *(rounded(corner) for corner in corners), goal)


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


def split(path: Sequence[Point], along: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """A path cut so many inches along it, at a point rounded as places are; one side of it may be a point."""
    left = along
    for k, (a, b) in enumerate(pairwise(path)):
        long = math.dist(a, b)
        if left < long - QUANTUM:
            cut = point_at(path, along)
            before = (*path[: k + 1], cut) if left > QUANTUM else tuple(path[: k + 1])
            return before, (before[-1], *path[k + 1 :])
        left -= long
    return tuple(path), (path[-1],)


def point_at(path: Sequence[Point], along: float) -> Point:
    """The point so many inches along a path, rounded as places are."""
    left = along
    for a, b in pairwise(path):
        long = math.dist(a, b)
        if left <= long and long > 0.0:
            share = max(left, 0.0) / long
            return round(a[0] + share * (b[0] - a[0]), 3), round(a[1] + share * (b[1] - a[1]), 3)
        left -= long
    return path[-1]


def backwards(path: Sequence[Point], spacing: float = 0.1) -> Iterator[Path]:
    """A path and its shorter and shorter beginnings, `spacing` apart."""
    whole = length(path)
    count = max(1, math.ceil(whole / spacing))
    yield tuple(path)
    for i in range(count - 1, 0, -1):
        yield _first(path, whole * i / count)
