"""How far a piece can move before the effect of rooms on sight can change. Lengths are in inches.

Each condition is given by the distance to the point where it changes. The distance is positive if the
condition holds and negative if it does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from battlesim.geometry.arcs import bearing, signed_turn
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import closest_point_on_segment
from battlesim.geometry.shapes import Point, midpoint
from battlesim.rulings.sight_openings import (
    ANGLE_TOL_DEG,
    capacity,
    is_announced,
    is_before,
    openings_at,
    outward,
    room_of,
    rooms_of,
)
from battlesim.rulings.sight_rules import OpeningRules
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Opening, Terrain


def room_slack(table: Table, rules: OpeningRules, mover: Piece, other: Piece) -> float:
    """Return a distance in inches that a piece can move without changing how rooms affect sight.

    Return infinity if there are no rooms.
    """
    walls = min(_to_walls(table, mover), default=math.inf)
    own, its = room_of(table.ground, mover), room_of(table.ground, other)
    if own is its or rules.sector >= 360.0:
        return walls
    sees = min(_of_mover(table, rules, own, mover, other), _of_other(table, rules, its, other, mover))
    return min(walls, abs(sees))


def _to_walls(table: Table, mover: Piece) -> Iterator[float]:
    """Yield the distances from the mover to each side of the outlines of all rooms."""
    for room in rooms_of(table.ground):
        for ring in room.rings:
            ends = zip(ring, (*ring[1:], ring[0]), strict=True)
            yield from (math.dist(mover.xy, closest_point_on_segment(mover.xy, *side)) for side in ends)


def _of_mover(table: Table, rules: OpeningRules, room: Terrain | None, mover: Piece, other: Piece) -> float:
    """Return the signed distance of the mover from a change in sight through its own room's openings."""
    if room is None:
        return math.inf
    if not is_announced(rules, room, mover):
        return -math.inf
    seen = (
        min(
            _to_post(rules, opening, mover.xy),
            _to_rank(table, rules, room, opening, mover),
            _to_sector(rules, room, opening, mover, other),
        )
        for opening in room.openings
        if opening.open
    )
    return max(seen, default=-math.inf)


def _of_other(table: Table, rules: OpeningRules, room: Terrain | None, other: Piece, mover: Piece) -> float:
    """Return the signed distance of the mover from a change in sight through the other piece's openings."""
    if room is None:
        return math.inf
    if not is_announced(rules, room, other):
        return -math.inf
    at = openings_at(table, rules, room, other)
    return max((_to_sector(rules, room, opening, other, mover) for opening in at), default=-math.inf)


def _to_sector(rules: OpeningRules, room: Terrain, opening: Opening, inside: Piece, outside: Piece) -> float:
    """Return the signed distance to the edge of an opening's sector; positive inside the sector."""
    turn = abs(signed_turn(outward(room, opening), bearing(inside.xy, outside.xy)))
    left = rules.sector / 2 + ANGLE_TOL_DEG - turn
    return math.dist(inside.xy, outside.xy) * math.sin(math.radians(max(-90.0, min(left, 90.0))))


def _to_post(rules: OpeningRules, opening: Opening, point: Point) -> float:
    """Return the signed distance from a point to the edge of the area from which an opening can be used."""
    (ax, ay), (bx, by) = opening.start, opening.end
    width = math.dist(opening.start, opening.end)
    if width <= TOL:
        return -math.inf
    ux, uy = (bx - ax) / width, (by - ay) / width
    along = abs((point[0] - ax) * ux + (point[1] - ay) * uy - width / 2) - width / 2 - TOL
    away = abs((point[0] - ax) * uy - (point[1] - ay) * ux) - rules.within - TOL
    if along <= 0.0 and away <= 0.0:
        return min(-along, -away)
    return -math.hypot(max(along, 0.0), max(away, 0.0))


def _to_rank(table: Table, rules: OpeningRules, room: Terrain, opening: Opening, mover: Piece) -> float:
    """Return how much closer to an opening the mover is than the last rival with room, or infinity."""
    middle = midpoint(opening.start, opening.end)
    rivals = sorted(
        math.dist(piece.xy, middle)
        for piece in table.standing_pieces()
        if piece.id != mover.id
        and is_before(rules, opening, piece.xy)
        and room_of(table.ground, piece) is room
    )
    places = capacity(opening)
    return rivals[places - 1] - math.dist(mover.xy, middle) if len(rivals) >= places else math.inf
