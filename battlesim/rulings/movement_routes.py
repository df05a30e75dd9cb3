"""Best routes by length and tolls: to a point, into contact or to a door. Lengths are in inches.

A toll is a number of extra inches for passing an object such as a door. It influences the choice of the route
but not the cost of a move. A route can pass through an object with a toll, even if the object would stop a
move. For example, a move along a route through a closed door ends at the door.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

import msgspec
import numpy as np

from battlesim.geometry.contact import (
    PolygonOutline,
    contact_positions_by_interval,
    distance_to_outline,
    nearest_contact_position,
)
from battlesim.geometry.freespace import FreeSpace, discs_array
from battlesim.geometry.paths import Path, polyline_length
from battlesim.geometry.shapes import Point, rings_of
from battlesim.geometry.toll_routes import RouteNetwork, RouteTree, TollRoute, nearest_reachable_point
from battlesim.rulings.movement_data import Motion
from battlesim.rulings.movement_ground import ending_space, outline_of, passing_space
from battlesim.rulings.path_contact import are_separated, path_crossings, path_until
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.table.state import Table
from battlesim.table.terrain import Opening

BASE_CLEARANCE_IN = 0.0125
"""Clearance in inches that a route keeps from other bases: more than twice TOL, to never touch them."""
CONTACT_SPACING_IN = 0.3
"""Spacing in inches of the contact points to which a route may lead."""


class MotionRoute(NamedTuple):
    """A route to a goal: its path, its length, its cost including tolls, and whether it reaches the goal."""

    path: Path
    length: float
    cost: float
    arrives: bool = True


def routes_from(table: Table, motion: Motion, start: Point) -> RouteTree:
    """Return the tree of the best routes of a moving piece from a point to all other points.

    The result is cached with the table.
    """
    return table.cached_value(("ways", _route_motion(motion), start), lambda: _search(table, motion, start))


def _route_motion(motion: Motion) -> Motion:
    """Return the motion without the fields that have no influence on routes."""
    return msgspec.structs.replace(motion, allowance=0.0, starts=(), occupied=(), entries=(), ends=())


def _search(table: Table, motion: Motion, start: Point) -> RouteTree:
    room = _cleared_space(_tolled_space(table, motion, start), start)
    bare = room.without_obstacles(room.names)
    tolls = {toll.terrain: toll.extra for toll in motion.tolls}
    key = ("roads", motion.radius, bare.blocked.tobytes(), motion.tolls)
    return RouteTree(
        table.ground.cached_value(key, lambda: RouteNetwork(bare, tolls)).with_bases(room), start
    )


def _tolled_space(table: Table, motion: Motion, start: Point) -> FreeSpace:
    """Return the free space for passing, in which objects with a toll do not block."""
    tolled = {toll.terrain for toll in motion.tolls}
    blocked = tuple(t for t in motion.blocked if t not in tolled)
    return passing_space(table, msgspec.structs.replace(motion, blocked=blocked)).without_overlaps_at(start)


def _cleared_space(room: FreeSpace, start: Point, near: Collection[str] = ()) -> FreeSpace:
    """Return the free space in which a route keeps clear of all other bases except those in `near`.

    A base that starts closer to another base than BASE_CLEARANCE_IN need only keep its present gap.
    """
    if not len(room.discs):
        return room
    discs = room.discs.copy()
    away = np.hypot(discs[:, 0] - start[0], discs[:, 1] - start[1]) - room.radius
    grown = np.maximum(np.minimum(discs[:, 2] + BASE_CLEARANCE_IN, away), discs[:, 2])
    discs[:, 2] = np.where([name in near for name in room.names], discs[:, 2], grown)
    return replace(room, discs=discs)


def _best_toll_route(table: Table, motion: Motion, start: Point, goals: Sequence[Point]) -> TollRoute | None:
    """Return the best route to any of the goals that stays clear of bases not next to its goal, or None."""
    room, tree = _tolled_space(table, motion, start), routes_from(table, motion, start)
    by_neighbours = dict[tuple[str, ...], list[Point]]()
    for goal in goals:
        gaps = np.hypot(*(room.discs[:, :2] - goal).T) - room.discs[:, 2] - room.radius
        near = tuple(name for name, gap in zip(room.names, gaps, strict=True) if gap < BASE_CLEARANCE_IN)
        by_neighbours.setdefault(near, []).append(goal)
    roads = (tree.best_route(ends, _cleared_space(room, start, near)) for near, ends in by_neighbours.items())
    return min(
        (road for road in roads if road), key=lambda road: (round(road.cost, 3), road.path), default=None
    )


def route_to_point(table: Table, motion: Motion, start: Point, goal: Point) -> MotionRoute:
    """Return the best route to a point, or to the nearest reachable point if the point is out of reach."""
    road = _best_toll_route(table, motion, start, [goal])
    return _motion_route(road) if road else _nearest_route(table, motion, start, goal)


def _motion_route(road: TollRoute) -> MotionRoute:
    return MotionRoute(road.path, polyline_length(road.path), road.cost)


def route_into_contact(
    table: Table, motion: Motion, start: Point, piece: str, parted_by: Collection[str] = ()
) -> MotionRoute:
    """Return the best route into contact with a piece. No object in `parted_by` may lie between the bases.

    If there is no such route, return the route to the reachable point nearest to the piece. Raises ValueError
    if the piece is not on the table.
    """
    target, spots = table.piece(piece), _contact_points(table, motion, start, piece)
    road = _best_toll_route(table, motion, start, spots)

    def is_parted(spot: Point) -> bool:
        return are_separated(table, spot, motion.radius, target.xy, target.radius, parted_by)

    if road is not None and is_parted(road.path[-1]):
        road = _best_toll_route(table, motion, start, [spot for spot in spots if not is_parted(spot)])
    return _motion_route(road) if road else _nearest_route(table, motion, start, target.xy)


def route_to_opening(
    table: Table, motion: Motion, start: Point, opening: str, side: Point | None = None
) -> MotionRoute | None:
    """Return the best route into contact with a closed door or window, or None if there is none.

    If `side` is given, the route ends on that point's side of the opening. A closed opening stops the route
    even if it has a toll.
    """
    closed = msgspec.structs.replace(
        motion, tolls=tuple(toll for toll in motion.tolls if toll.terrain not in motion.blocked)
    )
    held, known = ground_obstacles(table.ground), table.ground.openings()[opening][1]
    shapes, ends = rings_of(held.polygons[held.index[opening]]), ending_space(table, closed)
    spots = [
        spot
        for rings in shapes
        for spot in contact_positions_by_interval(ends, PolygonOutline(rings), CONTACT_SPACING_IN)
    ]
    wanted = [spot for spot in spots if side is None or _is_left_of(known, spot) == _is_left_of(known, side)]
    road = _best_toll_route(table, closed, start, wanted)
    return _motion_route(road) if road else None


def _is_left_of(opening: Opening, point: Point) -> bool:
    """Return whether a point lies to the left of an opening's line, seen from its start to its end."""
    (x0, y0), (x1, y1) = opening.start, opening.end
    return (x1 - x0) * (point[1] - y0) > (y1 - y0) * (point[0] - x0)


