"""Requests to move a single piece: to a point, into an object or toward an enemy.

If a request cannot be fulfilled, the reason is given as text. Lengths are in inches, angles in degrees.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from battlesim.geometry.constants import POSITION_QUANTUM_IN
from battlesim.geometry.freespace import TABLE_EDGE_ID
from battlesim.geometry.reach import nearest_point_in_region
from battlesim.geometry.shapes import Point
from battlesim.rulings.hull_drives import faced_legs
from battlesim.rulings.movement_check import leg_cost, leg_problem
from battlesim.rulings.movement_data import Leg, Motion
from battlesim.rulings.movement_ground import edge_exit_at, ending_space, passing_space, start_points
from battlesim.rulings.movement_legs import leg_into_contact, leg_toward, shortest_leg
from battlesim.rulings.movement_reach import motion_reach
from battlesim.rulings.piece_gaps import distance_to_piece, reference_point
from battlesim.table.phrases import AnyText, Inches, Ref, joined_text, phrase
from battlesim.table.pieces import Inside, OnTable, Piece
from battlesim.table.state import Table

TRIAL_STEP_IN = 0.1
"""Length in inches of a trial step beyond a path's end, used to find what stopped the piece."""
MAX_ENEMIES_TRIED = 3
"""Number of nearest enemies that are tried as goals."""


class PlannedLeg(NamedTuple):
    """A planned move of a single piece, or the reason why no move is possible."""

    leg: Leg | None
    reason: AnyText = ""


