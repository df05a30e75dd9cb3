"""Squares of a grid that belong together, as areas."""

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.shapes import Ring, rings_of

Cells = NDArray[np.intp]


def outlines_of_runs(runs: Cells, most: int) -> list[tuple[Ring, ...]]:
    """The areas that runs of cells cover, each its outline and holes; cell (i, j) reaches to (i + 1, j + 1).

    An area whose rings would have more than `most` points in all is cut in two.
    """
    if not len(runs):
        return []
    left, right, low = runs.T
    whole = shapely.union_all(shapely.box(left, low, right, low + 1))
    found: list[tuple[Ring, ...]] = []
    for rings in rings_of(shapely.simplify(whole, 0)):
        found += [rings] if sum(map(len, rings)) <= most else _halves(rings, most)
    return found


def runs_of_cells(cells: Cells) -> Cells:
    """Return the cells (n, 2) that lie in one row without a gap as runs (m, 3): left, right, and the row."""
    if not len(cells):
        return np.empty((0, 3), np.intp)
    i, j = cells[np.lexsort((cells[:, 0], cells[:, 1]))].T
    starts = np.flatnonzero(np.append(True, (j[1:] != j[:-1]) | (i[1:] != i[:-1] + 1)))
    ends = np.append(starts[1:], len(i)) - 1
    return np.stack([i[starts], i[ends] + 1, j[starts]], axis=1)


def _halves(rings: tuple[Ring, ...], most: int) -> list[tuple[Ring, ...]]:
    area = shapely.Polygon(rings[0], rings[1:])
    left, low, right, high = (round(side) for side in area.bounds)
    if right - left > high - low:
        parts = ((left, low, (left + right) // 2, high), ((left + right) // 2, low, right, high))
    else:
        parts = ((left, low, right, (low + high) // 2), (left, (low + high) // 2, right, high))
    found: list[tuple[Ring, ...]] = []
    for part in parts:
        for piece in rings_of(area.intersection(shapely.box(*part))):
            found += [piece] if sum(map(len, piece)) <= most else _halves(piece, most)
    return found
