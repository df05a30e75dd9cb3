"""Shortest paths between two points of a free region, searched from tangent to tangent (A* with a heap)."""

from __future__ import annotations

import heapq
import math

from battlesim.geometry.shapes import Point
from battlesim.geometry.tangents import NodeRung, TangentGraph

LOOKAHEAD_NODES = 64
"""Number of further promising nodes that are expanded together with a node that has to be."""


def shortest_route(tangents: TangentGraph, start: Point, goal: Point, limit: float) -> list[Point] | None:
    """Return the corners of the shortest path between two points, or None if it is longer than `limit`."""
    nodes, ends, straight = tangents.end_nodes(complex(*start), complex(*goal))
    if straight:
        return [] if math.dist(start, goal) <= limit else None
    # gone the other way, a corner lies on the other side
    search = _Search(tangents, nodes, {node ^ 1: far for node, far in ends.items()}, complex(*goal), limit)
    while search.heap and search.heap[0][0] <= search.best:
        _, node, times = heapq.heappop(search.heap)
        if (node, times) not in search.done:
            search.advance((node, times))
    return search.corners()


class _Search:
    """The rungs to expand next, and the best known distance of each node."""

    def __init__(
        self,
        tangents: TangentGraph,
        nodes: dict[int, float],
        ends: dict[int, float],
        goal: complex,
        limit: float,
    ) -> None:
        self.tangents, self.ends, self.goal, self.best = tangents, ends, goal, limit
        self.gone, self.before = dict[int, float](), dict[int, int]()
        self.done: set[NodeRung] = set()
        self.last: int | None = None
        self.heap: list[tuple[float, int, int]] = []
        for node, far in nodes.items():
            self._reach(node, far, node)

    def advance(self, rung: NodeRung) -> None:
        """Extend the search from a node to the goal and to the next nodes; farther nodes follow later."""
        node, times = rung
        self.done.add(rung)
        gone = self.gone[node]
        if node in self.ends and gone + self.ends[node] <= self.best:
            self.best, self.last = gone + self.ends[node], node
        onward = self.tangents.next_nodes(
            rung, ((other, often) for _, other, often in self.heap[:LOOKAHEAD_NODES])
        )
        for other, far in onward.nodes:
            self._reach(other, gone + far, node)
        if onward.unexplored is not None:
            heapq.heappush(self.heap, (gone + onward.unexplored.min_path_length(self.goal), node, times + 1))

    def _reach(self, node: int, gone: float, before: int) -> None:
        """Record a path to a node if it is the shortest so far."""
        total = gone + abs(self.tangents.node_point(node) - self.goal)
        if total <= self.best and gone < self.gone.get(node, math.inf):
            self.gone[node], self.before[node] = gone, before
            heapq.heappush(self.heap, (total, node, 0))

    def corners(self) -> list[Point] | None:
        """Return the corners of the best path found, or None if no path was found."""
        if self.last is None:
            return None
        nodes = [self.last]
        while self.before[nodes[-1]] != nodes[-1]:
            nodes.append(self.before[nodes[-1]])
        spots = [self.tangents.node_point(node) for node in reversed(nodes)]
        return [(spot.real, spot.imag) for spot in spots]
