"""Driving, dragging and placing a base that is not round, with the picture of how it will stand."""

from __future__ import annotations

import pytest

from battlesim.engine.position_decisions import MoveGroup, PlacePieces
from battlesim.render.drawlist import Stroke
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.pieces import Hull
from battlesim.table.state import AnyState
from battlesim.testing.table import standing_piece
from tests.ui.asked import ASK, ENTER, accepted, field, hands, motion

HULL = Hull("rectangle", 3.0, 2.0)
DRIVE = MoveGroup(**ASK, motions=(motion("a", 4, 4, 12.0),))
PLACED = PlacePieces(**ASK, pieces=("a",), room=PlacementArea(blocked=("house",), bases=("b", "c", "d")))


def with_hull() -> AnyState:
    """The field, on which a is a vehicle, 3 in long and 2 in wide, and b has gone aside."""
    state = field()
    vehicle = standing_piece("a", 4, 4, radius=HULL.circumradius, shape=HULL)
    return state.with_table(state.table.with_pieces(vehicle, standing_piece("b", 4, 20)))


def test_a_click_drives_to_a_point_and_faces_along_the_way() -> None:
    (leg,) = accepted(hands(DRIVE, with_hull()).click(4, 12).key(ENTER))
    assert leg.end == pytest.approx((4, 12), abs=0.05) and leg.facing == pytest.approx(90.0, abs=1.0)


def test_a_drag_stops_where_the_hull_stops() -> None:
    (leg,) = accepted(hands(DRIVE, with_hull()).press(4, 4).drag(7, 4).drag(11, 4).release(11, 4).key(ENTER))
    assert leg.end[0] == pytest.approx(8.5, abs=0.3)


def test_the_outline_is_drawn_where_it_will_stand() -> None:
    h = hands(DRIVE, with_hull()).click(4, 12)
    outlines = [item for item in h.picker.overlay() if isinstance(item, Stroke) and len(item.points) == 5]
    assert any(max(y for _, y in item.points) == pytest.approx(13.5, abs=0.05) for item in outlines)


def test_it_is_placed_by_a_click() -> None:
    (spot,) = accepted(hands(PLACED, with_hull()).click(18, 18).key(ENTER))
    assert (spot.x, spot.y) == pytest.approx((18, 18), abs=0.05)
