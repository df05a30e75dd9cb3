"""Moves that rules can interrupt. After each stop, the rest of the path is searched for further stops.

Users: Troice Station (contact, revealed markers, Overwatch), Invasion Earth (every move), Stargrunt (mines),
the rulesets of the tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

import msgspec

from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import POSITION_QUANTUM_IN, TOL
from battlesim.geometry.paths import point_along_path, polyline_length, split_path
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import Leg
from battlesim.rulings.watch_intervals import PathInterval
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState

END: Final[tuple[Point, ...]] = ()
"""The path that the rules of a stop return to end the move there."""
LOST: Final = "lost"
"""The reason for the end of a move whose piece has left the table."""
SAME_STOP_IN: Final = 0.01
"""Inches within which a stop of one kind with the same ids is the one that was met already."""
MAX_STOPS: Final = 500

CarryOutLeg = Callable[[Leg], None]
"""A function that carries out one part of a leg, as the ruleset moves its pieces."""


class PathStop(NamedTuple):
    """A point on a path at which a move is interrupted, and the ids of the objects that interrupt it.

    It lies `along` inches from the start of the remaining path. `point` is its exact position, if known.
    """

    along: float
    ids: tuple[str, ...] = ()
    point: Point | None = None


class MoveProgress(NamedTuple):
    """The progress of a move: the remaining path, the length moved so far and the number of stops made.

    `travelled` is the length in inches, and `stops` the number of stops.
    """

    piece: str
    path: tuple[Point, ...]
    travelled: float = 0.0
    stops: int = 0


FindStops = Callable[[Any, MoveProgress], Iterable[PathStop]]
StopRules = Callable[[PathStop, MoveProgress], Script[Sequence[Point]]]


class StopKind(NamedTuple):
    """A kind of stop at which a ruleset interrupts a move.

    `find` returns the stops of this kind on the remaining path in order, and is called again after every
    stop. `act` runs the rules of a stop. It returns the new remaining path, which must begin at the piece, or
    END to end the move. `fit` may shorten the part of the path before the stop.
    """

    name: str
    find: FindStops
    act: StopRules
    fit: Callable[[Any, Sequence[Point]], Sequence[Point]] | None = None


class TravelResult(NamedTuple):
    """The result of a move: the length moved in inches, why it ended early, and the part not carried out.

    `ended_by` is the name of the kind of stop that ended the move, LOST if the piece left the table, or "".
    """

    travelled: float
    ended_by: str = ""
    left: Leg | None = None


def fixed_stops(stops: Iterable[tuple[float, str]]) -> FindStops:
    """Return the `find` function of a `StopKind` for stops that are known before the move begins.

    Each stop is a distance in inches from the start of the move, and the id of the object that causes the
    stop. The stops must be in order. Stops at the same distance are combined.
    """
    known = [
        (along, tuple(key for _, key in same)) for along, same in groupby(stops, key=lambda stop: stop[0])
    ]

    def find(state: AnyState, progress: MoveProgress) -> Iterator[PathStop]:
        for along, ids in known:
            if along > progress.travelled - SAME_STOP_IN:
                yield PathStop(max(along - progress.travelled, 0.0), ids)

    return find


def moment_stops(name: str, moments: Iterable[PathMoment], react: Callable[[str], Script[bool]]) -> StopKind:
    """Return a kind of stop at which pieces react to a move, at moments chosen before the move began.

    `react` runs the reaction of a piece and returns whether the moving piece may continue.
    """

    def act(stop: PathStop, progress: MoveProgress) -> Script[Sequence[Point]]:
        for piece in stop.ids:
            if not (yield from react(piece)):
                return END
        return progress.path

    return StopKind(name, fixed_stops(sorted((moment.along, moment.by) for moment in moments)), act)


def travel(play: Play[Any], leg: Leg, kinds: Sequence[StopKind], carry: CarryOutLeg) -> Script[TravelResult]:
    """Move a piece along its path, and stop wherever a rule interrupts the move. Return the result.

    The nearest stop comes first, and stops at the same point are in the order of `kinds`. The rules of a stop
    run before the next stop is searched for. The move ends early if the rules return END, if the piece is off
    the table after them, or if it is not at the start of the path that they return. At the end of the path,
    the piece turns to its final facing and then enters the object that it was to enter, if any. Raises
    RuntimeError if there are more than MAX_STOPS stops.
    """
    progress, met = MoveProgress(leg.piece, tuple(leg.path)), list[tuple[str, tuple[str, ...], float]]()
    while (found := _next_stop(play.state, kinds, progress, met)) is not None:
        kind, stop = found
        part, rest = split_path(progress.path, stop.along)
        if stop.point is not None and math.dist(stop.point, part[-1]) > POSITION_QUANTUM_IN / 2:
            part, rest = (*(part[:-1] or part), stop.point), (stop.point, *rest[1:])
        if kind.fit is not None:
            part = tuple(kind.fit(play.state, part))
        leg = _carry_part(leg, part, len(rest) < 2, carry)
        progress = MoveProgress(
            leg.piece, rest, progress.travelled + polyline_length(part), progress.stops + 1
        )
        met.append((kind.name, stop.ids, progress.travelled))
        left = tuple((yield from kind.act(stop, progress)))
        here = standing_point(play.state, leg.piece)
        if here is None or not left or left[0] != here:
            rest_leg = msgspec.structs.replace(leg, path=left or rest)
            return TravelResult(progress.travelled, kind.name if here is not None else LOST, rest_leg)
        progress = progress._replace(path=left)
    if len(progress.path) > 1 or leg.enters or leg.facing is not None:
        carry(msgspec.structs.replace(leg, path=progress.path))
    return TravelResult(progress.travelled + polyline_length(progress.path))


def _carry_part(leg: Leg, part: tuple[Point, ...], is_last: bool, carry: CarryOutLeg) -> Leg:
    """Carry out a part of a leg. Return the leg, without its facing if the part reaches the leg's end."""
    facing = leg.facing if is_last else None
    if len(part) > 1 or facing is not None:
        carry(Leg(leg.piece, part, facing))
    return msgspec.structs.replace(leg, facing=None) if is_last else leg


