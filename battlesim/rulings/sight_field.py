"""Fields of sight over a whole table: from where a piece is seen, and where it is seen by nobody. Inches.

A field asks of every cell of a grid what ``rulings.sight`` would say of the piece standing on its middle, at
the height that it stands at. Where the rules ask for the visible share alone, all cells are judged at once
from the same parts as there; every other rule is judged cell by cell.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from battlesim.geometry.constants import TOL
from battlesim.geometry.reach import Region
from battlesim.geometry.scene import Bools, Floats
from battlesim.geometry.visible_regions import region_of_cells
from battlesim.rulings.placement_sight import can_judge_at_once, placement_visible_fractions
from battlesim.rulings.sight import pair_verdicts
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

FINE_CELL_IN, SEARCH_CELL_IN, PREVIEW_CELL_IN = 0.25, 1.0, 2.0
"""Sides of a cell, inches: as it is shown, where every cell is a search for a line, while somebody waits."""
MovedEnd = Literal["viewer", "target"]


class SightField(NamedTuple):
    """Shares (rows from y = 0, columns from x = 0) of cells `step` inches across; 0 where nothing is seen."""

    step: float
    fractions: Floats

    @classmethod
    def empty(cls) -> SightField:
        """A field without cells."""
        return cls(1.0, np.empty((0, 0)))

    def fraction_at(self, x: float, y: float) -> float:
        """The share of the cell that a place lies in; the border of the table belongs to its last cells."""
        rows, columns = self.fractions.shape
        return float(self.fractions[min(int(y / self.step), rows - 1), min(int(x / self.step), columns - 1)])

    def band_regions(self, bounds: Sequence[float]) -> list[Region]:
        """Where the share is above each of some bounds, up to the next one, as polygons."""
        return [region_of_cells(mask, self.step) for mask in self._masks(bounds)]

    def band_fractions(self, bounds: Sequence[float]) -> list[float]:
        """The parts of the table that these are."""
        return [float(mask.mean()) if mask.size else 0.0 for mask in self._masks(bounds)]

    def _masks(self, bounds: Sequence[float]) -> list[Bools]:
        edges = (*bounds, math.inf)
        return [(self.fractions > low) & (self.fractions <= high) for low, high in pairwise(edges)]

    def seen_fraction(self) -> float:
        """The part of the table from which, or on which, anything is seen."""
        return float((self.fractions > 0.0).mean())


def sight_field(
    table: Table,
    rules: SightRules,
    viewer: Piece,
    target: Piece,
    step: float = FINE_CELL_IN,
    mover: MovedEnd = "viewer",
) -> SightField:
    """How much is seen of the target with one of the two on every cell, wherever it stands now.

    Raises ValueError when that one does not stand on the table.
    """
    spots, shape = _middles(table, step)
    return SightField(step, _judged(table, rules, (viewer, target), spots, mover).reshape(shape))


def is_cheap_to_judge(rules: SightRules, *ends: Piece) -> bool:
    """Whether a cell is judged quickly: no line is searched for, and no base is but round."""
    return (rules.mode == "share" or rules.lines == "centres") and not any(piece.hull for piece in ends)


def watched_field(
    table: Table, rules: SightRules, piece: Piece, watchers: Sequence[Piece], step: float = FINE_CELL_IN
) -> SightField:
    """How much the first of some watchers that sees anything sees of a piece on every cell.

    0 where all of them see nothing. Raises ValueError when the piece does not stand on the table.
    """
    spots, shape = _middles(table, step)
    share = np.zeros(len(spots))
    for watcher in watchers:
        left = np.flatnonzero(share == 0.0)
        if watcher.id != piece.id and len(left):
            share[left] = _judged(table, rules, (watcher, piece), spots[left], "target")
    return SightField(step, share.reshape(shape))


def _judged(
    table: Table, rules: SightRules, pair: tuple[Piece, Piece], spots: Floats, mover: MovedEnd
) -> Floats:
    """What is seen of the target with one of the two on every spot."""
    number = 0 if mover == "viewer" else 1
    if not isinstance(pair[number].place, OnTable) or not can_judge_at_once(table, rules, *pair):
        return _one_by_one(table, rules, pair, spots, mover)
    ends = [np.tile(piece.xy, (len(spots), 1)) for piece in pair]
    ends[number] = spots
    return placement_visible_fractions(table, rules, pair, (ends[0], ends[1]))


def _middles(table: Table, step: float) -> tuple[Floats, tuple[int, int]]:
    """The middles of the cells (n, 2), row after row from below, and how many rows and columns there are;
    the last ones may be cut off."""
    sides = (table.ground.width, table.ground.height)
    across, up = (np.arange(math.ceil(side / step - TOL)) * step for side in sides)
    xs = np.minimum(across + step / 2, (across + sides[0]) / 2)
    ys = np.minimum(up + step / 2, (up + sides[1]) / 2)
    return np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))]), (len(ys), len(xs))


def _one_by_one(
    table: Table, rules: SightRules, pair: tuple[Piece, Piece], spots: Floats, mover: MovedEnd
) -> Floats:
    number = 0 if mover == "viewer" else 1
    moved = [_put(pair[number], x, y) for x, y in spots.tolist()]
    pairs = [(one, pair[1]) if number == 0 else (pair[0], one) for one in moved]
    found = pair_verdicts(table, rules, pairs, with_blockers=False)
    return np.array([one.share if one.visible else 0.0 for one in found])


def _put(piece: Piece, x: float, y: float) -> Piece:
    if not isinstance(piece.place, OnTable):
        raise ValueError(f"{piece.id} does not stand on the table, so it has no place to be moved from")
    place = msgspec.structs.replace(piece.place, x=x, y=y)
    return msgspec.structs.replace(piece, place=place)


def watchers_that_see(
    table: Table, rules: SightRules, target: Piece, watchers: Collection[Piece]
) -> list[Piece]:
    """Those of some pieces that see a target."""
    pairs = [(one, target) for one in watchers if one.id != target.id]
    found = pair_verdicts(table, rules, pairs, with_blockers=False)
    return [one for (one, _), ruling in zip(pairs, found, strict=True) if ruling.visible]
