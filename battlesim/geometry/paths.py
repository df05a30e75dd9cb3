"""Exact shortest paths for a round base in free space, with obstacles grown by the base's radius (inches).

A shortest path is taut: it bends only at convex corners, and only around them. A path between two points is
found along tangents (`tangent_routes`). Paths from several starts to all corners are found by growing a tree
(Dijkstra): each corner is expanded only within the wedge of directions in which a taut path can continue.
Corners are expanded in batches, and again if a shorter path to a corner is found later. On the free polygon
both methods give the same results as the brute-force visibility graph.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from battlesim.geometry.constants import COLLINEAR_TOL, POSITION_QUANTUM_IN, TOL
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.shapes import Point
from battlesim.geometry.tangent_routes import shortest_route
from battlesim.geometry.tangents import TangentGraph, sides_of_direction
from battlesim.geometry.visibility import (
    FanBatch,
    FanRequests,
    VisibilityFan,
    VisibilityFans,
    Walls,
    cross_product,
    nudged_inside,
    visibility_fans,
)
from battlesim.geometry.wall_grid import ComplexPoints, Floats, Ints

INITIAL_BATCH_SIZE = 16
"""The number of tree nodes that are expanded at once at the beginning."""
MAX_BATCH_SIZE = 32
POSITION_DECIMALS = round(-math.log10(POSITION_QUANTUM_IN))
Path = tuple[Point, ...]


def polyline_length(path: Sequence[Point]) -> float:
    """Return the length of a polyline."""
    return math.fsum(math.dist(a, b) for a, b in pairwise(path))


def rounded_point(point: Point) -> Point:
    """Return a point rounded to the grid on which the positions of pieces lie."""
    return round(point[0], POSITION_DECIMALS) + 0.0, round(point[1], POSITION_DECIMALS) + 0.0


@dataclass(frozen=True, slots=True)
class PathTreeNode:
    """A node of a tree of shortest paths, with its cost, the previous node, and the area visible from it."""

    cost: float
    previous: int
    views: VisibilityFans
    number: int

    @property
    def view(self) -> VisibilityFan:
        """The area that is visible from the node, as the nearest wall in each direction."""
        return self.views.fan_of(self.number)


def shortest_path_tree(walls: Walls, starts: Mapping[Point, float], limit: float) -> dict[int, PathTreeNode]:
    """Return the tree of the shortest paths from several starts, with paths of at most `limit` inches.

    `starts` maps each starting point to the length that is already used. Each node comes after its previous
    node. Keys from 0 up are corners of the walls; key ~k (-1, -2, ...) is start k.
    """
    search = _Search(walls, starts, limit)
    while batch := search.next_nodes():
        search.expand(*(np.array(column) for column in zip(*batch, strict=True)))
    return dict(sorted(search.branches.items(), key=lambda item: item[1].cost))


class _Search:
    """The heap of a growing shortest-path tree and the shortest known distance to every node."""

    def __init__(self, walls: Walls, starts: Mapping[Point, float], limit: float) -> None:
        self.walls, self.limit = walls, limit
        begins = np.array([complex(*start) for start in starts], dtype=complex)
        self.places: ComplexPoints = np.concatenate([walls.corners, begins[::-1]])
        self.known = np.full(len(self.places), math.inf)
        self.branches: dict[int, PathTreeNode] = {}
        self.heap: list[tuple[float, int, int]] = []
        for k, gone in enumerate(starts.values()):
            self.known[~k] = gone
            self.heap.append((gone, ~k, ~k))
        heapq.heapify(self.heap)

    def next_nodes(self) -> list[tuple[float, int, int]]:
        """Return the next (distance, node, previous node) to examine; batches grow with the tree."""
        found: list[tuple[float, int, int]] = []
        most = min(MAX_BATCH_SIZE, INITIAL_BATCH_SIZE + len(self.branches) // 4)
        while self.heap and len(found) < most and self.heap[0][0] < self.limit:
            cost, node, before = heapq.heappop(self.heap)
            if cost <= self.known[node]:
                found.append((cost, node, before))
        return found

    def expand(self, costs: Floats, nodes: Ints, before: Ints) -> None:
        """Expand nodes that were reached from the nodes in `before`, and queue the corners they see."""
        walls, here = self.walls, self.places[nodes]
        ahead, corners = here - self.places[before], np.maximum(nodes, 0)
        out, back = walls.outgoing[corners], -walls.incoming[corners]
        own = np.where(cross_product(ahead, out + back) < 0.0, out, back)
        looks = FanRequests(here, ahead, own, self.limit - costs)
        for lot in visibility_fans(walls, looks):
            which = lot.request_indices[lot.complete_indices]
            for i, k in zip(lot.complete_indices.tolist(), which.tolist(), strict=True):
                self.branches[int(nodes[k])] = PathTreeNode(float(costs[k]), int(before[k]), lot.views, i)
            self._advance(lot, costs, nodes)

    def _advance(self, lot: FanBatch, costs: Floats, nodes: Ints) -> None:
        """Push visible corners that a taut path can bend around onto the heap."""
        walls = self.walls
        bulging = walls.is_bulging[lot.walls]
        owner, corner = lot.owner[bulging], lot.walls[bulging]
        spots = walls.corners[corner]
        way = spots - lot.views.origin[owner]
        cost = costs[lot.request_indices][owner] + np.abs(way)
        pick = (cost <= self.limit) & (cost < self.known[corner] - COLLINEAR_TOL) & (way != 0.0)
        pick[pick] = np.logical_or(*sides_of_direction(walls, corner[pick], way[pick]))
        pick[pick] = lot.views.sees(owner[pick], spots[pick])
        rows = zip(cost[pick], corner[pick], nodes[lot.request_indices][owner[pick]], strict=True)
        for entry in sorted((float(c), int(k), int(node)) for c, k, node in rows):
            if entry[0] < self.known[entry[1]] - COLLINEAR_TOL:
                self.known[entry[1]] = entry[0]
                heapq.heappush(self.heap, entry)


def shortest_path(space: FreeSpace, start: Point, goal: Point, limit: float = math.inf) -> Path | None:
    """Return the shortest path of a base's centre from `start` to `goal`, at most `limit` inches long.

    Inner points are rounded to `POSITION_QUANTUM_IN`; the ends are unchanged. Return None if there is no path
    of at most this length (plus `TOL`).
    """
    straight = math.dist(start, goal)
    if straight > limit + TOL:
        return None
    room = space.without_overlaps_at(start)
    ends = np.array([start, goal], dtype=np.float64)
    if room.is_clear_along(ends[:1], ends[1:])[0]:
        return (start, goal)
    most = limit + TOL
    reach = min(1.3 * straight + 2.0, most)
    while True:
        tangents, whole = room.tangent_graph_near((start, goal), reach / 2.0 + 0.05)
        found = _within(tangents, start, goal, most if whole else reach) if tangents else None
        if found is not None or whole or reach >= most:
            return found
        reach = min(2.0 * reach, most)


def _within(tangents: TangentGraph, start: Point, goal: Point, reach: float) -> Path | None:
    """Return the shortest path between walls of at most `reach` inches, or None if none exists."""
    first, last = nudged_inside(tangents.walls, start), nudged_inside(tangents.walls, goal)
    if first is None or last is None:
        return None
    corners = shortest_route(tangents, first, last, reach)
    return None if corners is None else (start, *(rounded_point(corner) for corner in corners), goal)


def affordable_path(path: Sequence[Point], ground: CostedGround, allowance: float) -> Path:
    """Return the beginning of a path, up to the point where a movement allowance (in inches) is used up."""
    if ground.path_cost(path).total <= allowance + TOL:
        return tuple(path)
    budget = allowance + TOL / 2.0
    travelled = min(allowance, ground.affordable_length(path, budget))
    while travelled > 0.0 and ground.path_cost(_first(path, travelled)).total > budget:
        travelled -= POSITION_QUANTUM_IN  # the last point was rounded into a costly area
    return _first(path, max(0.0, travelled))


def _first(path: Sequence[Point], travelled: float) -> Path:
    """Return the first `travelled` inches of a path."""
    points = [path[0]]
    left = travelled
    for a, b in pairwise(path):
        step = math.dist(a, b)
        if step >= left:
            share = left / step if step > 0.0 else 0.0
            end = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            return (*points, rounded_point(end))
        points.append(b)
        left -= step
    return tuple(points)


def split_path(path: Sequence[Point], inches: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the two parts of a path that is cut `inches` from its start."""
    left = inches
    for k, (a, b) in enumerate(pairwise(path)):
        long = math.dist(a, b)
        if left < long - POSITION_QUANTUM_IN:
            cut = point_along_path(path, inches)
            before = (*path[: k + 1], cut) if left > POSITION_QUANTUM_IN else tuple(path[: k + 1])
            return before, (before[-1], *path[k + 1 :])
        left -= long
    return tuple(path), (path[-1],)


def point_along_path(path: Sequence[Point], inches: float) -> Point:
    """Return the point that is `inches` along a path, rounded to the grid on which positions lie."""
    left = inches
    for a, b in pairwise(path):
        long = math.dist(a, b)
        if left <= long and long > 0.0:
            share = max(left, 0.0) / long
            return round(a[0] + share * (b[0] - a[0]), 3), round(a[1] + share * (b[1] - a[1]), 3)
        left -= long
    return path[-1]


def shortened_paths(path: Sequence[Point], spacing: float = 0.1) -> Iterator[Path]:
    """Yield a path, and then shorter and shorter versions of it that end earlier.

    Each version is roughly `spacing` inches shorter than the previous version.
    """
    whole = polyline_length(path)
    count = max(1, math.ceil(whole / spacing))
    yield tuple(path)
    for i in range(count - 1, 0, -1):
        yield _first(path, whole * i / count)
