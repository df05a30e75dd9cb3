"""Choosing a height, with the keyboard alone and with the mouse alone, and how flights are drawn."""

from __future__ import annotations

import msgspec
import pygame

from battlesim.engine.number_choice import ChooseNumber
from battlesim.engine.position_decisions import MoveGroup
from battlesim.render.drawlist import Patch, Plate
from battlesim.rulings.movement import Motion
from battlesim.table.state import AnyState
from battlesim.ui.decision.pickers.picker_overlay import picker_overlay
from tests.ui.asked import ASK, ENTER, accepted, field, hands
from tests.ui.driver import Hands

HEIGHT = ChooseNumber(**(ASK | {"what": "height"}), about="a", least=2.0, most=6.0, now=2.0, step=0.5)
FLIGHT = MoveGroup(**ASK, motions=(Motion("a", 0.5, 6.123456, starts=(((4.0, 4.0),),), level=5.0),))


def aloft(z: float) -> AnyState:
    """The little field with the first piece in the air."""
    state = field()
    piece = state.table.piece("a")
    place = msgspec.structs.replace(piece.place, z=z)
    return state.with_table(state.table.with_place("a", place))


def plates(h: Hands) -> list[str]:
    return [item.shown_text for item in picker_overlay(h.picker) if isinstance(item, Plate)]


def test_a_height_by_keys() -> None:
    h = hands(HEIGHT).key(pygame.K_EQUALS, pygame.K_EQUALS, pygame.K_MINUS)
    assert plates(h) == ["2.5 in up"]
    assert accepted(h.key(ENTER)) == 2.5


def test_a_height_by_mouse() -> None:
    assert accepted(hands(HEIGHT).click_row("4").click_act("Enter")) == 4.0


def test_a_piece_in_the_air_already_keeps_its_own_plate_alone() -> None:
    assert plates(hands(HEIGHT, aloft(3.0))) == []


def test_another_number_is_not_drawn_as_a_height() -> None:
    assert plates(hands(msgspec.structs.replace(HEIGHT, what="rounds"))) == []


def test_a_planned_flight_ends_with_its_shadow_and_height() -> None:
    h = hands(FLIGHT, aloft(5.0)).click(4, 8)
    h.picker.wait_for_plan()
    items = picker_overlay(h.picker)
    assert {"4.0 of 6.12 in", "5.0 in up"} <= set(plates(h))
    (shadow,) = [item for item in items if isinstance(item, Patch) and item.colour == "ink"]
    assert max(y for _, y in shadow.shape[0][0]) < 8.0 and min(x for x, _ in shadow.shape[0][0]) > 4.0
