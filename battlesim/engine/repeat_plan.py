"""Plans that repeat an earlier action, by other units in turn or by the same unit until it reaches a goal.

A choice is repeated by the same option or by an option with the same action. A move is repeated by the same
displacement as far as possible. All other decisions are answered by advice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.lookahead import (
    ActPlan,
    AnswerPolicy,
    GoalPoint,
    LookaheadPlanner,
    PlanEnd,
    PlannedAnswer,
)
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.repeat_answer import AnsweredDecision, legal_legs_toward, repeated_answer
from battlesim.table.phrases import AnyText, Ref, length_text, phrase
from battlesim.table.state import AnyState

MAX_QUIET_STEPS: Final = 8
"""The maximum number of steps without a decision between the acts of two units in a plan."""
MIN_PACE_DIFFERENCE_IN: Final = 0.5
"""The lead in inches over the slowest follower above which all units are limited to its pace."""
ARRIVAL_DISTANCE_IN: Final = 0.25
"""The distance in inches at which a goal counts as reached, and the minimum progress of a move."""

_WHY: Final[Mapping[PlanEnd, AnyText]] = {
    "other": "another side may have to decide first",
    "dice": "dice must be rolled first",
    "hidden": "it is not yet known what happens before that",
}


class RepeatRequest(msgspec.Struct, frozen=True):
    """A request to repeat an earlier action, by other units or by the same unit until it reaches a goal.

    `given` holds answers to the open decision and to the decisions after it. Then the answers in `deed` are
    repeated, and the units in `others` repeat the action in that order. If `goal` is set, the first unit
    repeats the action until it gets there.
    """

    given: tuple[Any, ...] = ()
    deed: tuple[AnsweredDecision, ...] = ()
    others: tuple[str, ...] = ()
    goal: GoalPoint | None = None


def repeat_plan(planner: LookaheadPlanner, request: RepeatRequest) -> ActPlan:
    """Return a plan that repeats an action as requested. No unit moves farther than the slowest unit can.

    The plan ends before the first unit that cannot repeat the action. Units that can no longer act in their
    turn, for example because they have moved along with another unit, are skipped.
    """
    plan = _plan_at_pace(planner, request, math.inf)
    moves = [(line.decision, line.answer) for line in plan.lines if isinstance(line.decision, MoveGroup)]
    if not request.others or not moves or not moves[0][1]:
        return plan
    leg = moves[0][1][0]
    pace, unit = min((_allowance(asked, legs[0].piece), asked.about) for asked, legs in moves if legs)
    if math.dist(leg.path[0], leg.end) <= pace + MIN_PACE_DIFFERENCE_IN:
        return plan
    slower = _plan_at_pace(planner, request, pace)
    words = slower.words or phrase("all move at the pace of {unit}, {distance}", Ref(unit), length_text(pace))
    return msgspec.structs.replace(slower, words=words)


def _allowance(asked: MoveGroup, piece: str) -> float:
    """Return the allowance of a piece in a group move, in inches."""
    return next(motion.allowance for motion in asked.motions if motion.piece == piece)


def _plan_at_pace(planner: LookaheadPlanner, request: RepeatRequest, pace: float) -> ActPlan:
    """Return the plan in which no leader moves farther than `pace` inches."""
    policy = _Repeat(planner, request, pace)
    plan = planner.plan_with(policy)
    words = policy.words or policy.cut(plan.stop) or policy.passed_over
    return msgspec.structs.replace(plan, lines=policy.whole(plan.lines), words=words)


class _Repeat(AnswerPolicy):
    """A policy that repeats earlier answers; `words` and `passed_over` say why units cannot follow."""

    def __init__(self, planner: LookaheadPlanner, request: RepeatRequest, pace: float) -> None:
        super().__init__(planner.ruleset, planner.advise, request.given)
        self._pace = pace
        self.words: AnyText = ""
        self.passed_over: AnyText = ""
        self._others = [unit for unit in request.others if unit not in request.given]
        self.actor_count = 1 + len(request.others)
        self._deed, self._goal = self._of_one(request.deed), request.goal
        self._left: list[AnsweredDecision] | None = None
        self._way: AnsweredDecision | None = None

    def whole(self, lines: tuple[PlannedAnswer, ...]) -> tuple[PlannedAnswer, ...]:
        """Return the planned answers of those units that can repeat the action completely."""
        return lines[: self._start(lines)] if self.words else lines

    def cut(self, stop: PlanEnd) -> AnyText:
        """Return why the plan ends before all units have repeated the action, or "" if all have."""
        why, left = _WHY.get(stop, ""), self._others[:1]
        return phrase("{unit} cannot do the same yet: {reason}", Ref(left[0]), why) if why and left else ""

    def further_steps(self, lines: Sequence[PlannedAnswer]) -> int:
        """Return how many steps of the rules may lie between the actions of two units in the plan."""
        return MAX_QUIET_STEPS if self._others or self._left or self._goal else super().further_steps(lines)

    def planned_answer(
        self, view: AnyState, decision: Decision[Any], before: Sequence[PlannedAnswer]
    ) -> PlannedAnswer | None:
        """Return the answer that repeats the one given earlier, or None if the plan ends at this decision."""
        if len(before) < len(self.given):
            return self._given(view, decision, self.given[len(before)])
        if self._left is None:
            self._begin(before)
        role = self.role(decision)
        if role == "who":
            return self._next(view, decision, before)
        if role == "act":
            return self._act(view, decision, before)
        if isinstance(decision, MoveGroup) and self._goal:
            goal = (self._goal.x, self._goal.y)
            return PlannedAnswer(decision, legal_legs_toward(view, decision, goal, self._pace), "given", view)
        return self._part(view, decision)

    def _given(self, view: AnyState, decision: Decision[Any], answer: Any) -> PlannedAnswer:
        """Return the given answer to a decision, with moves shortened to the common pace."""
        if isinstance(decision, MoveGroup) and answer and self._pace < math.inf:
            answer = legal_legs_toward(view, decision, answer[0].end, self._pace)
        return PlannedAnswer(decision, answer, "given", view)

    def _begin(self, before: Sequence[PlannedAnswer]) -> None:
        """Drop the recorded answers that the given answers have already repeated."""
        if self._start(before):
            self._deed = self._deed or self._of_one(_deed(before))
        self._left = list(self._deed)
        for line in before[self._start(before) :]:
            self._take(line.decision)

    def _of_one(self, deed: tuple[AnsweredDecision, ...]) -> tuple[AnsweredDecision, ...]:
        """Return the answers of an act that belong to its first unit."""
        later = (k for k, (done, _) in enumerate(deed) if k and self.role(done) == "who")
        return deed[: next(later, len(deed))]

    def _start(self, lines: Sequence[PlannedAnswer]) -> int:
        """Return the index of the line that chooses the last acting unit."""
        return max((k for k, line in enumerate(lines) if self.role(line.decision) == "who"), default=0)

    def _next(
        self, view: AnyState, decision: Decision[Any], before: Sequence[PlannedAnswer]
    ) -> PlannedAnswer | None:
        """Return the answer that chooses the next unit to follow, or None if no unit is left."""
        if not self._others or not isinstance(decision, ChooseOne):
            return None
        self._goal, self._way = None, None
        self._deed = self._deed or _deed(before)
        self._left = list(self._deed)
        while self._others:
            unit = self._others.pop(0)
            if decision.open_option(unit) is not None:
                return PlannedAnswer(decision, unit, "given", view)
            self.passed_over = phrase("{unit} cannot do the same: it can no longer act then", Ref(unit))
        return None

    def _act(
        self, view: AnyState, decision: Decision[Any], before: Sequence[PlannedAnswer]
    ) -> PlannedAnswer | None:
        """Return the answer that repeats the act, or None if the act is finished or cannot be repeated.

        With a goal, the act is repeated until the goal is reached. If other units still have to follow, a
        finished act ends with the option that commits the unit to nothing.
        """
        if self._goal and self._goes_on(before):
            self._left = list(_deed(before))
        done = self._take(decision)
        found = repeated_answer(done, view, decision) if done else None
        if found is not None:
            return PlannedAnswer(decision, found, "given", view)
        if done and not self._acted(before):
            self.words = _cannot_repeat_text(done, decision)
            return None
        closes = bool(self._others) and isinstance(decision, ChooseOne) and decision.least
        return PlannedAnswer(decision, decision.default(view), "default", view) if closes else None

    def _acted(self, before: Sequence[PlannedAnswer]) -> bool:
        """Return whether the last chosen unit has begun an act."""
        return any(self.role(line.decision) == "act" for line in before[self._start(before) :])

    def _part(self, view: AnyState, decision: Decision[Any]) -> PlannedAnswer | None:
        """Return the answer for a part of the act: the earlier answer, or advice if that is illegal."""
        moves = isinstance(decision, MoveGroup)
        done = self._take(decision) or (self._way if moves else None)
        self._way = done if moves else self._way
        found = repeated_answer(done, view, decision) if done else None
        if found is not None:
            return PlannedAnswer(decision, found, "given", view)
        if done and moves and done[1]:
            self.words = phrase("{unit} cannot move in the same way", Ref(decision.about))
            return None
        return self.advised_answer(view, decision)

    def _take(self, decision: Decision[Any]) -> AnsweredDecision | None:
        """Return the next recorded answer that matches a decision, and drop it and all answers before it."""
        left = self._left or []
        at = next((k for k, (done, _) in enumerate(left) if done.what == decision.what), None)
        if at is None:
            return None
        found = left[at]
        del left[: at + 1]
        return found

    def _goes_on(self, before: Sequence[PlannedAnswer]) -> bool:
        """Return whether the goal has not been reached and the last move came closer to it."""
        legs = next((line.answer for line in reversed(before) if isinstance(line.decision, MoveGroup)), ())
        if not legs or not self._goal:
            return False
        goal = (self._goal.x, self._goal.y)
        left = math.dist(legs[0].end, goal)
        return left > ARRIVAL_DISTANCE_IN and math.dist(legs[0].path[0], goal) - left > ARRIVAL_DISTANCE_IN


def _deed(lines: Sequence[PlannedAnswer]) -> tuple[AnsweredDecision, ...]:
    return tuple((line.decision, line.answer) for line in lines)


def _cannot_repeat_text(done: AnsweredDecision, decision: Decision[Any]) -> AnyText:
    """Return the text that says why a unit cannot repeat an act."""
    words = phrase("{unit} cannot do the same", Ref(decision.about))
    if not isinstance(decision, ChooseOne) or not isinstance(done[0], ChooseOne):
        return words
    shut = next((option.shut for option in decision.closed_options if option.key == done[1]), "")
    return phrase("{}: {}", words, shut) if shut else words
