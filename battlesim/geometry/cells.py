"""Squares of a grid that belong together, as areas."""

from __future__ import annotations

from collections.abc import Iterable

import shapely

from battlesim.geometry.shapes import Ring, rings_of

MOST_RUNS = 20_000


def outlines_of_cells(cells: Iterable[tuple[int, int]], most: int) -> list[tuple[Ring, ...]]:
    """The areas that cells cover, each its outline and holes; cell (i, j) reaches to (i + 1, j + 1).

    An area whose rings would have more than `most` points in all is cut in two. Raises ValueError for cells
    that lie too scattered to work out in good time.
    """
    runs = _runs(cells)
    if not runs:
        return []
    if len(runs) > MOST_RUNS:
        raise ValueError(f"{len(runs)} rows of cells lie apart, at most {MOST_RUNS} are taken")
    left, right, low = (list(side) for side in zip(*runs, strict=True))
    whole = shapely.union_all(shapely.box(left, low, right, [j + 1 for j in low]))
    found: list[tuple[Ring, ...]] = []
    for rings in rings_of(shapely.simplify(whole, 0)):
        found += [rings] if sum(map(len, rings)) <= most else _halves(rings, most)
    return found


def _runs(cells: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """The cells that lie in one row without a gap: left, right, and the row."""
    runs: list[tuple[int, int, int]] = []
    for j, i in sorted((j, i) for i, j in cells):
        if runs and runs[-1][1:] == (i, j):
            runs[-1] = (runs[-1][0], i + 1, j)
        else:
            runs.append((i, i + 1, j))
    return runs


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
