"""Where a move can start, pass and end, what it costs, and where the piece is afterwards.

Lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import msgspec

from battlesim.geometry.constants import NO_LIMIT_IN, TOL
from battlesim.geometry.contact import (
    DiscOutline,
    Outline,
    PolygonOutline,
    contact_positions,
    distance_to_line,
    distance_to_outline,
    nearest_contact_position,
    points_along_line,
    post_on_wall,
)
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement_data import EntryOption, Leg, Motion
from battlesim.rulings.movement_heights import obstacles_at, pieces_at
from battlesim.rulings.piece_placement import free_space_on_table, ground_obstacles, planning_radii
from battlesim.table.levels import flying_place, standing_place
from battlesim.table.pieces import Aboard, Inside, Off, OnTable, Place
from battlesim.table.state import Table


def passing_space(table: Table, motion: Motion, height: float | None = None) -> FreeSpace:
    """Return the free space through which a piece can pass. The result is cached with the table.

    Terrain that can be climbed does not block the piece, and nothing blocks a flying move. A piece that flies
    at a `level` is blocked only by obstacles at its height. `height` is the height of the piece in inches; it
    is by default taken from the table.
    """
    if motion.flying:
        return free_space_on_table(table, motion.radius, (), ())
    climbed = {climb.terrain for climb in motion.climbs}
    blocked = tuple(t for t in motion.blocked if t not in climbed)
    return _space(table, motion, blocked, motion.hindering, height)


def ending_space(table: Table, motion: Motion, height: float | None = None) -> FreeSpace:
    """Return the free space in which a piece can end a move. The result is cached with the table.

    It excludes blocked terrain, terrain that can be climbed, and the bases of hindering and occupied pieces,
    if they are at the height of the moving piece. `height` is as in `passing_space`.
    """
    blocked = (*motion.blocked, *(climb.terrain for climb in motion.climbs))
    ids = tuple(dict.fromkeys((*motion.hindering, *motion.occupied)))
    return _space(table, motion, blocked, ids, height)


def _space(
    table: Table, motion: Motion, blocked: tuple[str, ...], ids: tuple[str, ...], height: float | None
) -> FreeSpace:
    if height is None:
        height = table.pieces[motion.piece].height if motion.piece in table.pieces else 0.0
    level = None if isinstance(motion.level, msgspec.UnsetType) else motion.level
    key = ("space", motion.radius, motion.piece, blocked, ids, level, height)
    return table.cached_value(
        key,
        lambda: free_space_on_table(
            table,
            motion.radius,
            blocked if level is None else obstacles_at(table.ground, blocked, level, height),
            pieces_at(table, [i for i in ids if i != motion.piece], level, height),
        ),
    )


def costed_ground(table: Table, motion: Motion) -> CostedGround:
    """Return the terrain that costs a moving piece extra inches. There is none if the piece flies.

    A base that is not round pays only for climbs that the largest circle inside it crosses. The result is
    cached with the ground.
    """
    piece = table.pieces.get(motion.piece)
    radius = planning_radii(piece)[0] if piece and piece.hull else motion.radius
    going = () if motion.flying else motion.going
    climbs = () if motion.flying else motion.climbs
    return table.ground.cached_value(
        ("costs", radius, going, climbs),
        lambda: CostedGround(
            ground_obstacles(table.ground),
            radius,
            [(g.terrain, g.factor) for g in going],
            [(c.terrain, c.cost) for c in climbs],
        ),
    )


def entry_option_of(motion: Motion, object_id: str) -> EntryOption | None:
    """Return the rules for a moving piece to enter an object, or None if it may not enter the object."""
    return next((entry for entry in motion.entries if entry.id == object_id), None)


def outline_of(table: Table, object_id: str) -> Outline:
    """Return the outline of an object: the base of a piece or the shape of terrain.

    A piece inside or aboard an object has the outline of that object. Raises KeyError if the id is unknown,
    and ValueError if the piece is not in play.
    """
    if object_id not in table.pieces:
        return PolygonOutline(table.terrain(object_id).rings)
    piece = table.pieces[object_id]
    match piece.place:
        case OnTable(x, y):
            return PolygonOutline((ring,)) if (ring := piece.outline) else DiscOutline(x, y, piece.radius)
        case Inside(terrain):
            return PolygonOutline(table.terrain(terrain).rings)
        case Aboard(carrier):
            return outline_of(table, carrier)
        case _:
            raise ValueError(f"{object_id} is not in play")


def gap_to_object(table: Table, point: Point, radius: float, object_id: str) -> float:
    """Return the gap in inches between a round base and an object, or 0 if they touch or overlap."""
    return max(0.0, distance_to_outline(outline_of(table, object_id), point) - radius)


def contact_error(table: Table, point: Point, radius: float, object_id: str) -> float:
    """Return the length in inches by which a round base is separated from an object or overlaps it.

    It is 0 if they are exactly in contact.
    """
    return abs(distance_to_outline(outline_of(table, object_id), point) - radius)


def start_error(table: Table, motion: Motion, point: Point) -> float:
    """Return the distance in inches from a point to the nearest point where the piece can begin its move."""
    if motion.leaving:
        return contact_error(table, point, motion.radius, motion.leaving)
    return min((distance_to_line(line, point) for line in motion.starts), default=math.inf)


def start_points(
    table: Table, motion: Motion, toward: Point | None = None, spacing: float = 0.5
) -> list[Point]:
    """Return points at which a move can start, about `spacing` inches apart.

    If `toward` is given, the points are sorted by their distance from it.
    """
    if motion.leaving:
        room, outline = ending_space(table, motion), outline_of(table, motion.leaving)
        nearest = nearest_contact_position(room, outline, toward) if toward is not None else None
        found = [*([nearest] if nearest else []), *contact_positions(room, outline, spacing)]
    else:
        found = [p for line in motion.starts for p in points_along_line(line, toward, spacing)]
    if toward is None:
        return found
    return sorted(found, key=lambda p: (round(math.dist(p, toward), 6), p))


def edge_exit_at(motion: Motion, point: Point) -> tuple[EntryOption, Point] | None:
    """Return the table edge over which a piece can leave the table, as an entry option, and the exit point.

    The base must overhang this edge. Return None if there is no such edge.
    """
    for entry in motion.entries:
        if entry.how == "edge" and distance_to_line(entry.stretch, point) < motion.radius - TOL:
            return entry, points_along_line(entry.stretch, point, NO_LIMIT_IN)[0]
    return None


def place_after_leg(table: Table, motion: Motion, leg: Leg) -> Place:
    """Return the place of a piece after a legal move.

    The piece may be on or off the table, inside terrain, on a wall or aboard another piece.
    """
    entry = entry_option_of(motion, leg.enters) if leg.enters else None
    if entry is not None and entry.how == "edge":
        return Off("left")
    if entry is not None and entry.how == "inside":
        return Inside(entry.id)
    if entry is not None and entry.how == "aboard":
        return Aboard(entry.id)
    old = table.piece(motion.piece).place
    facing = leg.facing if leg.facing is not None else (old.facing if isinstance(old, OnTable) else 0.0)
    if entry is not None:
        wall = table.terrain(entry.id)
        x, y = post_on_wall(wall.rings, leg.end, motion.radius)
        return standing_place(table.ground, x, y, facing, entry.id)
    if isinstance(motion.level, msgspec.UnsetType):
        return standing_place(table.ground, *leg.end, facing)
    return flying_place(table.ground, *leg.end, facing, motion.level)


def table_after_leg(table: Table, motion: Motion, leg: Leg) -> Table:
    """Return the table after a legal move of a single piece."""
    piece = msgspec.structs.replace(table.piece(motion.piece), place=place_after_leg(table, motion, leg))
    return table.with_pieces(piece)


def table_after_legs(table: Table, motions: Mapping[str, Motion], legs: Iterable[Leg]) -> Table:
    """Return the table after legal moves of several pieces, made in the given order."""
    for leg in legs:
        table = table_after_leg(table, motions[leg.piece], leg)
    return table
