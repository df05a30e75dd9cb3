"""Running the rules: the truth is a plain Position, the live generator only a cache of it."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.engine.decisions import Decision, parse_answer
from battlesim.engine.play import Play, Script
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import AnyRuleset, Outcome, Step
from battlesim.table.events import AnswerRefused, Event, Remark
from battlesim.table.state import AnyState


class GivenAnswer(msgspec.Struct, frozen=True):
    """An answer as it was given; `refusal` when it was refused and its giver learned something by that."""

    answer: Any
    refusal: Refusal | None = None


class RunPosition(msgspec.Struct, frozen=True):
    """A state at the start of a step, the step, and the answers given in it so far."""

    state: AnyState
    step: Step | None = None
    answers: tuple[GivenAnswer, ...] = ()


class RunError(Exception):
    """Raised when a run is asked for what it cannot do (an answer when nothing is pending)."""


class AnswerError(RunError):
    """Raised for an answer so far off that it cannot even be checked: why."""


MAX_STEPS_WITHOUT_DECISION = 10_000


class Run:
    """A battle being played: `pending` is the open decision, `outcome` the end, one of them always set.

    `begun` lists what happened since the last `take_updates`: steps begun, events and remarks, in order.
    """

    def __init__(self, ruleset: AnyRuleset, position: RunPosition) -> None:
        self.ruleset = ruleset
        self.pending: Decision[Any] | None = None
        self.outcome: Outcome | None = None
        self._news: list[Step | Event | Remark] = []
        self._start = position.state
        self._step = position.step
        self._answers: list[GivenAnswer] = []
        self._game: Play[Any] = Play(position.state, ruleset.key)
        self._script: Script[None] | None = None
        if position.step is None:
            self._next_step()
        else:
            self._resume(position.step, position.answers)

    @property
    def state(self) -> AnyState:
        """The state of this moment."""
        return self._game.state

    @property
    def step(self) -> Step | None:
        """The step being carried out; None when the battle has ended."""
        return self._step

    @property
    def position(self) -> RunPosition:
        """This moment as plain data."""
        return RunPosition(self._start, self._step, tuple(self._answers))

    @property
    def is_settled(self) -> bool:
        """Whether the step has only just begun: no answer was given in it yet."""
        return not self._answers

    def take_updates(self) -> list[Step | Event | Remark]:
        """What happened since the last call, oldest first."""
        self._news.extend(self._game.updates)
        self._game.updates = []
        news, self._news = self._news, []
        return news

    def check(self, answer: Any) -> Refusal | None:
        """Whether the pending decision would take this answer.

        Raises RunError when none is pending, AnswerError when the check fails on it.
        """
        if self.pending is None:
            raise RunError("the battle is over: nothing is asked")
        try:
            return self.pending.check(self.state, answer)
        except Exception as error:  # an answer may hold any numbers, and geometry chokes on some
            raise AnswerError(f"it cannot be checked: {type(error).__name__}: {error}") from error

    def answer(self, answer: Any) -> Refusal | None:
        """Give the pending decision its answer and run on to the next one.

        A Refusal changes nothing, unless it reveals something: then it is kept as an event, and the same
        decision stays open.
        """
        refusal = self.check(answer)
        if refusal is None or refusal.reveals:
            self.accept_answer(GivenAnswer(answer, refusal))
        return refusal

    def accept_answer(self, given: GivenAnswer) -> None:
        """Run on with an answer that was checked before: one from `check`, a position or a record."""
        if self.pending is None:
            raise RunError("the battle is over: nothing is asked")
        self._answers.append(given)
        if given.refusal is not None:
            reason, rule = given.refusal.reason, given.refusal.rule
            self._game.emit(AnswerRefused(rule=rule, side=self.pending.side, reason=reason))
        elif not self._send(given.answer):
            self._next_step()

    def fork(self) -> Run:
        """An independent run from this very moment; its news start empty."""
        twin = Run(self.ruleset, self.position)
        twin.take_updates()
        return twin

    def _next_step(self) -> None:
        for _ in range(MAX_STEPS_WITHOUT_DECISION):
            found = self.ruleset.next_step(self.state)
            if isinstance(found, Outcome):
                self._step, self.outcome, self.pending, self._script = None, found, None, None
                self._start, self._answers = self.state, []
                return
            if self._begin(found):
                return
        raise RunError(f"{self.ruleset.key}: {MAX_STEPS_WITHOUT_DECISION} steps in a row asked nothing")

    def _resume(self, step: Step, answers: tuple[GivenAnswer, ...]) -> None:
        if not self._begin(step):
            self._next_step()
        for given in answers:
            if self.pending is None:
                raise RunError(f"{step.name} asks less than was answered")
            answer = given.answer if given.refusal else parse_answer(self.pending, given.answer)
            self.accept_answer(GivenAnswer(answer, given.refusal))

    def _begin(self, step: Step) -> bool:
        """Start a step; False when it ended without a question."""
        self._news.extend(self._game.updates)
        self._game.updates = []
        self._news.append(step)
        self._start, self._step, self._answers = self.state, step, []
        self._script = self.ruleset.script(self._game, step)
        return self._send(None)

    def _send(self, answer: Any) -> bool:
        """Run the step on to its next question; False when it ended."""
        assert self._script is not None
        try:
            self.pending = self._script.send(answer)
        except StopIteration:
            return False
        return True


def start_run(ruleset: AnyRuleset, state: AnyState) -> Run:
    """A run from a settled state."""
    return Run(ruleset, RunPosition(state))
