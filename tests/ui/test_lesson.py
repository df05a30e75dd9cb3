"""First steps that one does: each waits for the person's own act."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from battlesim.engine.record_read import read_record
from battlesim.engine.verify import verify_record
from battlesim.rulesets.registry import load_ruleset
from battlesim.scenarios.lessons import Lesson, load_lesson
from battlesim.ui.battle.commands import WINDOW_COMMANDS
from battlesim.ui.battle.lesson import LessonPresenter
from tests.ui.seated import Seated, seated

STEPS = load_lesson("first_steps")


pytestmark = pytest.mark.usefixtures("screen")


@pytest.fixture
def taught(tmp_path: Path) -> Iterator[Seated]:
    """The lesson, at its first question."""
    with seated("first_steps", tmp_path / "a.battle", "mi") as table:
        table.feed.human.ask_level = "acts"
        table.window.teach(LessonPresenter(STEPS))
        table.asked()
        table.window.advance_frame(0.1)
        yield table


def lesson(table: Seated) -> LessonPresenter:
    found = table.window.lesson
    assert found is not None
    return found


def to_step(table: Seated, title: str) -> None:
    """Skip to a step."""
    while lesson(table).step is not None and STEPS.step[lesson(table).number].title != title:
        table.window.do("hint")


def at_step(table: Seated) -> str:
    step = lesson(table).step
    return step.title if step else ""


def planned(table: Seated) -> None:
    """Wait until it is shown what follows on the draft."""

    def shown() -> bool:
        plan, picker = table.asking.planner.plan, table.asking.picker
        known = plan is not None and picker is not None and plan.answers[0] == picker.draft()
        return known and not table.asking.busy

    table.until(shown)


def send(table: Seated, x: float, y: float) -> None:
    """Click on the ground, and once more."""
    asked = table.asked()
    planned(table)
    picker = table.asking.picker
    assert picker is not None
    table.asking.planner.press(picker, (x, y), [])
    table.until(lambda: not table.asking.planner.busy and table.asking.planner.plan is not None)
    table.asking.planner.press(picker, (x, y), [])
    table.after(asked)


def test_the_lesson_is_played_from_its_first_step_to_its_last(taught: Seated, tmp_path: Path) -> None:
    warrior = next(p for p in taught.window.model.state.table.pieces_of_side("bugs") if p.kind == "warrior")
    taught.window.model.pointer.hovered_piece = warrior.id
    taught.window.advance_frame(0.1)
    taught.key("shift+v")
    assert at_step(taught) == "Move"
    send(taught, 13.0, 10.0)
    assert at_step(taught) == "Cover and odds"
    taught.asked()
    taught.key("f3")
    assert at_step(taught) == "Shoot"
    asked = taught.asked()
    planned(taught)
    taught.key("return")
    taught.after(asked)
    assert at_step(taught) == "What came of it"
    taught.key("shift+l")
    assert at_step(taught) == "In the enemy's turn"
    question = taught.asked()
    assert question.decision.what == "react"
    assert taught.asking.picker is not None
    taught.asking.picker.put_cursor("fire")  # type: ignore[attr-defined]
    planned(taught)
    taught.key("return")
    taught.after(question)
    assert at_step(taught) == "Let them do it"
    taught.key("delete")
    taught.window.requested_page = ""
    taught.key("f4")
    assert at_step(taught) == "Now you"
    taught.key("f2")
    assert at_step(taught) == "" and lesson(taught).hint is None
    assert verify_record(read_record(tmp_path / "a.battle", load_ruleset)).difference is None


def test_another_act_is_refused_with_what_is_to_be_done(taught: Seated) -> None:
    planned(taught)
    question = taught.asked()
    taught.key("return")
    taught.window.advance_frame(0.1)
    assert taught.refused() == STEPS.step[0].wrong
    assert taught.feed.open_decision is question, "nothing was given"


def test_a_step_is_skipped_and_taken_again_and_the_lesson_ended(taught: Seated) -> None:
    taught.key("f2")
    assert at_step(taught) == STEPS.step[1].title
    taught.key("ctrl+f2")
    assert at_step(taught) == STEPS.step[0].title
    taught.key("shift+f2")
    assert at_step(taught) == "" and not taught.window.requested_page
    planned(taught)
    question = taught.asked()
    taught.key("return")
    taught.after(question)
    assert taught.feed.open_decision is not question, "acts are free from then on"


def test_the_card_stands_on_the_table_and_says_which_step_it_is(taught: Seated) -> None:
    shown = {name: rect for name, rect, _ in taught.window.panels()}
    table = taught.window.stage.layout.table
    card = shown["hint"]
    assert table.x <= card.x and card.right <= table.right and not card.overlaps(shown["question"])
    hint = lesson(taught).hint
    assert hint is not None and hint.title == f"1 of {len(STEPS.step)}: Look at the table"


def test_every_step_awaits_what_there_is() -> None:
    for step in STEPS.step:
        kind, _, what = step.awaits.partition(":")
        assert kind in ("", "look", "do", "give")
        assert kind != "do" or what in WINDOW_COMMANDS
        assert bool(step.wrong) != step.free, step.title


def test_a_lesson_is_for_a_side_of_its_scenario() -> None:
    assert isinstance(STEPS, Lesson) and STEPS.side == "mi" and 8 <= len(STEPS.step) <= 12
