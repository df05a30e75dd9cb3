"""Running of a battle's rules. A battle can be resumed at any time from its position, which is plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.engine.decisions import Decision, parse_answer
from battlesim.engine.play import Play, Script
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import AnyRuleset, Outcome, Step
from battlesim.table.events import AnswerRefused, Event
from battlesim.table.remarks import Remark
from battlesim.table.state import AnyState


class GivenAnswer(msgspec.Struct, frozen=True):
    """An answer given in a battle. If it was refused and this revealed something, `refusal` is set."""

    answer: Any
    refusal: Refusal | None = None


class RunPosition(msgspec.Struct, frozen=True):
    """A position from which a battle can be resumed: the state at the start of a step of the rules.

    It also holds the step itself, and the answers given in the step so far.
    """

    state: AnyState
    step: Step | None = None
    answers: tuple[GivenAnswer, ...] = ()


class RunError(Exception):
    """Raised when a battle cannot continue, for example because it is already over."""


class AnswerError(RunError):
    """Raised when an answer cannot be checked because it contains extreme values."""


MAX_STEPS_WITHOUT_DECISION = 10_000


class Run:
    """A battle in progress. `pending` is the open decision; if the battle is over, `outcome` is the result.

    The battle advances from one decision to the next when `answer` is called, which checks the answer first.
    For example, answer `pending` with a path, call `take_updates` to get the resulting events, then answer
    the next `pending`. The same ruleset, position and answers always lead to the same battle.
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
        """The current state of the battle."""
        return self._game.state

    @property
    def step(self) -> Step | None:
        """The step of the rules in progress, or None if the battle is over."""
        return self._step

    @property
    def position(self) -> RunPosition:
        """The current position in the battle, from which play can be resumed."""
        return RunPosition(self._start, self._step, tuple(self._answers))

    @property
    def is_settled(self) -> bool:
        """True if no decision has been answered in the current step of the rules."""
        return not self._answers

    def take_updates(self) -> list[Step | Event | Remark]:
        """Return the steps, events and remarks since the last call, in chronological order."""
        self._news.extend(self._game.updates)
        self._game.updates = []
        news, self._news = self._news, []
        return news

    def check(self, answer: Any) -> Refusal | None:
        """Return None if an answer to the open decision is legal, or a refusal if it is illegal.

        Raises RunError if no decision is open, and AnswerError if the check itself fails.
        """
        if self.pending is None:
            raise RunError("the battle is over, so no decision is open")
        try:
            return self.pending.check(self.state, answer)
        except Exception as error:  # geometry may fail on extreme numbers in an answer
            raise AnswerError(f"the answer cannot be checked: {type(error).__name__}: {error}") from error

    def answer(self, answer: Any) -> Refusal | None:
        """Answer the open decision and continue to the next. Return the refusal, or None if it was accepted.

        A refused answer changes nothing, unless the refusal reveals something; it is then recorded as an
        event. In both cases, the same decision stays open.
        """
        refusal = self.check(answer)
        if refusal is None or refusal.reveals:
            self.accept_answer(GivenAnswer(answer, refusal))
        return refusal

    def accept_answer(self, given: GivenAnswer) -> None:
        """Continue with an answer that was already checked. Raises RunError if no decision is open."""
        if self.pending is None:
            raise RunError("the battle is over, so no decision is open")
        self._answers.append(given)
        if given.refusal is not None:
            reason, rule = given.refusal.reason, given.refusal.rule
            self._game.emit(AnswerRefused(rule=rule, side=self.pending.side, reason=reason))
        elif not self._send(given.answer):
            self._next_step()

    def fork(self) -> Run:
        """Return an independent copy of the battle as it is now. Its list of updates is empty."""
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
        raise RunError(f"{self.ruleset.key} ran for {MAX_STEPS_WITHOUT_DECISION} steps without a decision")

    def _resume(self, step: Step, answers: tuple[GivenAnswer, ...]) -> None:
        if not self._begin(step):
            self._next_step()
        for given in answers:
            if self.pending is None:
                raise RunError(f"the step {step.name!r} has fewer decisions than recorded answers")
            answer = given.answer if given.refusal else parse_answer(self.pending, given.answer)
            self.accept_answer(GivenAnswer(answer, given.refusal))

    def _begin(self, step: Step) -> bool:
        """Start a step. Return False if the step ended without a decision."""
        self._news.extend(self._game.updates)
        self._game.updates = []
        self._news.append(step)
        self._start, self._step, self._answers = self.state, step, []
        self._script = self.ruleset.script(self._game, step)
        return self._send(None)

    def _send(self, answer: Any) -> bool:
        """Run the step up to its next decision. Return False if the step ended."""
        assert self._script is not None
        try:
            self.pending = self._script.send(answer)
        except StopIteration:
            return False
        return True


def start_run(ruleset: AnyRuleset, state: AnyState) -> Run:
    """Start a battle from the given state and return it."""
    return Run(ruleset, RunPosition(state))
