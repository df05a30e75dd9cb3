"""Why not, in the window: asked by choosing a model and pointing, told beside the pointer."""

from __future__ import annotations

import pytest

from battlesim.render.drawlist import TextLine
from battlesim.ui.panels import tooltips
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.instruments import Instruments
from battlesim.ui.table.instruments.refusal_explainer import explanation_lines
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.ui.battles import model


@pytest.fixture
def battle() -> WindowModel:
    return model("first_contact")


def told(
    battle: WindowModel, chosen: str, pointed: str = "", at: tuple[float, float] | None = None
) -> list[str]:
    found = Instruments(battle, WorkQueue(None))
    found.refusal_explainer.on = True
    battle.pointer.selected_piece, battle.pointer.hovered_piece = chosen, pointed
    if at:
        found.refusal_explainer.point(at, True)
    found.tick()
    answer = found.refusal_explainer.answer
    return [line for line, _ in explanation_lines(battle, answer)] if answer else []


def test_of_a_model_that_is_pointed_at_it_says_how_far_it_is_out_of_range(battle: WindowModel) -> None:
    said = " ".join(line.strip() for line in told(battle, "CT", "wb1"))
    assert "no: Warrior B 1: 23.2 in away, 3.2 in too far (Assault Rifle reaches 20 in) MI-SHOT-01" in said
    assert "no: see Warrior B 1: 0% of the target is visible; Farmhouse hides 100% of the target" in said


def test_the_rules_against_it_are_told_once_in_their_first_words(battle: WindowModel) -> None:
    said = told(battle, "CT", "CT")
    begun = [line for line in said if line.startswith("MI-SHOT-01: A Shooting action begins")]
    assert len(begun) == 1
    assert said[said.index(begun[0]) + 1].endswith("…")
    assert not any(line.startswith("MI-MOVE-03: ") for line in said)


def test_of_a_place_it_says_how_far_that_is_out_of_reach(battle: WindowModel) -> None:
    assert "8.00 in too far" in " ".join(line.strip() for line in told(battle, "CT", at=(24.1, 30.05)))


def test_of_a_model_alone_it_says_all_a_few_lines_each(battle: WindowModel) -> None:
    said = told(battle, "CT", "CT")
    assert "Fire at Will" in said
    assert "    and 12 more" in said


def test_it_says_nothing_unless_it_is_on_and_a_model_is_chosen(battle: WindowModel) -> None:
    assert told(battle, "") == []
    found = Instruments(battle, WorkQueue(None))
    battle.pointer.selected_piece = "CT"
    found.tick()
    assert found.refusal_explainer.answer is None and not found.enabled_tools()["why"]


@pytest.mark.parametrize("room", [Rect(0, 0, 1366, 768), Rect(0, 0, 900, 300)])
def test_its_card_stays_within_the_screen(battle: WindowModel, room: Rect) -> None:
    found = Instruments(battle, WorkQueue(None))
    found.refusal_explainer.on = True
    battle.pointer.selected_piece = "CT"
    found.tick()
    assert found.refusal_explainer.answer is not None
    items = tooltips.refusal_tooltip(
        battle, found.refusal_explainer.answer, room.right - 5, room.bottom - 5, room
    )
    texts = [item for item in items if isinstance(item, TextLine)]
    assert len(texts) > 3
    assert all(0 <= item.x <= room.right and 0 <= item.y <= room.bottom for item in texts)
