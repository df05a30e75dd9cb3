"""Functions for tests that play part of a battle, or a single rule, with prepared answers and dice.

played = play_script(begin_run(RULESET, state), [{"unit": "a"}, {"action": "shoot"}, "b"], dice=[5, 2])
assert piece_hits(played.state, "b") == 0

done = perform_rules(state, lambda play: shoot(play, "a"), {"target": ["b"]}, dice=[5, 2])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.decisions import DICE_SIDE, Decision
from battlesim.engine.dice import ScriptedDice
from battlesim.engine.play import Play, Script, optional_script
from battlesim.engine.refusal import Refusal
from battlesim.engine.ruleset import AnyRuleset, Step
from battlesim.engine.run import Run, RunPosition
from battlesim.table.events import Event
from battlesim.table.pieces import Piece
from battlesim.table.remarks import Remark
from battlesim.table.state import AnyState

E = TypeVar("E", bound=Event)
ScriptAnswers = Sequence[Any] | Mapping[str, Any]
"""Scripted answers, either in order or by the key of the decision."""
ScriptUpdates = Sequence[Step | Event | Remark]
"""The updates of a script: steps, events and remarks."""


class ScriptError(AssertionError):
    """Raised if a test's prepared answers do not fit the decisions, or if answers are left over."""


class RefusedError(ScriptError):
    """Raised if a prepared answer of a test is refused; `refusal` holds the reason."""

    def __init__(self, decision: Decision[Any], answer: object, refusal: Refusal) -> None:
        words = f"{decision.what} ({decision.prompt}): {answer!r} is refused: {refusal.reason}"
        super().__init__(f"{words} [{refusal.rule}]")
        self.refusal = refusal


class ScriptResult:
    """The result of playing with prepared answers: the final state, all updates and all decisions."""

    def __init__(self, state: AnyState, updates: ScriptUpdates, asked: Sequence[Decision[Any]]) -> None:
        self.state, self.updates, self.asked = state, list(updates), list(asked)

    @property
    def events(self) -> list[Event]:
        """All events that occurred, in order."""
        return [item for item in self.updates if isinstance(item, Event)]

    @property
    def remarks(self) -> list[Remark]:
        """All remarks that were recorded, in order."""
        return [item for item in self.updates if isinstance(item, Remark)]

    def events_of(self, kind: type[E]) -> list[E]:
        """Return all events of the given type, in order."""
        return [item for item in self.updates if isinstance(item, kind)]

    def piece(self, piece: str) -> Piece:
        """Return the piece with the id `piece` in the final state."""
        return self.state.table.piece(piece)

    def decisions_with_key(self, what: str) -> list[Decision[Any]]:
        """Return the decisions that were asked under the key `what`, such as "target", in order."""
        return [decision for decision in self.asked if decision.what == what]

    def first_decision(self, what: str) -> Decision[Any]:
        """Return the first decision asked under the key `what`. Raises AssertionError if there is none."""
        decisions = self.decisions_with_key(what)
        assert decisions, f"{what} was never asked; asked: {[decision.what for decision in self.asked]}"
        return decisions[0]


class RunScriptResult(ScriptResult):
    """The result of playing a battle with prepared answers, and the run, which can be continued."""

    def __init__(self, run: Run, asked: Sequence[Decision[Any]]) -> None:
        super().__init__(run.state, run.take_updates(), asked)
        self.run = run


def begin_run(ruleset: AnyRuleset, state: AnyState, step: str = "", *args: str) -> Run:
    """Start a battle in a given state, at the named or else the next step, and return its run."""
    return Run(ruleset, RunPosition(state, Step(step, args) if step else None))


