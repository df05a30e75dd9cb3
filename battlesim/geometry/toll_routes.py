"""Routes that avoid areas with a toll if that is cheaper: one search from a start for many goals.

The cost of a route is its length, plus a toll for each time that the base enters an area with a toll,
whatever its width. The area in which the route starts is free. The best route is taut: it bends only at
corners of obstacles and of avoided areas, grown by the radius. The straight segments between such corners are
found once for each ground and searched with Dijkstra's algorithm.
"""

from __future__ import annotations

import copy
import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import ROUNDING_SLACK_IN, Floats, FreeSpace
from battlesim.geometry.paths import Path, rounded_point
from battlesim.geometry.placement import legal_grid_position
from battlesim.geometry.predicates import dwithin, query_tree
from battlesim.geometry.shapes import Point, lines_between
from battlesim.geometry.visibility import Bools, part_at_point, polygons_of
from battlesim.geometry.wall_grid import Ints

LAST_SEGMENTS_PER_BATCH = 24
"""Number of last segments tested at once."""
CORNERS_PER_BATCH = 64
"""Number of corners compared with all others at once."""
MAX_CACHED_BASE_SETS = 4
"""Number of sets of bases for which the paths around them are cached."""
BYPASS_POLYGON_CORNERS = 12
"""Number of corners of the polygon along which a path goes around a base."""
BASE_CLEARANCE_IN = 0.02
"""Clearance in inches of a route around a base, because a base that touches another stops there."""
EQUAL_COST_TOL_IN = 0.001
"""Difference in cost, in inches, below which paths count as equal."""
CROSS_PRODUCT_TOL = 1e-9
"""Cross product below which directions count as parallel."""

RouteKey = tuple[float, Point]
"""Key by which paths are compared: the cost to 0.001 in, then the first turn, by lower x and then y."""

RouteEnd = tuple[RouteKey, int, int]
"""The end of a path: its key, its last corner, and the index of its goal."""


class TollRoute(NamedTuple):
    """A route and its cost in inches: the length of the route plus the tolls of the areas that it enters."""

    path: Path
    cost: float


class BypassCorners(NamedTuple):
    """Points (n, 2) at which a route may bend, with unit vectors to the corners before and after.

    Corners around a base lie on a circle; `circles` (n, 3) holds its centre and radius. The radius is -1 for
    corners of terrain. A route may begin or end inside such a circle, next to the base.
    """

    points: Floats
    to_previous: Floats
    to_next: Floats
    circles: Floats

    def encloses(self, corner_indices: Ints, points: Floats) -> Bools:
        """Return, for each point (m, 2), whether it lies inside the circle on which its given corner lies."""
        x, y, radius = self.circles[corner_indices].T
        return np.asarray(np.hypot(points[:, 0] - x, points[:, 1] - y) <= radius)

    def is_taut(self, corner_indices: Ints, directions: Floats, slack: float = CROSS_PRODUCT_TOL) -> Bools:
        """Return, for each direction at a corner, whether a route in it passes tightly around the corner.

        A base next to a wall may overlap it by `TOL`, so its route may begin or end behind the wall.
        """
        return _one_side(
            _cross(directions, self.to_previous[corner_indices]),
            _cross(directions, self.to_next[corner_indices]),
            slack,
        )

    def is_taut_to(self, points: Floats) -> Bools:
        """Return flags (n, m): whether a route to a point (m, 2) can bend tightly around a corner (n)."""
        back, out = (
            points[:, 0] * wall[:, 1:] - points[:, 1] * wall[:, :1] - _cross(self.points, wall)[:, None]
            for wall in (self.to_previous, self.to_next)
        )
        return _one_side(back, out, CROSS_PRODUCT_TOL)

    def select(self, rows: slice) -> BypassCorners:
        """Return the corners in the given rows of the arrays."""
        return BypassCorners(*(column[rows] for column in self))


class CornerPairs(NamedTuple):
    """Pairs of corners that a straight segment connects, with its cost in each of the two directions."""

    first: Ints
    second: Ints
    forward_cost: Floats
    backward_cost: Floats


