"""Straight away from a point: how far, what stops it, who goes first."""

from __future__ import annotations

import pytest

from battlesim.behaviour.straight_moves import moves_straight_away
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.shapes import Point
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.testing.table import make_table, standing_piece, wall


def room(now: Table, piece: Piece) -> FreeSpace:
    walls = tuple(t.id for t in now.ground.terrain)
    return free_space_on_table(
        now, piece.radius, walls, [p for p in now.standing_pieces() if p.id != piece.id]
    )


def ends(now: Table, **origins: Point) -> dict[str, Point]:
    return {part.piece: part.path[-1] for part in moves_straight_away(now, origins, 2.0, room)}


def test_it_ends_the_whole_way_off() -> None:
    assert ends(make_table(standing_piece("a", 10, 10)), a=(7.0, 6.0)) == {"a": pytest.approx((11.2, 11.6))}


def test_it_stops_where_it_touches_a_wall() -> None:
    assert ends(make_table(standing_piece("a", 10, 10), wall("w", 11, 5, 12, 15)), a=(8.0, 10.0)) == {
        "a": (10.5, 10.0)
    }


def test_the_farthest_goes_first_and_makes_room_for_the_next() -> None:
    both = make_table(standing_piece("a", 10, 10), standing_piece("b", 11, 10))
    assert ends(both, a=(8.0, 10.0), b=(8.0, 10.0)) == {"a": (12.0, 10.0), "b": (13.0, 10.0)}


def test_who_stands_on_the_point_stays_and_so_does_who_cannot_move() -> None:
    held = make_table(standing_piece("a", 10, 10), standing_piece("b", 11, 10), standing_piece("c", 12, 10))
    assert ends(held, a=(10.0, 10.0), b=(9.0, 10.0)) == {}
