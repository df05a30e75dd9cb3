"""Undo: back to before an answer, unless dice, a reveal or another side's answer lie between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from battlesim.engine.decisions import DICE
from battlesim.engine.record import AnswerLine, Note, StepLine
from battlesim.engine.record_read import Record, fold
from battlesim.engine.record_write import News, Recorder, give_answer
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import Step
from battlesim.engine.run import Given, Position, Run
from battlesim.table.events import Event


class Past(msgspec.Struct, frozen=True):
    """An answer that was given: where the battle stood, who gave it, what it showed.

    `steps` counts the steps begun before it in a record; `revealed` names an event that made something known.
    """

    before: Position
    steps: int
    side: str
    what: str
    revealed: str = ""


class History:
    """A run with its past: answers are given through it, and can be taken back.

    `run` is replaced by an undo; always take it from here.
    """

    def __init__(self, run: Run, recorder: Recorder | None = None, pasts: Sequence[Past] = ()) -> None:
        self.run, self.recorder = run, recorder
        self.pasts = list(pasts)

    def answer(self, answer: Any, notes: Sequence[Note] = ()) -> tuple[Refusal | None, list[News]]:
        """Give the pending decision its answer: the refusal, and what happened."""
        decision, before = self.run.pending, self.run.position
        steps = self.recorder.steps if self.recorder else 0
        refusal, news = give_answer(self.run, answer, self.recorder, notes)
        if decision is not None and (refusal is None or refusal.reveals):
            self.pasts.append(Past(before, steps, decision.side, decision.what, _reveal(news)))
        return refusal, news

    def obstacle(self, to: int, side: str) -> str:
        """Why a side may not go back to before answer `to` (numbered from 1); "" when it may."""
        if not 1 <= to <= len(self.pasts):
            return f"there is no answer {to} to take back"
        for number, past in enumerate(self.pasts[to - 1 :], start=to):
            if past.side == DICE:
                return f"dice were thrown at answer {number}"
            if past.side != side:
                return f"answer {number} ({past.what}) was given by {past.side}"
            if past.revealed:
                return f"answer {number} ({past.what}) made something known: {past.revealed}"
        return ""

    def earliest(self, side: str) -> int:
        """The first answer that a side may take back to; one more than the last when there is none."""
        to = len(self.pasts) + 1
        while to > 1 and not self.obstacle(to - 1, side):
            to -= 1
        return to

    def undo(self, to: int, side: str) -> Refusal | None:
        """Go back to before answer `to`; a Refusal changes nothing."""
        obstacle = self.obstacle(to, side)
        if obstacle:
            return Refusal(obstacle)
        past = self.pasts[to - 1]
        self.run = Run(self.run.ruleset, past.before)
        self.run.take_news()
        del self.pasts[to - 1 :]
        if self.recorder:
            self.recorder.undo(to, self.run, past.steps)
        return None


def _reveal(news: Sequence[News]) -> str:
    return next((type(e).__name__ for e in news if isinstance(e, Event) and e.reveals), "")


def history(record: Record, run: Run, recorder: Recorder | None = None) -> History:
    """The history of a battle that goes on from its record; no rule is run for it."""
    return History(run, recorder, list(_pasts(record)))


def _pasts(record: Record) -> Iterator[Past]:
    state = record.state
    start, steps = Position(state), 0
    open_past: Past | None = None
    for entry in record.live:
        what = entry.what
        if isinstance(what, StepLine):
            start, steps = Position(state, Step(what.name, what.args)), what.number
        elif isinstance(what, Event):
            state = fold(record, entry, state)
            if what.reveals and open_past and not open_past.revealed:
                open_past = msgspec.structs.replace(open_past, revealed=type(what).__name__)
        elif isinstance(what, AnswerLine):
            if open_past:
                yield open_past
            open_past = Past(start, steps, what.side, what.what)
            given = (*start.answers, Given(what.answer, what.refusal))
            start = msgspec.structs.replace(start, answers=given)
    if open_past:
        yield open_past
