"""Plans for the move of a single piece: to a point, toward a point or into contact.

Lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import msgspec
import numpy as np

from battlesim.geometry.cheapest_path import cheapest_path
from battlesim.geometry.contact import contact_positions, nearest_contact_position, points_along_line
from battlesim.geometry.paths import Path, affordable_path, polyline_length, shortened_paths, shortest_path
from battlesim.geometry.placement import nearest_legal_position
from battlesim.geometry.shapes import Point
from battlesim.rulings.hull_drives import (
    can_drive,
    faced_legs,
    moving_hull,
    planning_motions,
    pulled_out_motions,
)
from battlesim.rulings.movement_check import end_rules_problem, leg_problem
from battlesim.rulings.movement_data import EntryOption, Leg, Motion
from battlesim.rulings.movement_ground import (
    costed_ground,
    ending_space,
    entry_option_of,
    outline_of,
    passing_space,
    start_points,
)
from battlesim.rulings.movement_routes import path_before_stop, route_to_point
from battlesim.table.pieces import OnTable
from battlesim.table.state import Table

LegSearch = Callable[[Motion], Leg | None]
"""A function that finds a leg of a motion."""
PATH_STEP_IN, HULL_STEP_IN = 0.1, 0.25
"""How much shorter each path is that is tried for a round base, and for one that is not round."""
STUCK_FRACTION = 0.5
"""The part of its allowance short of which a base that is not round is planned to pull out first."""
REACH_SLACK_IN = 0.01
"""How much farther than its allowance a leg is assumed to reach, so that rounding does not matter."""
MAX_START_POINTS = 4
"""Number of start points that are tried if there is a choice."""
MAX_CONTACT_POINTS = 8
"""Number of contact points that are tried, nearest first."""


def shortest_leg(table: Table, motion: Motion, goal: Point, enters: str = "") -> Leg | None:
    """Return the cheapest legal move found that ends exactly at a point, or None if there is none.

    If `enters` is given, the piece enters that object at the point. If no ground has a cost, the path is the
    shortest possible. Otherwise a cheaper path may exist, but the cost of the returned path is exact. For
    example, a piece with an allowance of 4 in has no move to a point 5 in away.
    """
    leg = _first_of(table, motion, lambda able: _shortest_leg(table, able, goal, enters))
    return leg or _pulled_out(table, motion, lambda able: _shortest_leg(table, able, goal, enters), goal)


def _shortest_leg(table: Table, motion: Motion, goal: Point, enters: str) -> Leg | None:
    room, ground = passing_space(table, motion), costed_ground(table, motion)
    entry = entry_option_of(motion, enters) if enters else None
    if entry is not None and entry.how == "edge":
        return _leg_over_edge(table, motion, goal, entry)
    allowance = motion.allowance - (entry.cost if entry else 0.0)
    found: list[tuple[float, Path]] = []
    for start in start_points(table, motion, goal)[:MAX_START_POINTS]:
        way = _tolled_path(table, motion, start, goal) or cheapest_path(room, ground, start, goal, allowance)
        if way is not None:
            found.append((round(way[1], 6), way[0]))
    legs = (Leg(motion.piece, path, enters=enters) for _, path in sorted(found))
    return _first_legal(table, motion, legs)


def _tolled_path(table: Table, motion: Motion, start: Point, goal: Point) -> tuple[Path, float] | None:
    """Return the path that a motion's tolls favour, and its cost without tolls, or None without a path."""
    way = route_to_point(table, motion, start, goal) if motion.tolls else None
    return (way.path, costed_ground(table, motion).path_cost(way.path).total) if way and way.arrives else None


def _leg_over_edge(table: Table, motion: Motion, goal: Point, entry: EntryOption) -> Leg | None:
    """Return a leg that leaves the table over its edge at a given point, or None if no such leg is found."""
    space = passing_space(table, motion)
    before = nearest_legal_position(space, goal, 2.0 * motion.radius)
    inside = (
        shortest_leg(table, msgspec.structs.replace(motion, ends=(), occupied=()), before) if before else None
    )
    if inside is None:
        return None
    paths = ((*inside.path[:-1], goal), (*inside.path, goal))
    return _first_legal(table, motion, (Leg(motion.piece, path, enters=entry.id) for path in paths))


def leg_toward(table: Table, motion: Motion, goal: Point) -> Leg | None:
    """Return a move along the shortest path toward a point, or None if no such move is legal.

    The move goes as far as the allowance and the free space permit. The point may be occupied or out of
    reach.
    """
    leg = _nearest_of(table, motion, lambda able: _leg_toward(table, able, goal), goal)
    if leg is not None and polyline_length(leg.path) >= STUCK_FRACTION * motion.allowance:
        return leg
    return _pulled_out(table, motion, lambda able: _leg_toward(table, able, goal), goal) or leg


def _leg_toward(table: Table, motion: Motion, goal: Point) -> Leg | None:
    room = passing_space(table, motion)
    wanted = nearest_legal_position(room, goal)
    begin = next(iter(start_points(table, motion, goal)), None)
    if wanted is None or begin is None:
        return None
    if motion.tolls:
        way: Path | None = path_before_stop(table, motion, route_to_point(table, motion, begin, goal).path)
    else:
        way = shortest_path(room, begin, wanted)
    return _leg_along(table, motion, way) if way else None