def start_point(table: Table, motion: Motion) -> Point | None:
    """Return the point where a piece begins its move, or None if it cannot begin anywhere.

    This is its current position, unless it leaves an object or is off the table. If several points are
    possible, a piece that leaves an object begins at the first of them, and any other piece at the middle
    one.
    """
    place = table.piece(motion.piece).place
    if isinstance(place, OnTable) and not motion.leaving:
        return (place.x, place.y)
    found = start_points(table, motion)
    return found[0 if motion.leaving else len(found) // 2] if found else None


def leg_into(table: Table, motion: Motion, object_id: str) -> PlannedLeg:
    """Return the shortest move of a piece into a building, onto a wall or aboard another piece."""
    entry = next((entry for entry in motion.entries if entry.id == object_id), None)
    if entry is not None and entry.full:
        return PlannedLeg(None, phrase("{}: {}", Ref(object_id), entry.full))
    leg = leg_into_contact(table, motion, object_id, enters=True)
    far = Inches(motion.allowance, -1)
    words = phrase("{piece} has no path into {object} within {}", Ref(motion.piece), Ref(object_id), far)
    return PlannedLeg(leg, "" if leg else words)


def enterable_ids(table: Table, motion: Motion) -> tuple[str, ...]:
    """Return the ids of the objects that a piece can both reach and enter in this move."""
    able = (entry.id for entry in motion.entries if not entry.full)
    return tuple(thing for thing in able if leg_into_contact(table, motion, thing, enters=True))


def leg_to(table: Table, motion: Motion, points: Sequence[Point]) -> PlannedLeg:
    """Return the shortest move of a piece through the given points.

    It ends as near to the last point as the movement allowance permits.
    """
    path: tuple[Point, ...] = ()
    part = motion
    for point in points[:-1]:
        leg = shortest_leg(table, msgspec.structs.replace(part, ends=()), point)
        if leg is None:
            at = f"({point[0]:.1f}, {point[1]:.1f})"
            return PlannedLeg(None, phrase("{piece} has no path through {point}", Ref(motion.piece), at))
        path += leg.path[:-1]
        left = max(0.0, part.allowance - leg_cost(table, part, leg))
        part = msgspec.structs.replace(part, starts=((leg.end,),), leaving="", allowance=left)
    goal = (round(points[-1][0], 3), round(points[-1][1], 3))
    over = edge_exit_at(part, points[-1])
    if over and (leaving := shortest_leg(table, part, over[1], over[0].id)):
        return PlannedLeg(msgspec.structs.replace(leaving, path=(*path, *leaving.path)))
    last = shortest_leg(table, part, goal) or leg_toward(table, part, goal)
    if last is None:
        return PlannedLeg(None, no_move_reason(table, motion, goal))
    return _checked(table, motion, (*path, *last.path))


def leg_near(table: Table, motion: Motion, points: Sequence[Point]) -> PlannedLeg:
    """Return the move found by `leg_to` or, if it finds none, a move to the nearest reachable point.

    If a single point on the base of another piece is given, return a move into contact with that piece.
    """
    there = _piece_at(table, motion, points[-1]) if len(points) == 1 else ""
    if there and (leg := leg_into_contact(table, motion, there)):
        return _checked(table, motion, leg.path)
    found, start = leg_to(table, motion, points), start_point(table, motion)
    if found.leg or len(points) > 1 or start is None:
        return found
    place = nearest_point_in_region(motion_reach(table, motion), points[-1])
    if place is None or math.dist(place, points[-1]) > math.dist(start, points[-1]) - POSITION_QUANTUM_IN:
        return found
    near = shortest_leg(table, motion, (round(place[0], 3), round(place[1], 3)))
    return _checked(table, motion, near.path) if near else found


def _piece_at(table: Table, motion: Motion, point: Point) -> str:
    """Return the id of the other piece whose base contains a point, or "" if there is none."""
    others = (piece for piece in table.standing_pieces() if piece.id != motion.piece)
    return next((p.id for p in others if math.dist(p.xy, point) < p.radius), "")


def leg_toward_enemy(table: Table, motion: Motion) -> Leg | None:
    """Return a move toward the nearest enemy that can be approached, or None if there is no such enemy."""
    ways = (_leg_toward_foe(table, motion, foe) for foe in _enemies(table, motion)[:MAX_ENEMIES_TRIED])
    return next((way.leg for way in ways if way.leg), None)


def _enemies(table: Table, motion: Motion) -> list[Piece]:
    """Return the enemies on the table and in buildings, sorted by distance from the start of the motion."""
    start = start_point(table, motion)
    foes = _foes(table, motion)
    return sorted(foes, key=lambda p: (distance_to_piece(table, p, start), p.id)) if start else []


def _foes(table: Table, motion: Motion) -> Iterator[Piece]:
    """Yield the enemies on the table and in buildings."""
    side = table.piece(motion.piece).side
    others = (p for p in table.pieces.values() if isinstance(p.place, OnTable | Inside))
    return (p for p in others if p.side not in (side, ""))


def may_advance(table: Table, motions: Iterable[Motion]) -> bool:
    """Return whether any of the pieces can advance toward an enemy.

    Pieces that must keep away from others do not count.
    """
    return any(
        start_point(table, motion) is not None and any(True for _ in _foes(table, motion))
        for motion in motions
        if not motion.must_keep_away
    )


def _leg_toward_foe(table: Table, motion: Motion, foe: Piece) -> PlannedLeg:
    """Return a leg into contact with an enemy or, if there is none, a leg as far toward it as possible."""
    start = start_point(table, motion)
    leg = leg_into_contact(table, motion, foe.id)
    if leg is None and start is not None:
        leg = leg_toward(table, motion, reference_point(table, foe, start))
    return _checked(table, motion, leg.path) if leg else PlannedLeg(None)


def _checked(table: Table, motion: Motion, path: tuple[Point, ...]) -> PlannedLeg:
    leg = Leg(motion.piece, path, _final_direction(path))
    reasons = list[AnyText]()
    for faced in faced_legs(table, motion, leg):
        words = leg_problem(table, motion, faced)
        if not words:
            return PlannedLeg(faced)
        reasons.append(words)
    return PlannedLeg(None, reasons[0])


def _final_direction(path: Sequence[Point]) -> float | None:
    """Return the direction of the last segment of a path in degrees, or None if the path has no length."""
    for a, b in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        if math.dist(a, b) > POSITION_QUANTUM_IN:
            return round(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 360.0, 3) % 360.0
    return None


def no_move_reason(table: Table, motion: Motion, goal: Point) -> AnyText:
    """Return the reason why a piece cannot move toward a point at all."""
    start = start_point(table, motion)
    if start is None:
        return phrase("{piece} has no free position where its move can begin", Ref(motion.piece))
    fault = leg_problem(table, motion, Leg(motion.piece, (start, goal)))
    return fault or phrase("{piece} cannot move any closer", Ref(motion.piece))


def stopping_obstacle_text(table: Table, motion: Motion, end: Point, goal: Point) -> AnyText:
    """Return a text that names the obstacles between a piece and its goal, or "" if nothing stops it."""
    away = math.dist(end, goal)
    share = min(1.0, TRIAL_STEP_IN / away) if away else 1.0
    step = (end[0] + (goal[0] - end[0]) * share, end[1] + (goal[1] - end[1]) * share)
    space = passing_space(table, motion)
    faults = space.path_obstructions((end, step)) or space.path_obstructions((end, goal))
    found = faults or ending_space(table, motion).obstructions(goal)
    return joined_text(
        ("the edge of the table" if fault.id == TABLE_EDGE_ID else Ref(fault.id) for fault in found[:2]),
        " and ",
    )
