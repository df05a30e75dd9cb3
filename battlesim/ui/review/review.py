"""Going over a record: its moments and bookmarks, and where it could be played on from."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from battlesim.data import data_root
from battlesim.engine.record import BookmarkLine, RecordError
from battlesim.engine.record_marks import append_bookmark
from battlesim.engine.record_replay import Mark, Replay
from battlesim.table.state import Side
from battlesim.ui.review.chart import Chart, chart_of
from battlesim.ui.story import Story

AGAIN: Final = "Play it yourself from the start"
OWN: Final = "this record comes with the program: copy the file to keep bookmarks in it"


class Branch(NamedTuple):
    """The wish to play on: from the first question after so many events, a person at this side."""

    at: int
    side: str


class Review:
    """A record that is gone over. `message` is what went wrong, in words; `changes` counts changes."""

    def __init__(self, replay: Replay, story: Story) -> None:
        self.replay, self.story = replay, story
        self.chart: Chart = chart_of(replay, story)
        self.sides: Sequence[Side] = sorted(replay.record.state.table.sides, key=lambda side: side.number)
        self.chosen = 0
        self.message = ""
        self.changes = 0
        self.branch: Branch | None = None

    def __len__(self) -> int:
        return len(self.replay)

    @property
    def marks(self) -> list[Mark]:
        """The bookmarks, the earliest first."""
        return self.replay.bookmarks

    @property
    def notes(self) -> tuple[Mark, ...]:
        """The bookmarks that say more."""
        return tuple(mark for mark in self.marks if mark.note)

    def mark_at(self, at: int) -> Mark | None:
        """The bookmark of a moment."""
        return next((mark for mark in self.marks if mark.at == at), None)

    # -- moments --

    def event(self, at: int, by: int) -> int:
        """So many events on."""
        return min(max(at + by, 0), len(self))

    def line(self, at: int, by: int) -> int:
        """The end of a line of the log, so many lines on."""
        return _beyond([line.last for line in self.story.lines], at, by, len(self))

    def step(self, at: int, by: int) -> int:
        """The start of a step of the rules, so many on."""
        return _beyond([mark.at for mark in self.replay.steps], at, by, len(self))

    def turn(self, at: int, by: int) -> int:
        """The start of a turn, so many on."""
        return _beyond([first for first, _ in self.chart.turns], at, by, len(self))

    def mark(self, at: int, by: int) -> int:
        """The bookmark before or after; the same moment where there is none."""
        places = [mark.at for mark in self.marks]
        return _beyond(places, at, by, at) if any((p - at) * by > 0 for p in places) else at

    def words(self, at: int) -> str:
        """Which moment it is."""
        steps = len(self.replay.steps)
        return f"event {at:,} of {len(self):,}  ·  step {self.replay.step_at(at)} of {steps}"

    # -- bookmarks --

    def toggle(self, at: int) -> None:
        """Set a bookmark at a moment, or take away the one that is there; each is a line of the file."""
        here = self.mark_at(at)
        line = self.story.lines[self.story.line_at(max(0, at - 1))]
        answer, events = self.replay.place(at)
        mark = BookmarkLine(answer=answer, events=events, name="" if here else line.text)
        self.changes += 1
        if data_root() in Path(self.replay.record.path).resolve().parents:
            self.message = OWN
            return
        try:
            append_bookmark(self.replay.record, mark)
        except RecordError as error:
            self.message = str(error)
            return
        self.message = ""
        self.replay.name(mark)

    # -- playing on --

    def can_branch(self, at: int) -> bool:
        """Whether anything is still asked after a moment."""
        answers = self.replay.answers
        return bool(answers) and answers[-1].at >= at

    def another_side(self) -> None:
        """Play on as the next side."""
        self.chosen = (self.chosen + 1) % len(self.sides)
        self.changes += 1


SEEKS: Final[dict[str, Callable[[Review, int, int], int]]] = {
    "by_event": Review.event,
    "by_line": Review.line,
    "by_step": Review.step,
    "by_turn": Review.turn,
    "by_mark": Review.mark,
}
"""Ways through a record by the commands of their keys."""


def _beyond(places: list[int], at: int, by: int, end: int) -> int:
    """The place `by` places after `at`, or before it; the beginning and the end count as places."""
    known = sorted({0, *places, end})
    number = bisect_right(known, at) - 1 + by if by > 0 else bisect_left(known, at) + by
    return known[min(max(number, 0), len(known) - 1)]
