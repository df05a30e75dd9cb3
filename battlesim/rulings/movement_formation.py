"""Group moves without a leader: in formation, in single file or in turn. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from battlesim.geometry.paths import Path, polyline_length
from battlesim.geometry.shapes import Point
from battlesim.rulings.move_requests import leg_to, start_point
from battlesim.rulings.movement_check import group_problem, without_occupants
from battlesim.rulings.movement_data import GroupLink, Leg, Motion
from battlesim.rulings.movement_ground import table_after_leg, table_after_legs
from battlesim.rulings.movement_legs import leg_along, leg_toward
from battlesim.table.state import Table

FORMATION_FRACTIONS = (1.0, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125)
"""Fractions of a path or an allowance that are tried in turn until the group holds together."""
Legs = tuple[Leg, ...]


def formation_legs(table: Table, motions: Sequence[Motion], link: GroupLink, goal: Point) -> Legs:
    """Return moves that take a group toward a goal, in formation if possible.

    In formation, all pieces move by the same distance in the same direction. Otherwise they move in turn.
    Return () if no piece can get nearer without breaking coherency.
    """
    for first in _nearest_first(table, motions, goal):
        short = min((m.allowance for m in motions if m.allowance > 0.0), default=0.0)
        ahead = msgspec.structs.replace(without_occupants(first, _ids(motions)), allowance=short, ends=())
        leg = leg_toward(table, ahead, goal)
        if leg is not None:
            legs = _shifted_legs(table, motions, link, (), _shift(leg))
            return legs or _legs_one_by_one(table, motions, link, (), goal)
    return ()


def follower_legs(table: Table, motions: Sequence[Motion], link: GroupLink, legs: Legs, goal: Point) -> Legs:
    """Return moves for the rest of a group that has begun to move toward a goal.

    The other pieces make the same move as the first piece if that is legal. Otherwise they move toward the
    goal one by one.
    """
    more = _shifted_legs(table, motions, link, legs, _shift(legs[0])) if legs else ()
    return more or _legs_one_by_one(table, motions, link, legs, goal)


def single_file_legs(
    table: Table, motions: Sequence[Motion], link: GroupLink | None, paths: Mapping[str, Path]
) -> Legs:
    """Return moves that take the pieces of a group along their paths as far as they can stay together.

    The piece with the shortest path moves first, and its movement allowance is reduced until all the moves
    are legal. Return () if no piece can move without breaking coherency.
    """
    going = [m for m in motions if m.allowance > 0.0 and polyline_length(paths.get(m.piece, ())) > 0.0]
    order = sorted(going, key=lambda m: (polyline_length(paths[m.piece]), m.piece))
    for share in FORMATION_FRACTIONS if order else ():
        legs = tuple(_file_legs(table, order, paths, share * order[0].allowance))
        if legs and group_problem(table, motions, legs, link) is None:
            return legs
    return ()


def _file_legs(table: Table, order: Sequence[Motion], ways: Mapping[str, Path], far: float) -> Iterator[Leg]:
    """Yield each member's leg, the first limited to `far` inches; members that move later do not block it."""
    for number, motion in enumerate(order):
        able = msgspec.structs.replace(motion, allowance=min(far, motion.allowance)) if not number else motion
        leg = leg_along(table, without_occupants(able, _ids(order[number + 1 :])), ways[motion.piece])
        if leg is not None:
            table = table_after_leg(table, motion, leg)
            yield leg


def _ids(motions: Sequence[Motion]) -> frozenset[str]:
    return frozenset(motion.piece for motion in motions)


def _shift(leg: Leg) -> Point:
    (x0, y0), (x1, y1) = leg.path[0], leg.end
    return x1 - x0, y1 - y0


def _nearest_first(table: Table, motions: Sequence[Motion], goal: Point) -> list[Motion]:
    """Return the motions of the members that can move, sorted by distance to the goal."""
    spots = [(motion, start_point(table, motion)) for motion in motions if motion.allowance > 0.0]
    able = [(math.dist(at, goal), motion.piece, motion) for motion, at in spots if at is not None]
    return [motion for _, _, motion in sorted(able, key=lambda entry: entry[:2])]


def _shifted_legs(table: Table, motions: Sequence[Motion], link: GroupLink, legs: Legs, shift: Point) -> Legs:
    """Return legs that move the remaining members by the same shift, or by the longest legal part of it."""
    far = 100.0 * shift[0], 100.0 * shift[1]
    left = [m for m in motions if m.piece not in {leg.piece for leg in legs}]
    in_front = _nearest_first(table, left, far)
    for share in FORMATION_FRACTIONS:
        more = tuple(_legs_by_shift(table, motions, in_front, legs, (share * shift[0], share * shift[1])))
        if more and group_problem(table, motions, (*legs, *more), link) is None:
            return more
    return ()


def _legs_by_shift(
    table: Table, motions: Sequence[Motion], left: Sequence[Motion], legs: Legs, shift: Point
) -> Iterator[Leg]:
    """Yield legs that move each member by the shift; members that move later do not block earlier ones."""
    table = table_after_legs(table, {motion.piece: motion for motion in motions}, legs)
    for number, motion in enumerate(left):
        at = start_point(table, motion)
        free = without_occupants(motion, _ids(left[number:]))
        found = leg_to(table, free, ((at[0] + shift[0], at[1] + shift[1]),)).leg if at else None
        if found is not None:
            table = table_after_leg(table, motion, found)
            yield found


def _legs_one_by_one(
    table: Table, motions: Sequence[Motion], link: GroupLink, legs: Legs, goal: Point
) -> Legs:
    """Return legs that move members toward a goal in turn, rearmost first, each as far as is legal."""
    own = {motion.piece: motion for motion in motions}
    made, now = legs, table_after_legs(table, own, legs)
    left = [motion for motion in motions if motion.piece not in {leg.piece for leg in legs}]
    for motion in reversed(_nearest_first(now, left, goal)):
        for share in FORMATION_FRACTIONS:
            leg = leg_toward(now, msgspec.structs.replace(motion, allowance=share * motion.allowance), goal)
            if leg is not None and group_problem(table, motions, (*made, leg), link) is None:
                made, now = (*made, leg), table_after_leg(now, motion, leg)
                break
    return made[len(legs) :]
