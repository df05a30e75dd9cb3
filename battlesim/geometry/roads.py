"""Ways that avoid what has a toll where that is shorter: one search from a place for many goals (inches).

A way costs its length, and a toll whenever the base comes into something that has one, however wide it is;
what it stands in at the start is free. The best way is taut: it bends only at corners of what is in the way,
or of what it avoids, grown by the radius. So the straight ways between such corners are found once for a
ground, and a search with a heap (Dijkstra) goes over them.
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
from battlesim.geometry.freespace import EXACT, Floats, FreeSpace
from battlesim.geometry.nearby import Ints
from battlesim.geometry.paths import Path, rounded
from battlesim.geometry.placement import place_on_grid
from battlesim.geometry.predicates import dwithin, query
from battlesim.geometry.shapes import Point, lines_between
from battlesim.geometry.visibility import Flags, nearest_part, polygons_of

CHUNK = 24
"""So many last stretches are looked along at once."""
ROWS = 64
"""So many corners are held against all others at once."""
KEPT = 4
"""The number of sets of bases for which the ways around them are kept."""
AROUND = 12
"""Corners of the polygon on which one goes around a base."""
CLEARANCE_IN = 0.02
"""Inches that a route around a base keeps from it: what touches a base on its way stops there."""
SAME = 0.001
"""Ways that differ by less are equally long."""
FLAT = 1e-9
"""A cross product below this is none."""

Key = tuple[float, Point]
"""What ways are compared by: the cost to 0.001 in, then the first turn, lower x and then y first."""

End = tuple[Key, int, int]
"""How good a way is, the last corner of it, and the number of its goal."""


class Road(NamedTuple):
    """A way and its cost: length and tolls."""

    path: Path
    cost: float


class Corners(NamedTuple):
    """Places where a way may bend (n, 2), and the unit vectors to the corners before and after.

    `around` (n, 3) are the centre and radius of the circle through the corners about a base, with radius -1
    for corners of terrain. A way may begin or end in that circle, next to the base.
    """

    at: Floats
    back: Floats
    out: Floats
    around: Floats

    def encloses(self, which: Ints, points: Floats) -> Flags:
        """Return whether points (m, 2) lie in the circles of corners."""
        x, y, radius = self.around[which].T
        return np.asarray(np.hypot(points[:, 0] - x, points[:, 1] - y) <= radius)

    def taut(self, which: Ints, way: Floats, slack: float = FLAT) -> Flags:
        """Whether ways (m, 2) to or from corners leave them to one side, up to `slack` inches at their ends.

        A base that stands against a wall may overlap it by `TOL`, so that its way begins or ends behind it.
        """
        return _one_side(_cross(way, self.back[which]), _cross(way, self.out[which]), slack)

    def taut_to(self, points: Floats) -> Flags:
        """For each corner (n) and each of some points (m, 2), whether the way between them is taut there."""
        back, out = (
            points[:, 0] * wall[:, 1:] - points[:, 1] * wall[:, :1] - _cross(self.at, wall)[:, None]
            for wall in (self.back, self.out)
        )
        return _one_side(back, out, FLAT)

    def part(self, which: slice) -> Corners:
        """Some of them."""
        return Corners(*(column[which] for column in self))


class Pairs(NamedTuple):
    """Corners with a straight way between them: the one, the other, what it costs there and back."""

    first: Ints
    second: Ints
    there: Floats
    back: Floats


class Roads:
    """The straight ways between corners for one room, and what its tolls are by id."""

    def __init__(self, room: FreeSpace, tolls: Mapping[str, float]) -> None:
        self.room, held = room, room.obstacles
        self.shapes = held.polygons[[held.index[key] for key in tolls]]
        self.tolls = np.array(list(tolls.values()), dtype=np.float64)
        self.tree = shapely.STRtree(self.shapes)
        grown = held.grown(room.radius)[room.blocked | held.mask(tolls)]
        self.corners = _corners(room, [ring for shape in grown for ring in _rings(shape)])
        self.pairs = self._joined()
        self.known: dict[tuple[bytes, bytes], Roads] = {}

    def among(self, room: FreeSpace) -> Roads:
        """Return the same with bases in the room, and ways around them; the last few are kept."""
        if not len(room.discs):
            return self
        key = (room.blocked.tobytes(), room.discs.tobytes())
        found = self.known.pop(key, None) or self._among(room)
        self.known[key] = found
        for oldest in list(self.known)[:-KEPT]:
            self.known.pop(oldest, None)
        return found

    def _among(self, room: FreeSpace) -> Roads:
        found = copy.copy(self)
        found.__dict__.pop("onward", None)
        found.room, old, pairs = room, self.corners, self.pairs
        far = [_corner_distance(disc, room.radius) for disc in room.discs]
        rings = [_about(disc, reach) for disc, reach in zip(room.discs, far, strict=True)]
        new = _corners(room, rings, [(*disc[:2], reach) for disc, reach in zip(room.discs, far, strict=True)])
        found.corners = Corners(*(np.concatenate(both) for both in zip(old, new, strict=True)))
        bases = replace(room, blocked=np.zeros_like(room.blocked))
        kept = bases.lines_clear(old.at[pairs.first], old.at[pairs.second])
        held = Pairs(pairs.first[kept], pairs.second[kept], pairs.there[kept], pairs.back[kept])
        extra = found._joined(since=len(old.at))
        found.pairs = Pairs(*(np.concatenate(both) for both in zip(held, extra, strict=True)))
        return found

    def _joined(self, since: int = 0) -> Pairs:
        """The pairs of corners that a taut way joins, the second of them one of those `since` a number."""
        corners, at, found = self.corners, self.corners.at, [np.zeros((2, 0), dtype=np.intp)]
        for low in range(0, len(at), ROWS):
            rows, others = slice(low, low + ROWS), slice(max(since, low + 1), None)
            taut = corners.part(rows).taut_to(at[others]) & corners.part(others).taut_to(at[rows]).T
            row, other = np.nonzero(taut)
            pairs = np.stack([low + row, others.start + other])
            found.append(pairs[:, pairs[0] < pairs[1]])
        first, second = np.concatenate(found, axis=1)
        kept = self.room.lines_clear(at[first], at[second])
        first, second = first[kept], second[kept]
        return Pairs(first, second, self.prices(at[first], at[second]), self.prices(at[second], at[first]))

    @cached_property
    def onward(self) -> list[list[tuple[int, float]]]:
        """From each corner the others to which a straight way leads, and what it costs."""
        ways: list[list[tuple[int, float]]] = [[] for _ in self.corners.at]
        for i, j, there, back in zip(*(row.tolist() for row in self.pairs), strict=True):
            ways[i].append((j, there))
            ways[j].append((i, back))
        return ways

    def prices(self, starts: Floats, ends: Floats) -> Floats:
        """What straight ways (n, 2)-(n, 2) cost: their length, and the toll of what they come into."""
        costs = np.hypot(*(ends - starts).T)
        lines, deep = lines_between(starts, ends), self.room.radius - TOL - EXACT
        which, solid = query(self.tree, lines, "dwithin", deep)
        if len(which):
            begins = shapely.points(starts[which])
            new = ~dwithin(self.shapes[solid], begins, deep)
            np.add.at(costs, which[new], self.tolls[solid[new]])
        return np.asarray(costs)


NO_CIRCLE = (0.0, 0.0, -1.0)


def _corners(
    room: FreeSpace, rings: Sequence[Floats], circles: Sequence[tuple[float, float, float]] = ()
) -> Corners:
    """The bulging corners of rings, grown already, where a base may be; `circles` of rings about bases."""
    if not rings:
        none = np.zeros((0, 2))
        return Corners(none, none, none, np.zeros((0, 3)))
    at = np.concatenate(rings)
    around = np.repeat(np.array(circles or [NO_CIRCLE] * len(rings)), [len(ring) for ring in rings], axis=0)
    back = np.concatenate([np.roll(ring, 1, axis=0) - ring for ring in rings])
    out = np.concatenate([np.roll(ring, -1, axis=0) - ring for ring in rings])
    bulging = (_cross(-back, out) > FLAT) & room.clear(at)
    back, out = (wall[bulging] / np.hypot(*wall[bulging].T)[:, None] for wall in (back, out))
    return Corners(at[bulging], back, out, around[bulging])


def _corner_distance(disc: Floats, radius: float) -> float:
    """Return how far from a base the corners of a route around it are; its sides do not touch the base."""
    return float((disc[2] + radius + CLEARANCE_IN) / math.cos(math.pi / AROUND))


def _about(disc: Floats, far: float) -> Floats:
    """Return the corners on which a route goes around a base, all as far from its centre."""
    angles = np.arange(AROUND) * (2.0 * math.pi / AROUND)
    return np.asarray(disc[:2] + far * np.stack([np.cos(angles), np.sin(angles)], axis=1))


def _rings(shape: shapely.Geometry) -> list[Floats]:
    """Outer rings counter-clockwise and holes clockwise: the shape lies to the left."""
    rings = shapely.get_rings(shapely.orient_polygons(shapely.get_parts(shape)))
    return [np.asarray(shapely.get_coordinates(ring))[:-1] for ring in rings]


class Tree:
    """The best ways from one place to all corners, and from there to goals."""

    def __init__(self, roads: Roads, start: Point) -> None:
        self.roads, self.start = roads, start
        count = len(roads.corners.at)
        self.costs = np.full(count, math.inf)
        self.turns: list[Point] = [start] * count
        self.before = np.full(count, -1, dtype=np.intp)
        keys: dict[int, Key] = {}
        heap: list[tuple[Key, float, int, int]] = []
        ways = roads.onward
        for node, cost in self._first():
            turn = rounded((float(roads.corners.at[node, 0]), float(roads.corners.at[node, 1])))
            heapq.heappush(heap, ((round(cost, 3), turn), cost, node, -1))
        while heap:
            key, cost, node, before = heapq.heappop(heap)
            if node in keys:
                continue
            keys[node] = key
            self.costs[node], self.before[node], self.turns[node] = cost, before, key[1]
            for other, more in ways[node]:
                if other not in keys:
                    heapq.heappush(heap, ((round(cost + more, 3), key[1]), cost + more, other, node))

    def _first(self) -> Iterator[tuple[int, float]]:
        """The corners that the start sees, and what it costs to go there."""
        corners, start = self.roads.corners, np.array(self.start)
        every = np.arange(len(corners.at))
        good = corners.taut(every, corners.at - start, TOL)
        nodes = np.flatnonzero(good | corners.encloses(every, start[None, :]))
        begins = np.broadcast_to(start, (len(nodes), 2))
        nodes = nodes[self.roads.room.lines_clear(begins, corners.at[nodes])]
        costs = self.roads.prices(begins[: len(nodes)], corners.at[nodes])
        yield from zip(nodes.tolist(), costs.tolist(), strict=True)

    def road(self, goals: Sequence[Point], room: FreeSpace | None = None) -> Road | None:
        """Return the best way to one of some goals, its last stretch in a room of its own; None for none."""
        if not goals:
            return None
        room = room or self.roads.room
        spots, at = np.array(goals), np.concatenate([self.roads.corners.at, [self.start]])
        gone = np.append(self.costs, 0.0)
        middle = spots.mean(axis=0)
        spread = float(np.hypot(*(spots - middle).T).max())
        least = gone + np.maximum(np.hypot(*(at - middle).T) - spread, 0.0)
        order = np.argsort(least, kind="stable")
        best: End | None = None
        for k in range(0, len(order), CHUNK):
            part = order[k : k + CHUNK]
            if not np.isfinite(least[part[0]]) or (best and least[part[0]] > best[0][0] + SAME):
                break
            best = self._better(best, part[np.isfinite(least[part])], at, gone, goals, room)
        return Road(self._path(best[1], goals[best[2]]), best[0][0]) if best else None

    def _better(
        self,
        best: End | None,
        nodes: Ints,
        at: Floats,
        gone: Floats,
        goals: Sequence[Point],
        room: FreeSpace,
    ) -> End | None:
        """The best end of a way, or one by a free last stretch from one of some corners that is better."""
        spots = np.array(goals)
        which, goal = (grid.ravel() for grid in np.indices((len(nodes), len(spots))))
        which = nodes[which]
        way = spots[goal] - at[which]
        least = gone[which] + np.hypot(*way.T)
        kept, corner = np.ones(len(which), dtype=bool), which < len(self.turns)
        corners, inner = self.roads.corners, which[corner]
        kept[corner] = corners.taut(inner, way[corner], TOL) | corners.encloses(inner, spots[goal[corner]])
        order = np.flatnonzero(kept)[np.argsort(least[kept], kind="stable")]
        for k in range(0, len(order), CHUNK):
            part = order[k : k + CHUNK]
            part = part[least[part] <= (best[0][0] + SAME if best else math.inf)]
            part = part[room.lines_clear(at[which[part]], spots[goal[part]])]
            costs = gone[which[part]] + self.roads.prices(at[which[part]], spots[goal[part]])
            for total, node, g in zip(costs.tolist(), which[part].tolist(), goal[part].tolist(), strict=True):
                turn = self.turns[node] if node < len(self.turns) else rounded(goals[g])
                found = ((round(total, 3), turn), node, g)
                best = found if best is None else min(best, found)
        return best

    def _path(self, node: int, goal: Point) -> Path:
        found = [goal]
        while 0 <= node < len(self.turns):
            x, y = self.roads.corners.at[node]
            found.append(rounded((float(x), float(y))))
            node = int(self.before[node])
        path = (self.start, *reversed(found))
        return tuple(p for k, p in enumerate(path) if k in (0, len(path) - 1) or p != path[k - 1])


def nearest_reached(room: FreeSpace, ends: FreeSpace, start: Point, goal: Point) -> Point | None:
    """Return the place to stand nearest to a goal that a start leads to; None if there is none.

    `room` is where the base may pass, `ends` where it may stand.
    """
    parts = polygons_of(room.region(*room.middle))
    number = nearest_part(parts, start)
    if number is None:
        return None
    free = shapely.difference(parts[number], ends.taken(parts[number]))
    if free.is_empty:
        return None
    foot = shapely.get_coordinates(shapely.shortest_line(free, shapely.Point(goal)))[0]
    return place_on_grid(ends, (float(foot[0]), float(foot[1])), goal)


def _one_side(back: Floats, out: Floats, slack: float) -> Flags:
    """Whether both walls of a corner lie on the same side of a way, up to `slack` inches."""
    return np.asarray(((back >= -slack) & (out >= -slack)) | ((back <= slack) & (out <= slack)))


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])
