"""Drives (moves along a path without sidesteps) of pieces whose bases are not round, such as vehicles.

A piece drives each segment of its path forward, or backward at twice the cost. Wherever its heading changes,
it turns on the spot in either direction, at no cost. The whole area that the base sweeps must be free. Of all
drives that follow the path and end at the final facing, the cheapest is used. Lengths are in inches, angles
in degrees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from battlesim.geometry.arcs import bearing, point_in_direction, signed_turn
from battlesim.geometry.constants import POSITION_QUANTUM_IN
from battlesim.geometry.freespace import TABLE_EDGE_ID, FreeSpace, Obstruction
from battlesim.geometry.hull_sweeps import (
    circumradius,
    is_circle_free,
    is_sweep_free,
    standing_ground,
    straight_sweep,
    sweep_obstructions,
    turning_sweeps,
)
from battlesim.geometry.hulls import hull_ring
from battlesim.geometry.paths import rounded_point
from battlesim.geometry.shapes import Point, Ring
from battlesim.rulings.movement_data import Leg, Motion
from battlesim.rulings.movement_ground import (
    costed_ground,
    ending_space,
    entry_option_of,
    passing_space,
    place_after_leg,
)
from battlesim.rulings.piece_placement import obstructions_text, planning_radii
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Hull, OnTable
from battlesim.table.state import Table

PULLING_OUT_IN: Final = (0.5, 1.0, 2.0, 4.0, -1.0, -2.0, -4.0)
"""How far a base that cannot turn where it stands is planned to drive straight on, or back, first."""
BACKWARD_FACTOR: Final = 2.0
"""What an inch that is driven backward costs."""
Segment = tuple[Point, Point]


class Drive(NamedTuple):
    """A vehicle's move along a path: the segments driven backward, their extra cost, and obstructions."""

    backward: tuple[bool, ...] = ()
    extra: float = 0.0
    faults: tuple[Obstruction, ...] = ()
    place: AnyText = ""


class _Course(NamedTuple):
    """The first part of a drive: its heading, its extra cost, and the segments driven backward."""

    heading: float | None
    extra: float
    backward: tuple[bool, ...]


def moving_hull(table: Table, motion: Motion) -> Hull | None:
    """Return the shape of the base of a moving piece, or None if the base is round."""
    piece = table.pieces.get(motion.piece)
    return piece.hull if piece else None


def planned_drive(table: Table, motion: Motion, leg: Leg, hull: Hull) -> Drive:
    """Return the cheapest way to drive a vehicle along the path of a move.

    The result is cached with the table.
    """
    key = ("drive", motion, leg)
    return table.cached_value(key, lambda: _drive(table, motion, leg, hull))


def drive_problem(table: Table, motion: Motion, leg: Leg, hull: Hull) -> AnyText | None:
    """Return the reason why a base that is not round cannot drive along a path, or None if it can."""
    entry = entry_option_of(motion, leg.enters) if leg.enters else None
    if motion.leaving or (entry is not None and entry.how != "edge"):
        other = Ref(motion.leaving or leg.enters)
        return phrase("{piece} cannot enter {object}, because its base is not round", Ref(leg.piece), other)
    drive = planned_drive(table, motion, leg, hull)
    if not drive.faults:
        return None
    reason = obstructions_text(drive.faults)
    return phrase("{piece} cannot {move}: {reason}", Ref(leg.piece), drive.place, reason)


def can_drive(table: Table, motion: Motion, leg: Leg) -> bool:
    """Return False if a base that is not round cannot drive along a path, without finding the reason.

    If it is True, `drive_problem` may still find one.
    """
    hull, place = moving_hull(table, motion), table.piece(motion.piece).place
    if hull is None:
        return True
    start = place.facing if isinstance(place, OnTable) else None
    ground = _driving_ground(table, motion, hull, leg.path[0], start)
    segments = [part for part in pairwise(leg.path) if math.dist(*part) > POSITION_QUANTUM_IN]
    headings: list[float | None] = [start]
    for number, part in enumerate(segments):
        ahead = bearing(*part)
        ways = [ahead % 360.0, (ahead + 180.0) % 360.0]
        headings = [new for new in ways if any(ground.is_turn_free(part[0], old, new) for old in headings)]
        if not headings or ground.segment_faults(part, bool(leg.enters) and number == len(segments) - 1):
            return False
    end = None if leg.enters else _end_facing(table, motion, leg)
    stands = end is None or not segments or ground.can_stand(ending_space(table, motion), leg.end, end)
    return stands and any(ground.is_turn_free(leg.end, heading, end) for heading in headings)


