"""A player that takes too long is stopped by key and by button."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battlesim.engine.record import AnswerLine, RemarkLine
from battlesim.engine.record_read import read_record
from battlesim.engine.verify import verify_record
from battlesim.rulesets.registry import load_ruleset
from battlesim.ui.session.battle_runner import STOPPED_REASON
from battlesim.ui.settings.key_bindings import KeyBindings
from tests.ui.seated import Seated, seated

NEVER_ANSWERS = "tests.players.test_worker:Slow"


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.init()
    monkeypatch.setattr(pygame.display, "flip", lambda: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.battle"


def until_it_thinks(table: Seated) -> None:
    """Answer whatever is asked until the other side thinks, and the window shows it."""

    def said() -> bool:
        question = table.feed.open_decision
        if question is not None:
            state = question.view or table.window.model.state
            table.feed.human.submit_answer(question.number, question.decision.default(state))
        return table.feed.thinking is not None and bool(buttons(table))

    table.until(said)


def buttons(table: Seated) -> list[tuple[int, int]]:
    """Where there is a button that stops who thinks, pixels."""
    panels = [(rect, panel) for name, rect, panel in table.window.panels() if name == "top"]
    spots = [(rect, spot.rect) for rect, panel in panels for spot in panel.spots if spot.command == "stop"]
    return [(round(rect.x + at.x + at.width / 2), round(rect.y + at.y + 9)) for rect, at in spots]


def by_button(table: Seated) -> None:
    (at,) = buttons(table)
    table.window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))


def by_key(table: Seated) -> None:
    table.key("f12")


def by_another_key(table: Seated) -> None:
    table.window.model.bindings = KeyBindings({"stop": ("f6",)})
    table.key("f6")


@pytest.mark.parametrize("stop", [by_button, by_key, by_another_key])
def test_a_player_that_never_answers_is_stopped(path: Path, stop: object) -> None:
    with seated("toy", path, "south", others=NEVER_ANSWERS) as table:
        until_it_thinks(table)
        before, players = table.history.answer_count, table.feed._seats.worker("north", NEVER_ANSWERS)
        stopped = players._process.pid
        stop(table)  # type: ignore[operator]
        table.until(lambda: table.history.answer_count > before)
        assert players._process.pid != stopped
        assert table.feed.faults == [] and not table.feed.failure
    record = read_record(path, load_ruleset)
    lines = [entry.what for entry in record.live]
    noted = next(
        k for k, line in enumerate(lines) if isinstance(line, RemarkLine) and line.text == STOPPED_REASON
    )
    assert lines[noted].by == "north"  # type: ignore[union-attr]
    assert any(isinstance(line, AnswerLine) for line in lines[max(0, noted - 2) : noted + 3])
    assert verify_record(record).difference is None


def test_nothing_is_stopped_while_nobody_thinks(path: Path) -> None:
    with seated("toy", path, "south") as table:
        question = table.asked()
        assert buttons(table) == []
        table.key("f12")
        assert table.feed.open_decision == question
