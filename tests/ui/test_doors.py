"""Doors on the table of the window: clicked on, marked, told of."""

from __future__ import annotations

import pytest

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option
from battlesim.render.drawlist import Stroke
from battlesim.rulesets import registry
from battlesim.table.events import MessageLogged, TerrainChanged
from battlesim.ui.session.log_line import LogLine
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.table.camera_subject import object_discs
from battlesim.ui.table.object_marks import object_ids_at
from tests.rulings.test_doors import DOOR, station
from tests.ui.asked import ASK, ENTER, accepted, hands

HOLD, ROOM, DOORWAY = Option("hold", "Hold"), Option("x", "X", ("lab",)), Option("lab.1", "Swing", ("lab.1",))
SWING = ChooseOne(**ASK, options=(HOLD, ROOM, DOORWAY), least="hold")


@pytest.mark.parametrize(
    ("at", "found"),
    [
        ((14, 6), ["lab.1", "lab"]),
        ((14.35, 6.9), ["lab.1"]),
        ((13.7, 5.1), ["lab.1", "lab"]),
        ((14.45, 6), []),
        ((14.1, 7.5), []),
        ((6, 6), ["lab.2", "lab"]),
        ((11, 6), ["in", "lab"]),
    ],
)
def test_a_door_is_found_about_its_gap(at: tuple[float, float], found: list[str]) -> None:
    assert object_ids_at(station().table, at, 0.1) == found


def test_a_click_on_a_door_looks_at_it_and_a_second_one_takes_it() -> None:
    h = hands(SWING, station()).digit("hold").click(13.9, 6.5)
    assert h.picker.answer is None and h.picker.draft() == "lab.1"
    assert accepted(h.click(14.2, 6.5)) == "lab.1"


def test_a_click_in_the_room_means_the_room() -> None:
    assert accepted(hands(SWING, station()).click(9, 8).key(ENTER)) == "x"


@pytest.mark.parametrize(("row", "colour"), [("hold", "sky"), ("lab.1", "yellow")])
def test_a_door_that_can_be_chosen_is_marked_across_its_gap(row: str, colour: str) -> None:
    h = hands(SWING, station())
    h.picker.put_cursor(row)
    bars = [item for item in h.picker.overlay() if isinstance(item, Stroke)]
    assert {bar.points for bar in bars} == {(DOOR.start, DOOR.end)} and bars[-1].colour == colour


def test_the_view_goes_to_the_door_that_is_looked_at() -> None:
    assert object_position(station().table, "lab.1") == (14.0, 6.0)
    assert [disc[:2] for disc in object_discs(station(), "lab.2")] == [(6.0, 6.0)]


def told(opening: str, open: bool) -> LogLine:
    """The last line after a door or window was opened, or shut."""
    state = station()
    story, old = ViewHistory(registry.load_ruleset("toy"), state), state.table.terrain("lab")
    new = state.table.ground.terrain_with_opening_set(opening, open)
    story.add([MessageLogged(text="in: a door"), TerrainChanged(rule="R-1", old=old, new=new)])
    return story.lines[-1]


@pytest.mark.parametrize(
    ("opening", "open", "words"),
    [
        ("lab.1", True, "door of Laboratory open"),
        ("lab.2", False, "window of Laboratory shut"),
        ("lab.1", False, ""),
    ],
)
def test_the_log_tells_what_was_opened_and_shut(opening: str, open: bool, words: str) -> None:
    line = told(opening, open)
    assert str(line.result) == words and "R-1" in line.rules
