"""How many presses and clicks it takes to do a thing, in the real window."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from battlesim.engine.record_read import read_record
from battlesim.engine.verify import verify_record
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.events import DiceRolled
from battlesim.table.tags import tag_of
from battlesim.ui.session.human_player import OpenDecision
from tests.ui.seated import Seated, seated

pytestmark = pytest.mark.usefixtures("screen")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "inputs.battle"


class Counting:
    """Hands at a window that count what they do."""

    def __init__(self, table: Seated) -> None:
        self.table, self.inputs = table, 0
        table.feed.human.ask_level = "acts"

    def ready(self) -> OpenDecision:
        """The question, once all that follows on its draft is shown."""
        asked = self.table.asked()
        self.table.until(lambda: not self.table.asking.busy)
        return asked

    def enter(self) -> OpenDecision:
        """Press Enter; the question that it answered."""
        asked = self.ready()
        self.inputs += 1
        self.table.key("return")
        self.table.after(asked)
        return asked

    def enter_for_all(self) -> None:
        """Press Enter for an act of several units, and the key that goes on to the next turn, uncounted."""
        asked, playback = self.ready(), self.table.window.model.playback
        self.inputs += 1
        self.table.key("return")
        self.table.until(lambda: playback.waiting)
        self.table.key("return")
        self.table.after(asked)

    def press(self, key: str) -> None:
        """Press a key."""
        self.ready()
        self.inputs += 1
        self.table.key(key)
        self.ready()

    def click(self, x: float, y: float) -> None:
        """Click on a place of the table (inches)."""
        self.ready()
        self.inputs += 1
        window = self.table.window
        across, down = window.model.camera.to_screen(x, y)
        left, top, _, _ = window.stage.layout.table.scaled(window.canvas.scale)
        at = (round(left + across), round(top + down))
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            fields = {"rel": (1, 1), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
            window.handle(pygame.event.Event(kind, pos=at, **fields))
        window.advance_frame(5.0)
        self.ready()

    def row(self, word: str) -> None:
        """Press the key of the first row that begins with a word."""
        self.ready()
        assert self.table.asking.picker
        keys = self.table.asking.picker.row_keys()
        key = next(key for key, row in keys.items() if str(row.label).startswith(word))
        self.inputs += 1
        self.table.key(key)
        self.ready()

    def past(self, what: str) -> None:
        """Let pass what is asked before a question, uncounted."""
        while (asked := self.table.asked()).decision.what != what:
            assert not self.table.feed.is_over
            self.table.feed.human.submit_answer(
                asked.number, asked.decision.default(self.table.history.run.state)
            )
            self.table.after(asked)


def rolled(path: Path) -> bool:
    return tag_of(DiceRolled).encode() in path.read_bytes()


def asked_of(path: Path) -> list[str]:
    return [answer.what for answer in read_record(path, load_ruleset).answers]


def test_the_first_dice_of_the_first_battle_take_four_inputs(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        hands = Counting(table)
        while not rolled(path):
            hands.enter()
    assert hands.inputs <= 4


def test_a_reaction_takes_one_input_to_let_pass_and_two_to_fire(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        hands = Counting(table)
        hands.past("react")
        hands.enter()
        assert (hands.inputs, asked_of(path).count("react")) == (1, 1)
        hands.past("react")
        hands.row("Fire")
        hands.enter()
        assert hands.inputs == 3 and "target" in asked_of(path)


def test_a_platoon_is_sent_somewhere_with_two_inputs(path: Path) -> None:
    with seated("outpost_evac", path, "mi") as table:
        hands = Counting(table)
        hands.past("activate")
        before = len(asked_of(path))
        hands.click(36, 24)
        hands.enter()
    (moved,) = (
        line.answer for line in read_record(path, load_ruleset).answers[before:] if line.what == "move"
    )
    assert (hands.inputs, len(moved)) == (2, 8)


@pytest.mark.slow
def test_a_turn_of_six_units_that_march_takes_at_most_twenty_five(path: Path) -> None:
    with seated("outpost_evac", path, "mi") as table:
        hands = Counting(table)
        hands.past("activate")
        before = len(asked_of(path))
        while hands.ready().decision.what in ("activate", "action"):
            hands.click(36, 24)
            hands.enter()
    asked = asked_of(path)[before:]
    assert asked.count("activate") == 6 and hands.inputs <= 25


@pytest.mark.slow
def test_the_next_unit_does_the_same_with_two_inputs_and_all_others_with_three(
    path: Path,
) -> None:
    with seated("outpost_evac", path, "mi") as table:
        hands = Counting(table)
        hands.past("activate")
        hands.click(36, 24)
        hands.enter()
        hands.past("activate")
        before, hands.inputs = len(asked_of(path)), 0
        hands.press("x")
        hands.enter()
        again, inputs = asked_of(path)[before:], hands.inputs
        hands.past("activate")
        before, hands.inputs = len(asked_of(path)), 0
        hands.click(36, 24)
        hands.press("g")
        hands.enter_for_all()
    assert again[:2] == ["activate", "action"] and "move" in again and inputs == 2
    assert (asked_of(path)[before:].count("activate"), hands.inputs) == (4, 3)
    assert verify_record(read_record(path, load_ruleset)).difference is None


def test_the_pips_of_a_turn_are_handed_out_with_one_input(path: Path) -> None:
    with seated("troice_first", path, "marines") as table:
        hands = Counting(table)
        hands.past("pips")
        hands.enter()
    assert hands.inputs == 1
