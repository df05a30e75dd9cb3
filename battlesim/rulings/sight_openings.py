"""Sight into and out of buildings through doors and windows. Lengths are in inches, angles in degrees."""

from __future__ import annotations

import math
from typing import NamedTuple

import msgspec

from battlesim.geometry.arcs import bearing, point_in_direction, signed_turn
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import Point, midpoint, ring_bounds
from battlesim.rulings.sight_rules import OpeningRules, SightRules
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Opening, Terrain

ANGLE_TOL_DEG = 0.01
PROBE_IN = 0.01
"""How far from an opening a point lies that tells which side of it is outside."""


class RoomSight(NamedTuple):
    """The effect of rooms on sight: the rooms that hide nothing, or the reason why sight is impossible.

    `covers_target` is True if the target stands at an opening, which gives it cover.
    """

    rooms: frozenset[str] = frozenset()
    covers_target: bool = False
    why: str = ""


NO_ROOMS = RoomSight()


def room_sight(table: Table, rules: OpeningRules, viewer: Piece, target: Piece) -> RoomSight:
    """Return how rooms affect what a viewer sees of a target.

    Rooms have no effect if both pieces are in the same room or both are outside. A piece in a room sees and
    is seen only through the sector of an opening at which it stands. Its room then hides nothing.
    """
    a, b = room_of(table.ground, viewer), room_of(table.ground, target)
    if a is b:
        return NO_ROOMS
    for room, piece, other in ((a, viewer, target), (b, target, viewer)):
        if room is not None and not _is_open_to(table, rules, room, piece, other):
            return RoomSight(why=f"{piece.name} is inside and not at an opening on that side")
    return RoomSight(frozenset(room.id for room in (a, b) if room is not None), b is not None)


def room_of(ground: Ground, piece: Piece) -> Terrain | None:
    """Return the building with openings that contains the centre of a piece, or None if it is outside."""
    place = piece.place
    if not isinstance(place, OnTable):
        return None
    for terrain, (x0, y0, x1, y1) in _rooms(ground):
        near = x0 <= place.x <= x1 and y0 <= place.y <= y1 and place.z < terrain.height - TOL
        if near and is_point_in_shape(place.x, place.y, terrain.rings):
            return terrain
    return None


def _rooms(ground: Ground) -> list[tuple[Terrain, tuple[float, float, float, float]]]:
    return ground.cached_value(
        "rooms with openings",
        lambda: [(t, ring_bounds(t.rings[0])) for t in ground.terrain if any(o.depth for o in t.openings)],
    )


def rooms_of(ground: Ground) -> list[Terrain]:
    """Return the buildings that have an interior and openings (doors or windows)."""
    return [terrain for terrain, _ in _rooms(ground)]


def has_rooms(ground: Ground) -> bool:
    """Return whether any building on the ground has an interior and openings (doors or windows)."""
    return bool(_rooms(ground))


def has_rooms_with_rules(ground: Ground, rules: SightRules) -> bool:
    """Return whether there are buildings with doors or windows and the rules say how these affect sight."""
    return not isinstance(rules.openings, msgspec.UnsetType) and has_rooms(ground)


def _is_open_to(table: Table, rules: OpeningRules, room: Terrain, piece: Piece, other: Piece) -> bool:
    if rules.sector >= 360.0:
        return True
    if not is_announced(rules, room, piece):
        return False
    if other.table_position is None:
        return False
    return any(
        abs(signed_turn(outward(room, opening), bearing(piece.xy, other.xy)))
        <= rules.sector / 2 + ANGLE_TOL_DEG
        for opening in openings_at(table, rules, room, piece)
    )


def openings_at(table: Table, rules: OpeningRules, room: Terrain, piece: Piece) -> list[Opening]:
    """Return the open doors and windows of a room at which a piece stands.

    The piece must be close to the opening and directly in front of it. If more pieces are there than the
    opening has room for, only the nearest count.
    """
    return [
        opening
        for opening in room.openings
        if opening.open and _stands_at(table, rules, room, opening, piece)
    ]


def _stands_at(table: Table, rules: OpeningRules, room: Terrain, opening: Opening, piece: Piece) -> bool:
    if not is_before(rules, opening, piece.xy):
        return False
    middle = midpoint(opening.start, opening.end)
    near = (p for p in table.standing_pieces() if p.id != piece.id and is_before(rules, opening, p.xy))
    others = [(math.dist(p.xy, middle), p.id) for p in near if room_of(table.ground, p) is room]
    before = sum(other < (math.dist(piece.xy, middle), piece.id) for other in others)
    return before < capacity(opening)


def capacity(opening: Opening) -> int:
    """Return how many pieces can use a door or window: one for each full inch of width, and at least one."""
    return max(1, math.floor(math.dist(opening.start, opening.end) + TOL))


def is_announced(rules: OpeningRules, room: Terrain, piece: Piece) -> bool:
    """Return whether a piece has announced that it stands at a door or window, if the room requires this."""
    return not room.has_trait(rules.announced) or piece.has_mark(rules.mark)


def is_before(rules: OpeningRules, opening: Opening, point: Point) -> bool:
    """Return whether a point is close to a door or window and directly in front of or behind it."""
    (ax, ay), (bx, by) = opening.start, opening.end
    width = math.dist(opening.start, opening.end)
    if width <= TOL:
        return False
    ux, uy = (bx - ax) / width, (by - ay) / width
    along = (point[0] - ax) * ux + (point[1] - ay) * uy
    away = abs((point[0] - ax) * uy - (point[1] - ay) * ux)
    return away <= rules.within + TOL and -TOL <= along <= width + TOL


def outward(room: Terrain, opening: Opening) -> float:
    """Return the direction in degrees straight out of a room through a door or window."""
    across = (bearing(opening.start, opening.end) + 90.0) % 360.0
    x, y = point_in_direction(midpoint(opening.start, opening.end), across, PROBE_IN)
    return (across + 180.0) % 360.0 if is_point_in_shape(x, y, room.rings) else across
