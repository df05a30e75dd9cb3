"""Snow is blown over the table of a battle in a blizzard, and stands still for who asks for little motion."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from battlesim.render.pygame_backend import Canvas
from battlesim.report.picture import looks_of
from battlesim.scenarios.library import load_scenario
from battlesim.ui.battle.battle import battle_window
from battlesim.ui.story.model import Model
from battlesim.ui.story.playback import Playback
from battlesim.ui.story.story import Story
from battlesim.ui.table.tableview import BLOWN, RESTING, TableView
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


def test_it_rests_when_nobody_has_touched_anything_for_a_while(blizzard: Model) -> None:
    view = view_of(blizzard)
    for _ in range(round(3 * RESTING / BLOWN)):
        view.blow(BLOWN)
    assert view.canvas.seconds == pytest.approx(RESTING, abs=2 * BLOWN)
    assert not any(view.blow(BLOWN) for _ in range(3))
    view.stir()
    assert any(view.blow(BLOWN) for _ in range(3))


def test_it_falls_on_when_somebody_moves_the_pointer() -> None:
    scenario = load_scenario("troice_first")
    story = Story(scenario.ruleset, scenario.initial_state())
    begun = Model(scenario.ruleset, looks_of(scenario.ruleset), story, Playback(story), "A storm")
    window = battle_window(pygame.display.set_mode((1366, 768)), begun)
    window.view.blow(RESTING + 1)
    hangs = window.canvas.seconds
    moved = pygame.event.Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(1, 1), buttons=(0, 0, 0))
    window.handle(moved)
    window.frame(2 * BLOWN)
    assert window.canvas.seconds > hangs


def test_nothing_is_blown_by_day() -> None:
    assert not view_of(model("first_contact")).blow(1.0)