class RouteNetwork:
    """The straight segments between the corners of a free space, from which routes are built.

    `tolls` maps the ids of areas to their tolls in inches.
    """

    def __init__(self, room: FreeSpace, tolls: Mapping[str, float]) -> None:
        self.room, held = room, room.obstacles
        self.shapes = held.polygons[[held.index[key] for key in tolls]]
        self.tolls = np.array(list(tolls.values()), dtype=np.float64)
        self.tree = shapely.STRtree(self.shapes)
        grown = held.grown_outlines(room.radius)[room.blocked | held.mask(tolls)]
        self.corners = _corners(room, [ring for shape in grown for ring in _rings(shape)])
        self.pairs = self._joined()
        self.known: dict[tuple[bytes, bytes], RouteNetwork] = {}

    def with_bases(self, room: FreeSpace) -> RouteNetwork:
        """Return a copy of the network with the bases of a free space, and with segments around these bases.

        The result is cached by the bases.
        """
        if not len(room.discs):
            return self
        key = (room.blocked.tobytes(), room.discs.tobytes())
        found = self.known.pop(key, None) or self._among(room)
        self.known[key] = found
        for oldest in list(self.known)[:-MAX_CACHED_BASE_SETS]:
            self.known.pop(oldest, None)
        return found

    def _among(self, room: FreeSpace) -> RouteNetwork:
        found = copy.copy(self)
        found.__dict__.pop("adjacency", None)
        found.room, old, pairs = room, self.corners, self.pairs
        far = [_corner_distance(disc, room.radius) for disc in room.discs]
        rings = [_about(disc, reach) for disc, reach in zip(room.discs, far, strict=True)]
        new = _corners(room, rings, [(*disc[:2], reach) for disc, reach in zip(room.discs, far, strict=True)])
        found.corners = BypassCorners(*(np.concatenate(both) for both in zip(old, new, strict=True)))
        bases = replace(room, blocked=np.zeros_like(room.blocked))
        kept = bases.is_clear_along(old.points[pairs.first], old.points[pairs.second])
        held = CornerPairs(
            pairs.first[kept], pairs.second[kept], pairs.forward_cost[kept], pairs.backward_cost[kept]
        )
        extra = found._joined(since=len(old.points))
        found.pairs = CornerPairs(*(np.concatenate(both) for both in zip(held, extra, strict=True)))
        return found

    def _joined(self, since: int = 0) -> CornerPairs:
        """Return the pairs of corners joined by a taut segment, the second with index `since` or later."""
        corners, at, found = self.corners, self.corners.points, [np.zeros((2, 0), dtype=np.intp)]
        for low in range(0, len(at), CORNERS_PER_BATCH):
            rows, others = slice(low, low + CORNERS_PER_BATCH), slice(max(since, low + 1), None)
            taut = corners.select(rows).is_taut_to(at[others]) & corners.select(others).is_taut_to(at[rows]).T
            row, other = np.nonzero(taut)
            pairs = np.stack([low + row, others.start + other])
            found.append(pairs[:, pairs[0] < pairs[1]])
        first, second = np.concatenate(found, axis=1)
        kept = self.room.is_clear_along(at[first], at[second])
        first, second = first[kept], second[kept]
        return CornerPairs(
            first,
            second,
            self.segment_costs(at[first], at[second]),
            self.segment_costs(at[second], at[first]),
        )

    @cached_property
    def adjacency(self) -> list[list[tuple[int, float]]]:
        """For each corner, a list of the corners that straight segments lead to, with the segments' costs."""
        ways: list[list[tuple[int, float]]] = [[] for _ in self.corners.points]
        for i, j, there, back in zip(*(row.tolist() for row in self.pairs), strict=True):
            ways[i].append((j, there))
            ways[j].append((i, back))
        return ways

    def segment_costs(self, starts: Floats, ends: Floats) -> Floats:
        """Return the costs of straight segments: their lengths plus the tolls of areas that they enter."""
        costs = np.hypot(*(ends - starts).T)
        lines, deep = lines_between(starts, ends), self.room.radius - TOL - ROUNDING_SLACK_IN
        which, solid = query_tree(self.tree, lines, "dwithin", deep)
        if len(which):
            begins = shapely.points(starts[which])
            new = ~dwithin(self.shapes[solid], begins, deep)
            np.add.at(costs, which[new], self.tolls[solid[new]])
        return np.asarray(costs)


