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

from battlesim.geometry.constants import HIDDEN, TOL
from battlesim.geometry.reach import Region
from battlesim.geometry.region import of_cells
from battlesim.geometry.scene import Bools, Floats
from battlesim.geometry.sight import window_shares
from battlesim.geometry.windows import base_windows
from battlesim.rulings.sight import pair_verdicts
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.sight_scene import (
    depth_scene,
    excused,
    eye_height,
    footing_scene,
    sight_scene,
    stances,
    target_height,
    underfoot,
)
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

FINE, WIDE, COARSE = 0.25, 1.0, 2.0
"""Sides of a cell, inches: as it is shown, where every cell is a search for a line, while somebody waits."""
Mover = Literal["viewer", "target"]


class Field(NamedTuple):
    """Shares (rows from y = 0, columns from x = 0) of cells `step` inches across; 0 where nothing is seen."""

    step: float
    share: Floats

    @classmethod
    def empty(cls) -> Field:
        """A field without cells."""
        return cls(1.0, np.empty((0, 0)))

    def at(self, x: float, y: float) -> float:
        """The share of the cell that a place lies in; the border of the table belongs to its last cells."""
        rows, columns = self.share.shape
        return float(self.share[min(int(y / self.step), rows - 1), min(int(x / self.step), columns - 1)])

    def bands(self, bounds: Sequence[float]) -> list[Region]:
        """Where the share is above each of some bounds, up to the next one, as polygons."""
        return [of_cells(mask, self.step) for mask in self._masks(bounds)]

    def parts(self, bounds: Sequence[float]) -> list[float]:
        """The parts of the table that these are."""
        return [float(mask.mean()) if mask.size else 0.0 for mask in self._masks(bounds)]

    def _masks(self, bounds: Sequence[float]) -> list[Bools]:
        edges = (*bounds, math.inf)
        return [(self.share > low) & (self.share <= high) for low, high in pairwise(edges)]

    def part(self) -> float:
        """The part of the table from which, or on which, anything is seen."""
        return float((self.share > 0.0).mean())


def heat(
    table: Table, rules: SightRules, viewer: Piece, target: Piece, step: float = FINE, mover: Mover = "viewer"
) -> Field:
    """How much is seen of the target with one of the two on every cell, wherever it stands now.

    Raises ValueError when that one does not stand on the table.
    """
    spots, shape = _middles(table, step)
    return Field(step, _judged(table, rules, (viewer, target), spots, mover).reshape(shape))


def swift(rules: SightRules, *ends: Piece) -> bool:
    """Whether a cell is judged quickly: no line is searched for, and no base is but round."""
    return (rules.mode == "share" or rules.lines == "centres") and not any(piece.hull for piece in ends)


def watched(
    table: Table, rules: SightRules, piece: Piece, watchers: Sequence[Piece], step: float = FINE
) -> Field:
    """How much the first of some watchers that sees anything sees of a piece on every cell.

    0 where all of them see nothing. Raises ValueError when the piece does not stand on the table.
    """
    spots, shape = _middles(table, step)
    share = np.zeros(len(spots))
    for watcher in watchers:
        left = np.flatnonzero(share == 0.0)
        if watcher.id != piece.id and len(left):
            share[left] = _judged(table, rules, (watcher, piece), spots[left], "target")
    return Field(step, share.reshape(shape))


def _judged(
    table: Table, rules: SightRules, pair: tuple[Piece, Piece], spots: Floats, mover: Mover
) -> Floats:
    """What is seen of the target with one of the two on every spot."""
    return (_at_once if _alike(table, rules, *pair) else _one_by_one)(table, rules, pair, spots, mover)


def _middles(table: Table, step: float) -> tuple[Floats, tuple[int, int]]:
    """The middles of the cells (n, 2), row after row from below, and how many rows and columns there are;
    the last ones may be cut off."""
    sides = (table.ground.width, table.ground.height)
    across, up = (np.arange(math.ceil(side / step - TOL)) * step for side in sides)
    xs = np.minimum(across + step / 2, (across + sides[0]) / 2)
    ys = np.minimum(up + step / 2, (up + sides[1]) / 2)
    return np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))]), (len(ys), len(xs))


def _alike(table: Table, rules: SightRules, viewer: Piece, target: Piece) -> bool:
    """Whether cells differ by shares and distances alone."""
    if rules.mode != "share" or rules.groups or rules.least:
        return False
    if rules.roofs and math.isfinite(rules.limit_of(viewer.id)):
        return False
    if rules.depth and depth_scene(table, rules).solids:
        return False
    ground = [p for p in table.pieces.values() if p.kind in rules.solid_pieces]
    if any(piece.hull for piece in (viewer, target, *ground)):
        return False
    return isinstance(viewer.place, OnTable) and isinstance(target.place, OnTable)


