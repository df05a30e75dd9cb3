"""How rooms and nearby terrain affect sight between two pieces at given points. Lengths are in inches."""

from __future__ import annotations

import math

import msgspec

from battlesim.geometry.shapes import Point
from battlesim.rulings.ground_cover import ground_cover, ground_cover_slack
from battlesim.rulings.room_margin import room_slack
from battlesim.rulings.sight_openings import NO_ROOMS, RoomSight, has_rooms_with_rules, room_sight
from battlesim.rulings.sight_rules import Cover, OpeningRules, SightRules
from battlesim.table.levels import raised_place
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table


class SightSurroundings:
    """How rooms and terrain near the target affect sight between two pieces as one of them moves.

    The viewer moves if `number` is 0, and the target if it is 1.
    """

    def __init__(self, table: Table, rules: SightRules, pair: tuple[Piece, Piece], number: int) -> None:
        """Note whether there are rooms at all."""
        self.table, self.rules, self.pair, self.number = table, rules, pair, number
        self.places = [p.place for p in pair if isinstance(p.place, OnTable)]
        self.rooms: dict[tuple[float, ...], RoomSight] = {}
        self.has_rooms = has_rooms_with_rules(table.ground, rules)

    def rooms_at(self, viewer: Point, target: Point) -> RoomSight:
        """Return how rooms affect sight when viewer and target stand at the given points."""
        if not self.has_rooms:
            return NO_ROOMS
        key = (*viewer, *target)
        if key not in self.rooms:
            pair = self._placed(viewer, target)
            self.rooms[key] = room_sight(self.table, self._opening_rules(), *pair)
        return self.rooms[key]

    def room_slack(self, viewer: Point, target: Point) -> float:
        """Return a distance in inches that the piece can move without changing how rooms affect sight."""
        if not self.has_rooms:
            return math.inf
        pair = self._placed(viewer, target)
        return room_slack(self.table, self._opening_rules(), pair[self.number], pair[1 - self.number])

    def ground_cover_at(self, viewer: Point, target: Point) -> Cover:
        """Return the cover that terrain gives the target when the pieces stand at the given points."""
        if not self.rules.near_cover:
            return "none"
        return ground_cover(self.table.ground, self.rules, viewer, target, self.pair[1].radius)[0]

    def ground_slack(self, viewer: Point, target: Point) -> float:
        """Return a distance in inches that the piece can move without changing the cover from terrain."""
        if not self.rules.near_cover:
            return math.inf
        return ground_cover_slack(
            self.table.ground, self.rules, viewer, target, self.pair[1].radius, self.number == 1
        )

    def _opening_rules(self) -> OpeningRules:
        assert not isinstance(self.rules.openings, msgspec.UnsetType)
        return self.rules.openings

    def _placed(self, *points: Point) -> tuple[Piece, Piece]:
        first, second = (
            msgspec.structs.replace(piece, place=raised_place(self.table.ground, place, x, y))
            for piece, place, (x, y) in zip(self.pair, self.places, points, strict=True)
        )
        return first, second
