"""The note of a row in the list of units: what is left out first where there is little room."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from battlesim.render.text_layout import text_width
from battlesim.table.pieces import Off
from battlesim.ui.panels import roster
from battlesim.ui.panels.roster import RosterRow
from tests.rules.mobile_infantry.field import piece


@pytest.fixture(autouse=True)
def fonts() -> Iterator[None]:
    pygame.font.init()
    yield
    pygame.font.quit()


def note(room_for: str, row: RosterRow) -> str:
    """The note of a row that has just the room for a text."""
    return roster._row_note(row, text_width(room_for, "caption"))


def test_the_last_marks_of_a_unit_are_shown_if_there_is_no_room_for_all() -> None:
    row = RosterRow("Squad", (), 8, marks=("confident", "suppressed"))
    assert note("8 in play, confident, suppressed", row) == "8 in play, confident, suppressed"
    assert note("8 in play, suppressed", row) == "8 in play, suppressed"
    assert note("8 in play", row) == "8 in play"


def test_pieces_that_went_off_the_table_are_not_said_to_be_left() -> None:
    gone = tuple(piece("warrior", f"r{number}", place=Off("left")) for number in range(6))
    assert note("6 gone off and more", RosterRow("Squad", gone, 0)) == "6 gone off"
