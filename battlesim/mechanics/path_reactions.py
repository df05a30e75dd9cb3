"""Reactions of waiting pieces to a move. Each side is asked once for all moments at which it may react.

Users: Invasion Earth (laying in wait).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.play import Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.interrupted_moves import SAME_STOP_IN, MoveProgress, PathStop, StopKind
from battlesim.table.pieces import Off, Piece
from battlesim.table.state import AnyState
from battlesim.table.terrain import Ground

HERE_IN: Final = 0.0015
"""Inches within which a moment is where the mover stands."""

FindMoments = Callable[[Any, MoveProgress], Sequence[PathMoment]]
"""A function that returns all moments on the path left, in the order in which they are offered."""
AskMoment = Callable[[Sequence[PathMoment], MoveProgress], Script[PathMoment | None]]
"""A function that asks the side for one of these moments, None to let the move pass."""
ReactAtMoment = Callable[[PathMoment, MoveProgress], Script[Sequence[Point]]]
"""A function that carries out a reaction and returns the path left, as the rules of a stop do."""


class _Situation(NamedTuple):
    """Everything that may change the moments of a move, apart from the progress of the mover."""

    ground: Ground
    pieces: dict[str, Piece]
    path: tuple[Point, ...]

    def holds(self, state: AnyState, progress: MoveProgress) -> bool:
        """Return whether only the move has changed the table and the remaining path is the same."""
        now = _situation(state, progress)
        onward = now.path[1:]
        return (
            now.ground is self.ground
            and self.path[len(self.path) - len(onward) :] == onward
            and now.pieces == self.pieces
        )


def _situation(state: AnyState, progress: MoveProgress) -> _Situation:
    mover = msgspec.structs.replace(state.table.piece(progress.piece), place=Off("moving"))
    return _Situation(state.table.ground, {**state.table.pieces, mover.id: mover}, progress.path)


class PathReactions:
    """The reactions of a side to a single move.

    As soon as the side can react, it is asked to choose among all moments on the remaining path at which its
    pieces may react. It is asked again if something other than the move changes the table before the chosen
    moment, and after each reaction. Moments that the side has declined are not offered again, but new moments
    are. `find` returns the moments, `ask` asks the side to choose, and `react` carries out the reaction.
    """

    def __init__(self, name: str, find: FindMoments, ask: AskMoment, react: ReactAtMoment) -> None:
        self.name, self._find, self._ask, self._react = name, find, ask, react
        self._open: list[PathMoment] = []
        self._passed: list[PathMoment] = []
        self._held: PathMoment | None = None
        self._known: _Situation | None = None
        self._found_in: _Situation | None = None
        self._asked = 0

    @property
    def kind(self) -> StopKind:
        """The kind of stop by which these reactions interrupt the move."""
        return StopKind(self.name, self._stops, self._act)

    def _stops(self, state: AnyState, progress: MoveProgress) -> Iterator[PathStop]:
        """Yield the next stop: the moment that the side is waiting for, or else the first new moment."""
        if self._known is not None and self._known.holds(state, progress):
            if self._held is not None:
                yield self._stop(self._held, progress, "held")
            return
        self._known = self._found_in = _situation(state, progress)
        self._held = None
        moments = (_shifted(moment, progress.travelled) for moment in self._find(state, progress))
        self._open = [moment for moment in moments if not self._is_passed(moment)]
        if self._open:
            self._known = None
            yield self._stop(min(self._open, key=_along), progress, "asked")

    def _stop(self, moment: PathMoment, progress: MoveProgress, why: str) -> PathStop:
        along = max(moment.along - progress.travelled, 0.0)
        return PathStop(along, (why, str(self._asked)), moment.point)

    def _is_passed(self, moment: PathMoment) -> bool:
        return any(
            moment.by == passed.by and abs(moment.along - passed.along) <= SAME_STOP_IN
            for passed in self._passed
        )

    def _act(self, stop: PathStop, progress: MoveProgress) -> Script[Sequence[Point]]:
        """React at the moment that the side was waiting for, or ask the side to choose a moment.

        The reaction follows at once if the chosen moment is where the mover stands.
        """
        moment, self._held = self._held, None
        if moment is None:
            self._asked += 1
            first = min(self._open, key=_along)
            offered = [_shifted(moment, -first.along) for moment in self._open]
            chosen = yield from self._ask(offered, progress)
            self._known = self._found_in
            if chosen is None:
                self._passed += self._open
                return progress.path
            moment = self._open[offered.index(chosen)]
            if moment.along > first.along + HERE_IN:
                self._held = moment
                return progress.path
        self._known = None
        self._passed.append(moment)
        return (yield from self._react(moment, progress))


def _along(moment: PathMoment) -> float:
    return moment.along


def _shifted(moment: PathMoment, by: float) -> PathMoment:
    return msgspec.structs.replace(moment, along=max(round(moment.along + by, 3), 0.0))
