"""Pursuit of the nearest enemies: choosing targets, and moving many pieces into contact with them.

`rulings.movement` makes the choices that a player would otherwise make: where each piece ends, its path round
the obstacles and the order of movement, so that the group keeps together. The same table always gives the
same moves. Routes are compared by length plus tolls, extra inches that steer routes away from some terrain.
Users: Mobile Infantry (the bugs), Troice Station (the creatures), Invasion Earth.
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
"""Difference in length, in inches, up to which two routes count as equal."""


def nearest_targets(
    start: Point, others: Sequence[tuple[Piece, Point]], radius: float
) -> tuple[Point | None, tuple[str, ...]]:
    """Return the centre of the piece nearest to `start`, and the ids of the pieces near that centre.

    Pieces count as near if their centres are within `radius` inches of that point. Pieces inside buildings or
    vehicles are excluded from the ids. Return (None, ()) if `others` is empty.
    """
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
    """Return the moves that bring a group of pieces toward a point, in the order in which the pieces move.

    As many pieces as possible end within `contact` inches of the pieces in `targets`. If `targets` is empty
    or such moves are not legal, the whole group moves toward `goal`. If that is not legal either, only the
    first piece moves. Return an empty tuple if no piece can get nearer.
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
    targets: Sequence[str],
    contact: float,
) -> Iterator[tuple[Leg, ...]]:
    """Yield possible moves of the group, best first; each is computed only when it is needed."""
    if targets:
        yield suggest_group_legs(table, motions, link, goal, targets, contact)
    yield suggest_group_legs(table, motions, link, goal)
    first = leg_toward(table, motions[0], goal) if motions else None
    yield (first,) if first is not None else ()


def pursuit_route(
    table: Table, motion: Motion, goal: str | Point, parted_by: Collection[str] = ()
) -> MotionRoute | None:
    """Return the cheapest route on which a piece reaches a point or comes into contact with another piece.

    `goal` is the point or the id of the other piece. The cost of a route is its length plus tolls (extra
    inches for some terrain). Contact does not count if an object whose id is in `parted_by` lies between the
    bases. If the goal cannot be reached, the route ends at the nearest reachable position, and its attribute
    `arrives` is False. The route may be longer than a single move of the piece. Return None if the piece has
    no valid starting position.
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
    """Return the piece to which a moving piece has the shortest route, as a tuple with one (id, route) pair.

    Tolls (extra inches for some terrain) count as length. If routes to several pieces are equally short, to
    within 0.001 in, there is a pair for each piece, sorted by id. If no piece can be reached, the pairs hold
    the routes that end nearest to a piece. Return an empty tuple if the moving piece has no valid starting
    position.
    """
    start = next(iter(start_points(table, motion)), None)
    if start is None:
        return ()
    gaps = sorted((distance_to_piece(table, table.piece(i), start) - motion.radius, i) for i in set(pieces))
    best, reached, stuck = math.inf, list[tuple[str, MotionRoute]](), list[tuple[str, MotionRoute]]()
    for gap, piece in gaps:
        if gap > best + EQUAL_ROUTE_TOLERANCE_IN:
            break
        route = route_into_contact(table, motion, start, piece, parted_by)
        (reached if route.arrives else stuck).append((piece, route))
        best = min(best, route.cost) if route.arrives else best
    if reached:
        return tuple(sorted(hit for hit in reached if hit[1].cost <= best + EQUAL_ROUTE_TOLERANCE_IN))
    ends = [(round(distance_to_piece(table, table.piece(i), r.path[-1]), 3), i, r) for i, r in stuck]
    return tuple((i, r) for gap, i, r in sorted(ends, key=lambda end: end[:2]) if gap == min(ends)[0])
