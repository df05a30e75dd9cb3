"""How far a viewer or target can move before a verdict on sight changes. Lengths are in inches, in plan.

A moved piece keeps its height, even where its base could not stand. The verdict has not changed if `visible`
and `cover` are the same.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Literal

import msgspec
import numpy as np

from battlesim.geometry.constants import FRACTION_TOL, TOL
from battlesim.geometry.margin_search import Margin, chord_end_sway, search_margin
from battlesim.geometry.scene import Bools, Floats
from battlesim.geometry.shapes import Point
from battlesim.rulings.ground_cover import COVER_GRADES
from battlesim.rulings.sight import Verdict, cover_of, pair_verdicts
from battlesim.rulings.sight_move_bounds import MoveBounds, SightBound
from battlesim.rulings.sight_rules import Cover, SightRules
from battlesim.table.levels import is_beside_relief, raised_place
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table

MovedEnd = Literal["viewer", "target"]
MAX_MARGIN_IN = 2.0
MAX_CELLS, MAX_SEARCH_CELLS = 20_000, 400
"""Maximum number of discs of moves examined, without and with a search for a free line in each."""
MAX_CELL_CORNERS, MIN_CELLS = 450_000, 200
"""Maximum product of discs and corners near the line of sight, and minimum number of discs.

The limit on the product keeps the waiting time short.
"""
MAX_SEARCH_CELL_CORNERS, MIN_SEARCH_CELLS = 8_000_000, 16
"""The same limits if each disc needs a search by pairs of corners: discs times corners squared."""


def sight_margin(
    table: Table,
    rules: SightRules,
    viewer: Piece,
    target: Piece,
    mover: MovedEnd,
    ignored_markers: Collection[str] = (),
    max_inches: float = MAX_MARGIN_IN,
) -> Margin:
    """Return how far the viewer or the target can move before the verdict on sight changes.

    The search is coarser if the rules allow lines between any two points of the bases. Raises ValueError if a
    piece is not on the table or its base is not round, if roofs lift a limit of sight, or if the edge of
    relief lies within `max_inches` of the moved piece.
    """
    if not isinstance(viewer.place, OnTable) or not isinstance(target.place, OnTable):
        raise ValueError("a margin can be found only for two pieces on the table")
    if viewer.hull or target.hull:
        raise ValueError("margins are not supported for a base that is not round")
    mover_place = viewer.place if mover == "viewer" else target.place
    if is_beside_relief(table.ground, mover_place.x, mover_place.y, max_inches):
        raise ValueError("margins are not supported near the edge of a hill")
    if rules.roofs and rules.limit_of(viewer.id) < math.inf:
        raise ValueError("margins are not supported if roofs lift the limit of sight")
    judge = _Judge(table, rules, (viewer, target), mover, ignored_markers, max_inches)
    return search_margin(judge, max_inches, cells=judge.cells())


class _Judge:
    """Proof that a verdict is constant over discs of moves, and a search for moves that change it."""

    def __init__(
        self,
        table: Table,
        rules: SightRules,
        pair: tuple[Piece, Piece],
        mover: MovedEnd,
        without: Collection[str],
        most: float,
    ) -> None:
        self.table, self.rules, self.pair, self.without = table, rules, pair, without
        self.number = 0 if mover == "viewer" else 1
        found = pair_verdicts(table, rules, [pair], without, with_blockers=False)[0]
        self.key = self._key(found)
        self.places = [p.place for p in pair if isinstance(p.place, OnTable)]
        self.bounds = MoveBounds(table, rules, pair, self.number, without, most, found.share <= FRACTION_TOL)
        self.surroundings = self.bounds.surroundings

    def cells(self) -> int:
        """Return how many discs of possible moves the search may examine."""
        corners = max(1, len(self.bounds.world.scene.x))
        if self.rules.mode == "line" and self.rules.lines in ("bases", "bodies"):
            return min(MAX_SEARCH_CELLS, max(MIN_SEARCH_CELLS, MAX_SEARCH_CELL_CORNERS // corners**2))
        lines = 1 if self.bounds.is_cheap else 5
        return min(MAX_CELLS, max(MIN_CELLS, MAX_CELL_CORNERS // (lines * corners)))

    def stays(self, moves: Floats, radius: float) -> Bools:
        """Return for each move whether all moves within `radius` inches of it keep the verdict on sight."""
        return self._stays(self._ends(moves), radius)

    def may_change(self, moves: Floats) -> Bools:
        """Return for each move of the piece whether it seems to change the verdict on sight.

        If lines between corners decide, each move is judged in full, since the bounds along such lines ignore
        solids that only touch a base.
        """
        if self.rules.mode == "line" and self.rules.lines == "corners":
            return self._judged([(x, y) for x, y in moves.tolist()])
        return ~self._stays(self._ends(moves), 0.0)

    def changes_answer(self, move: Point) -> bool:
        """Return whether a move of the piece changes the verdict on sight."""
        return bool(self._judged([move])[0])

    def _judged(self, moves: Sequence[Point]) -> Bools:
        """Return for each move whether it changes the verdict."""
        piece, place = self.pair[self.number], self.places[self.number]
        spots = (raised_place(self.table.ground, place, place.x + x, place.y + y) for x, y in moves)
        moved = [msgspec.structs.replace(piece, place=spot) for spot in spots]
        pairs = [(piece, self.pair[1]) if self.number == 0 else (self.pair[0], piece) for piece in moved]
        found = pair_verdicts(self.table, self.rules, pairs, self.without, with_blockers=False)
        return np.array([self._key(ruling) != self.key for ruling in found], dtype=bool)

    @staticmethod
    def _key(seen: Verdict) -> tuple[bool, str]:
        return seen.visible, seen.cover

    def _ends(self, moves: Floats) -> tuple[Floats, Floats]:
        """Return the positions of viewer and target (n, 2) after each move."""
        ends = [np.tile(np.array(p.xy), (len(moves), 1)) for p in self.pair]
        ends[self.number] = ends[self.number] + moves
        return ends[0], ends[1]

    def _stays(self, ends: tuple[Floats, Floats], radius: float) -> Bools:
        distance = np.hypot(*(ends[0] - ends[1]).T)
        gap = (
            distance - self.pair[0].radius - self.pair[1].radius - self.rules.limit_of(self.pair[0].id) - TOL
        )
        sway = np.array([self._sway(away, radius) for away in distance.tolist()])
        close = sway > MAX_MARGIN_IN
        open_rows = (np.abs(gap) > radius) & ~close
        if radius and self.surroundings.has_rooms:
            pairs = zip(ends[0].tolist(), ends[1].tolist(), strict=True)
            steady = np.array([self.surroundings.room_slack(*pair) > radius for pair in pairs], dtype=bool)
            open_rows &= steady
            close &= steady
        if radius and self.rules.near_cover:
            pairs = zip(ends[0].tolist(), ends[1].tolist(), strict=True)
            steady = np.array([self.surroundings.ground_slack(*pair) > radius for pair in pairs], dtype=bool)
            open_rows &= steady
            close &= steady
        if close.any():
            rows = close.nonzero()[0]
            bare = self.bounds.is_bare((ends[0][rows], ends[1][rows]), distance[rows], radius)
            open_rows[rows] = bare & (np.abs(gap[rows]) > radius)
        found = np.zeros(len(distance), dtype=bool)
        rows = open_rows.nonzero()[0]
        if len(rows):
            most = float(sway[rows][~close[rows]].max(initial=0.0))
            near = (gap[rows] <= 0.0).tolist()
            found[rows] = self._same((ends[0][rows], ends[1][rows]), radius, most, near, close[rows].tolist())
        return found

    def _sway(self, distance: float, radius: float) -> float:
        """Return how far in inches the ends of the target's chord can swing, or 0 if no chord is used."""
        chord = self.rules.mode == "share" or self.bounds.cloud is not None
        return chord_end_sway(distance, self.pair[1].radius, radius) if chord else 0.0

    def _same(
        self, ends: tuple[Floats, Floats], radius: float, sway: float, near: list[bool], bare: list[bool]
    ) -> Bools:
        """Return whether the lowest and highest visibility within a radius both give the verdict.

        The bound more likely to differ is tested first; with radius 0 the bounds are equal. Targets marked in
        `bare` have nothing in front of them.
        """
        by = (radius, sway) if self.number == 0 else (0.0, radius + sway)
        found, ends_at = np.ones(len(near), dtype=bool), np.full(len(near), -1.0)
        rooms = [
            self.surroundings.rooms_at(*at) for at in zip(ends[0].tolist(), ends[1].tolist(), strict=True)
        ]
        floor = [room.covers_target for room in rooms]
        pairs = zip(ends[0].tolist(), ends[1].tolist(), strict=True)
        ground = [self.surroundings.ground_cover_at(*pair) for pair in pairs]
        for sign in (1, -1) if self.key[0] else (-1, 1):
            rows = found.nonzero()[0]
            some = ends[0][rows], ends[1][rows]
            known = [1.0 if bare[i] and self.rules.mode == "share" else ends_at[i] for i in rows]
            seen = self.bounds.fraction_bounds(some, by, radius, sign, known)
            states = [self._state(seen[k], near[i], floor[i], ground[i]) for k, i in enumerate(rows)]
            found[rows] = [state == self.key for state in states]
            ends_at[rows] = [one.share if one.share == (sign > 0) or not radius else -1.0 for one in seen]
        return found

    def _state(self, seen: SightBound, near: bool, is_in_room: bool, ground: Cover) -> tuple[bool, str]:
        cover = cover_of(self.rules, 1.0 - seen.shown, seen.is_obscured, is_in_room)
        return seen.share > FRACTION_TOL and near, max(cover, ground, key=COVER_GRADES.index)
