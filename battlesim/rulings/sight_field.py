"""The cells of the table from which a piece is seen, or at which it can be seen. Lengths are in inches.

A field holds, for each cell of a grid, the verdict of `rulings.sight` for a piece moved to the centre of that
cell at its present height. If the rules need only the visible fraction, all cells are judged at once.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from battlesim.geometry.constants import TOL
from battlesim.geometry.scene import Bools, Floats
from battlesim.geometry.shapes import Region
from battlesim.geometry.visible_regions import region_of_cells
from battlesim.rulings.placement_sight import can_judge_at_once, placement_visible_fractions
from battlesim.rulings.sight import pair_verdicts
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.levels import raised_place
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

FINE_CELL_IN, SEARCH_CELL_IN, PREVIEW_CELL_IN = 0.25, 1.0, 2.0
"""Cell sizes in inches: normally, if each cell needs a search for a line, and for a quick preview."""
MovedEnd = Literal["viewer", "target"]


class SightField(NamedTuple):
    """A grid over the table with the visible fraction of a target for each cell, or 0 where it is hidden.

    Rows start at y = 0 and columns at x = 0. Cells are `step` inches wide.
    """

    step: float
    fractions: Floats

    @classmethod
    def empty(cls) -> SightField:
        """Return a field of sight whose grid has no cells."""
        return cls(1.0, np.empty((0, 0)))

    def fraction_at(self, x: float, y: float) -> float:
        """Return the visible fraction for the cell that contains a point."""
        rows, columns = self.fractions.shape
        return float(self.fractions[min(int(y / self.step), rows - 1), min(int(x / self.step), columns - 1)])

    def band_regions(self, bounds: Sequence[float]) -> list[Region]:
        """Return, for each bound and the next, the region where the visible fraction is between them."""
        return [region_of_cells(mask, self.step) for mask in self._masks(bounds)]

    def band_fractions(self, bounds: Sequence[float]) -> list[float]:
        """Return the fraction of the table that each region returned by `band_regions` covers."""
        return [float(mask.mean()) if mask.size else 0.0 for mask in self._masks(bounds)]

    def _masks(self, bounds: Sequence[float]) -> list[Bools]:
        edges = (*bounds, math.inf)
        return [(self.fractions > low) & (self.fractions <= high) for low, high in pairwise(edges)]

    def seen_fraction(self) -> float:
        """Return the fraction of the table where the visible fraction is greater than 0."""
        return float((self.fractions > 0.0).mean())


def sight_field(
    table: Table,
    rules: SightRules,
    viewer: Piece,
    target: Piece,
    step: float = FINE_CELL_IN,
    mover: MovedEnd = "viewer",
) -> SightField:
    """Return a grid with the visible fraction of a target when a piece is moved to each cell.

    `mover` says whether the viewer or the target is moved. Raises ValueError if that piece is not on the
    table.
    """
    spots, shape = _cell_centres(table, step)
    return SightField(step, _fractions_at(table, rules, (viewer, target), spots, mover).reshape(shape))


def is_cheap_to_judge(rules: SightRules, *ends: Piece) -> bool:
    """Return whether sight can be judged quickly: all bases are round, and no search for lines is needed."""
    return (rules.mode == "share" or rules.lines == "centres") and not any(piece.hull for piece in ends)


def watched_field(
    table: Table, rules: SightRules, piece: Piece, watchers: Sequence[Piece], step: float = FINE_CELL_IN
) -> SightField:
    """Return a grid with the visible fraction of a piece moved to each cell, as the watchers see it.

    The fraction in a cell is that of the first watcher that sees the piece there. Raises ValueError if the
    piece is not on the table.
    """
    spots, shape = _cell_centres(table, step)
    share = np.zeros(len(spots))
    for watcher in watchers:
        left = np.flatnonzero(share == 0.0)
        if watcher.id != piece.id and len(left):
            share[left] = _fractions_at(table, rules, (watcher, piece), spots[left], "target")
    return SightField(step, share.reshape(shape))


def _fractions_at(
    table: Table, rules: SightRules, pair: tuple[Piece, Piece], spots: Floats, mover: MovedEnd
) -> Floats:
    """Return the visible fraction of the target with viewer or target placed at each position."""
    number = 0 if mover == "viewer" else 1
    if not isinstance(pair[number].place, OnTable) or not can_judge_at_once(table, rules, *pair):
        return _one_by_one(table, rules, pair, spots, mover)
    ends = [np.tile(piece.xy, (len(spots), 1)) for piece in pair]
    ends[number] = spots
    return placement_visible_fractions(table, rules, pair, (ends[0], ends[1]))


def _cell_centres(table: Table, step: float) -> tuple[Floats, tuple[int, int]]:
    """Return the cell centres (n, 2), row by row from y = 0, and the grid's shape; edge cells may be cut."""
    sides = (table.ground.width, table.ground.height)
    across, up = (np.arange(math.ceil(side / step - TOL)) * step for side in sides)
    xs = np.minimum(across + step / 2, (across + sides[0]) / 2)
    ys = np.minimum(up + step / 2, (up + sides[1]) / 2)
    return np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))]), (len(ys), len(xs))


def _one_by_one(
    table: Table, rules: SightRules, pair: tuple[Piece, Piece], spots: Floats, mover: MovedEnd
) -> Floats:
    number = 0 if mover == "viewer" else 1
    moved = [_moved_piece(table, pair[number], x, y) for x, y in spots.tolist()]
    pairs = [(piece, pair[1]) if number == 0 else (pair[0], piece) for piece in moved]
    found = pair_verdicts(table, rules, pairs, with_blockers=False)
    return np.array([ruling.share if ruling.visible else 0.0 for ruling in found])


def _moved_piece(table: Table, piece: Piece, x: float, y: float) -> Piece:
    if not isinstance(piece.place, OnTable):
        raise ValueError(f"{piece.id} is not on the table, so it cannot be moved")
    place = raised_place(table.ground, piece.place, x, y)
    return msgspec.structs.replace(piece, place=place)


def watchers_that_see(
    table: Table, rules: SightRules, target: Piece, watchers: Collection[Piece]
) -> list[Piece]:
    """Return a list of the watchers that see the target."""
    pairs = [(watcher, target) for watcher in watchers if watcher.id != target.id]
    found = pair_verdicts(table, rules, pairs, with_blockers=False)
    return [watcher for (watcher, _), ruling in zip(pairs, found, strict=True) if ruling.visible]