def _contact_points(table: Table, motion: Motion, start: Point, piece: str) -> Sequence[Point]:
    """Return the free points where a base touches a piece, the point on the straight line to it first."""
    room, outline = _tolled_space(table, motion, start), outline_of(table, piece)
    if table.piece(piece).table_position is None:
        raise ValueError(f"{piece} is not on the table, so it cannot be reached")
    gap = distance_to_outline(outline, start) - motion.radius
    others = [table.piece(i) for i in motion.occupied if i not in (piece, motion.piece)]
    standing = [p for p in others if p.table_position is not None]
    free = room.with_discs(discs_array((*p.xy, p.radius) for p in standing), tuple(p.id for p in standing))
    straight = nearest_contact_position(free, outline, start) if gap > 0.0 else None
    return [
        *([straight] if straight else []),
        *contact_positions_by_interval(free, outline, CONTACT_SPACING_IN),
    ]


def _nearest_route(table: Table, motion: Motion, start: Point, goal: Point) -> MotionRoute:
    near = nearest_reachable_point(
        _tolled_space(table, motion, start), ending_space(table, motion), start, goal
    )
    road = _best_toll_route(table, motion, start, [near]) if near else None
    path = road.path if road else (start, start)
    return MotionRoute(path, polyline_length(path), road.cost if road else 0.0, False)


def path_before_stop(table: Table, motion: Motion, path: Path) -> Path:
    """Return the part of a path before the first object that has a toll and blocks the base."""
    open_ = {climb.terrain for climb in motion.climbs}
    shut = {toll.terrain for toll in motion.tolls}.intersection(motion.blocked) - open_
    if not shut:
        return path
    astride = {fault.id for fault in passing_space(table, motion).obstructions(path[0])}
    found = path_crossings(table, path, motion.radius, tuple(shut - astride))
    return path_until(path, found[0].start) if found else path
