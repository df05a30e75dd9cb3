"""Inputs that come while the plan of an act is still worked out: none is lost, none changes another plan."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import TextLine
from battlesim.ui.decision.act_planner import UNSEEN_ACT_TEXT
from battlesim.ui.decision.act_planning import PATIENCE_FRAMES
from battlesim.ui.session import human_player
from tests.ui.seated import Seated, seated
from tests.ui.test_acts_asked import at_own_turn, mouse, ways

pytestmark = pytest.mark.usefixtures("screen")

GOAL = (24.0, 12.0)


@pytest.fixture
def allowed(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """What has to be set for any plan to be worked out."""
    allowed, looked = threading.Event(), human_player._looked

    def gated(looker: Any, wish: Any) -> Any:
        allowed.wait()
        return looked(looker, wish)

    monkeypatch.setattr(human_player, "_looked", gated)
    yield allowed
    allowed.set()


@pytest.fixture
def table(tmp_path: Path, allowed: threading.Event) -> Iterator[Seated]:
    """The question who is activated; what follows on it is not known yet."""
    with seated("first_contact", tmp_path / "held.battle", "mi") as table:
        at_own_turn(table)
        assert table.asking.planner.plan is None
        yield table
        allowed.set()


def settle(table: Seated, allowed: threading.Event) -> None:
    allowed.set()
    table.until(lambda: table.asking.planner.plan is not None and not table.asking.busy)


def came_nearer(table: Seated, goal: Point = GOAL) -> bool:
    """Whether one of those who move in the plan comes nearer to where they are sent."""
    legs = ways(table)
    return min(math.dist(leg.end, goal) for leg in legs) < min(math.dist(leg.path[0], goal) for leg in legs)


def test_a_click_before_the_first_plan_sends_the_unit_there(table: Seated, allowed: threading.Event) -> None:
    camera = table.window.model.camera
    goal = camera.to_table(camera.width / 2, camera.height / 2)
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        mouse(table, kind, goal)
    assert table.asking.planner.busy and not ways(table)
    settle(table, allowed)
    assert came_nearer(table, goal)


def test_a_second_click_does_not_give_a_plan_that_was_not_shown(
    table: Seated, allowed: threading.Event
) -> None:
    asked, picker = table.asked(), table.asking.picker
    assert picker
    for _ in range(2):
        assert table.asking.planner.press(picker, GOAL, [])
    settle(table, allowed)
    assert came_nearer(table)
    assert (table.asked(), table.refused()) == (asked, UNSEEN_ACT_TEXT)
    table.asking.planner.press(picker, GOAL, [])
    table.after(asked)


def test_enter_after_a_click_shows_what_was_clicked_first(table: Seated, allowed: threading.Event) -> None:
    asked, picker = table.asked(), table.asking.picker
    assert picker
    table.asking.planner.press(picker, GOAL, [])
    table.key("return")
    settle(table, allowed)
    assert came_nearer(table)
    assert (table.asked(), table.refused()) == (asked, UNSEEN_ACT_TEXT)


def test_inputs_are_applied_in_their_order(table: Seated, allowed: threading.Event) -> None:
    picker = table.asking.picker
    assert picker
    table.asking.planner.press(picker, (30.0, 20.0), [])
    table.key("s")
    settle(table, allowed)
    plan = table.asking.planner.plan
    assert plan and plan.answers[1] == "shoot"
    allowed.clear()
    table.key("s")
    table.asking.planner.press(picker, GOAL, [])
    settle(table, allowed)
    assert came_nearer(table)


@pytest.mark.slow
def test_a_click_while_a_move_is_worked_out_keeps_that_move(tmp_path: Path, allowed: threading.Event) -> None:
    allowed.set()
    with seated("outpost_evac", tmp_path / "held.battle", "mi") as table:
        picker, ahead = at_own_turn(table), table.asking.planner
        settle(table, allowed)
        goal = (44.0, 24.0)
        others = (one for one in picker.decision.open_options if one.key not in (picker.draft(), "lance"))
        other = next(others)
        ahead.press(picker, goal, [])
        ahead.press(picker, (0.0, 0.0), [other.at[0]], more=True)
        settle(table, allowed)
        assert came_nearer(table, goal)
        assert ahead.plan and [line.answer for line in ahead.plan.lines].count(other.key) == 1


def test_a_click_is_dropped_when_another_unit_is_selected(table: Seated, allowed: threading.Event) -> None:
    picker = table.asking.picker
    assert picker
    table.asking.planner.press(picker, GOAL, [])
    row = next(row for row in picker.rows() if not row.blocked and row.key != picker.draft())
    picker.choose(row)
    table.window.advance_frame(0.02)
    settle(table, allowed)
    plan = table.asking.planner.plan
    assert plan and plan.answers[0] == row.key == picker.draft()


def test_nothing_of_an_outdated_plan_can_be_dragged(table: Seated, allowed: threading.Event) -> None:
    table.asking.planner.press(table.asking.picker, GOAL, [])  # type: ignore[arg-type]
    settle(table, allowed)
    ahead, end = table.asking.planner, ways(table)[0].end
    move = ahead.planned_picker_at(end)
    assert move is not None
    allowed.clear()
    table.key("s")
    assert ahead.planned_picker_at(end) is None
    ahead.replan_after_drag(move)
    settle(table, allowed)
    assert ahead.plan and ahead.plan.answers[1] == "shoot"


def test_working_is_said_where_the_first_plan_takes_long(table: Seated, allowed: threading.Event) -> None:
    picker, hands = table.asking.picker, table.asking.picker_input
    assert picker and hands

    def said() -> bool:
        drawn = hands.panel(table.asking.panel_rect())
        return any(isinstance(item, TextLine) and "working" in str(item.shown_text) for item in drawn.items)

    picker.set_draft(next(row.key for row in picker.rows() if row.key != picker.draft() and not row.blocked))
    table.asking.planner._busy_frames = 0
    table.window.advance_frame(0.02)
    assert not said()
    for _ in range(PATIENCE_FRAMES):
        table.window.advance_frame(0.02)
    assert said()
    settle(table, allowed)
    assert not said()
