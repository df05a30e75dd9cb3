"""Viewing of recorded battles: stored events are applied without running the rules."""

from __future__ import annotations

import bisect

import msgspec

from battlesim.engine.record import AnswerLine, BookmarkLine, PlayerNote, RemarkLine, StepLine
from battlesim.engine.record_read import EVENTS_PER_KEYFRAME, Record, RecordEntry
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState


class ReplayMoment(msgspec.Struct, frozen=True):
    """A step, answer or bookmark in a recorded battle. `at` is the number of events before it.

    `note` is the longer text of a bookmark, and `about` is the id of the object that it concerns.
    """

    name: str
    number: int
    at: int
    note: str = ""
    about: str = ""


ReplayItem = Event | PlayerNote
"""An event, or a player's note that precedes it."""


class Replay:
    """A recorded battle prepared for viewing: its events, steps and answers, and its state at any moment.

    `items` holds the events, with the players' notes on each answer before the events that follow from it. A
    note without text stands for the answer itself. `lines` holds the lines of the record for display in a
    log, each with the number of events before it.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.events: list[Event] = []
        self.steps: list[ReplayMoment] = []
        self.answers: list[ReplayMoment] = []
        self.bookmarks: list[ReplayMoment] = []
        self.lines: list[tuple[RecordEntry, int]] = []
        self.items: list[ReplayItem] = []
        named: list[BookmarkLine] = []
        for entry in record.live:
            self.lines.append((entry, len(self.events)))
            self._mark(entry)
            if isinstance(entry.what, BookmarkLine):
                named.append(entry.what)
            if isinstance(entry.what, Event):
                self.events.append(entry.what)
                self.items.append(entry.what)
            elif isinstance(entry.what, RemarkLine) and entry.what.by:
                self.items.append(_note(entry.what))
            elif isinstance(entry.what, AnswerLine):
                self.items.append(PlayerNote(entry.what.side, "reason", ""))
        for line in named:
            self.set_bookmark(line)

    def set_bookmark(self, line: BookmarkLine) -> None:
        """Set the bookmark for a moment of the battle, or remove it if its name is empty."""
        after = self.answers[line.answer : line.answer + 1]
        begun = self.answers[line.answer - 1].at if 0 < line.answer <= len(self.answers) else 0
        end = after[0].at if after else len(self.events)
        at = end if line.events is None else max(0, min(begun + line.events, len(self.events)))
        kept = [mark for mark in self.bookmarks if mark.at != at]
        fresh = [ReplayMoment(line.name, line.answer, at, line.note, line.about)] if line.name else []
        self.bookmarks = sorted((*kept, *fresh), key=lambda mark: mark.at)

    def answer_and_offset(self, events: int) -> tuple[int, int]:
        """Return the number of the last answer before a moment (0 if none) and the number of events since.

        `events` is the number of events before the moment.
        """
        number = bisect.bisect_left([mark.at for mark in self.answers], events)
        return number, events - (self.answers[number - 1].at if number else 0)

    def _mark(self, entry: RecordEntry) -> None:
        what, at = entry.what, len(self.events)
        if isinstance(what, StepLine):
            self.steps.append(ReplayMoment(what.name, what.number, at))
        elif isinstance(what, AnswerLine):
            self.answers.append(ReplayMoment(what.what, what.number, at))

    def __len__(self) -> int:
        return len(self.events)

    def state_after(self, events: int) -> AnyState:
        """Return the state after the first `events` events. Raises IndexError if there are fewer events."""
        if not 0 <= events <= len(self.events):
            raise IndexError(f"the record has {len(self.events)} events, not {events}")
        key = events // EVENTS_PER_KEYFRAME
        state = self.record.frames[key]
        for event in self.events[key * EVENTS_PER_KEYFRAME : events]:
            state = event.apply(state)
        return state

    def state_at_step(self, number: int) -> AnyState:
        """Return the state at the start of step `number` of the rules. Raises IndexError if there is none."""
        if not 1 <= number <= len(self.steps):
            raise IndexError(f"the record has {len(self.steps)} steps, but no step {number}")
        return self.state_after(self.steps[number - 1].at)

    def step_number_at(self, events: int) -> int:
        """Return the number of the step of the rules after `events` events, or 0 before the first step."""
        return bisect.bisect_right([mark.at for mark in self.steps], events)


def _note(line: RemarkLine) -> PlayerNote:
    """Return a remark line as the player's note that it records."""
    return PlayerNote(SideKey(line.by), line.kind, line.text, line.data)
