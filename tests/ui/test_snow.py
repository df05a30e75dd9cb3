"""Snow is blown over the table of a battle in a blizzard, and stands still for who asks for little motion."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from battlesim.render.pygame_backend import Canvas
from battlesim.ui.story.model import Model
from battlesim.ui.table.tableview import BLOWN, TableView
from tests.ui.battles import model


def view_of(battle: Model) -> TableView:
    return TableView(battle, Canvas(), None, None)


@pytest.fixture
def blizzard() -> Model:
    battle = model("first_contact")
    table = battle.state.table
    battle.state = replace(battle.state, table=replace(table, ground=replace(table.ground, mood="blizzard")))
    return battle


def test_snow_is_drawn_anew_when_it_is_seen_to_have_moved(blizzard: Model) -> None:
    view = view_of(blizzard)
    assert not view.blow(BLOWN / 2)
    assert view.blow(BLOWN / 2) and view.canvas.seconds == pytest.approx(BLOWN)
    assert not view.blow(BLOWN / 2)


def test_who_wants_little_motion_sees_none_of_it(blizzard: Model) -> None:
    blizzard.playback.reduced = True
    assert not any(view_of(blizzard).blow(1.0) for _ in range(3))


def test_nothing_is_blown_by_day() -> None:
    assert not view_of(model("first_contact")).blow(1.0)