def _next_stop(
    state: AnyState,
    kinds: Sequence[StopKind],
    progress: MoveProgress,
    met: Sequence[tuple[str, tuple[str, ...], float]],
) -> tuple[StopKind, PathStop] | None:
    """Return the next stop, of any kind, that has not been made yet, or None if there is none."""
    if len(met) >= MAX_STOPS:
        names = ", ".join(sorted({name for name, _, _ in met}))
        raise RuntimeError(f"the move has more than {MAX_STOPS} stops: {names}")
    known = {(name, ids): along for name, ids, along in met}

    def is_new(kind: StopKind, stop: PathStop) -> bool:
        along = known.get((kind.name, stop.ids), -math.inf)
        return abs(progress.travelled + stop.along - along) > SAME_STOP_IN

    first = [
        (kind, next((stop for stop in kind.find(state, progress) if is_new(kind, stop)), None))
        for kind in kinds
    ]
    found = [(kind, stop) for kind, stop in first if stop is not None]
    return min(found, key=lambda pair: round(pair[1].along, 4), default=None)


def standing_point(state: AnyState, piece: str) -> Point | None:
    """Return the position of a piece on the table, or None if the piece is off the table."""
    mover = state.table.pieces.get(piece)
    return mover.xy if mover is not None and mover.table_position is not None else None


def reaction_moments(
    path: Sequence[Point],
    intervals: Sequence[PathInterval],
    watcher: Piece,
    step_in: float = math.inf,
    entry: float | None = None,
) -> tuple[PathMoment, ...]:
    """Return the moments of a move at which a watching piece may react, in order along the path.

    They are the start, the nearest point and the end of each interval of the path. In between, there is a
    moment every `step_in` inches, counted from `entry` or, if that is None, from the start of the interval.
    """
    return tuple(
        PathMoment(point_along_path(path, along), round(along, 3), words, watcher.id)
        for number, interval in enumerate(intervals)
        for along, words in _moments_of_interval(path, interval, watcher, step_in, entry, number > 0)
    )


def _moments_of_interval(
    path: Sequence[Point],
    interval: PathInterval,
    watcher: Piece,
    step_in: float,
    entry: float | None,
    again: bool,
) -> list[tuple[float, str]]:
    start, end = interval
    first = start if entry is None else entry
    steps = range(math.floor((start - first) / step_in) + 1, math.ceil((end - first) / step_in))
    found: list[tuple[float, str]] = []
    for along, words in (
        (start, "as soon as it can be again" if again else "as soon as it can be"),
        (closest_approach(path, start, end, watcher.xy).along, "where it is nearest"),
        (end, "at the last moment"),
        *((first + step_in * k, "on the way") for k in steps),
    ):
        if all(abs(along - other) > TOL for other, _ in found):
            found.append((along, words))
    return sorted(found)


class ClosestApproach(NamedTuple):
    """The smallest distance between a path and a point, and where on the path it occurs, in inches."""

    distance: float
    along: float


def closest_approach(path: Sequence[Point], start: float, end: float, point: Point) -> ClosestApproach:
    """Return the smallest distance between a path and a point, and where on the path it occurs.

    Only the part of the path between two lengths, `start` and `end`, is searched. All lengths are in inches.
    """
    best, gone = ClosestApproach(math.inf, start), 0.0
    for a, b in pairwise(path):
        long = math.dist(a, b)
        low, high = max(start - gone, 0.0), min(end - gone, long)
        if low <= high and long > 0.0:
            foot = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / long
            along = gone + min(max(foot, low), high)
            best = min(best, ClosestApproach(math.dist(point_along_path(path, along), point), along))
        gone += long
    return best
