"""The zones watched by waiting pieces: where a moving piece enters them, and when the watchers may act.

Lengths are in inches. Users: Invasion Earth (laying in wait).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from battlesim.engine.moment_choice import PathMoment
from battlesim.geometry.paths import point_along_path
from battlesim.geometry.shapes import Point
from battlesim.mechanics.interrupted_moves import SAME_STOP_IN, MoveProgress, reaction_moments
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import PathInterval, intervals_of_watches, settled_intervals
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

ENTRY_STEP_IN: Final = 0.25
"""Inches between the points at which a costly test is made within a zone."""
ENTRY_PRECISION_IN: Final = 0.002
HERE_IN: Final = 0.002
"""Inches by which a moment may lie behind the mover, as positions are rounded."""


class ZoneVisit(NamedTuple):
    """A part of a move that lies in a watched zone. Lengths are in inches from the start of the move.

    `entry` is the length at which the moving piece entered the zone. `counts` is True if the piece did enter
    it. A move that begins in the zone does not count, unless the piece is already a target of the watcher.
    `settled` is the part between positions at which the watcher would see the piece even if it stood still,
    or None.
    """

    start: float
    end: float
    entry: float
    counts: bool
    settled: PathInterval | None = None


class _Surroundings(NamedTuple):
    """The terrain and the pieces that may hide the mover, with their positions."""

    ground: Ground
    pieces: tuple[Any, ...]


class _Reading(NamedTuple):
    """The visits of one zone, on a path that begins `start` inches from the start of the move."""

    watch: tuple[Any, ...]
    surroundings: _Surroundings
    path: tuple[Point, ...]
    start: float
    visits: tuple[ZoneVisit, ...]


class WatchedZones:
    """The zones watched by waiting pieces during a single move, as far as they have been computed.

    A zone is recomputed only if the terrain, a piece, the watcher or the remaining path has changed. A piece
    that starts its move in a zone does not enter it. But if another object moves and the zone then extends to
    the piece, the piece does enter it.
    """

    def __init__(self) -> None:
        self._readings: dict[str, _Reading] = {}

    def read(
        self,
        table: Table,
        progress: MoveProgress,
        watches: Sequence[WatchCondition],
        targets: Collection[str],
    ) -> None:
        """Update the watchers' zones. `targets` holds the watchers that already target the moving piece."""
        around = _surroundings(table, progress.piece)
        stale = [watch for watch in watches if not self._is_known(watch, around, progress)]
        if not stale or len(progress.path) < 2:
            return
        mover, path = table.piece(progress.piece), progress.path
        found = intervals_of_watches(table, mover, path, stale)
        settled = settled_intervals(table, mover, path, stale, found)
        for watch, intervals, ends in zip(stale, found, settled, strict=True):
            key = watch.viewer.id
            visits = tuple(
                self._visit(key, interval, inner, progress.travelled, key in targets)
                for interval, inner in zip(intervals, ends, strict=True)
            )
            self._readings[key] = _Reading(_placement(watch), around, path, progress.travelled, visits)

    def _is_known(self, watch: WatchCondition, around: _Surroundings, progress: MoveProgress) -> bool:
        known, onward = self._readings.get(watch.viewer.id), progress.path[1:]
        return (
            known is not None
            and known.surroundings.ground is around.ground
            and known.path[len(known.path) - len(onward) :] == onward
            and known.watch == _placement(watch)
            and known.surroundings.pieces == around.pieces
        )

    def _visit(
        self, watcher: str, interval: PathInterval, inner: PathInterval | None, base: float, is_target: bool
    ) -> ZoneVisit:
        """Return the visit for an interval on the remaining path, which may continue an earlier visit."""
        start, end = base + interval.start, base + interval.end
        settled = PathInterval(base + inner.start, base + inner.end) if inner else None
        if interval.start > 0.0:
            return ZoneVisit(start, end, settled.start if settled else start, True, settled)
        before = self._visit_at(watcher, base)
        if before is not None:
            return ZoneVisit(start, end, before.entry, before.counts, settled)
        return ZoneVisit(start, end, base, is_target or watcher in self._readings, settled)

    def _visit_at(self, watcher: str, along: float) -> ZoneVisit | None:
        known = self._readings.get(watcher)
        visits = known.visits if known else ()
        return next(
            (v for v in visits if v.start - SAME_STOP_IN <= along <= v.end + SAME_STOP_IN),
            None,
        )

    def visits(self, watcher: str, progress: MoveProgress) -> list[ZoneVisit]:
        """Return the parts of the move that count as visits to a watcher's zone and are not yet over."""
        known = self._readings.get(watcher)
        here = progress.travelled - SAME_STOP_IN
        return [visit for visit in known.visits if visit.counts and visit.end >= here] if known else []

    def moments(self, watcher: Piece, progress: MoveProgress, step_in: float) -> Iterator[PathMoment]:
        """Yield the moments on the remaining path at which the moving piece is in a watcher's zone.

        They are the entry, a moment every `step_in` inches after it, the nearest point and the last point.
        """
        for visit in self.visits(watcher.id, progress):
            known = self._readings[watcher.id]
            if visit.settled is None:
                continue
            inner = PathInterval(visit.settled.start - known.start, visit.settled.end - known.start)
            entry, gone = visit.entry - known.start, progress.travelled - known.start
            for moment in reaction_moments(known.path, [inner], watcher, step_in, entry):
                if moment.along >= gone - HERE_IN:
                    yield msgspec.structs.replace(moment, along=max(round(moment.along - gone, 3), 0.0))

    def use_up(self, watcher: str, along: float) -> None:
        """Record that a watcher has reacted. It cannot react again until the piece re-enters its zone."""
        known = self._readings.get(watcher)
        now = self._visit_at(watcher, along)
        if known and now:
            visits = tuple(v._replace(counts=v.counts and v is not now) for v in known.visits)
            self._readings[watcher] = known._replace(visits=visits)

    def entered(self, travelled: float) -> set[str]:
        """Return the ids of the watchers whose zones the piece has entered after `travelled` inches."""
        return {
            key
            for key, known in self._readings.items()
            if any(visit.counts and visit.start <= travelled for visit in known.visits)
        }

    def entries(
        self, watcher: Piece, progress: MoveProgress, holds: Callable[[Point], bool]
    ) -> Iterator[PathMoment]:
        """Yield the moments at which the moving piece enters a part of a zone where `holds` returns True.

        `holds` is slow. It is therefore called where the zone is entered and then every ENTRY_STEP_IN inches
        until it returns True. Shorter parts may be missed, and only the first such part of each visit is
        found.
        """
        known = self._readings.get(watcher.id)
        for visit in known.visits if known else ():
            if (
                known is None
                or visit.settled is None
                or visit.settled.end < progress.travelled - SAME_STOP_IN
            ):
                continue
            start, end = visit.settled.start - known.start, visit.settled.end - known.start
            enters = visit.counts and visit.entry >= visit.start - SAME_STOP_IN
            along = _first_entry(known.path, start, end, enters, holds)
            if along is not None and along + known.start >= progress.travelled - HERE_IN:
                left = max(round(along + known.start - progress.travelled, 3), 0.0)
                yield PathMoment(point_along_path(known.path, along), left, "", watcher.id)


