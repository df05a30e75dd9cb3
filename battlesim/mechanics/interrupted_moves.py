"""Moves that pause at stops, at which rules run and the moving piece is looked up again.

Users: Troice Station (Overwatch), Invasion Earth, the rulesets of the tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.geometry.paths import point_along_path, split_path
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import Leg
from battlesim.rulings.watch_intervals import PathInterval
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState

CarryOutLeg = Callable[[Leg], None]
"""A function that carries out one part of a leg, as the ruleset moves its pieces."""
StopRules = Callable[[PathMoment], Script[bool]]
"""Type of the rules run at a stop; they return whether the mover may go on."""


def move_with_stops(
    play: Play[Any], leg: Leg, stops: Sequence[PathMoment], at_stop: StopRules, carry: CarryOutLeg
) -> Script[Leg | None]:
    """Carry out a leg and run rules at each stop; return the rest of the leg if it ends early, else None.

    The move ends early if `at_stop` returns False or if the piece no longer is where its last part ended. The
    piece then remains at that stop, so every stop must be a legal position.
    """
    gone, ahead = 0.0, leg.path
    for stop in sorted(stops, key=lambda stop: stop.along):
        stretch, ahead = split_path(ahead, stop.along - gone)
        gone = max(gone, stop.along)
        if len(stretch) > 1:
            carry(Leg(leg.piece, stretch))
        here = _place(play.state, leg.piece)
        on = yield from at_stop(stop)
        if not on or here is None or _place(play.state, leg.piece) != here:
            return msgspec.structs.replace(leg, path=ahead)
    if len(ahead) > 1 or leg.enters:
        carry(msgspec.structs.replace(leg, path=ahead))
    return None


def _place(state: AnyState, piece: str) -> Point | None:
    mover = state.table.pieces.get(piece)
    return mover.xy if mover is not None and mover.table_position is not None else None


def reaction_moments(
    path: Sequence[Point], stretches: Sequence[PathInterval], watcher: Piece
) -> tuple[PathMoment, ...]:
    """Return the moments at which a watcher may react: the start, nearest point and end of each interval."""
    found: list[PathMoment] = []
    for start, end in stretches:
        for words, along in (
            ("as soon as it can be", start),
            ("where it is nearest", closest_approach(path, start, end, watcher.xy).along),
            ("at the last moment", end),
        ):
            if not found or along - found[-1].along > TOL:
                found.append(PathMoment(point_along_path(path, along), round(along, 3), words, watcher.id))
    return tuple(found)


class ClosestApproach(NamedTuple):
    """The smallest distance between a path and a point, and its position along the path, both in inches."""

    distance: float
    along: float


def closest_approach(path: Sequence[Point], start: float, end: float, point: Point) -> ClosestApproach:
    """Return the closest approach of a path to a point, between two lengths along the path."""
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