NO_CIRCLE = (0.0, 0.0, -1.0)


def _corners(
    room: FreeSpace, rings: Sequence[Floats], circles: Sequence[tuple[float, float, float]] = ()
) -> BypassCorners:
    """Return the convex corners of grown rings where a base may be; `circles` are those of the rings."""
    if not rings:
        none = np.zeros((0, 2))
        return BypassCorners(none, none, none, np.zeros((0, 3)))
    at = np.concatenate(rings)
    around = np.repeat(np.array(circles or [NO_CIRCLE] * len(rings)), [len(ring) for ring in rings], axis=0)
    back = np.concatenate([np.roll(ring, 1, axis=0) - ring for ring in rings])
    out = np.concatenate([np.roll(ring, -1, axis=0) - ring for ring in rings])
    bulging = (_cross(-back, out) > CROSS_PRODUCT_TOL) & room.is_clear_at(at)
    back, out = (wall[bulging] / np.hypot(*wall[bulging].T)[:, None] for wall in (back, out))
    return BypassCorners(at[bulging], back, out, around[bulging])


def _corner_distance(disc: Floats, radius: float) -> float:
    """Return the distance from a base's centre to the corners of a route that clears the base."""
    return float((disc[2] + radius + BASE_CLEARANCE_IN) / math.cos(math.pi / BYPASS_POLYGON_CORNERS))


def _about(disc: Floats, far: float) -> Floats:
    """Return the corners of a route around a base, all at the same distance from its centre."""
    angles = np.arange(BYPASS_POLYGON_CORNERS) * (2.0 * math.pi / BYPASS_POLYGON_CORNERS)
    return np.asarray(disc[:2] + far * np.stack([np.cos(angles), np.sin(angles)], axis=1))


def _rings(shape: shapely.Geometry) -> list[Floats]:
    """Return outer rings counter-clockwise and holes clockwise, so that the shape is to their left."""
    rings = shapely.get_rings(shapely.orient_polygons(shapely.get_parts(shape)))
    return [np.asarray(shapely.get_coordinates(ring))[:-1] for ring in rings]


