"""Viewing a record: events are folded, rules are never run. Any moment is a few events from a keyframe."""

from __future__ import annotations

import bisect

import msgspec

from battlesim.engine.record import AnswerLine, BookmarkLine, Note, RemarkLine, StepLine
from battlesim.engine.record_read import SPACING, Entry, Record
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState


class Mark(msgspec.Struct, frozen=True):
    """A named moment: how many events come before it. A bookmark may say more about a piece or terrain."""

    name: str
    number: int
    at: int
    note: str = ""
    about: str = ""


Happened = Event | Note
"""What a record tells of a battle: its events, and before them why players answered as they did."""


class Replay:
    """The events that stand, the state after any number of them, and where steps and answers begin.

    `told` are the events with the reasons of the players before them; a note without words stands for an
    answer.
    `lines[i]` is (entry, number of events before it) for every line that stands, for a log to show.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.events: list[Event] = []
        self.steps: list[Mark] = []
        self.answers: list[Mark] = []
        self.bookmarks: list[Mark] = []
        self.lines: list[tuple[Entry, int]] = []
        self.told: list[Happened] = []
        named: list[BookmarkLine] = []
        for entry in record.live:
            self.lines.append((entry, len(self.events)))
            self._mark(entry)
            if isinstance(entry.what, BookmarkLine):
                named.append(entry.what)
            if isinstance(entry.what, Event):
                self.events.append(entry.what)
                self.told.append(entry.what)
            elif isinstance(entry.what, RemarkLine) and entry.what.by:
                self.told.append(_note(entry.what))
            elif isinstance(entry.what, AnswerLine):
                self.told.append(Note(entry.what.side, "reason", ""))
        for line in named:
            self.name(line)

    def name(self, line: BookmarkLine) -> None:
        """Give a moment a name, in place of the one it had."""
        after = self.answers[line.answer : line.answer + 1]
        begun = self.answers[line.answer - 1].at if 0 < line.answer <= len(self.answers) else 0
        end = after[0].at if after else len(self.events)
        at = end if line.events is None else max(0, min(begun + line.events, len(self.events)))
        kept = [mark for mark in self.bookmarks if mark.at != at]
        fresh = [Mark(line.name, line.answer, at, line.note, line.about)] if line.name else []
        self.bookmarks = sorted((*kept, *fresh), key=lambda mark: mark.at)

    def place(self, at: int) -> tuple[int, int]:
        """The moment after so many events as an answer (0: none yet) and the events since."""
        number = bisect.bisect_left([mark.at for mark in self.answers], at)
        return number, at - (self.answers[number - 1].at if number else 0)

    def _mark(self, entry: Entry) -> None:
        what, at = entry.what, len(self.events)
        if isinstance(what, StepLine):
            self.steps.append(Mark(what.name, what.number, at))
        elif isinstance(what, AnswerLine):
            self.answers.append(Mark(what.what, what.number, at))

    def __len__(self) -> int:
        return len(self.events)

    def state(self, events: int) -> AnyState:
        """The state after so many events, 0 to len(self). Raises IndexError beyond that."""
        if not 0 <= events <= len(self.events):
            raise IndexError(f"there are {len(self.events)} events, not {events}")
        key = events // SPACING
        state = self.record.frames[key]
        for event in self.events[key * SPACING : events]:
            state = event.apply(state)
        return state

    def at_step(self, number: int) -> AnyState:
        """The state at the start of a step, numbered from 1. Raises IndexError when there is none."""
        if not 1 <= number <= len(self.steps):
            raise IndexError(f"there are {len(self.steps)} steps, not {number}")
        return self.state(self.steps[number - 1].at)

    def step_at(self, events: int) -> int:
        """The number of the step that is under way after so many events; 0 before the first."""
        return bisect.bisect_right([mark.at for mark in self.steps], events)


def _note(line: RemarkLine) -> Note:
    """A remark of a player, as it was given with the answer."""
    return Note(SideKey(line.by), line.kind, line.text, line.data)
