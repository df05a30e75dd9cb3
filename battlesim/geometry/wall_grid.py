"""Grids for finding the walls near a point quickly. There is a grid of cells for each class of wall sizes."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ComplexPoints = NDArray[np.complex128]
Ints = NDArray[np.intp]

MAX_WALLS_WITHOUT_GRID = 800
"""Number of walls up to which all of them are tested every time."""
MEAN_WALLS_PER_CELL = 8.0
"""Mean number of the smallest walls in a cell of the finest grid."""
FIRST_LOOK_CELLS = 4.0
"""Distance of the first search, in cells."""
MAX_WALL_OFFSET_CELLS = math.sqrt(0.5) + 0.5
"""Largest distance of a wall from the centre of its cell, in cells."""


class WallGrid:
    """A spatial index for finding the walls near a point.

    Each wall is stored in the cell of its midpoint, in a grid whose cells are no smaller than the wall. A few
    hundred walls lie within `first_radius`, and all walls within `max_radius`.
    """

    def __init__(self, ends: ComplexPoints) -> None:
        middles, sizes = ends.mean(axis=0), np.abs(ends[1] - ends[0])
        self.count = len(middles)
        x, y = ends.real, ends.imag
        width, height = (float(np.ptp(v)) if self.count else 0.0 for v in (x, y))
        self.max_radius = math.hypot(width, height)
        self.first_radius = self.max_radius
        self.grids: list[_Grid] = []
        if self.count > MAX_WALLS_WITHOUT_GRID:
            cell = math.sqrt(max(width * height, 1e-6) * MEAN_WALLS_PER_CELL / self.count)
            self.first_radius = FIRST_LOOK_CELLS * cell
            level = np.ceil(np.log2(np.maximum(sizes / cell, 1.0)) / 2.0).astype(np.intp)
            self.grids = [_Grid(middles, np.flatnonzero(level == k), cell * 4.0**k) for k in np.unique(level)]

    def walls_in_wedges(
        self, origins: ComplexPoints, reach: Floats, axis: ComplexPoints, half: Floats
    ) -> tuple[Ints, Ints]:
        """Return all walls within `reach` in the wedge of each origin, and possibly some other walls.

        They are returned as distinct pairs of an origin and a wall. A wedge contains all points within `half`
        radians of the direction `axis`.
        """
        if not self.grids:
            every, n = np.arange(self.count), len(origins)
            return np.arange(n).repeat(self.count), np.tile(every, n)
        sine = np.where(half < math.pi / 2.0, np.sin(half), np.nan)  # a wide wedge shuts nothing out
        pairs = [grid.around(origins, reach, axis, sine, np.cos(half)) for grid in self.grids]
        return np.concatenate([owner for owner, _ in pairs]), np.concatenate([wall for _, wall in pairs])


class _Grid:
    """Walls by the cell of their midpoint; no wall is longer than a cell."""

    def __init__(self, middles: ComplexPoints, walls: Ints, cell: float) -> None:
        x, y = middles[walls].real, middles[walls].imag
        self.cell, self.x, self.y = cell, float(x.min()), float(y.min())
        column, row = ((x - self.x) // cell).astype(np.intp), ((y - self.y) // cell).astype(np.intp)
        self.columns, self.rows = int(column.max()) + 1, int(row.max()) + 1
        cells = row * self.columns + column
        order = cells.argsort(kind="stable")
        self.walls = walls[order]
        every = np.arange(self.columns * self.rows)
        self.first = np.searchsorted(cells[order], np.append(every, len(every)))
        row, column = np.divmod(every, self.columns)
        self.middles: ComplexPoints = self.x + (column + 0.5) * cell + 1j * (self.y + (row + 0.5) * cell)

    def around(
        self, origins: ComplexPoints, reach: Floats, axis: ComplexPoints, sine: Floats, cosine: Floats
    ) -> tuple[Ints, Ints]:
        """Return pairs of an origin and a wall in a cell that the origin's wedge can intersect."""
        wide = reach + self.cell / 2.0
        left, right = self._span(origins.real - self.x, wide, self.columns)
        low, high = self._span(origins.imag - self.y, wide, self.rows)
        owner, row = _ranges(low, high)
        line, column = _ranges(left[owner], right[owner])
        owner, cells = owner[line], row[line] * self.columns + column
        away = (self.middles[cells] - origins[owner]) * axis[owner].conj()
        u, beside = away.real, np.abs(away.imag) * cosine[owner]
        size = MAX_WALL_OFFSET_CELLS * self.cell
        kept = np.flatnonzero(~((u < -size) & (sine[owner] >= 0.0) | (beside - u * sine[owner] > size)))
        owner, cells = owner[kept], cells[kept]
        line, place = _ranges(self.first[cells], self.first[cells + 1])
        return owner[line], self.walls[place]

    def _span(self, at: Floats, wide: Floats, count: int) -> tuple[Ints, Ints]:
        """Return the first cell that an interval around a coordinate meets, and the cell after the last."""
        low = np.minimum(np.maximum((at - wide) / self.cell, 0.0), count)
        high = np.minimum(np.maximum((at + wide) / self.cell + 1.0, 0.0), count)
        return low.astype(np.intp), high.astype(np.intp)


def _ranges(begin: Ints, end: Ints) -> tuple[Ints, Ints]:
    """Return all integers from each beginning up to, not including, its end, and the index of their range."""
    counts = np.maximum(end - begin, 0)
    owner = np.arange(len(counts)).repeat(counts)
    return owner, np.arange(len(owner)) + (begin - counts.cumsum() + counts).repeat(counts)