def play_script(
    run: Run, answers: ScriptAnswers = (), dice: Sequence[int | str] = (), *, until: str = ""
) -> RunScriptResult:
    """Play on with prepared answers and dice until the next decision that has no answer.

    Answers in a list are used in order. Each item is the answer itself, a function of (decision, state) that
    returns it, or {what: answer}, which also asserts the key of the decision. Answers in a mapping are looked
    up by the key of the decision: a list is used in order and must be used up; any other value or function
    answers every decision with that key.

    `dice` holds the die faces and card ids in the order in which they are rolled and drawn. `until` stops
    play at the first decision with that key ("dice" for a roll). Raises RefusedError if an answer is refused,
    ScriptError if answers are left over, and DiceError if dice are missing or left over.
    """
    faces, asked = ScriptedDice(dice), list[Decision[Any]]()
    script = _ByKey(answers) if isinstance(answers, Mapping) else _InOrder(answers)
    while (decision := run.pending) is not None and decision.what != (until or None):
        if isinstance(decision, ChanceDecision) and decision.side == DICE_SIDE:
            answer: Any = decision.roll_or_draw(faces)
        elif script.has(decision):
            answer = script.next(decision, run.state)
        else:
            break
        asked.append(decision)
        if refusal := run.answer(answer):
            raise RefusedError(decision, answer, refusal)
    script.check_used_up(run.pending)
    faces.check_used_up()
    return RunScriptResult(run, asked)


def perform_rules(
    state: AnyState,
    rules: Callable[[Play[Any]], Script[Any] | None],
    answers: Mapping[str, Any] | None = None,
    dice: Sequence[int | str] = (),
    until: str = "",
) -> ScriptResult:
    """Carry out a single rule, given as a script (a generator of decisions), with prepared answers and dice.

    `answers` and `dice` are as in `play_script`, but a decision without an answer gets its default answer.
    Play ends before the first decision with the key `until`, which then is the last in `asked`. Raises the
    same errors as `play_script`.
    """
    play: Play[Any] = Play(state, "test")
    script, faces, asked = _ByKey(answers or {}), ScriptedDice(dice), list[Decision[Any]]()
    live = optional_script(rules(play))
    try:
        asked.append(next(live))
        while asked[-1].what != (until or None):
            asked.append(live.send(_answer(asked[-1], play.state, script, faces)))
        return ScriptResult(play.state, play.updates, asked)
    except StopIteration:
        script.check_used_up(None)
        faces.check_used_up()
        return ScriptResult(play.state, play.updates, asked)


def _answer(decision: Decision[Any], state: AnyState, script: _ByKey, faces: ScriptedDice) -> Any:
    if isinstance(decision, ChanceDecision) and decision.side == DICE_SIDE:
        return decision.roll_or_draw(faces)
    answer = script.next(decision, state) if script.has(decision) else decision.default(state)
    if refusal := decision.check(state, answer):
        raise RefusedError(decision, answer, refusal)
    return answer


def expect_refusal(run: Run, answer: Any) -> Refusal:
    """Return the refusal of an answer to the pending decision. Raises ScriptError if it is accepted."""
    refusal = run.check(answer)
    if refusal is None:
        raise ScriptError(f"{run.pending!r} accepts {answer!r}")
    return refusal


class _InOrder:
    def __init__(self, answers: Sequence[Any]) -> None:
        self._left = list(answers)

    def has(self, decision: Decision[Any]) -> bool:
        return bool(self._left)

    def next(self, decision: Decision[Any], state: AnyState) -> Any:
        item = self._left.pop(0)
        if isinstance(item, Mapping):
            ((what, item),) = item.items()
            if what != decision.what:
                raise ScriptError(
                    f"the script answers {what}, but {decision.what} ({decision.prompt}) is asked"
                )
        return _given(item, decision, state)

    def check_used_up(self, pending: Decision[Any] | None) -> None:
        if self._left:
            raise ScriptError(f"the script has unused answers: {self._left}; the open decision: {pending!r}")


class _ByKey:
    def __init__(self, answers: Mapping[str, Any]) -> None:
        self._answers = {k: list(v) if isinstance(v, list) else v for k, v in answers.items()}

    def has(self, decision: Decision[Any]) -> bool:
        found = self._answers.get(decision.what, [])
        return found != [] if isinstance(found, list) else True

    def next(self, decision: Decision[Any], state: AnyState) -> Any:
        found = self._answers[decision.what]
        return _given(found.pop(0) if isinstance(found, list) else found, decision, state)

    def check_used_up(self, pending: Decision[Any] | None) -> None:
        left = {what: found for what, found in self._answers.items() if isinstance(found, list) and found}
        if left:
            raise ScriptError(f"the script has unused answers: {left}; the open decision: {pending!r}")


def _given(item: Any, decision: Decision[Any], state: AnyState) -> Any:
    return item(decision, state) if callable(item) else item
