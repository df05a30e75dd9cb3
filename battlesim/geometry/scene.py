"""The solids of a table, stored for fast queries: corners, extents, bounding circles and a spatial index."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.predicates import query_tree
from battlesim.geometry.shapes import Ring, Solid

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]
T = TypeVar("T")


class Scene:
    """An immutable set of solids on a table of ``width`` by ``height`` inches.

    Solids with the same id form one object (a wall and the lintel of its window); ``object_index[k]`` is the
    index of the first solid of the object that contains solid k. ``joints`` maps the id of each filler solid
    between two objects to the ids of these objects.

    ``x`` and ``y`` of shape (m,) hold the corners of all rings, solid by solid. The wall from corner i runs
    to corner i + ``step[i]``, with its solid on the left. Solid k owns ``count[k]`` corners from ``first[k]``
    on, extends from ``bottom[k]`` to ``top[k]`` and lies in ``circle[k]`` (x, y, radius). ``polygons`` and
    ``tree`` are for use in this package only.
    """

    __slots__ = (
        "bottom",
        "cache",
        "circle",
        "count",
        "first",
        "height",
        "joints",
        "members",
        "object_index",
        "polygons",
        "solids",
        "step",
        "top",
        "tree",
        "width",
        "x",
        "y",
    )

    def __init__(self, solids: Sequence[Solid], width: float, height: float) -> None:
        self.solids = tuple(solids)
        self.width, self.height = float(width), float(height)
        self.cache: dict[Hashable, Any] = {}
        self.members: dict[str, list[int]] = {}
        for number, solid in enumerate(self.solids):
            self.members.setdefault(solid.id, []).append(number)
        self.joints = {solid.id: solid.joins for solid in self.solids if solid.joins}
        self.object_index: Ints = np.array([self.members[s.id][0] for s in self.solids], dtype=np.intp)
        self.top: Floats = np.array([s.top for s in self.solids], dtype=np.float64)
        self.bottom: Floats = np.array([s.bottom for s in self.solids], dtype=np.float64)
        rings = [(number, ring) for number, solid in enumerate(self.solids) for ring in solid.rings]
        sizes = np.array([len(ring) for _, ring in rings], dtype=np.intp)
        points = np.array([point for _, ring in rings for point in ring], dtype=np.float64).reshape(-1, 2)
        solid_of = np.array([number for number, _ in rings], dtype=np.intp)
        self.x, self.y = points[:, 0].copy(), points[:, 1].copy()
        self.step = _steps(self.x, self.y, sizes, np.diff(solid_of, prepend=-1) > 0)
        self.count: Ints = np.bincount(np.repeat(solid_of, sizes), minlength=len(self.solids))
        self.first: Ints = np.cumsum(self.count) - self.count
        self.circle = self._circles()
        self.polygons = _polygons(points, sizes, solid_of)
        self.tree = shapely.STRtree(self.polygons)

    def with_solids(self, solids: Sequence[Solid]) -> Scene:
        """Return a scene that contains the solids of this scene, followed by the given solids."""
        more, whole = Scene(solids, self.width, self.height), Scene.__new__(Scene)
        if not self.solids:
            return more
        whole.solids, whole.cache = self.solids + more.solids, {}
        whole.width, whole.height = self.width, self.height
        whole.members = {key: list(numbers) for key, numbers in self.members.items()}
        for number, solid in enumerate(more.solids, len(self.solids)):
            whole.members.setdefault(solid.id, []).append(number)
        whole.joints = self.joints | more.joints
        first = [whole.members[solid.id][0] for solid in more.solids]
        whole.object_index = np.concatenate([self.object_index, np.array(first, dtype=np.intp)])
        for name in ("top", "bottom", "x", "y", "step", "count", "circle", "polygons"):
            setattr(whole, name, np.concatenate([getattr(self, name), getattr(more, name)]))
        whole.first = np.cumsum(whole.count) - whole.count
        whole.tree = shapely.STRtree(whole.polygons)
        return whole

    def cached_value(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return the value that is cached under a key. If there is none, compute it with `make`."""
        if key not in self.cache:
            self.cache[key] = make()
        return self.cache[key]

    def ignored_ids(self, ids: Collection[str]) -> frozenset[str]:
        """Return the given object ids, with the ids of the filler solids to be ignored with these objects."""
        if not self.joints:
            return frozenset(ids)
        parts = self.cached_value("parts of joints", self._parts)
        return frozenset(ids).union(*(parts[key] for key in ids if key in parts))

    def _parts(self) -> dict[str, list[str]]:
        """Return the ids of the joints of each joined object."""
        found: dict[str, list[str]] = {}
        for joint, things in self.joints.items():
            for thing in things:
                found.setdefault(thing, []).append(joint)
        return found

    def values_by_object(self, values: Mapping[str, T]) -> dict[str, T]:
        """Return values by object id. The value of a filler solid is passed on to the objects that it joins.

        The value of a filler solid is dropped if one of these objects has a value.
        """
        if not self.joints:
            return dict(values)
        own = {key: what for key, what in values.items() if key not in self.joints}
        between = [(self.joints[key], what) for key, what in values.items() if key in self.joints]
        alone = {key: what for pair, what in between if own.keys().isdisjoint(pair) for key in pair}
        return own | alone

    def disc_overlaps(self, discs: npt.ArrayLike) -> tuple[Ints, Ints]:
        """Return the pairs of a disc and a solid that overlap in plan by more than the tolerance.

        The pairs are returned as two arrays of equal length: disc indices (ascending) and solid indices.
        """
        given = np.asarray(discs, dtype=np.float64).reshape(-1, 3)
        if not len(self.solids) or not len(given):
            return np.empty(0, np.intp), np.empty(0, np.intp)
        points = shapely.points(given[:, :2])
        reach = np.maximum(given[:, 2] - TOL, 0.0)
        disc, solid = query_tree(self.tree, points, "dwithin", reach)
        order = np.lexsort((solid, disc))
        return disc[order], solid[order]

    def ring_overlaps(self, rings: Sequence[Ring]) -> tuple[Ints, Ints]:
        """Return the pairs of a ring and a solid that overlap in plan by more than the tolerance."""
        if not len(self.solids) or not rings:
            return np.empty(0, np.intp), np.empty(0, np.intp)
        smaller = shapely.buffer([shapely.Polygon(ring) for ring in rings], -TOL, join_style="mitre")
        base, solid = query_tree(self.tree, smaller, "intersects")
        order = np.lexsort((solid, base))
        return base[order], solid[order]

    def walls(self) -> tuple[Floats, Ints]:
        """Return all walls of nonzero length as rows (x, y, x, y), and the index of each wall's solid."""
        end = np.arange(len(self.x)) + self.step
        walls = np.stack([self.x, self.y, self.x[end], self.y[end]], axis=1)
        owner = np.repeat(np.arange(len(self.solids)), self.count)
        real = (walls[:, 0] != walls[:, 2]) | (walls[:, 1] != walls[:, 3])
        return walls[real], owner[real]

    def _circles(self) -> Floats:
        """Return a bounding circle of each solid, centred on its bounding box."""
        if not len(self.solids):
            return np.empty((0, 3))
        ends = [
            (fold.reduceat(values, self.first))
            for values in (self.x, self.y)
            for fold in (np.minimum, np.maximum)
        ]
        x, y = (ends[0] + ends[1]) / 2.0, (ends[2] + ends[3]) / 2.0
        away = np.hypot(self.x - np.repeat(x, self.count), self.y - np.repeat(y, self.count))
        return np.stack([x, y, np.maximum.reduceat(away, self.first) + 1e-9], axis=1)


def _steps(x: Floats, y: Floats, sizes: Ints, outer: Bools) -> Ints:
    """Return the index steps from corner to corner that keep a solid on the left.

    Outer rings then run counter-clockwise and holes clockwise.
    """
    if not len(x):
        return np.empty(0, np.intp)
    last = sizes.cumsum() - 1
    first = last + 1 - sizes
    ahead, back = np.ones(len(x), np.intp), np.full(len(x), -1, np.intp)
    ahead[last], back[first] = 1 - sizes, sizes - 1
    after = np.arange(len(x)) + ahead
    area = np.add.reduceat(x * y[after] - x[after] * y, first)
    return np.where(((area > 0.0) == outer).repeat(sizes), ahead, back)


def _polygons(points: Floats, sizes: Ints, solid_of: Ints) -> npt.NDArray[np.object_]:
    if not len(sizes):
        return np.empty(0, dtype=object)
    lines = shapely.linearrings(points, indices=np.repeat(np.arange(len(sizes)), sizes))
    polygons = np.asarray(shapely.polygons(lines, indices=solid_of), dtype=object)
    shapely.prepare(polygons)
    return polygons
