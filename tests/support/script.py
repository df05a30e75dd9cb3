"""Playing a stretch of a battle with answers and dice laid down in advance.

played = play_script(begin(RULESET, state), [{"unit": "a"}, {"action": "shoot"}, "b"], dice=[5, 2])
assert hits(played.state, "b") == 0
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from battlesim.engine.decisions import DICE, Chance, Decision
from battlesim.engine.dice import ScriptedDice
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import AnyRuleset, Step
from battlesim.engine.run import Position, Run
from battlesim.table.events import Event, Remark
from battlesim.table.state import AnyState

E = TypeVar("E", bound=Event)
Answers = Sequence[Any] | Mapping[str, Any]


class ScriptError(AssertionError):
    """Raised when the battle asks what the script did not foresee, or leaves a part of it over."""


class Played:
    """What came of a script: the run as it stands now, and all that happened, oldest first."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.news: list[Step | Event | Remark] = []
        self.asked: list[Decision[Any]] = []

    @property
    def state(self) -> AnyState:
        """The state now."""
        return self.run.state

    @property
    def events(self) -> list[Event]:
        """All events."""
        return [item for item in self.news if isinstance(item, Event)]

    @property
    def remarks(self) -> list[Remark]:
        """All remarks."""
        return [item for item in self.news if isinstance(item, Remark)]

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind."""
        return [item for item in self.news if isinstance(item, kind)]

    def asked_for(self, what: str) -> list[Decision[Any]]:
        """The decisions that were asked and answered under a key."""
        return [decision for decision in self.asked if decision.what == what]


def begin(ruleset: AnyRuleset, state: AnyState, step: str = "", *args: str) -> Run:
    """A run from a state: at the step named, or at whatever comes next."""
    return Run(ruleset, Position(state, Step(step, args) if step else None))


def play_script(
    run: Run, answers: Answers = (), dice: Sequence[int | str] = (), *, until: str = ""
) -> Played:
    """Play on until the script is used up, and stop at the next decision of a side.

    `answers` as a list is used up in order. An item is the answer itself, a function of (state, decision)
    that gives it, or {what: answer} or {what: function}, which also asserts the key of the decision.
    `answers` as a mapping goes by the key of the decision: a list is used up in order and exactly, any other
    value or function answers each time; play stops at the first decision that the mapping has nothing for.
    `dice` are the faces and the ids of cards in the order rolled and drawn. `until` stops at the first
    decision with that key (use "dice" for a roll). Raises ScriptError when an answer is refused or left over,
    DiceError when dice are not planned or left over.
    """
    played, faces = Played(run), ScriptedDice(dice)
    script = _ByKey(answers) if isinstance(answers, Mapping) else _InOrder(answers)
    while (decision := run.pending) is not None and decision.what != (until or None):
        if isinstance(decision, Chance) and decision.side == DICE:
            answer: Any = decision.fall(faces)
        elif script.has(decision):
            answer = script.next(run.state, decision)
        else:
            break
        played.asked.append(decision)
        if refusal := run.answer(answer):
            raise ScriptError(f"{decision.what} ({decision.prompt}): {answer!r} is refused: {refusal.reason}")
    played.news = run.take_news()
    script.check_used_up(run)
    faces.check_used_up()
    return played


def refused(run: Run, answer: Any) -> Refusal:
    """Why the pending decision does not take an answer. Raises ScriptError when it does."""
    refusal = run.check(answer)
    if refusal is None:
        raise ScriptError(f"{run.pending!r} takes {answer!r}")
    return refusal


class _InOrder:
    def __init__(self, answers: Sequence[Any]) -> None:
        self._left = list(answers)

    def has(self, decision: Decision[Any]) -> bool:
        return bool(self._left)

    def next(self, state: AnyState, decision: Decision[Any]) -> Any:
        item = self._left.pop(0)
        if isinstance(item, Mapping):
            ((what, item),) = item.items()
            if what != decision.what:
                raise ScriptError(f"{decision.what} ({decision.prompt}) is asked, but {what} was foreseen")
        return _given(item, state, decision)

    def check_used_up(self, run: Run) -> None:
        if self._left:
            raise ScriptError(f"answers are left over: {self._left}; pending: {run.pending!r}")


class _ByKey:
    def __init__(self, answers: Mapping[str, Any]) -> None:
        self._answers = {k: list(v) if isinstance(v, list) else v for k, v in answers.items()}

    def has(self, decision: Decision[Any]) -> bool:
        found = self._answers.get(decision.what, [])
        return found != [] if isinstance(found, list) else True

    def next(self, state: AnyState, decision: Decision[Any]) -> Any:
        found = self._answers[decision.what]
        return _given(found.pop(0) if isinstance(found, list) else found, state, decision)

    def check_used_up(self, run: Run) -> None:
        left = {what: found for what, found in self._answers.items() if isinstance(found, list) and found}
        if left:
            raise ScriptError(f"answers are left over: {left}; pending: {run.pending!r}")


def _given(item: Any, state: AnyState, decision: Decision[Any]) -> Any:
    answer: Callable[[AnyState, Decision[Any]], Any] | Any = item
    return answer(state, decision) if callable(answer) else answer
