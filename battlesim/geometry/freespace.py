"""Free space: the positions in which the centre of a round base may stand and move. Lengths are in inches.

There are two descriptions of it. The *exact* one compares the distances of a point or path from solids, bases
and the table edge with `TOL`. The *planned* one is a polygon for path finding, which excludes the solids and
bases grown by the radius. Its arcs sag inwards by at most `MAX_ARC_SAG_IN`, and everything is grown by
`GROWTH_SLACK_IN` less than the radius, so that a planned path rounded to `POSITION_QUANTUM_IN` overlaps
nothing by more than `TOL`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.constants import TOL
from battlesim.geometry.predicates import intersects, query_tree
from battlesim.geometry.shapes import Point, Solid, lines_between, polygon_of
from battlesim.geometry.tangents import TangentGraph
from battlesim.geometry.visibility import Walls, part_at_point, polygons_of, walls_at

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

GROWTH_SLACK_IN = 0.0005
MAX_ARC_SAG_IN = 0.0035
AVOIDED_CLEARANCE_IN = TOL / 2.0
"""The clearance of planned paths from avoided ground, so that rounding cannot lead back into it."""
ROUNDING_SLACK_IN = 1e-9
TABLE_EDGE_ID = "table edge"
MAX_CACHED_REGIONS = 8
"""The number of whole free regions cached per ground."""
MIN_PAIRS_TO_PREFILTER = 2048
"""The number of segment-base distances above which filtering the bases first is faster."""
WHOLE_TABLE_FRACTION = 0.25
"""A window larger than this fraction of the table is replaced by the whole table, which is cached."""


def quarter_segments(radius: float, sag: float = MAX_ARC_SAG_IN) -> int:
    """Return the number of chords, at least 8, that keep a quarter circle within `sag` of the arc."""
    if radius <= sag:
        return 8
    return max(8, math.ceil(math.pi / 4.0 / math.acos(1.0 - sag / radius)))


@dataclass(frozen=True, slots=True)
class Obstruction:
    """An obstacle (a solid, another base or the table edge) that a base overlaps by `overlap` inches."""

    id: str
    overlap: float


class FreeRegion:
    """A region of free space that is searched for many paths, with its tangent graphs cached."""

    def __init__(self, region: Any) -> None:
        self.region = region
        self.parts = polygons_of(region)
        shapely.prepare(np.array(self.parts, dtype=object))
        self._tangents: dict[int, TangentGraph] = {}

    def tangent_graph_at(self, point: Point) -> TangentGraph | None:
        """Return the tangent graph of the part of the region around `point`, or None if there is none."""
        number = part_at_point(self.parts, point)
        if number is None:
            return None
        if number not in self._tangents:
            walls = Walls(self.parts[number])
            walls.prepare()
            self._tangents[number] = TangentGraph(walls)
        return self._tangents[number]


class Obstacles:
    """The obstacles on the ground of a table, merged by id and indexed by position.

    For each radius of a base, their outlines, grown by that radius, are cached.
    """

    def __init__(self, solids: Iterable[Solid], width: float, height: float) -> None:
        shapes: dict[str, Any] = {}
        for solid in solids:
            shape = polygon_of(solid.rings)
            shapes[solid.id] = shapely.union(shapes[solid.id], shape) if solid.id in shapes else shape
        self.width, self.height = width, height
        self.ids = tuple(shapes)
        self.index = {key: i for i, key in enumerate(self.ids)}
        self.polygons: NDArray[Any] = np.empty(len(self.ids), dtype=object)
        self.polygons[:] = list(shapes.values())
        shapely.prepare(self.polygons)
        self.tree = shapely.STRtree(self.polygons)
        self._grown: dict[tuple[float, float], NDArray[Any]] = {}
        self._free: dict[tuple[float, bytes], FreeRegion] = {}

    def grown_outlines(self, radius: float, sag: float = MAX_ARC_SAG_IN) -> NDArray[Any]:
        """Return the outlines of all obstacles, grown by the radius of a base, in the order of `ids`.

        Arcs sag inwards by at most `sag` inches.
        """
        key = (radius, sag)
        if key not in self._grown:
            distance, segments = max(radius - GROWTH_SLACK_IN, 0.0), quarter_segments(radius, sag)
            self._grown[key] = shapely.buffer(self.polygons, distance, quad_segs=segments)
        return self._grown[key]

    def free_region(self, room: FreeSpace) -> FreeRegion:
        """Return the region in which a base can move on the whole table if no other bases are on it.

        The most recently used regions are cached.
        """
        key = (room.radius, room.blocked.tobytes())
        found = self._free.pop(key, None) or FreeRegion(room.free_polygons(*room.whole_table_window))
        self._free[key] = found
        for old in list(self._free)[:-MAX_CACHED_REGIONS]:
            self._free.pop(old, None)
        return found

    def mask(self, ids: Collection[str]) -> Bools:
        """Return an array of flags, in the order of `ids`, that are True for the given obstacles."""
        chosen = frozenset(ids)
        return np.array([key in chosen for key in self.ids], dtype=bool)

    def contains_segment(self, a: Point, b: Point, ids: Collection[str]) -> bool:
        """Return whether any of the given obstacles contains the whole segment from `a` to `b`."""
        line = shapely.LineString([a, b])
        return any(self.ids[k] in ids for k in query_tree(self.tree, line, "covered_by"))

    def intersects_segment(self, a: Point, b: Point, ids: Collection[str]) -> bool:
        """Return whether any of the given obstacles intersects the segment from `a` to `b`."""
        line = shapely.LineString([a, b])
        return any(self.ids[k] in ids for k in query_tree(self.tree, line, "intersects"))

    def ids_near_segment(self, a: Point, b: Point, distance: float) -> frozenset[str]:
        """Return the ids of the obstacles within `distance` of the segment from `a` to `b`."""
        line = shapely.LineString([a, b])
        return frozenset(self.ids[k] for k in query_tree(self.tree, line, "dwithin", distance))


NO_DISCS: Floats = np.zeros((0, 3))


def discs_array(discs: Iterable[Sequence[float]]) -> Floats:
    """Return discs as an array (n, 3) of x, y and radius."""
    return np.array(list(discs), dtype=np.float64).reshape(-1, 3)


def segment_distances(starts: Floats, ends: Floats, points: Floats) -> Floats:
    """Return the distances (n, k) from n segments to k points (k, 2).

    `starts` and `ends` (n, 2) are the ends of the segments.
    """
    along = ends - starts
    ux, uy = along[:, 0, None], along[:, 1, None]
    square = np.maximum(ux * ux + uy * uy, 1e-300)
    dx, dy = points[:, 0] - starts[:, 0, None], points[:, 1] - starts[:, 1, None]
    share = np.minimum(np.maximum((dx * ux + dy * uy) / square, 0.0), 1.0)
    dx -= share * ux
    dy -= share * uy
    return np.asarray(np.sqrt(dx * dx + dy * dy))


@dataclass(frozen=True, eq=False)
class FreeSpace:
    """The free space for a base of a given radius, among blocking obstacles and other bases.

    `discs` (n, 3) holds the x, y and radius of the other bases, and `names` holds their ids. Overlaps of at
    most `TOL` are permitted.
    """

    obstacles: Obstacles
    radius: float
    blocked: Bools
    discs: Floats
    names: tuple[str, ...]
    avoided: Any = None
    """Ground (a shapely geometry) that the centre avoids in planning, whatever the radius."""

    def obstructions(self, point: Point) -> list[Obstruction]:
        """Return the obstacles that the base would overlap with its centre at `point`, in a fixed order."""
        return self.path_obstructions((point, point))

    def path_obstructions(self, path: Sequence[Point]) -> list[Obstruction]:
        """Return the obstacles that the base overlaps on a path, each with its deepest overlap."""
        line = np.array(path, dtype=np.float64).reshape(-1, 2)
        found: list[Obstruction] = []
        off = self._edge_overlap(line)
        if off > TOL + ROUNDING_SLACK_IN:
            found.append(Obstruction(TABLE_EDGE_ID, off))
        still = bool((line == line[0]).all())
        shape = shapely.Point(line[0]) if still else shapely.linestrings(line)
        for i in self._near_solids(shape, self.radius - TOL - ROUNDING_SLACK_IN)[1]:
            gap = float(shapely.distance(shape, self.obstacles.polygons[i]))
            found.append(Obstruction(self.obstacles.ids[i], self.radius - gap))
        if len(self.discs):
            gaps = segment_distances(line[:-1], line[1:], self.discs[:, :2]).min(axis=0)
            overlaps = self.discs[:, 2] + self.radius - gaps
            found.extend(
                Obstruction(self.names[i], float(overlaps[i]))
                for i in np.flatnonzero(overlaps > TOL + ROUNDING_SLACK_IN)
            )
        return found

    def is_clear_at(self, points: Floats) -> Bools:
        """Return, for each of the points (n, 2), whether a base centred on the point overlaps nothing."""
        points = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        return self._clear(shapely.points(points), points, points)

    def is_clear_along(self, starts: Floats, ends: Floats) -> Bools:
        """Return, for each segment, whether the base overlaps nothing as it moves along the segment.

        `starts` and `ends` (n, 2) are the ends of the segments.
        """
        lines = lines_between(starts, ends)
        still = (starts == ends).all(axis=1)  # GEOS returns wrong distances for zero-length lines
        if still.any():
            lines = np.where(still, shapely.points(starts), lines)
        return self._clear(lines, starts, ends)

    def _clear(self, shapes: NDArray[Any], starts: Floats, ends: Floats) -> Bools:
        good = self._on_table(starts)
        if ends is not starts:
            good &= self._on_table(ends)
        good[self._near(shapes, self.radius - TOL - ROUNDING_SLACK_IN)[0]] = False
        if len(self.discs) and len(starts):
            discs = self._discs_about(starts, ends)
            gaps = segment_distances(starts, ends, discs[:, :2])
            good &= (gaps >= discs[:, 2] + self.radius - TOL - ROUNDING_SLACK_IN).all(axis=1)
        if self.avoided is not None:
            good &= ~intersects(shapes, self.avoided)
        return good

    def _discs_about(self, starts: Floats, ends: Floats) -> Floats:
        """Return the discs that a base may touch on the segments, or all discs if that is faster."""
        if len(starts) * len(self.discs) < MIN_PAIRS_TO_PREFILTER:
            return self.discs
        x0, y0 = np.minimum(starts.min(axis=0), ends.min(axis=0))
        x1, y1 = np.maximum(starts.max(axis=0), ends.max(axis=0))
        return self._discs_in(x0, y0, x1, y1)

    def _discs_in(self, x0: float, y0: float, x1: float, y1: float) -> Floats:
        """Return the discs that a base centred in the given box may touch."""
        x, y, reach = self.discs[:, 0], self.discs[:, 1], self.discs[:, 2] + self.radius
        about = (x >= x0 - reach) & (x <= x1 + reach) & (y >= y0 - reach) & (y <= y1 + reach)
        return self.discs[about]

    def solids_near(self, shape: Any, distance: float) -> list[int]:
        """Return the sorted indices of the blocking solids within `distance` of a shape."""
        return [int(number) for number in self._near_solids(shape, distance)[1]]

    def _near_solids(self, shapes: Any, distance: float) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the sorted indices (shape, solid) of blocking solids within a distance of shapes."""
        which, solid = self._near(shapes, distance)
        order = np.lexsort((solid, which))
        return which[order], solid[order]

    def _near(self, shapes: Any, distance: float) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the indices (shape, solid) of blocking solids within a distance of shapes, in any order."""
        many = np.atleast_1d(np.asarray(shapes, dtype=object))
        if not len(self.obstacles.ids) or not len(many) or not self.blocked.any():
            return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
        which, solid = query_tree(self.obstacles.tree, many, "dwithin", max(distance, 0.0))
        keep = self.blocked[solid]
        return which[keep], solid[keep]

    def _on_table(self, points: Floats) -> Bools:
        least = self.radius - TOL - ROUNDING_SLACK_IN
        x, y = points[:, 0], points[:, 1]
        width, height = self.obstacles.width, self.obstacles.height
        return np.asarray((x >= least) & (y >= least) & (x <= width - least) & (y <= height - least))

    def _edge_overlap(self, points: Floats) -> float:
        size = np.array([self.obstacles.width, self.obstacles.height])
        return float(self.radius - min(points.min(), (size - points).min()))

    def without_overlaps_at(self, point: Point) -> FreeSpace:
        """Return a copy, cached by point, without the obstacles that the base overlaps at `point`."""
        if point not in self._freed:
            stuck = {fault.id for fault in self.obstructions(point)}
            self._freed[point] = self.without_obstacles(stuck) if stuck else self
        return self._freed[point]

    def without_obstacles(self, ids: Collection[str]) -> FreeSpace:
        """Return a copy of the free space in which the given solids and bases do not block."""
        keep = np.array([name not in ids for name in self.names], dtype=bool)
        return replace(
            self,
            blocked=self.blocked & ~self.obstacles.mask(ids),
            discs=self.discs[keep],
            names=tuple(name for name in self.names if name not in ids),
        )

    def with_discs(self, discs: Floats, names: Sequence[str]) -> FreeSpace:
        """Return a copy of the free space with further bases, given as discs and their ids."""
        return replace(self, discs=np.concatenate([self.discs, discs]), names=(*self.names, *names))

    def with_blocked(self, ids: Collection[str], avoided: Any) -> FreeSpace:
        """Return a copy of the free space with more blocking solids, and with ground that plans avoid."""
        return replace(self, blocked=self.blocked | self.obstacles.mask(ids), avoided=avoided)

    @cached_property
    def _freed(self) -> dict[Point, FreeSpace]:
        return {}

    def grown_discs(self, sag: float = MAX_ARC_SAG_IN) -> NDArray[Any]:
        """Return polygons around the other bases which the centre of the base may not enter."""
        return self._grow(self.discs, sag)

    def _grow(self, discs: Floats, sag: float) -> NDArray[Any]:
        """Return polygons of grown discs, all with the number of corners that the largest disc needs."""
        if not len(discs):
            return np.zeros(0, dtype=object)
        grown = np.maximum(discs[:, 2] + self.radius - GROWTH_SLACK_IN, ROUNDING_SLACK_IN)
        largest = max(float(self.discs[:, 2].max()) + self.radius - GROWTH_SLACK_IN, ROUNDING_SLACK_IN)
        count = 4 * quarter_segments(largest, sag)
        angles = np.arange(count) * (2.0 * math.pi / count)
        unit = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        corners = discs[:, None, :2] + grown[:, None, None] * unit[None, :, :]
        return np.asarray(shapely.polygons(corners))

    def _grown_near(self, window: Any, sag: float) -> NDArray[Any]:
        """Return the grown discs that intersect a window, building only those near it."""
        discs = self._grow(self._discs_in(*window.bounds), sag)
        return np.asarray(discs[intersects(discs, window)])

    def tangent_graph_near(self, points: Sequence[Point], reach: float) -> tuple[TangentGraph | None, bool]:
        """Return the tangent graph of the free area around the first point, and whether it is complete.

        A complete graph covers the whole table. Otherwise, the graph covers `reach` inches around the mean of
        the points. The graph is None if the first point is not free.
        """
        x, y = (math.fsum(column) / len(points) for column in zip(*points, strict=True))
        width, height = self.obstacles.width, self.obstacles.height
        if min(2.0 * reach, width) * min(2.0 * reach, height) < WHOLE_TABLE_FRACTION * width * height:
            walls = walls_at(self.free_polygons((x, y), reach), points[0])
            return (None if walls is None else TangentGraph(walls)), False
        return self._whole.tangent_graph_at(points[0]), True

    @cached_property
    def whole_table_window(self) -> tuple[Point, float]:
        """The centre of a square that covers the whole table, and half the length of its side."""
        x, y = self.obstacles.width / 2.0, self.obstacles.height / 2.0
        return (x, y), max(x, y)

    @cached_property
    def _whole(self) -> FreeRegion:
        if self.avoided is not None:
            return FreeRegion(self.free_polygons(*self.whole_table_window))
        ground = self.obstacles.free_region(self.without_obstacles(self.names))
        if not len(self.discs):
            return ground
        return FreeRegion(shapely.difference(ground.region, shapely.union_all(self.grown_discs())))

    def free_polygons(self, centre: Point, reach: float) -> Any:
        """Return the region in which the base's centre may be, within a square of half side `reach`."""
        inset = max(self.radius - GROWTH_SLACK_IN, 0.0)
        x0, y0 = max(centre[0] - reach, inset), max(centre[1] - reach, inset)
        x1 = min(centre[0] + reach, self.obstacles.width - inset)
        y1 = min(centre[1] + reach, self.obstacles.height - inset)
        if x0 >= x1 or y0 >= y1:
            return shapely.Polygon()
        window = shapely.box(x0, y0, x1, y1)
        return shapely.difference(window, self.occupied_region(window))

    def occupied_region(self, window: Any, sag: float = MAX_ARC_SAG_IN) -> Any:
        """Return the part of a polygon on the table that the base's centre may not enter."""
        solids = self._near_solids(window, self.radius)[1]
        grown = self.obstacles.grown_outlines(self.radius, sag)[solids]
        taken = shapely.union_all(np.concatenate([grown, self._grown_near(window, sag)]))
        if self.avoided is not None:
            taken = shapely.union(taken, self.avoided.buffer(AVOIDED_CLEARANCE_IN, join_style="mitre"))
        return taken


def free_space(
    obstacles: Obstacles,
    radius: float,
    blocked: Collection[str] | None = None,
    discs: Iterable[Sequence[float]] = (),
    names: Sequence[str] = (),
) -> FreeSpace:
    """Return the free space for a base of a given radius among obstacles and discs (x, y, radius).

    If `blocked` is given, only the obstacles with these ids block; otherwise all obstacles block.
    """
    mask = np.ones(len(obstacles.ids), dtype=bool) if blocked is None else obstacles.mask(blocked)
    rows = discs_array(discs)
    labels = tuple(names) or tuple(f"base {i + 1}" for i in range(len(rows)))
    return FreeSpace(obstacles, radius, mask, rows, labels)