class RouteTree:
    """The best routes from a start to all corners, from which routes to any goals are found."""

    def __init__(self, network: RouteNetwork, start: Point) -> None:
        self.network, self.start = network, start
        count = len(network.corners.points)
        self.costs = np.full(count, math.inf)
        self.turns: list[Point] = [start] * count
        self.previous = np.full(count, -1, dtype=np.intp)
        keys: dict[int, RouteKey] = {}
        heap: list[tuple[RouteKey, float, int, int]] = []
        ways = network.adjacency
        for node, cost in self._first():
            turn = rounded_point(
                (float(network.corners.points[node, 0]), float(network.corners.points[node, 1]))
            )
            heapq.heappush(heap, ((round(cost, 3), turn), cost, node, -1))
        while heap:
            key, cost, node, before = heapq.heappop(heap)
            if node in keys:
                continue
            keys[node] = key
            self.costs[node], self.previous[node], self.turns[node] = cost, before, key[1]
            for other, more in ways[node]:
                if other not in keys:
                    heapq.heappush(heap, ((round(cost + more, 3), key[1]), cost + more, other, node))

    def _first(self) -> Iterator[tuple[int, float]]:
        """Yield the corners that the start sees, and the cost of the segment to each."""
        corners, start = self.network.corners, np.array(self.start)
        every = np.arange(len(corners.points))
        good = corners.is_taut(every, corners.points - start, TOL)
        nodes = np.flatnonzero(good | corners.encloses(every, start[None, :]))
        begins = np.broadcast_to(start, (len(nodes), 2))
        nodes = nodes[self.network.room.is_clear_along(begins, corners.points[nodes])]
        costs = self.network.segment_costs(begins[: len(nodes)], corners.points[nodes])
        yield from zip(nodes.tolist(), costs.tolist(), strict=True)

    def best_route(self, goals: Sequence[Point], room: FreeSpace | None = None) -> TollRoute | None:
        """Return the best route to any of the goals, or None if there is no route.

        If `room` is given, it is the free space for the last segment of the route.
        """
        if not goals:
            return None
        room = room or self.network.room
        spots, at = np.array(goals), np.concatenate([self.network.corners.points, [self.start]])
        gone = np.append(self.costs, 0.0)
        middle = spots.mean(axis=0)
        spread = float(np.hypot(*(spots - middle).T).max())
        least = gone + np.maximum(np.hypot(*(at - middle).T) - spread, 0.0)
        order = np.argsort(least, kind="stable")
        best: RouteEnd | None = None
        for k in range(0, len(order), LAST_SEGMENTS_PER_BATCH):
            part = order[k : k + LAST_SEGMENTS_PER_BATCH]
            if not np.isfinite(least[part[0]]) or (best and least[part[0]] > best[0][0] + EQUAL_COST_TOL_IN):
                break
            best = self._better(best, part[np.isfinite(least[part])], at, gone, goals, room)
        return TollRoute(self._path(best[1], goals[best[2]]), best[0][0]) if best else None

    def _better(
        self,
        best: RouteEnd | None,
        nodes: Ints,
        at: Floats,
        gone: Floats,
        goals: Sequence[Point],
        room: FreeSpace,
    ) -> RouteEnd | None:
        """Return the best end of a path, or a better one by a free last segment from one of the corners."""
        spots = np.array(goals)
        which, goal = (grid.ravel() for grid in np.indices((len(nodes), len(spots))))
        which = nodes[which]
        way = spots[goal] - at[which]
        least = gone[which] + np.hypot(*way.T)
        kept, corner = np.ones(len(which), dtype=bool), which < len(self.turns)
        corners, inner = self.network.corners, which[corner]
        kept[corner] = corners.is_taut(inner, way[corner], TOL) | corners.encloses(inner, spots[goal[corner]])
        order = np.flatnonzero(kept)[np.argsort(least[kept], kind="stable")]
        for k in range(0, len(order), LAST_SEGMENTS_PER_BATCH):
            part = order[k : k + LAST_SEGMENTS_PER_BATCH]
            part = part[least[part] <= (best[0][0] + EQUAL_COST_TOL_IN if best else math.inf)]
            part = part[room.is_clear_along(at[which[part]], spots[goal[part]])]
            costs = gone[which[part]] + self.network.segment_costs(at[which[part]], spots[goal[part]])
            for total, node, g in zip(costs.tolist(), which[part].tolist(), goal[part].tolist(), strict=True):
                turn = self.turns[node] if node < len(self.turns) else rounded_point(goals[g])
                found = ((round(total, 3), turn), node, g)
                best = found if best is None else min(best, found)
        return best

    def _path(self, node: int, goal: Point) -> Path:
        found = [goal]
        while 0 <= node < len(self.turns):
            x, y = self.network.corners.points[node]
            found.append(rounded_point((float(x), float(y))))
            node = int(self.previous[node])
        path = (self.start, *reversed(found))
        return tuple(p for k, p in enumerate(path) if k in (0, len(path) - 1) or p != path[k - 1])


def nearest_reachable_point(room: FreeSpace, ends: FreeSpace, start: Point, goal: Point) -> Point | None:
    """Return the point nearest to a goal at which a base that starts at `start` can end its move, or None.

    `room` is the free space through which the base may move, and `ends` is the free space in which it may
    end.
    """
    parts = polygons_of(room.free_polygons(*room.whole_table_window))
    number = part_at_point(parts, start)
    if number is None:
        return None
    free = shapely.difference(parts[number], ends.occupied_region(parts[number]))
    if free.is_empty:
        return None
    foot = shapely.get_coordinates(shapely.shortest_line(free, shapely.Point(goal)))[0]
    return legal_grid_position(ends, (float(foot[0]), float(foot[1])), goal)


def _one_side(back: Floats, out: Floats, slack: float) -> Bools:
    """Return whether both walls of a corner are on the same side of a direction, within `slack` inches."""
    return np.asarray(((back >= -slack) & (out >= -slack)) | ((back <= slack) & (out <= slack)))


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])