def _drive(table: Table, motion: Motion, leg: Leg, hull: Hull) -> Drive:
    place = table.piece(motion.piece).place
    start = place.facing if isinstance(place, OnTable) else None
    ground = _driving_ground(table, motion, hull, leg.path[0], start)
    segments = [part for part in pairwise(leg.path) if math.dist(*part) > POSITION_QUANTUM_IN]
    for number, part in enumerate(segments):
        over = bool(leg.enters) and number == len(segments) - 1
        if faults := ground.segment_faults(part, over):
            return Drive(faults=faults, place="pass")
    costs = [costed_ground(table, motion).path_cost(part).total for part in segments]
    end = None if leg.enters else _end_facing(table, motion, leg)
    drive = _cheapest(ground, segments, costs, start, (leg.end, end))
    if drive.faults or end is None:
        return drive
    space = ending_space(table, motion)
    if not segments:
        space = _space_at_start(space, ground.ring, leg.path[0], start)
    faults = tuple(sweep_obstructions(space, standing_ground(ground.ring, leg.end, end)))
    return Drive(faults=faults, place=phrase("end at {}", _at(leg.end))) if faults else drive


def _driving_ground(
    table: Table, motion: Motion, hull: Hull, at: Point, facing: float | None
) -> _DrivingGround:
    """Return the `_DrivingGround` of a motion that begins at a point, cached with the table."""

    def ground() -> _DrivingGround:
        ring = hull_ring(hull.form, hull.length, hull.width, 0.0, 0.0, 0.0)
        return _DrivingGround(_space_at_start(passing_space(table, motion), ring, at, facing), ring)

    passed = replace(motion, radius=0.0, allowance=0.0, starts=(), going=(), occupied=(), entries=(), ends=())
    return table.cached_value(("driving ground", passed, at), ground)


def _at(point: Point) -> str:
    return f"({point[0]:.3f}, {point[1]:.3f})"


def _end_facing(table: Table, motion: Motion, leg: Leg) -> float:
    place = place_after_leg(table, motion, leg)
    return place.facing if isinstance(place, OnTable) else 0.0


def _space_at_start(space: FreeSpace, ring: Ring, at: Point, facing: float | None) -> FreeSpace:
    """Return a free space without the obstacles that the base already overlaps at its start."""
    if facing is None:
        return space
    faults = sweep_obstructions(space, standing_ground(ring, at, facing))
    return space.without_obstacles({fault.id for fault in faults}) if faults else space


class _DrivingGround:
    """The obstructions to a base's segments and turns, each found once; `ring` is the base at the origin."""

    def __init__(self, space: FreeSpace, ring: Ring) -> None:
        self.space, self.ring = space, ring
        self._segments: dict[Segment, tuple[Obstruction, ...]] = {}
        self._turns: dict[tuple[Point, float, float], tuple[Obstruction, ...]] = {}
        self._free_turns: dict[tuple[Point, float, float], bool] = {}

    def segment_faults(self, part: Segment, over_edge: bool) -> tuple[Obstruction, ...]:
        """Return what obstructs the drive on a segment, without the table edge if `over_edge`."""
        if part not in self._segments:
            self._segments[part] = tuple(sweep_obstructions(self.space, straight_sweep(self.ring, *part)))
        faults = self._segments[part]
        return tuple(fault for fault in faults if not (over_edge and fault.id == TABLE_EDGE_ID))

    def can_stand(self, space: FreeSpace, at: Point, facing: float) -> bool:
        """Return whether the base overlaps no obstacle of a free space at a point."""
        return is_sweep_free(space, standing_ground(self.ring, at, facing))

    def turn_faults(self, at: Point, old: float | None, new: float | None) -> tuple[Obstruction, ...]:
        """Return what obstructs the shorter turn, or () if the base can turn freely one way or the other."""
        if old is None or new is None or self.is_turn_free(at, old, new):
            return ()
        key = (at, old, new)
        if key not in self._turns:
            self._turns[key] = self._swept(at, old, signed_turn(old, new))
        return self._turns[key]

    def is_turn_free(self, at: Point, old: float | None, new: float | None) -> bool:
        """Return whether the base can turn freely one way or the other, without measuring obstructions."""
        if old is None or new is None:
            return True
        key = (at, old, new)
        if key not in self._free_turns:
            turn = signed_turn(old, new)
            self._free_turns[key] = is_circle_free(self.space, at, circumradius(self.ring)) or any(
                all(is_sweep_free(self.space, sweep) for sweep in turning_sweeps(self.ring, at, old, way))
                for way in (turn, turn - math.copysign(360.0, turn))
            )
        return self._free_turns[key]

    def _swept(self, at: Point, facing: float, turn: float) -> tuple[Obstruction, ...]:
        """Return the obstacles that a turning base would overlap, each with its maximum overlap."""
        found: dict[str, Obstruction] = {}
        for sweep in turning_sweeps(self.ring, at, facing, turn):
            for fault in sweep_obstructions(self.space, sweep):
                known = found.setdefault(fault.id, fault)
                found[fault.id] = max(known, fault, key=lambda each: each.overlap)
        return tuple(found.values())


