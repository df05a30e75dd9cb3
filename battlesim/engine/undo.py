"""Undo: a side takes its answers back, unless dice, a reveal or a question to another side lie between."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Final

import msgspec

from battlesim.engine.decisions import DICE, EVERYBODY
from battlesim.engine.record import ORDER, PLAN, AnswerLine, Note, RemarkLine, StepLine
from battlesim.engine.record_read import Record, fold
from battlesim.engine.record_write import News, Recorder, give_answer
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import Step
from battlesim.engine.run import Given, Position, Run
from battlesim.table.events import CardDrawn, DiceRolled, Event
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.phrases import AnyText, joined_text

NOTHING: Final = "nothing has been answered yet"


class Past(msgspec.Struct, frozen=True):
    """An answer that was given: where the battle stood, in which step, and whose it was.

    `by_hand`: it was given by itself, not by a standing order or with one before. `memory` is what the side's
    player kept before, `events` counts what came of it.
    """

    before: Position
    steps: int
    side: SideKey
    by_hand: bool = True
    memory: Any = None
    events: int = 0


class Undone(msgspec.Struct, frozen=True):
    """Answers of a side were taken back: how many, and how many events with them."""

    side: SideKey
    answers: int
    events: int


class History:
    """A run with the answers that can still be taken back: those since `barrier`, all of one side.

    `answers` counts all that stand, `rolls` those of dice and decks; `memories` is what the sides' players
    remember. `run` is replaced by an undo; always take it from here.
    """

    def __init__(self, run: Run, recorder: Recorder | None = None) -> None:
        self.run, self.recorder, self.answers, self.rolls = run, recorder, 0, 0
        self.memories: dict[str, Any] = {}
        self.pasts: list[Past] = []
        self.barrier: AnyText = NOTHING

    def answer(self, answer: Any, notes: Sequence[Note] = ()) -> tuple[Refusal | None, list[News]]:
        """Give the pending decision its answer: the refusal, and what happened."""
        decision, before = self.run.pending, self.run.position
        steps = self.recorder.steps if self.recorder else 0
        refusal, news = give_answer(self.run, answer, self.recorder, notes)
        if decision is not None and (refusal is None or refusal.reveals):
            events = [item for item in news if isinstance(item, Event)]
            self.remember(before, steps, decision.side, notes, events, _asked(self.run))
        return refusal, news

    def remember(
        self,
        before: Position,
        steps: int,
        side: SideKey,
        notes: Sequence[Note | RemarkLine],
        events: Sequence[Event],
        asked: SideKey,
    ) -> None:
        """Note an answer that was given, with what was said about it, what came of it, and who is asked next.

        Who is asked has been told something by that, and may have to look at the screen for it.
        """
        self.answers += 1
        self.rolls += side == DICE
        by_hand = not any(note.kind in (ORDER, PLAN) for note in notes)
        past = Past(before, steps, side, by_hand, self.memories.get(side), len(events))
        self.memories.update({_by(note): note.memory for note in notes if note.memory is not None})
        stop = _barrier(side, events)
        if stop:
            self.pasts, self.barrier = [], stop
        elif asked not in (side, DICE, NO_SIDE):
            last, now = self._name(side), self._name(asked)
            self.pasts, self.barrier = [], f"{last} answered last, and {now} have been asked since"
        else:
            self.pasts.append(past)

    def _name(self, side: SideKey) -> str:
        return "several sides" if side == EVERYBODY else self.run.state.table.side(side).name

    def obstacle(self, sides: Container[str]) -> AnyText:
        """Why the last answer that was given by hand may not be taken back by one of some sides.

        "" when it may.
        """
        if not any(past.by_hand for past in self.pasts):
            return self.barrier
        side = self.pasts[-1].side
        return "" if side in sides else f"{self._name(side)} answered last"

    def undo(self, sides: Container[str]) -> Undone | Refusal:
        """Go back to before that answer; a Refusal changes nothing."""
        obstacle = self.obstacle(sides)
        if obstacle:
            return Refusal(obstacle)
        at = max(number for number, past in enumerate(self.pasts) if past.by_hand)
        past, gone = self.pasts[at], self.pasts[at:]
        self.run = Run(self.run.ruleset, past.before)
        self.run.take_news()
        self.pasts, self.answers = self.pasts[:at], self.answers - len(gone)
        self.memories.pop(past.side, None)
        if past.memory is not None:
            self.memories[past.side] = past.memory
        if self.recorder:
            self.recorder.undo(self.answers + 1, self.run, past.steps)
        return Undone(past.side, len(gone), sum(one.events for one in gone))


def _asked(run: Run) -> SideKey:
    """Whose question is open; NO_SIDE at the end."""
    return run.pending.side if run.pending else NO_SIDE


def _by(note: Note | RemarkLine) -> str:
    return note.side if isinstance(note, Note) else note.by


def _barrier(side: SideKey, events: Sequence[Event]) -> AnyText:
    """Why nobody takes back an answer of a side from which these events came; "" when that can be done."""
    if side == DICE:
        drawn = any(isinstance(event, CardDrawn) for event in events)
        words = "a card was drawn" if drawn else "dice were thrown"
        open_to_all = (one.why for one in events if isinstance(one, DiceRolled | CardDrawn) and not one.to)
        return joined_text(filter(None, (words, next(open_to_all, ""))), ": ")
    if side == EVERYBODY:
        return "several sides have answered at once"
    return "something was made known by it" if any(event.reveals for event in events) else ""


def history(
    record: Record, run: Run, recorder: Recorder | None = None, missing: Sequence[Event] = ()
) -> History:
    """The history of a battle that goes on from its record; no rule is run for it.

    `missing` are events of the last answer that the record had lost.
    """
    found, state = History(run, recorder), record.state
    start, steps = Position(state), 0
    notes: list[RemarkLine] = []
    given: tuple[Position, int, SideKey, list[RemarkLine]] | None = None
    events: list[Event] = []
    for entry in record.live:
        what = entry.what
        if isinstance(what, StepLine):
            start, steps = Position(state, Step(what.name, what.args)), what.number
        elif isinstance(what, Event):
            state = fold(record.path, entry, state)
            events.append(what)
        elif isinstance(what, RemarkLine) and what.by:
            notes.append(what)
        elif isinstance(what, AnswerLine):
            if given:
                found.remember(*given, events, what.side)
            given, notes, events = (start, steps, what.side, notes), [], []
            answers = (*start.answers, Given(what.answer, what.refusal))
            start = msgspec.structs.replace(start, answers=answers)
    if given:
        found.remember(*given, [*events, *missing], _asked(run))
    return found