def leg_along(table: Table, motion: Motion, full_path: Path) -> Leg | None:
    """Return the longest legal move found along a given path, or None if no part of the path is legal."""
    if polyline_length(full_path) == 0.0:
        return None
    return _nearest_of(table, motion, lambda able: _leg_along(table, able, full_path), full_path[-1])


def _leg_along(table: Table, motion: Motion, full_path: Path) -> Leg | None:
    if polyline_length(full_path) == 0.0:
        return None
    afforded = affordable_path(full_path, costed_ground(table, motion), motion.allowance)
    ends = list(shortened_paths(afforded, HULL_STEP_IN if moving_hull(table, motion) else PATH_STEP_IN))
    clear = ending_space(table, motion).is_clear_at(np.array([path[-1] for path in ends]))
    return _first_legal(
        table, motion, (Leg(motion.piece, p) for p, ok in zip(ends, clear, strict=True) if ok)
    )


def straight_leg(table: Table, motion: Motion, origin: Point, goals: Sequence[Point]) -> Leg | None:
    """Return the first legal move straight from a point to one of the goals, or None if there is none."""
    if not goals:
        return None
    return _first_of(table, motion, lambda able: _straight_leg(table, able, origin, goals))


def _straight_leg(table: Table, motion: Motion, origin: Point, goals: Sequence[Point]) -> Leg | None:
    ends = np.array(goals, dtype=np.float64)
    room = passing_space(table, motion).without_overlaps_at(origin)
    good = ending_space(table, motion).is_clear_at(ends)
    good &= room.is_clear_along(np.broadcast_to(np.array(origin, dtype=np.float64), ends.shape), ends)
    legs = (Leg(motion.piece, (origin, goal)) for goal, ok in zip(goals, good, strict=True) if ok)
    return _first_legal(table, motion, legs)


def leg_into_contact(table: Table, motion: Motion, object_id: str, enters: bool = False) -> Leg | None:
    """Return the shortest move found into contact with an object, or None if there is none.

    If `enters` is True, the piece enters the object.
    """
    begin, entry = next(iter(start_points(table, motion)), None), entry_option_of(motion, object_id)
    if begin is None:
        return None
    if enters and entry is not None and entry.how == "edge":
        over = (
            shortest_leg(table, motion, at, object_id)
            for at in points_along_line(entry.stretch, begin, 2.0)[:MAX_CONTACT_POINTS]
        )
        return next((leg for leg in over if leg is not None), None)
    room = passing_space(table, motion) if enters else ending_space(table, motion)
    outline = outline_of(table, object_id)
    nearest = nearest_contact_position(room, outline, begin)
    spots = [*([nearest] if nearest else []), *contact_positions(room, outline, 0.5)]
    near = sorted(spots, key=lambda p: (round(math.dist(p, begin), 6), p))
    legs = (
        shortest_leg(table, motion, spot, object_id if enters else "") for spot in near[:MAX_CONTACT_POINTS]
    )
    return next((leg for leg in legs if leg is not None), None)


def _first_legal(table: Table, motion: Motion, legs: Iterable[Leg]) -> Leg | None:
    faced = (each for leg in legs for each in faced_legs(table, motion, leg))
    able = (leg for leg in faced if _may_be_legal(table, motion, leg))
    return next((leg for leg in able if leg_problem(table, motion, leg) is None), None)


def _may_be_legal(table: Table, motion: Motion, leg: Leg) -> bool:
    """Return False if a drive is surely not legal, which is found sooner than the reason; else True."""
    if moving_hull(table, motion) is None:
        return True
    return end_rules_problem(table, motion, leg) is None and can_drive(table, motion, leg)


def _pulled_out(table: Table, motion: Motion, find: LegSearch, goal: Point) -> Leg | None:
    """Return a leg that drives straight forward or backward before turning, or None for a round base."""
    begin = table.piece(motion.piece).place
    if moving_hull(table, motion) is None or not isinstance(begin, OnTable):
        return None
    found: Leg | None = None
    nearest = math.inf
    for able in pulled_out_motions(table, motion):
        if math.dist(able.starts[0][0], goal) - able.allowance - REACH_SLACK_IN >= nearest:
            continue
        leg = _nearest_of(table, able, find, goal)
        if leg is not None and math.dist(leg.end, goal) < nearest:
            whole = msgspec.structs.replace(leg, path=((begin.x, begin.y), *leg.path))
            if leg_problem(table, motion, whole) is None:
                found, nearest = whole, math.dist(whole.end, goal)
    return found


def _first_of(table: Table, motion: Motion, find: LegSearch) -> Leg | None:
    """Return the first leg that a search finds, trying each planning motion of the piece in turn."""
    return next((leg for able in planning_motions(table, motion) if (leg := find(able))), None)


def _nearest_of(table: Table, motion: Motion, find: LegSearch, goal: Point) -> Leg | None:
    """Return the leg that ends nearest to a goal, searching with each planning motion of the piece."""
    found = [leg for able in planning_motions(table, motion) if (leg := find(able))]
    return min(found, key=lambda leg: math.dist(leg.end, goal), default=None)
