"""Undoing of a side's answers, until dice are rolled, something is revealed or another side is asked."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Final

import msgspec

from battlesim.engine.decisions import ALL_SIDES, DICE_SIDE
from battlesim.engine.record import (
    ORDER_NOTE_KIND,
    PLAN_NOTE_KIND,
    AnswerLine,
    PlayerNote,
    RemarkLine,
    StepLine,
)
from battlesim.engine.record_read import Record, state_after_entry
from battlesim.engine.record_write import Recorder, RunUpdate, give_answer
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import Step
from battlesim.engine.run import GivenAnswer, Run, RunPosition
from battlesim.table.events import CardDrawn, DiceRolled, Event
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import AnyText, joined_text

NOTHING_TO_UNDO_TEXT: Final = "nothing has been answered yet"


class UndoEntry(msgspec.Struct, frozen=True):
    """An answer that can be undone, with its side, and the position and step number of the battle before it.

    `by_hand` is False if a standing order gave the answer or if it was planned together with an earlier
    answer. `memory` is the player's saved data before the answer, and `events` is the number of events that
    followed.
    """

    before: RunPosition
    steps: int
    side: SideKey
    by_hand: bool = True
    memory: Any = None
    events: int = 0


class UndoResult(msgspec.Struct, frozen=True):
    """The result of an undo: the side that gave the answers, and how many answers and events are undone."""

    side: SideKey
    answers: int
    events: int


class UndoHistory:
    """A battle in progress, with the answers that can still be undone. All of these are from the same side.

    `barrier` says why earlier answers cannot be undone. `answer_count` is the number of answers in the
    battle, and `roll_count` is how many of them are results of dice or decks. `memories` holds each player's
    saved data by side. An undo replaces `run`, so always read it from this object.
    """

    def __init__(self, run: Run, recorder: Recorder | None = None) -> None:
        self.run, self.recorder, self.answer_count, self.roll_count = run, recorder, 0, 0
        self.memories: dict[str, Any] = {}
        self.entries: list[UndoEntry] = []
        self.barrier: AnyText = NOTHING_TO_UNDO_TEXT

    def answer(self, answer: Any, notes: Sequence[PlayerNote] = ()) -> tuple[Refusal | None, list[RunUpdate]]:
        """Answer the open decision. Return the refusal, or None, and the new steps, events and remarks."""
        decision, before = self.run.pending, self.run.position
        steps = self.recorder.steps if self.recorder else 0
        refusal, news = give_answer(self.run, answer, self.recorder, notes)
        if decision is not None and (refusal is None or refusal.reveals):
            events = [item for item in news if isinstance(item, Event)]
            self.add_answer(before, steps, decision.side, notes, events, _side_asked(self.run))
        return refusal, news

    def add_answer(
        self,
        before: RunPosition,
        steps: int,
        side: SideKey,
        notes: Sequence[PlayerNote | RemarkLine],
        events: Sequence[Event],
        next_side: SideKey,
    ) -> None:
        """Add an answer to the history, with its notes, its events, and the side that is asked next.

        If another side is asked next, the answers so far can no longer be undone, because the question gives
        that side information, and its player may have looked at the screen.
        """
        self.answer_count += 1
        self.roll_count += side == DICE_SIDE
        by_hand = not any(note.kind in (ORDER_NOTE_KIND, PLAN_NOTE_KIND) for note in notes)
        past = UndoEntry(before, steps, side, by_hand, self.memories.get(side), len(events))
        self.memories.update({_note_side(note): note.memory for note in notes if note.memory is not None})
        stop = _barrier(side, events)
        if stop:
            self.entries, self.barrier = [], stop
        elif next_side not in (side, DICE_SIDE, NO_SIDE):
            last, now = self._name(side), self._name(next_side)
            self.entries, self.barrier = [], f"{last} answered last, and {now} have been asked since"
        else:
            self.entries.append(past)

    def _name(self, side: SideKey) -> str:
        return "several sides" if side == ALL_SIDES else self.run.state.table.side(side).name

    def undo_obstacle(self, sides: Container[str]) -> AnyText:
        """Return the reason why none of the given sides can undo the last answer, or "" if a side can."""
        if not any(past.by_hand for past in self.entries):
            return self.barrier
        side = self.entries[-1].side
        return "" if side in sides else f"{self._name(side)} answered last"

    def undo(self, sides: Container[str]) -> UndoResult | Refusal:
        """Undo the last answer that a user gave by hand, and all answers after it.

        If none of the given sides may undo it, change nothing and return a refusal.
        """
        obstacle = self.undo_obstacle(sides)
        if obstacle:
            return Refusal(obstacle)
        at = max(number for number, past in enumerate(self.entries) if past.by_hand)
        past, gone = self.entries[at], self.entries[at:]
        self.run = Run(self.run.ruleset, past.before)
        self.run.take_updates()
        self.entries, self.answer_count = self.entries[:at], self.answer_count - len(gone)
        self.memories.pop(past.side, None)
        if past.memory is not None:
            self.memories[past.side] = past.memory
        if self.recorder:
            self.recorder.write_undo(self.answer_count + 1, self.run, past.steps)
        return UndoResult(past.side, len(gone), sum(past.events for past in gone))


def _side_asked(run: Run) -> SideKey:
    """Return the side of the open decision, or NO_SIDE if the battle has ended."""
    return run.pending.side if run.pending else NO_SIDE


def _note_side(note: PlayerNote | RemarkLine) -> str:
    return note.side if isinstance(note, PlayerNote) else note.by


def _barrier(side: SideKey, events: Sequence[Event]) -> AnyText:
    """Return why an answer followed by these events cannot be undone, or "" if it can."""
    if side == DICE_SIDE:
        drawn = any(isinstance(event, CardDrawn) for event in events)
        words = "a card was drawn" if drawn else "dice were rolled"
        open_to_all = (
            roll.why for roll in events if isinstance(roll, DiceRolled | CardDrawn) and not roll.to
        )
        return joined_text(filter(None, (words, next(open_to_all, ""))), ": ")
    if side == ALL_SIDES:
        return "several sides have answered at once"
    return "it revealed something" if any(event.reveals for event in events) else ""


def history_of_record(
    record: Record, run: Run, recorder: Recorder | None = None, missing: Sequence[Event] = ()
) -> UndoHistory:
    """Return the undo history of a resumed battle, built from its record without running the rules.

    `missing` lists the events of the last answer that are not in the record.
    """
    history, state = UndoHistory(run, recorder), record.state
    start, steps = RunPosition(state), 0
    notes: list[RemarkLine] = []
    given: tuple[RunPosition, int, SideKey, list[RemarkLine]] | None = None
    events: list[Event] = []
    for entry in record.live:
        what = entry.what
        if isinstance(what, StepLine):
            start, steps = RunPosition(state, Step(what.name, what.args)), what.number
        elif isinstance(what, Event):
            state = state_after_entry(record.path, entry, state)
            events.append(what)
        elif isinstance(what, RemarkLine) and what.by:
            notes.append(what)
        elif isinstance(what, AnswerLine):
            if given:
                history.add_answer(*given, events, what.side)
            given, notes, events = (start, steps, what.side, notes), [], []
            answers = (*start.answers, GivenAnswer(what.answer, what.refusal))
            start = msgspec.structs.replace(start, answers=answers)
    if given:
        history.add_answer(*given, [*events, *missing], _side_asked(run))
    return history
