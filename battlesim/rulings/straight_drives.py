"""Moves of a vehicle straight along its facing, up to the first obstacle.

Lengths are in inches and angles in degrees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from battlesim.geometry.constants import NO_LIMIT_IN, TOL
from battlesim.geometry.shapes import Point, Ring
from battlesim.geometry.straight_sweeps import (
    Course,
    inches_beyond_shape,
    inches_to_disc,
    inches_to_edge,
    inches_to_enter,
    inches_to_shape,
)
from battlesim.rulings.measured_stops import RunEnd
from battlesim.table.state import Table


class DriveLimits(msgspec.Struct, frozen=True):
    """The obstacles that end the straight move of a vehicle.

    `entered` holds terrain that the vehicle may drive into; its centre stops at the edge. `crossed` holds
    linear terrain that it may cross; the move ends just beyond it. The front of the vehicle stops at the
    terrain and vehicles in `blocked`, and at the bases of the pieces in `met`.
    """

    hull: str
    allowance: float = NO_LIMIT_IN
    entered: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    met: tuple[str, ...] = ()


class StraightDrive(NamedTuple):
    """How far a vehicle can drive straight ahead, and the obstacle that ends its move, if any.

    `beyond` is the length of the move if the vehicle crosses the obstacle, such as a wall, or None if it
    cannot.
    """

    course: Course
    inches: float
    ended: RunEnd = ""
    by: tuple[str, ...] = ()
    beyond: float | None = None

    @property
    def lines(self) -> tuple[tuple[Point, Point], ...]:
        """The lines on which the vehicle's move can end, each given by its two end points.

        The first runs from the vehicle to the first obstacle. If the vehicle can cross this obstacle, the
        second is the single point just beyond it.
        """
        free = (self.course.centre, self.course.point(self.inches))
        across = self.course.point(self.beyond) if self.beyond is not None else None
        return (free, (across, across)) if across else (free,)

    @property
    def farthest(self) -> Point:
        """The farthest point that the centre of the vehicle can reach."""
        return self.course.point(self.inches if self.beyond is None else self.beyond)


class _Stop(NamedTuple):
    inches: float
    ended: RunEnd
    by: tuple[str, ...] = ()


def hull_course(table: Table, hull: str) -> Course:
    """Return the base of a vehicle as a rectangle that moves straight ahead from its position.

    Raises ValueError if the base of the vehicle is round.
    """
    piece = table.piece(hull)
    if piece.hull is None:
        raise ValueError(f"{hull} has a round base, which has no course: only oblong bases have one")
    return Course(piece.xy, piece.facing, piece.hull.length, piece.hull.width)


def straight_drive(table: Table, limits: DriveLimits) -> StraightDrive:
    """Return how far a vehicle can drive straight ahead, with the obstacle that ends its move."""
    course = hull_course(table, limits.hull)
    stops = sorted(
        (stop for stop in _stops(table, limits, course) if stop.inches <= limits.allowance),
        key=lambda stop: stop.inches,
    )
    if not stops:
        return StraightDrive(course, limits.allowance)
    first = stops[0]
    if first.ended != "barrier":
        by = tuple(key for stop in stops if stop.inches <= first.inches + TOL for key in stop.by)
        return StraightDrive(course, first.inches, first.ended, by)
    beyond = inches_beyond_shape(course, _rings(table, first.by[0]))
    free = beyond <= limits.allowance and all(stop.inches >= beyond - TOL for stop in stops[1:])
    return StraightDrive(course, first.inches, "barrier", first.by, beyond if free else None)


def _stops(table: Table, limits: DriveLimits, course: Course) -> Iterator[_Stop]:
    yield _Stop(inches_to_edge(course, table.ground.width, table.ground.height), "edge")
    for key in limits.entered:
        if (inches := inches_to_enter(course, _rings(table, key))) is not None:
            yield _Stop(inches, "feature", (key,))
    for key in limits.crossed:
        if (inches := inches_to_shape(course, _rings(table, key))) is not None:
            yield _Stop(inches, "barrier", (key,))
    for key in limits.blocked:
        if (inches := inches_to_shape(course, _rings(table, key))) is not None:
            yield _Stop(inches, "obstacle", (key,))
    for key in limits.met:
        piece = table.piece(key)
        if (inches := inches_to_disc(course, piece.xy, piece.radius)) is not None:
            yield _Stop(inches, "contact", (key,))


def _rings(table: Table, key: str) -> tuple[Ring, ...]:
    """Return the shape of terrain, or of the base of a hull."""
    if key in table.pieces:
        return (table.piece(key).outline or (),)
    return table.terrain(key).rings


def is_at_end(drive: StraightDrive, point: Point) -> bool:
    """Return whether a point is the farthest point that a vehicle can reach by driving straight ahead."""
    return math.dist(point, drive.farthest) <= TOL
