"""Going at the nearest enemies: whom, and the move of as many as can into contact with them. Inches.

What a person would otherwise choose model by model: places, ways round obstacles and who goes where are found
by `rulings.movement`, coherency included. The same table gives the same legs. `pursuit_route` and
`nearest_by_route`
go by the length of the way and its tolls. Users: Mobile Infantry (the bugs), Troice Station (the creatures).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from battlesim.behaviour.advice import nearest_piece
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement import (
    GroupLink,
    Leg,
    Motion,
    MotionRoute,
    group_problem,
    leg_toward,
    route_into_contact,
    route_to_point,
    start_points,
    suggest_group_legs,
)
from battlesim.rulings.piece_gaps import distance_to_piece
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

EQUAL_ROUTE_TOLERANCE_IN = 0.001
"""Inches up to which ways are equally long."""


def nearest_targets(
    start: Point, others: Sequence[tuple[Piece, Point]], radius: float
) -> tuple[Point | None, tuple[str, ...]]:
    """Where the nearest of some pieces is, and those of them that stand within some inches of there."""
    goal = nearest_piece(start, others).point
    if goal is None:
        return None, ()
    return goal, tuple(p.id for p, at in others if p.table_position and math.dist(at, goal) <= radius)


def pursuit_legs(
    table: Table,
    motions: Sequence[Motion],
    link: GroupLink | None,
    goal: Point,
    targets: Sequence[str] = (),
    contact: float = 1.0,
) -> tuple[Leg, ...]:
    """Legal legs of a group toward a goal, in the order moved; () when nobody can get nearer.

    With prey as many as possible end within `contact` of it; where that plan fails the whole group goes
    toward the goal, and where the group cannot move its first member goes ahead.
    """
    for legs in _plans(table, motions, link, goal, targets, contact):
        if legs and group_problem(table, motions, legs, link) is None:
            return legs
    return ()


def _plans(
    table: Table,
    motions: Sequence[Motion],
    link: GroupLink | None,
    goal: Point,
    prey: Sequence[str],
    contact: float,
) -> Iterator[tuple[Leg, ...]]:
    """Ways for the group, the most wanted first; the later ones are only worked out when asked for."""
    if prey:
        yield suggest_group_legs(table, motions, link, goal, prey, contact)
    yield suggest_group_legs(table, motions, link, goal)
    first = leg_toward(table, motions[0], goal) if motions else None
    yield (first,) if first is not None else ()


def pursuit_route(
    table: Table, motion: Motion, goal: str | Point, parted_by: Collection[str] = ()
) -> MotionRoute | None:
    """The best way, tolls counted, by which a base comes into contact with a piece, or to a point.

    Contact is never through what parts them (ids). Where there is no way, it leads to the reachable place
    nearest to the goal, and does not arrive. It goes on beyond the allowance. None without a place to begin.
    """
    start = next(iter(start_points(table, motion)), None)
    if start is None:
        return None
    if isinstance(goal, str):
        return route_into_contact(table, motion, start, goal, parted_by)
    return route_to_point(table, motion, start, goal)


def nearest_by_route(
    table: Table, motion: Motion, pieces: Iterable[str], parted_by: Collection[str] = ()
) -> tuple[tuple[str, MotionRoute], ...]:
    """Those of some standing pieces to which the best way is shortest, tolls counted, with the way, by id.

    More than one where ways are equal to 0.001 in. Only where none can be come to, those to which the way
    ends nearest.
    """
    start = next(iter(start_points(table, motion)), None)
    if start is None:
        return ()
    gaps = sorted((distance_to_piece(table, table.piece(i), start) - motion.radius, i) for i in set(pieces))
    best, found, stuck = math.inf, list[tuple[str, MotionRoute]](), list[tuple[str, MotionRoute]]()
    for gap, piece in gaps:
        if gap > best + EQUAL_ROUTE_TOLERANCE_IN:
            break
        way = route_into_contact(table, motion, start, piece, parted_by)
        (found if way.arrives else stuck).append((piece, way))
        best = min(best, way.cost) if way.arrives else best
    if found:
        return tuple(sorted(one for one in found if one[1].cost <= best + EQUAL_ROUTE_TOLERANCE_IN))
    off = [(round(distance_to_piece(table, table.piece(i), way.path[-1]), 3), i, way) for i, way in stuck]
    return tuple((i, way) for away, i, way in sorted(off, key=lambda one: one[:2]) if away == min(off)[0])
