"""What the screen says, as a program that helps a person reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from battlesim.ui.battle.window_report import window_report
from battlesim.ui.pages.page_report import page_report
from battlesim.ui.start.crash_page import CrashPage
from battlesim.ui.start.start_choice import ResumeChoice
from battlesim.ui.system.status_file import ScreenReport, StatusWriter
from tests.ui.gallery_battle import settle
from tests.ui.hands import click, desk_of, press
from tests.ui.test_pickers_person import window_of


def asked_in_the_toy(monkeypatch: pytest.MonkeyPatch, given: str | None = None) -> ScreenReport:
    """What the window says at the first question of the toy, or while an answer to it is looked into."""
    monkeypatch.setattr(pygame.display, "flip", lambda: None)
    window, feed = window_of("toy", "south")
    feed.start()
    try:
        settle(window)
        assert window.prompt and window.prompt.picker
        window.prompt.picker.answer = given
        return window_report(window)
    finally:
        feed.close()
        if window.prompt:
            window.stage.queue.close()


def test_the_open_question_is_told_with_its_rows_and_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    said = asked_in_the_toy(monkeypatch)
    assert said.asked and said.asked.side == "south" and said.asked.prompt
    assert ("Enter", "Do it") in said.asked.acts
    shown = [control for control in said.controls if (control.panel, control.command) == ("question", "row")]
    assert shown and said.asked.rows[0].label in shown[0].words


def test_a_question_that_is_answered_is_not_told_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_in_the_toy(monkeypatch, "south-1").asked is None


def test_pieces_are_told_where_the_table_shows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    said = asked_in_the_toy(monkeypatch)
    x, y, width, height = said.table
    assert said.pieces and all(
        x <= px <= x + width and y <= py <= y + height for px, py in said.pieces.values()
    )


def test_a_page_tells_its_controls_and_where_the_keyboard_is() -> None:
    desk = desk_of(CrashPage("a fault", Path("report.txt"), ResumeChoice(Path("a.battle"))))
    press(desk, "tab")
    said = page_report(desk)
    assert [control.command for control in said.controls] == ["again", "start", "leave"]
    assert [control.focused for control in said.controls] == [True, False, False]
    click(desk, ("leave", ""))
    assert not desk.running


def test_the_file_is_written_only_where_one_is_asked_for(tmp_path: Path) -> None:
    desk = desk_of(CrashPage("a fault", None, None))
    StatusWriter(None).update(lambda: page_report(desk))
    assert not list(tmp_path.iterdir())
    StatusWriter(tmp_path / "said").update(lambda: page_report(desk))
    assert json.loads((tmp_path / "said").read_text())["screen"]["kind"] == "menu"


def test_controls_of_watching_make_room_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    said = asked_in_the_toy(monkeypatch)
    rows = [control.seen for control in said.controls if control.panel == "question"]
    assert rows and all(rows)
    assert not any(control.command == "speed" for control in said.controls)