def _one_by_one(
    table: Table, rules: SightRules, pair: tuple[Piece, Piece], spots: Floats, mover: Mover
) -> Floats:
    number = 0 if mover == "viewer" else 1
    moved = [_put(pair[number], x, y) for x, y in spots.tolist()]
    pairs = [(one, pair[1]) if number == 0 else (pair[0], one) for one in moved]
    found = pair_verdicts(table, rules, pairs, named=False)
    return np.array([one.share if one.visible else 0.0 for one in found])


def _put(piece: Piece, x: float, y: float) -> Piece:
    if not isinstance(piece.place, OnTable):
        raise ValueError(f"{piece.id} does not stand on the table, so it has no place to be moved from")
    place = msgspec.structs.replace(piece.place, x=x, y=y)
    return msgspec.structs.replace(piece, place=place)


def _at_once(
    table: Table, rules: SightRules, pair: tuple[Piece, Piece], spots: Floats, mover: Mover
) -> Floats:
    """All cells together: one scene, and for every cell what hides nothing to who stands on it."""
    viewer, target = pair
    number = 0 if mover == "viewer" else 1
    moving, resting = pair[number], pair[1 - number]
    places = [piece.place for piece in pair]
    assert isinstance(places[0], OnTable) and isinstance(places[1], OnTable)
    ends = [np.tile((place.x, place.y), (len(spots), 1)) for place in places if isinstance(place, OnTable)]
    ends[number] = spots
    scene, still = sight_scene(table, rules), stances(table, rules, [resting])[0].excused
    excused_there = _excused(table, rules, moving, spots)
    ignored = {own: scene.ignored(still | own) for own in set(excused_there)}
    low = places[1].z
    eyes = np.column_stack([ends[0], np.full(len(spots), places[0].z + eye_height(rules, viewer))])
    size = np.tile((target.radius, low, low + target_height(rules, target)), (len(spots), 1))
    windows = base_windows(eyes, np.column_stack([ends[1], size]))
    share = window_shares(scene, windows, [ignored[own] for own in excused_there])
    gaps = np.hypot(*(ends[0] - ends[1]).T)
    together = (gaps == 0.0) & (places[0].z == low)
    share[together & (viewer.radius == target.radius)] = 1.0
    near = np.maximum(0.0, gaps - viewer.radius - target.radius) <= rules.limit_of(viewer.id) + TOL
    return np.where(near & (share > HIDDEN), share, 0.0)


def _excused(table: Table, rules: SightRules, piece: Piece, spots: Floats) -> list[frozenset[str]]:
    """What hides nothing to a piece on every spot: itself, its post, what it overlaps there."""
    place = piece.place
    assert isinstance(place, OnTable)
    always = frozenset((piece.id, place.on) if place.on else (piece.id,))
    found: dict[int, set[str]] = {}
    ground = footing_scene(table)
    disc, solid = ground.overlapping(np.column_stack([spots, np.full(len(spots), piece.radius)]))
    counts = [underfoot(table, one, place.z) for one in ground.solids]
    for i, k in zip(disc.tolist(), solid.tolist(), strict=True):
        if counts[k]:
            found.setdefault(i, set()).add(ground.solids[k].id)
    for other in table.pieces.values():
        if other.kind in rules.solid_pieces and isinstance(other.place, OnTable):
            gaps = ((spots - other.xy) ** 2).sum(axis=1)
            for i in np.flatnonzero(gaps < (piece.radius + other.radius) ** 2).tolist():
                found.setdefault(i, set()).add(other.id)
    kept: dict[frozenset[str], frozenset[str]] = {}
    alone = _hides_nothing(table, rules, always, kept)
    rows = [alone] * len(spots)
    for i, ids in found.items():
        rows[i] = _hides_nothing(table, rules, always | ids, kept)
    return rows


def _hides_nothing(
    table: Table, rules: SightRules, footing: frozenset[str], kept: dict[frozenset[str], frozenset[str]]
) -> frozenset[str]:
    if footing not in kept:
        kept[footing] = excused(table, rules, footing)
    return kept[footing]


def seen_by(table: Table, rules: SightRules, target: Piece, watchers: Collection[Piece]) -> list[Piece]:
    """Those of some pieces that see a target."""
    pairs = [(one, target) for one in watchers if one.id != target.id]
    found = pair_verdicts(table, rules, pairs, named=False)
    return [one for (one, _), ruling in zip(pairs, found, strict=True) if ruling.visible]
