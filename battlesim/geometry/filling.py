"""What lies within outlines that cross themselves and each other, by the two fill rules of SVG."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.crossings import ring_segments
from battlesim.geometry.shapes import Ring, rings_of

Areas = tuple[tuple[Ring, ...], ...]


def filled_areas(rings: Sequence[Ring], even_odd: bool) -> Areas:
    """Return the areas within closed rings, each its outline and holes.

    A point lies within them if they wind round it other than 0 times in all, or with `even_odd` an odd number
    of times (SVG 1.1, 11.3). The time goes with the crossings, which `crossings.count_crossings` counts.
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
    """Return how often the rings wind round each point (n, 2): sides that cross the ray to its right."""
    segments = ring_segments(rings)
    counts = np.zeros(len(points), np.int64)
    for number, (x, y) in enumerate(points):
        start, end = segments[:, 0] - (x, y), segments[:, 1] - (x, y)
        up = (start[:, 1] <= 0) & (end[:, 1] > 0)
        down = (start[:, 1] > 0) & (end[:, 1] <= 0)
        left = start[:, 0] * end[:, 1] - end[:, 0] * start[:, 1]
        counts[number] = np.count_nonzero(up & (left > 0)) - np.count_nonzero(down & (left < 0))
    return counts
