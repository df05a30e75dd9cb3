"""The solids of a table, laid out for fast questions: wall arrays, owners and spatial trees."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Solid

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]
Bools = npt.NDArray[np.bool_]


class Scene:
    """Immutable set of solids on a table of ``width`` by ``height`` inches.

    ``walls`` is (m, 4): the ends ax, ay, bx, by of every edge of every ring; ``owner`` (m,) gives the
    number of the solid each belongs to, ``top`` and ``bottom`` (k,) the heights of the solids in their
    given order. ``polygons`` and the trees are for this floor only. Raises ValueError for two solids with
    one id.
    """

    __slots__ = (
        "bottom",
        "height",
        "index",
        "owner",
        "polygons",
        "raised",
        "raised_tree",
        "solid_tree",
        "solids",
        "top",
        "wall_tree",
        "walls",
        "width",
    )

    def __init__(self, solids: Sequence[Solid], width: float, height: float) -> None:
        self.solids = tuple(solids)
        self.width, self.height = float(width), float(height)
        self.index = {solid.id: number for number, solid in enumerate(self.solids)}
        if len(self.index) != len(self.solids):
            raise ValueError("two solids of a scene have the same id")
        self.top: Floats = np.array([s.top for s in self.solids], dtype=np.float64)
        self.bottom: Floats = np.array([s.bottom for s in self.solids], dtype=np.float64)
        self.walls, self.owner, self.polygons = _lay_out(self.solids)
        lines = shapely.linestrings(self.walls.reshape(-1, 2, 2)) if len(self.walls) else []
        self.wall_tree = shapely.STRtree(lines)
        self.solid_tree = shapely.STRtree(self.polygons)
        self.raised: Ints = np.flatnonzero(self.bottom > 0.0)
        self.raised_tree = shapely.STRtree(self.polygons[self.raised]) if len(self.raised) else None

    def numbers(self, ids: Collection[str]) -> list[int]:
        """Numbers of the solids with these ids; ids of things that are no solid here are passed over."""
        return sorted(self.index[i] for i in ids if i in self.index)

    def overlapping(self, discs: npt.ArrayLike) -> tuple[Ints, Ints]:
        """Which discs (n, 3: x, y, radius) overlap which solids in plan by more than TOL.

        Returns two arrays of equal length, disc numbers (ascending) and solid numbers.
        """
        given = np.asarray(discs, dtype=np.float64).reshape(-1, 3)
        if not len(self.solids) or not len(given):
            return np.empty(0, np.intp), np.empty(0, np.intp)
        points = shapely.points(given[:, :2])
        reach = np.maximum(given[:, 2] - TOL, 0.0)
        disc, solid = self.solid_tree.query(points, predicate="dwithin", distance=reach)
        order = np.lexsort((solid, disc))
        return disc[order], solid[order]


def _lay_out(solids: Sequence[Solid]) -> tuple[Floats, Ints, npt.NDArray[np.object_]]:
    """Walls, owners and polygons of all solids in one pass; edges without length are left out."""
    rings = [(number, ring) for number, solid in enumerate(solids) for ring in solid.rings]
    if not rings:
        return np.empty((0, 4)), np.empty(0, np.intp), np.empty(0, dtype=object)
    sizes = np.array([len(ring) for _, ring in rings])
    points = np.array([point for _, ring in rings for point in ring], dtype=np.float64)
    ring_of = np.repeat(np.arange(len(rings)), sizes)
    solid_of_ring = np.array([number for number, _ in rings])
    lines = shapely.linearrings(points, indices=ring_of)
    polygons = shapely.polygons(lines, indices=solid_of_ring)
    shapely.prepare(polygons)
    following = np.arange(len(points)) + 1
    last = np.cumsum(sizes) - 1
    following[last] = last - sizes + 1
    walls = np.concatenate([points, points[following]], axis=1)
    real = (walls[:, 0] != walls[:, 2]) | (walls[:, 1] != walls[:, 3])
    return walls[real], solid_of_ring[ring_of][real], np.asarray(polygons, dtype=object)
