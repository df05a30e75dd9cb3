"""Battles by hand on a virtual screen: real keys, a real mouse, the program as it is started by a person.

`python -m benchmarks.drive` plays many of them, and larger ones.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battlesim.table.ids import SideKey
from battlesim.ui.system.status_file import ControlReport, OpenDecisionReport, ScreenReport
from benchmarks.drive import Battle, drive, seats_of
from benchmarks.drive_besides import CURTAIN, offers
from benchmarks.drive_screen import ROOT, Display, Program, Said
from benchmarks.drive_ways import Keyboard, rest
from tests.support.brittle import PART, install

LONG = 90
"""Frames in which a key that is held comes many times again."""
pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")),
    reason="Xvfb and xdotool are not installed: no virtual screen with hands",
)


@pytest.fixture
def display() -> Iterator[Display]:
    screen = Display()
    yield screen
    screen.close()


def options(**changed: object) -> argparse.Namespace:
    """What `python -m benchmarks.drive` takes."""
    usual = {
        "scenario": "toy",
        "side": "south",
        "hands": "keys",
        "level": "recruit",
        "lean": 0.3,
        "answers": 0,
        "typed": False,
        "ask": "acts",
        "size": "1366x768",
        "pictures": None,
        "cache": None,
    }
    return argparse.Namespace(**{**usual, **changed})


def test_a_side_that_acts_by_the_rules_is_played_by_hand_where_it_is_named() -> None:
    named = options(scenario="troice_first", side="creatures")
    assert seats_of(named, 1) == {"marines": "recruit", "creatures": "human"}
    assert seats_of(options(scenario="troice_first", side="any"), 1) == {"marines": "human"}


def test_standing_orders_are_no_part_of_an_answer() -> None:
    asked = OpenDecisionReport(
        1, "MovePicker", SideKey("mi"), "move", "Move", (), 0, (("O", "Standing orders"), ("W", "To enemy"))
    )
    assert rest(asked) == ["W"]


class Screens:
    """A program that shows one screen after the other, and notes at which a key was pressed."""

    def __init__(self, *screens: ScreenReport) -> None:
        self.left, self.hands = list(screens), self
        self.pressed: list[ScreenReport] = []

    def wait(self, holds: Callable[[Said], object], seconds: float = 0.0, what: str = "") -> Said:
        while not holds(said := Said(0, True, self.left[0])):
            self.left.pop(0)
        return said

    def focus(self) -> None:
        pass

    def key(self, *labels: str) -> None:
        self.pressed.append(self.left[0])


def test_a_curtain_is_lifted_once_it_says_for_whom() -> None:
    look = ControlReport("curtain", "look", "", "Marines: show the table", (0, 0, 9, 9))
    begins, asks = (ScreenReport("menu", (9, 9), controls, CURTAIN) for controls in ((), (look,)))
    program: Any = Screens(begins, asks, ScreenReport("battle", (9, 9), ()))
    Battle(program, Keyboard(program, Random(1)), 1, 0.0).wait_for_battle()
    assert program.pressed == [asks]


@pytest.mark.slow
def test_the_first_answers_are_given_by_keys_from_the_start_screen_on(tmp_path: Path) -> None:
    found, battle = drive(options(answers=3), 1, tmp_path)
    assert found == [] and battle.counts["answers"] == 3


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "hands"), [("toy", "mouse"), ("first_contact", "keys")])
def test_a_battle_by_hand_is_that_without_a_window(scenario: str, hands: str, tmp_path: Path) -> None:
    found, battle = drive(options(scenario=scenario, side="any", hands=hands), 3, tmp_path)
    assert found == [] and battle.counts["answers"] > 3


@pytest.mark.slow
def test_dice_rolled_by_hand_are_typed_in(tmp_path: Path) -> None:
    found, battle = drive(options(typed=True), 2, tmp_path)
    assert found == [] and any(name.startswith("DicePicker") for name in battle.kinds)


@pytest.mark.slow
def test_enter_that_is_held_on_the_start_screen_answers_nothing_in_the_battle(tmp_path: Path) -> None:
    screen = Display(repeating=True)
    program = Program(screen, tmp_path / "home")
    person = Keyboard(program, Random(1))
    try:
        program.wait(lambda said: offers(said.screen, "scenario", "first_steps"), what="for the start screen")
        program.focus()
        person.reach("begin")
        person.hands.hold("Enter")
        asked = program.wait(lambda said: said.screen.asked, what="for the first question")
        program.wait(lambda said: said.frames > asked.frames + LONG, what="while Enter is held")
        assert answers(program.battles) == 0
        person.hands.let_go("Enter")
        person.hands.key("Enter")
        program.wait(lambda said: answers(program.battles), what="for an Enter of its own")
    finally:
        program.clear_up()
        screen.close()


def answers(battles: Path) -> int:
    """The answers in the one record that is kept."""
    (record,) = battles.glob("*.battle")
    return record.read_bytes().count(b'"type":"answer"')


@pytest.mark.slow
@pytest.mark.parametrize("part", ["odds", "rules"])
def test_after_a_crash_the_battle_goes_on(part: str, display: Display, tmp_path: Path) -> None:
    scenario, record = install(tmp_path), tmp_path / "home/data/battlesim/battles/a.battle"
    record.parent.mkdir(parents=True)
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests/support", tmp_path)))
    extra = {"PYTHONPATH": paths, PART: f"{part}:{tmp_path / 'failed'}"}
    program = Program(display, tmp_path / "home", ["play", str(scenario), "--record", str(record)], extra)
    program.may_crash = True
    battle = Battle(program, Keyboard(program, Random(1)), 1, 0.0)
    try:
        battle.into_battle()
        with pytest.raises(Exception, match="a defect in the"):
            battle.play()
        page = " ".join(program.screen.words)
        assert "a.battle" in page and "report" in page
        battle.hands.key("Enter")
        battle.into_battle()
        battle.play()
        battle.leave()
        battle.hands.key("Esc")
        assert program.process.wait() == 3
    finally:
        program.clear_up()
    checked = [sys.executable, "-m", "battlesim", "replay", str(record), "--verify"]
    assert subprocess.run(checked, env=os.environ | extra, cwd=tmp_path, check=False).returncode == 0
