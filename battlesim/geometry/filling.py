"""Filling of outlines that cross themselves or each other, by either of the two fill rules of SVG."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.crossings import MAX_PAIRS_PER_BATCH, ring_segments
from battlesim.geometry.shapes import Ring, lines_between, rings_of

Areas = tuple[tuple[Ring, ...], ...]


def filled_areas(rings: Sequence[Ring], even_odd: bool) -> Areas:
    """Return the areas inside closed rings, each as an outline followed by its holes.

    A point is inside if the winding number of the rings around it is not 0. If `even_odd` is true, the number
    must be odd instead (SVG 1.1, 11.3). The running time grows with the number of crossings; see
    `crossings.count_crossings`.
    """
    lines = [shapely.LineString([*ring, ring[0]]) for ring in rings if len(ring) > 1]
    faces = shapely.get_parts(shapely.polygonize([shapely.union_all(lines)])) if lines else []
    if not len(faces):
        return ()
    within = shapely.get_coordinates(shapely.point_on_surface(faces))
    winds = _winding_numbers(rings, within)
    kept = winds % 2 == 1 if even_odd else winds != 0
    return rings_of(shapely.simplify(shapely.union_all(np.asarray(faces)[kept]), 0))


def _winding_numbers(rings: Sequence[Ring], points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the winding number of the rings around each point (n, 2)."""
    segments = ring_segments(rings)
    tree = shapely.STRtree(lines_between(segments[:, 0], segments[:, 1]))
    rays = lines_between(
        points, np.stack([np.full(len(points), segments[..., 0].max()), points[:, 1]], axis=1)
    )
    winds, chunk = np.zeros(len(points), np.int64), max(1, MAX_PAIRS_PER_BATCH // len(segments))
    for first in range(0, len(points), chunk):
        ray, side = tree.query(rays[first : first + chunk])
        at = points[first + ray]
        start, end = segments[side, 0] - at, segments[side, 1] - at
        left = start[:, 0] * end[:, 1] - end[:, 0] * start[:, 1]
        up = (start[:, 1] <= 0) & (end[:, 1] > 0) & (left > 0)
        down = (start[:, 1] > 0) & (end[:, 1] <= 0) & (left < 0)
        np.add.at(winds, first + ray, up.astype(np.int64) - down)
    return winds