def _first_entry(
    path: Sequence[Point], start: float, end: float, enters: bool, holds: Callable[[Point], bool]
) -> float | None:
    """Return the first distance along a path, within an interval, at which a test begins to hold.

    If the test holds at the start of the interval, it begins there only if the mover `enters` there. Return
    None if there is no such distance.
    """

    def holds_at(along: float) -> bool:
        return holds(point_along_path(path, along))

    if holds_at(start):
        return start if enters else None
    low = start
    for step in range(1, math.ceil((end - start) / ENTRY_STEP_IN) + 1):
        high = min(start + step * ENTRY_STEP_IN, end)
        if holds_at(high):
            while high - low > ENTRY_PRECISION_IN:
                middle = (low + high) / 2.0
                low, high = (low, middle) if holds_at(middle) else (middle, high)
            return high
        low = high
    return None


def _surroundings(table: Table, mover: str) -> _Surroundings:
    own = table.piece(mover)
    others = (
        (piece.id, piece.kind, piece.place, piece.height)
        for piece in table.standing_pieces()
        if piece.id != mover
    )
    return _Surroundings(table.ground, ((own.kind, own.height, own.radius), *others))


def _placement(watch: WatchCondition) -> tuple[Any, ...]:
    """Return everything about a watch that decides where it holds, leaving out other marks of its viewer."""
    viewer = watch.viewer
    return viewer.place, viewer.height, viewer.radius, *watch[1:]
