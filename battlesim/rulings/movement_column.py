"""Group moves in single file, in which a piece leads and the others line up behind it.

Lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from battlesim.geometry.columns import point_behind
from battlesim.geometry.paths import Path
from battlesim.geometry.shapes import Point
from battlesim.rulings.move_requests import leg_to, start_point
from battlesim.rulings.movement_check import group_problem, without_occupants
from battlesim.rulings.movement_data import GroupLink, Leg, Motion
from battlesim.rulings.movement_ground import table_after_leg
from battlesim.rulings.movement_legs import leg_toward
from battlesim.table.state import Table

COLUMN_FRACTIONS = (1.0, 0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125)
"""Fractions of the allowance with which the first of a column leads, in the order in which they are tried."""
GAP_FRACTION = 0.25
"""The gap between two members of a column that is planned, as a fraction of the largest one allowed."""
ARRIVES_WITHIN_IN = 0.05
"""How near to its place in the column a member must get, inches."""


def column_legs(table: Table, motions: Sequence[Motion], link: GroupLink, goal: Point) -> tuple[Leg, ...]:
    """Return moves that take a group toward a goal in single file, or () if no such moves are legal."""
    starts = [(motion, start_point(table, motion)) for motion in motions if motion.allowance > 0.0]
    order = [m for m, at in sorted(((m, at) for m, at in starts if at), key=lambda e: math.dist(e[1], goal))]
    ids = frozenset(motion.piece for motion in motions)
    for lead in order[:2]:
        for share in COLUMN_FRACTIONS:
            able = msgspec.structs.replace(without_occupants(lead, ids), allowance=share * lead.allowance)
            leg = leg_toward(table, able, goal)
            legs = (leg, *column_follower_legs(table, motions, link, leg)) if leg else ()
            if len(legs) == len(motions) and group_problem(table, motions, legs, link) is None:
                return legs
    return ()


def column_follower_legs(
    table: Table, motions: Sequence[Motion], link: GroupLink, first: Leg
) -> tuple[Leg, ...]:
    """Return moves that line up a group behind its leading piece, nearest piece first.

    Pieces that cannot reach their place in the column are not moved.
    """
    others = [motion for motion in motions if motion.piece != first.piece]
    places = {motion.piece: at for motion in others if (at := start_point(table, motion))}
    order = sorted(
        (motion for motion in others if motion.piece in places),
        key=lambda motion: (math.dist(places[motion.piece], first.path[0]), motion.piece),
    )
    lead = next(motion for motion in motions if motion.piece == first.piece)
    trail, behind, last = _trail(first, [places[motion.piece] for motion in order]), 0.0, lead.radius
    table, legs = table_after_leg(table, lead, first), list[Leg]()
    for number, motion in enumerate(order):
        behind += last + motion.radius + GAP_FRACTION * link.within
        last = motion.radius
        later = frozenset(other.piece for other in order[number:])
        spot = point_behind(trail, behind)
        leg = leg_to(table, without_occupants(motion, later), (spot,)).leg
        if leg is not None and math.dist(leg.end, spot) <= ARRIVES_WITHIN_IN:
            table = table_after_leg(table, motion, leg)
            legs.append(leg)
    return tuple(legs)


def _trail(first: Leg, others: Sequence[Point]) -> Path:
    """Return the line for the followers: back along the first leg, then to their mean position."""
    back = first.path[::-1]
    if not others:
        return back
    mean = sum(x for x, _ in others) / len(others), sum(y for _, y in others) / len(others)
    return (*back, mean) if math.dist(mean, back[-1]) > ARRIVES_WITHIN_IN else back
