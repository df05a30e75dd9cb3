"""The screen that is shown when the program has failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.ui.start.crash_page import CrashPage
from battlesim.ui.start.start_choice import ReplayChoice, ResumeChoice
from tests.ui.hands import click, desk_of, faults, key_on, words


@pytest.mark.parametrize(("size", "scale"), [((1366, 768), 1.0), ((1366, 768), 2.0), ((3840, 2160), 2.0)])
def test_a_crash_says_where_everything_is(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    record, report = tmp_path / ("long-" * 20 + "name.battle"), tmp_path / "report.txt"
    page = CrashPage("ValueError: " + "something went wrong " * 20, report, ResumeChoice(record))
    desk = desk_of(page, size, scale)
    assert faults(desk) == []
    told = words(desk).replace(" ", "")
    assert str(report) in told and str(record.parent) in told
    key_on(desk, ("again", ""))
    assert page.next == "again" and not desk.running


@pytest.mark.parametrize(
    ("again", "offered", "not_offered"),
    [
        (ResumeChoice(Path("a.battle")), "Resume the battle", "Open the record again"),
        (ReplayChoice(Path("a.battle")), "Open the record again", "Resume the battle"),
    ],
)
def test_a_crash_offers_what_can_be_done_with_the_record(
    again: ResumeChoice | ReplayChoice, offered: str, not_offered: str
) -> None:
    shown = words(desk_of(CrashPage("ValueError", None, again)))
    assert offered in shown and not_offered not in shown


def test_a_crash_of_a_plug_in_names_its_line() -> None:
    shown = words(desk_of(CrashPage("TypeError", None, None, "squads/rules.py, line 75")))
    assert "in a plug-in, at squads/rules.py, line 75." in shown and "in the program" not in shown


def test_a_crash_without_a_record_leads_back(tmp_path: Path) -> None:
    page = CrashPage("ValueError", tmp_path / "report.txt", None)
    desk = desk_of(page)
    assert ("again", "") not in [(spot.command, spot.value) for _, spot in desk.spots()]
    click(desk, ("start", ""))
    assert page.next == "start"


# -- the cards of keys --
