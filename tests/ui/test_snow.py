"""Snow is blown over the table of a battle in a blizzard, and stands still for who asks for little motion."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace

from battlesim.render.pygame_backend import Canvas
from battlesim.report.picture import looks_of
from battlesim.scenarios.library import load_scenario
from battlesim.ui.battle.battle_screen import create_battle_window
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.view_history import ViewHistory
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.table_view import SNOW_STEP_S, SNOW_STOP_S, TableView
from tests.ui.battles import model


def view_of(battle: WindowModel) -> TableView:
    return TableView(battle, Canvas(), None, None)


@pytest.fixture
def blizzard() -> WindowModel:
    battle = model("first_contact")
    table = battle.state.table
    battle.state = replace(battle.state, table=replace(table, ground=replace(table.ground, mood="blizzard")))
    return battle


def test_snow_is_drawn_anew_when_it_is_seen_to_have_moved(blizzard: WindowModel) -> None:
    view = view_of(blizzard)
    assert not view.advance_snow(SNOW_STEP_S / 2)
    assert view.advance_snow(SNOW_STEP_S / 2) and view.canvas.seconds == pytest.approx(SNOW_STEP_S)
    assert not view.advance_snow(SNOW_STEP_S / 2)


def test_who_wants_little_motion_sees_none_of_it(blizzard: WindowModel) -> None:
    blizzard.playback.reduced_motion = True
    assert not any(view_of(blizzard).advance_snow(1.0) for _ in range(3))


def test_it_rests_when_nobody_has_touched_anything_for_a_while(blizzard: WindowModel) -> None:
    view = view_of(blizzard)
    for _ in range(round(3 * SNOW_STOP_S / SNOW_STEP_S)):
        view.advance_snow(SNOW_STEP_S)
    assert view.canvas.seconds == pytest.approx(SNOW_STOP_S, abs=2 * SNOW_STEP_S)
    assert not any(view.advance_snow(SNOW_STEP_S) for _ in range(3))
    view.note_input()
    assert any(view.advance_snow(SNOW_STEP_S) for _ in range(3))


def test_it_falls_on_when_somebody_moves_the_pointer() -> None:
    scenario = load_scenario("troice_first")
    story = ViewHistory(scenario.ruleset, scenario.initial_state())
    begun = WindowModel(scenario.ruleset, looks_of(scenario.ruleset), story, Playback(story), "A storm")
    window = create_battle_window(pygame.display.set_mode((1366, 768)), begun)
    window.view.advance_snow(SNOW_STOP_S + 1)
    hangs = window.canvas.seconds
    moved = pygame.event.Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(1, 1), buttons=(0, 0, 0))
    window.handle(moved)
    window.advance_frame(2 * SNOW_STEP_S)
    assert window.canvas.seconds > hangs


def test_nothing_is_blown_by_day() -> None:
    assert not view_of(model("first_contact")).advance_snow(1.0)
