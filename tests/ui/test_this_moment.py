"""Nothing that is not of this moment is shown as if it were, in windows whose background work is slow.

What a window shows in bright words, or on the table in colour, stays when all work is done and nothing else
happens. All that does not stay has to be grey, in a panel that says that it is working.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pygame
import pytest

from battlesim.render.drawlist import Item, Layer, TextLine
from battlesim.ui.battle.window import Window
from battlesim.ui.lab import create_lab_window, load_lab_table
from battlesim.ui.lab.lab_screen import LabScreen
from battlesim.ui.lab.templates.mode import TemplateMode
from battlesim.ui.session import human_player
from battlesim.ui.settings.settings import Settings
from tests.support.slow import SlowWork
from tests.support.waiting import until
from tests.ui.gallery_battle import put
from tests.ui.met import QUESTIONS, asks

FRAMES_PER_JOB = 20
GREY = ("dim", "faint")


def told(window: Window) -> dict[str, set[str]]:
    """The words of each panel that are not grey."""
    shown = [(name, surface) for name, _, surface in window.panels() if not surface.working]
    return {
        name: {
            str(item.words)
            for item in surface.items
            if isinstance(item, TextLine) and item.colour not in GREY
        }
        for name, surface in shown
    }


def drawn(window: Window) -> set[Item]:
    """What lies on the table in colour, but for fields, which are coarse before they are fine."""
    items = (*window.content.overlays(), *window.instruments.overlays())
    grey = {item for item in items if hasattr(item, "colour") and item.colour.startswith("#")}
    return {item for item in items if item.layer != Layer.SIGHT} - grey


class Watch:
    """Frames of a window with slow work, and what was shown in them as if it were of that moment."""

    def __init__(self, window: Window, slow: SlowWork, frames_per_job: int = FRAMES_PER_JOB) -> None:
        self.window, self.slow, self.frames, self.frames_per_job = window, slow, 0, frames_per_job
        self.seen: list[tuple[dict[str, set[str]], set[Item]]] = []

    def frame(self) -> None:
        self.frames += 1
        if self.frames % self.frames_per_job == 0:
            self.slow.release()
        self.window.advance_frame(0.02)
        self.seen.append((told(self.window), drawn(self.window)))

    def act(self, do: Callable[[], object]) -> None:
        """Do something: what was shown before is of another moment."""
        do()
        self.seen.clear()
        self.frame()

    def settle(self) -> None:
        """Go on until all is known, and see that nothing was shown meanwhile that does not hold then."""
        while self.window.busy or self.slow.pending:
            self.frame()
        words, items = told(self.window), drawn(self.window)
        for then, laid in self.seen:
            assert laid <= items
            assert all(then[name] <= words[name] for name in then.keys() & words.keys())


@pytest.fixture
def lab(screen: pygame.Surface, tmp_path: Path) -> Watch:
    """The quarrel, judged once."""
    slow = SlowWork()
    watch = Watch(create_lab_window(screen, load_lab_table("quarrel"), tmp_path, queue=slow.queue), slow)
    watch.settle()
    return watch


def mode(window: Window) -> Any:
    assert isinstance(window.content, LabScreen)
    return window.content.modes.current_mode


def put_viewer(watch: Watch, x: float, y: float) -> Callable[[], object]:
    bench, dispute = mode(watch.window).bench, mode(watch.window).dispute
    return lambda: bench.move_piece(bench.table.pieces[dispute.viewer], x, y)


def surfaces(window: Window) -> dict[str, bool]:
    return {name: surface.working for name, _, surface in window.panels()}


def test_verdicts_of_a_place_passed_on_the_way_are_grey(lab: Watch) -> None:
    for x in (8.0, 10.0, 12.0):
        lab.act(put_viewer(lab, x, 12.0))
        working = surfaces(lab.window)
        assert working["seen"] and working["columns"] and working["side"] and not working["hand"]
    lab.settle()
    assert not any(surfaces(lab.window).values())


def test_whatever_is_asked_in_the_lab_shows_its_own_answers(lab: Watch) -> None:
    for command, value in (("swap", 0), ("by_next", 1), ("tolerance", 3), ("field", 1), ("remove", 0)):
        lab.act(lambda command=command, value=value: lab.window.do(command, value))  # type: ignore[misc]
        for _ in range(FRAMES_PER_JOB):
            lab.frame()
    lab.settle()


def test_the_field_of_an_earlier_place_is_grey(lab: Watch) -> None:
    for _ in range(2):
        lab.act(lambda: lab.window.do("field", 1))
    lab.settle()
    assert mode(lab.window).inquiry.fields.shown is not None
    lab.act(put_viewer(lab, 9.0, 11.0))
    assert mode(lab.window).inquiry.fields.outdated and surfaces(lab.window)["legend"]
    lab.settle()
    assert not mode(lab.window).inquiry.fields.outdated and not surfaces(lab.window)["legend"]


def test_no_sheet_is_drawn_of_a_ruling_that_is_not_of_this_moment(lab: Watch) -> None:
    lab.act(put_viewer(lab, 9.0, 11.0))
    lab.window.do("sheet", 0)
    lab.frame()
    assert not mode(lab.window).work.sheets.busy and "worked out" in mode(lab.window).work.message


def test_templates_show_the_best_place_and_the_chances_of_what_is_laid(lab: Watch) -> None:
    lab.act(lambda: lab.window.do("mode", "templates"))
    assert isinstance(mode(lab.window), TemplateMode)
    lab.act(lambda: lab.window.do("lay_scatter", 0))
    lab.settle()
    trial = mode(lab.window).trial
    for x in (9.0, 12.0):
        lab.act(lambda x=x: trial.aim((x, 12.0)))  # type: ignore[misc]
        assert trial.landings is None
    lab.settle()
    assert trial.landings


@pytest.fixture
def asked(screen: pygame.Surface) -> Iterator[tuple[Watch, threading.Event]]:
    """The actions of a unit as whole acts; what follows on them is looked for once that is allowed."""
    slow, allowed, looked = SlowWork(), threading.Event(), human_player._looked
    allowed.set()

    def gated(looker: Any, wish: Any) -> Any:
        allowed.wait()
        return looked(looker, wish)

    question = QUESTIONS["action"]
    opens = put(asks(question), question.side, question.scenario, screen, Settings(volume=0), (), slow.queue)
    with (
        mock.patch.object(human_player, "_looked", gated),
        mock.patch("tests.ui.gallery_battle.settle", settle_with(slow)),
    ):
        for window in opens:
            yield Watch(window, slow, 3), allowed
            allowed.set()


def settle_with(slow: SlowWork) -> Callable[[Window], None]:
    def settle(window: Window) -> None:
        def step() -> None:
            slow.release()
            window.advance_frame(0.05)

        until(lambda: not window.busy, step)

    return settle


def test_what_follows_on_the_row_before_is_grey_beside_a_newly_marked_one(
    asked: tuple[Watch, threading.Event],
) -> None:
    watch, allowed = asked
    window = watch.window
    assert window.prompt and window.prompt.picker
    picker = window.prompt.picker

    def settle() -> None:
        allowed.set()
        until(lambda: not window.prompt.planner.busy, watch.frame)  # type: ignore[union-attr]
        watch.settle()
        allowed.clear()

    allowed.clear()
    rows = [row for row in picker.rows() if not row.blocked]
    watch.act(lambda: picker.set_draft(rows[1].key))
    settle()
    before = picker.follow_ups
    assert before and not picker.looking and window.prompt.odds_card is not None
    watch.act(lambda: picker.set_draft(rows[0].key))
    assert picker.follow_ups == before and picker.looking and window.prompt.odds_card is None
    assert surfaces(window)["odds"]
    assert not {spot for spot in window.prompt.panel.surface.spots if spot.command == "then"}
    settle()
    assert picker.follow_ups != before and not picker.looking
