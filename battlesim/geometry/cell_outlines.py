"""Conversion of grid cells to polygons.

Cells are grouped by kind, then joined into rows of adjacent cells, and then into outlines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.shapes import Ring, rings_of

Cells = NDArray[np.intp]
"""Cells (n, 2) as columns from the left and rows from below, or runs of cells (n, 3)."""


def cells_by_kind(
    numbers: Sequence[int], kinds: Mapping[int, str], size: tuple[int, int]
) -> dict[str, Cells]:
    """Return the cells of a grid grouped by kind. A cell is a column from the left and a row from below.

    `numbers` holds a number for each cell, row by row from the top, and `kinds` maps numbers to kinds.
    """
    if not numbers or not kinds:
        return {}
    wide, high = size
    known, at = np.unique(np.asarray(numbers), return_inverse=True)
    named = np.array([kinds.get(number, "") for number in known.tolist()], str)
    found: dict[str, Cells] = {}
    for kind in sorted(set(kinds.values())):
        places = np.flatnonzero((named == kind)[at])
        found[kind] = np.stack([places % wide, high - 1 - places // wide], axis=1)
    return found


def outlines_of_runs(runs: Cells, max_points: int) -> list[tuple[Ring, ...]]:
    """Return the polygons that runs of adjacent cells cover, each as an outline followed by its holes.

    Cell (i, j) extends to (i + 1, j + 1). Polygons with more than `max_points` points are cut in two.
    """
    if not len(runs):
        return []
    left, right, low = runs.T
    whole = shapely.union_all(shapely.box(left, low, right, low + 1))
    found: list[tuple[Ring, ...]] = []
    for rings in rings_of(shapely.simplify(whole, 0)):
        found += [rings] if sum(map(len, rings)) <= max_points else _halves(rings, max_points)
    return found


def runs_of_cells(cells: Cells) -> Cells:
    """Return the runs of adjacent cells in each row of a grid, as an array of shape (m, 3).

    Each run is given by its left end, its right end and its row.
    """
    if not len(cells):
        return np.empty((0, 3), np.intp)
    i, j = cells[np.lexsort((cells[:, 0], cells[:, 1]))].T
    starts = np.flatnonzero(np.append(True, (j[1:] != j[:-1]) | (i[1:] != i[:-1] + 1)))
    ends = np.append(starts[1:], len(i)) - 1
    return np.stack([i[starts], i[ends] + 1, j[starts]], axis=1)


def count_areas(runs: Cells) -> int:
    """Return the number of connected areas that runs of cells form. See `runs_of_cells`."""
    area = list(range(len(runs)))
    count, below = len(runs), 0
    rows = runs.tolist()

    def find(number: int) -> int:
        while area[number] != number:
            area[number] = area[area[number]]
            number = area[number]
        return number

    for number, (left, right, row) in enumerate(rows):
        while below < number and (rows[below][2], rows[below][1]) <= (row - 1, left):
            below += 1
        other = below
        while other < number and rows[other][2] == row - 1 and rows[other][0] < right:
            first, second = find(other), find(number)
            count -= first != second
            area[second] = first
            other += 1
    return count


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
