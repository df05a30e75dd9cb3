"""Answers are taken back in the window; it is left at any moment without loss."""

from __future__ import annotations

import random
from dataclasses import asdict
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from battlesim.engine.decisions import DICE_SIDE
from battlesim.engine.digest import state_digest
from battlesim.engine.record import UndoLine
from battlesim.engine.record_read import read_record
from battlesim.engine.record_resume import resume_battle
from battlesim.engine.verify import verify_record
from battlesim.rulesets.registry import load_ruleset
from battlesim.table.pieces import OnTable
from battlesim.table.state import AnyState
from battlesim.ui.settings.key_bindings import KEY_CODES
from tests.ui.seated import Seated, seated


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "flip", lambda: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.battle"


def told(table: Seated) -> tuple[object, ...]:
    """Everything the window knows of the battle."""
    story = table.window.model.history
    return [asdict(line) for line in story.lines], story.events, state_digest(story.state(len(story)))


def test_an_answer_is_taken_back_and_asked_again(path: Path) -> None:
    with seated("toy", path, "south") as table:
        first = table.asked()
        before = told(table)
        table.key("return")
        table.after(first)
        assert told(table) != before
        back = table.asked()
        table.key("ctrl+z")
        table.after(back)
        assert told(table) == before
        again = table.asked()
        assert again.decision == first.decision and again.view == first.view
        assert table.window.model.playback.live
    record = read_record(path, load_ruleset)
    assert record.answers == [] and any(isinstance(entry.what, UndoLine) for entry in record.entries)
    assert verify_record(record).difference is None


def face_to_face(state: AnyState) -> AnyState:
    """The north ones 8 in from the south ones."""
    north = [replace(p, place=OnTable(p.xy[0], 12.0, 270.0)) for p in state.table.pieces_of_side("north")]
    return state.with_table(state.table.with_pieces(*north))


def test_an_answer_goes_on_from_a_moment_that_was_looked_at(path: Path) -> None:
    with seated("toy", path, "south") as table:
        first = table.asked()
        playback = table.window.model.playback
        playback.seek(playback.event_index)
        table.key("return")
        table.after(first)
        assert playback.live


@pytest.mark.usefixtures("screen")
def test_a_click_on_the_words_goes_to_the_question_that_waits(path: Path) -> None:
    with seated("toy", path, "south") as table:
        table.answer()
        table.asked()
        window, playback = table.window, table.window.model.playback
        assert not window.link_rects()
        playback.seek(0)
        window.advance_frame(0.0)
        ((left, top, right, bottom),) = window.link_rects()
        at = round((left + right) / 2), round((top + bottom) / 2)
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            window.handle(pygame.event.Event(kind, pos=at, button=1, rel=(0, 0), buttons=(0, 0, 0)))
        assert playback.live


def test_it_is_said_why_nothing_can_be_taken_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with seated("toy", path, "south", change=face_to_face) as table:
        table.asked()
        table.key("ctrl+z")
        assert table.refused() == "the answer cannot be undone: nothing has been answered yet"
        while not str(table.asked().fixed).startswith("dice were rolled"):
            table.answer()
        number = table.asked().number
        table.key("ctrl+z")
        pieces = table.window.model.state.table.pieces.values()
        shots = {f"{one.name} at {other.name}" for one in pieces for other in pieces}
        assert table.refused().removeprefix("the answer cannot be undone: dice were rolled: ") in shots
        assert table.asked().number == number
        monkeypatch.setattr(type(table.feed), "open_decision", None)
        table.asking.shown = False
        assert table.window.banner() == [], "it was said of a question that is answered now"


def test_a_shot_is_taken_back_before_its_dice_are_typed_in(path: Path) -> None:
    with seated("toy", path, "south", change=face_to_face, typed=True) as table:
        while table.asked().decision.side != DICE_SIDE or table.asked().fixed:
            shot = table.answer()
        dice = table.asked()
        table.key("ctrl+z")
        table.after(dice)
        assert table.asked().decision == shot.decision
        assert table.window.model.playback.live


def test_the_button_does_what_the_key_does(path: Path) -> None:
    with seated("toy", path, "south") as table:
        first = table.answer()
        assert table.asking.picker
        act = next(act for act in table.asking.picker.all_buttons() if act.id == "undo")
        assert act.key == "Ctrl+Z"
        back = table.asked()
        act.do()
        table.after(back)
        assert table.asked().decision == first.decision


def test_back_and_forth_many_times_leaves_a_sound_record(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        for number in range(15):
            table.answer()
            if number % 3 == 0:
                question = table.asked()
                table.key("ctrl+z")
                table.feed.human.undo_answer(question.number)
                if not question.fixed:
                    table.after(question)
        table.asked()
        story = table.window.model.history
        assert story.state(len(story)) == load_ruleset("mobile_infantry").view(table.history.run.state, "mi")
        assert not table.feed.failure and not table.feed.faults
    assert verify_record(read_record(path, load_ruleset)).difference is None


def test_nothing_that_is_pressed_while_something_is_asked_changes_the_battle(path: Path) -> None:
    rng = random.Random(4)
    keys = [name for name in KEY_CODES if name not in ("return", "kp_enter", "f11")]
    pygame.display.init()
    with seated("first_contact", path, "mi") as table:
        for _ in range(3):
            question = table.asked()
            before = state_digest(table.history.run.state), state_digest(question.view)
            for _ in range(25):
                at = rng.randrange(1366), rng.randrange(768)
                mouse = {"pos": at, "rel": (1, 1), "buttons": (0, 0, 0)}
                table.window.handle(pygame.event.Event(pygame.MOUSEMOTION, **mouse))
                table.window.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rng.choice((-1, 1))))
                if table.feed.open_decision is question:
                    table.key(rng.choice(keys))
            if table.feed.open_decision is question:
                assert (state_digest(table.history.run.state), state_digest(question.view)) == before
            table.window.do("now")
            table.answer()
        assert not table.feed.failure and not table.feed.faults
    assert verify_record(read_record(path, load_ruleset)).difference is None


def test_closing_during_a_question_keeps_it(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        table.answer()
        question = table.asked()
        table.window.handle(pygame.event.Event(pygame.QUIT))
        assert not table.window.running
        state = state_digest(table.history.run.state)
    going = resume_battle(path, load_ruleset)
    assert (going.current_run.pending, state_digest(going.current_run.state)) == (question.decision, state)
    going.recorder.close()


def test_closing_while_an_undo_is_on_its_way_keeps_the_battle(path: Path) -> None:
    with seated("first_contact", path, "mi") as table:
        table.answer()
        table.asked()
        table.key("ctrl+z")
    going = resume_battle(path, load_ruleset)
    assert going.current_run.pending == table.history.run.pending
    assert state_digest(going.current_run.state) == state_digest(table.history.run.state)
    going.recorder.close()


@pytest.mark.parametrize("moment", ["thinks", "moves"])
def test_closing_while_the_program_thinks_or_moves_keeps_the_battle(moment: str, path: Path) -> None:
    with seated("first_contact", path, "bugs") as table:
        story = table.window.model.history
        table.until(lambda: table.feed.thinking if moment == "thinks" else len(story) > 3)
    going = resume_battle(path, load_ruleset)
    assert going.answer_count == table.history.answer_count
    assert state_digest(going.current_run.state) == state_digest(table.history.run.state)
    going.recorder.close()