def _cheapest(
    ground: _DrivingGround,
    segments: Sequence[Segment],
    costs: Sequence[float],
    start: float | None,
    end: tuple[Point, float | None],
) -> Drive:
    """Return the cheapest drive along free segments, or a drive with the obstructions to the blocked turn."""
    courses = [_Course(start, 0.0, ())]
    for part, cost in zip(segments, costs, strict=True):
        courses, faults = _advanced(ground, courses, part, cost)
        if not courses:
            return Drive(faults=faults, place=phrase("turn at {}", _at(part[0])))
    at, facing = end
    left = [course for course in courses if ground.is_turn_free(at, course.heading, facing)]
    if not left:
        faults = ground.turn_faults(at, courses[0].heading, facing)
        return Drive(faults=faults, place=phrase("turn at {}", _at(at)))
    best = min(left, key=lambda course: course.extra)
    return Drive(best.backward, best.extra)


def _advanced(
    ground: _DrivingGround, courses: Sequence[_Course], part: Segment, cost: float
) -> tuple[list[_Course], tuple[Obstruction, ...]]:
    """Return the cheapest course for each direction of one more segment, or what blocks the first turn."""
    ahead = bearing(*part)
    found: list[_Course] = []
    for backward in (False, True):
        heading = (ahead + 180.0 * backward) % 360.0
        able = [course for course in courses if ground.is_turn_free(part[0], course.heading, heading)]
        if able:
            best = min(able, key=lambda course: course.extra)
            extra = best.extra + (BACKWARD_FACTOR - 1.0) * cost * backward
            found.append(_Course(heading, extra, (*best.backward, backward)))
    faults = () if found else ground.turn_faults(part[0], courses[0].heading, ahead % 360.0)
    return found, faults


def planning_motions(table: Table, motion: Motion) -> tuple[Motion, ...]:
    """Return copies of the limits on a move, one for each round base with which its path is planned.

    A base that is not round has two such bases (see `planning_radii`).
    """
    piece = table.pieces.get(motion.piece)
    if piece is None or piece.hull is None:
        return (motion,)
    return tuple(replace(motion, radius=radius) for radius in planning_radii(piece))


def pulled_out_motions(table: Table, motion: Motion) -> Iterator[Motion]:
    """Yield the limits on the rest of a move after the vehicle has driven a distance ahead or back.

    Several distances straight ahead and straight back are tried.
    """
    place = table.piece(motion.piece).place
    if not isinstance(place, OnTable) or motion.leaving:
        return
    for inches in PULLING_OUT_IN:
        point = rounded_point(point_in_direction((place.x, place.y), place.facing, inches))
        left = motion.allowance - (inches if inches > 0.0 else -BACKWARD_FACTOR * inches)
        if left > 0.0:
            yield replace(motion, starts=((point,),), allowance=left)


def faced_legs(table: Table, motion: Motion, leg: Leg) -> Iterator[Leg]:
    """Yield copies of a vehicle's move that end facing forward, facing backward and with no final facing.

    The move of a round base is yielded unchanged.
    """
    parts = [part for part in pairwise(leg.path) if math.dist(*part) > POSITION_QUANTUM_IN]
    if moving_hull(table, motion) is None or leg.enters or not parts:
        yield leg
        return
    ahead = bearing(*parts[-1])
    for facing in (ahead, ahead + 180.0):
        yield replace(leg, facing=round(facing % 360.0, 3) % 360.0)
    yield replace(leg, facing=None)
