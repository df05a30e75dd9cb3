"""Exact shortest paths for a round base in free space, with its obstacles grown by its radius (inches).

A shortest path is taut: it bends only at bulging corners, and only around them. So the search expands from
each corner just the wedge of directions into which a taut path can go on, with its own heap (Dijkstra, or
A* towards one goal). Corners are expanded several at a time, and again where a shorter way to one of them is
found later. On the free polygon the result equals the brute-force visibility graph.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from battlesim.geometry.constants import QUANTUM, TOL
from battlesim.geometry.costs import CostedGround
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.nearby import Floats, Ints, Spots
from battlesim.geometry.shapes import Point
from battlesim.geometry.visibility import Fan, Fans, Flags, Looks, Lot, Walls, cross, fans, settle

COLLINEAR = 1e-12
AT_ONCE = 4
"""How many nodes of a tree are expanded at once to begin with, towards a goal; four times that without."""
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


@dataclass(slots=True)
class Tree:
    """Shortest paths from some starts: the corners reached, each after the one before it.

    Nodes from 0 up are corners of the walls; ~k (-1, -2, ...) is the start number k.
    """

    places: Spots
    branches: dict[int, Branch]

    def path_to(self, node: int) -> list[Point]:
        """Points from a start to a node."""
        nodes = [node]
        while nodes[-1] >= 0:
            nodes.append(self.branches[nodes[-1]].before)
        return [(spot.real, spot.imag) for spot in self.places[nodes[::-1]].tolist()]


def grow(
    walls: Walls, starts: Mapping[Point, float], limit: float, goal: Point | None = None
) -> tuple[Tree, int | None, float]:
    """Shortest-path tree up to `limit` from starts, each with the inches already gone when it is left.

    With a goal it grows only as far as needed to reach it. Returns the tree, the last node before the goal
    (None when it is not reached) and the path's length.
    """
    search = _Search(walls, starts, limit, None if goal is None else complex(*goal))
    while batch := search.next_nodes():
        search.expand(*(np.array(column) for column in zip(*batch, strict=True)))
    order = sorted(search.branches.items(), key=lambda item: item[1].cost)
    return Tree(search.places, dict(order)), search.last, search.best


class _Search:
    """The heap of a growing tree and the shortest distance known of every node."""

    def __init__(
        self, walls: Walls, starts: Mapping[Point, float], limit: float, target: complex | None
    ) -> None:
        self.walls, self.limit, self.target = walls, limit, target
        begins = np.array([complex(*start) for start in starts], dtype=complex)
        self.places: Spots = np.concatenate([walls.at, begins[::-1]])
        self.known = np.full(len(self.places), math.inf)
        self.branches: dict[int, Branch] = {}
        self.best = math.inf
        self.last: int | None = None
        self.heap: list[tuple[float, float, int, int]] = []
        for k, gone in enumerate(starts.values()):
            self.known[~k] = gone
            self.heap.append((gone, gone, ~k, ~k))
        heapq.heapify(self.heap)

    def next_nodes(self) -> list[tuple[float, int, int]]:
        """The most promising nodes (distance, node, the one before): more at a time as the tree grows."""
        found: list[tuple[float, int, int]] = []
        first = AT_ONCE if self.target is not None else 4 * AT_ONCE
        most = min(MOST_AT_ONCE, first + len(self.branches) // 4)
        bound = min(self.best, self.limit)
        while self.heap and len(found) < most and self.heap[0][0] < bound:
            _, cost, node, before = heapq.heappop(self.heap)
            if cost <= self.known[node]:
                found.append((cost, node, before))
        return found

    def expand(self, costs: Floats, nodes: Ints, before: Ints) -> None:
        """Look from some nodes, each gone to from the one before it; the corners seen become next nodes."""
        walls, here = self.walls, self.places[nodes]
        ahead, corners = here - self.places[before], np.maximum(nodes, 0)
        out, back = walls.out[corners], -walls.into[corners]
        own = np.where(cross(ahead, out + back) < 0.0, out, back)
        looks = Looks(here, ahead, own, self._reach(costs, here))
        for lot in fans(walls, looks):
            which = lot.which[lot.whole]
            for i, k in zip(lot.whole.tolist(), which.tolist(), strict=True):
                self.branches[int(nodes[k])] = Branch(float(costs[k]), int(before[k]), lot.views, i)
            if self.target is not None and len(which):
                self._finish(lot, costs[which], nodes[which])
            self._advance(lot, costs, nodes)

    def _reach(self, costs: Floats, here: Spots) -> Floats:
        """How far a corner of a path within bounds can be from each node."""
        left = min(self.limit, self.best) - costs
        return left if self.target is None else (left + np.abs(here - self.target)) / 2.0

    def _finish(self, lot: Lot, costs: Floats, nodes: Ints) -> None:
        """Take the best of the nodes that see the goal for its last, where it beats the one so far."""
        target = np.full(len(nodes), self.target)
        whole = costs + np.abs(lot.views.origin[lot.whole] - target)
        whole[~lot.views.sees(lot.whole, target)] = math.inf
        best = int(whole.argmin())
        if whole[best] < self.best:
            self.best, self.last = float(whole[best]), int(nodes[best])

    def _advance(self, lot: Lot, costs: Floats, nodes: Ints) -> None:
        """Put the corners that the views of a lot show, and a taut path can bend around, on the heap."""
        walls = self.walls
        bulging = walls.bulges[lot.walls]
        owner, corner = lot.owner[bulging], lot.walls[bulging]
        spots = walls.at[corner]
        way = spots - lot.views.origin[owner]
        cost = costs[lot.which][owner] + np.abs(way)
        total = cost if self.target is None else cost + np.abs(spots - self.target)
        pick = (total <= min(self.limit, self.best)) & (cost < self.known[corner] - COLLINEAR) & (way != 0.0)
        pick[pick] = _taut(walls, corner[pick], way[pick])
        pick[pick] = lot.views.sees(owner[pick], spots[pick])
        rows = zip(total[pick], cost[pick], corner[pick], nodes[lot.which][owner[pick]], strict=True)
        for entry in sorted((float(t), float(c), int(k), int(node)) for t, c, k, node in rows):
            if entry[1] < self.known[entry[2]] - COLLINEAR:
                self.known[entry[2]] = entry[1]
                heapq.heappush(self.heap, entry)


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
    most = limit + TOL
    reach = min(1.3 * straight + 2.0, most)
    while True:
        walls, whole = room.walls_about((start, goal), reach / 2.0 + 0.05)
        found = _within(walls, start, goal, most if whole else reach) if walls else None
        if found is not None or whole or reach >= most:
            return found
        reach = min(2.0 * reach, most)


def _within(walls: Walls, start: Point, goal: Point, reach: float) -> Path | None:
    """The shortest way up to `reach` long between walls; all of it is within half of that of its middle."""
    first, last = settle(walls, start), settle(walls, goal)
    if first is None or last is None:
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
