"""Doing once more what was done: by the next unit, by several one after the other, or farther on.

A choice is repeated by the same option, else by one of the same act; a move by the same way (its inches
across and down) as far as that can be gone. Everything else is advised anew.
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
"""Steps in a row that may ask nothing between one who acts and the next."""
MIN_PACE_DIFFERENCE_IN: Final = 0.5
"""Inches that the first has to go farther than one who follows can, for all to keep to that one's pace."""
ARRIVAL_DISTANCE_IN: Final = 0.25
"""Inches from a place at which it has been reached, and that a move toward it comes nearer at least."""

_WHY: Final[Mapping[PlanEnd, AnyText]] = {
    "other": "another side may answer first",
    "dice": "dice are thrown first",
    "hidden": "what happens before is not known yet",
}


class RepeatRequest(msgspec.Struct, frozen=True):
    """A wish to have something done once more.

    `given` answers the open question and those after it; from there on the `deed` is done again. The `others`
    then do what the first one did, in that order. With a `goal` the first one goes on in the same way, act
    after act, until it is there.
    """

    given: tuple[Any, ...] = ()
    deed: tuple[AnsweredDecision, ...] = ()
    others: tuple[str, ...] = ()
    goal: GoalPoint | None = None


def repeat_plan(planner: LookaheadPlanner, request: RepeatRequest) -> ActPlan:
    """The plan of such a wish, in which nobody goes farther than the slowest who follows.

    Who cannot do the same has no part in it, nor has anybody after that one; who cannot act any more by then,
    as it has gone along with another, is passed over.
    """
    plan = _followed(planner, request, math.inf)
    moves = [(line.decision, line.answer) for line in plan.lines if isinstance(line.decision, MoveGroup)]
    if not request.others or not moves or not moves[0][1]:
        return plan
    leg = moves[0][1][0]
    pace, unit = min((_allowance(asked, legs[0].piece), asked.about) for asked, legs in moves if legs)
    if math.dist(leg.path[0], leg.end) <= pace + MIN_PACE_DIFFERENCE_IN:
        return plan
    slower = _followed(planner, request, pace)
    words = slower.words or phrase("all go at the pace of {}, {}", Ref(unit), length_text(pace))
    return msgspec.structs.replace(slower, words=words)


def _allowance(asked: MoveGroup, piece: str) -> float:
    """The inches that somebody can go in a move."""
    return next(motion.allowance for motion in asked.motions if motion.piece == piece)


def _followed(looker: LookaheadPlanner, wish: RepeatRequest, pace: float) -> ActPlan:
    """The plan in which nobody who leads moves farther than a number of inches."""
    manner = _Repeat(looker, wish, pace)
    plan = looker.plan_with(manner)
    words = manner.words or manner.cut(plan.stop) or manner.passed_over
    return msgspec.structs.replace(plan, lines=manner.whole(plan.lines), words=words)


class _Repeat(AnswerPolicy):
    """Answers as in a deed. `words` say who could not do the same, and why; `passed_over` who cannot act."""

    def __init__(self, looker: LookaheadPlanner, wish: RepeatRequest, pace: float) -> None:
        super().__init__(looker.ruleset, looker.advise, wish.given)
        self._pace = pace
        self.words: AnyText = ""
        self.passed_over: AnyText = ""
        self._others = [unit for unit in wish.others if unit not in wish.given]
        self.actor_count = 1 + len(wish.others)
        self._deed, self._goal = self._of_one(wish.deed), wish.goal
        self._left: list[AnsweredDecision] | None = None
        self._way: AnsweredDecision | None = None

    def whole(self, lines: tuple[PlannedAnswer, ...]) -> tuple[PlannedAnswer, ...]:
        """The lines of those who do the same."""
        return lines[: self._start(lines)] if self.words else lines

    def cut(self, stop: PlanEnd) -> AnyText:
        """Why it ends before all have followed; "" where all have."""
        why, left = _WHY.get(stop, ""), self._others[:1]
        return phrase("{} has to wait: {}", Ref(left[0]), why) if why and left else ""

    def further_steps(self, lines: Sequence[PlannedAnswer]) -> int:
        """Over what lies between the acts of one and the next."""
        return MAX_QUIET_STEPS if self._others or self._left or self._goal else super().further_steps(lines)

    def planned_answer(
        self, view: AnyState, decision: Decision[Any], before: Sequence[PlannedAnswer]
    ) -> PlannedAnswer | None:
        """The question answered alike; None where nobody is left who does the same, or one cannot."""
        if len(before) < len(self.given):
            return self._given(view, decision, self.given[len(before)])
        if self._left is None:
            self._begin(before)
        weight = self.role(decision)
        if weight == "who":
            return self._next(view, decision, before)
        if weight == "act":
            return self._act(view, decision, before)
        if isinstance(decision, MoveGroup) and self._goal:
            goal = (self._goal.x, self._goal.y)
            return PlannedAnswer(decision, legal_legs_toward(view, decision, goal, self._pace), "given", view)
        return self._part(view, decision)

    def _given(self, view: AnyState, decision: Decision[Any], answer: Any) -> PlannedAnswer:
        """What is given, a move at the pace of all."""
        if isinstance(decision, MoveGroup) and answer and self._pace < math.inf:
            answer = legal_legs_toward(view, decision, answer[0].end, self._pace)
        return PlannedAnswer(decision, answer, "given", view)

    def _begin(self, before: Sequence[PlannedAnswer]) -> None:
        """What is given may be a part of the deed already."""
        if self._start(before):
            self._deed = self._deed or self._of_one(_deed(before))
        self._left = list(self._deed)
        for line in before[self._start(before) :]:
            self._take(line.decision)

    def _of_one(self, deed: tuple[AnsweredDecision, ...]) -> tuple[AnsweredDecision, ...]:
        """What the first one did of a deed of several."""
        later = (k for k, (done, _) in enumerate(deed) if k and self.role(done) == "who")
        return deed[: next(later, len(deed))]

    def _start(self, lines: Sequence[PlannedAnswer]) -> int:
        """Where the lines of the one who acts last begin."""
        return max((k for k, line in enumerate(lines) if self.role(line.decision) == "who"), default=0)

    def _next(
        self, view: AnyState, decision: Decision[Any], before: Sequence[PlannedAnswer]
    ) -> PlannedAnswer | None:
        """The next of the others, who does the same."""
        if not self._others or not isinstance(decision, ChooseOne):
            return None
        self._goal, self._way = None, None
        self._deed = self._deed or _deed(before)
        self._left = list(self._deed)
        while self._others:
            unit = self._others.pop(0)
            if decision.open_option(unit) is not None:
                return PlannedAnswer(decision, unit, "given", view)
            self.passed_over = phrase("{} cannot follow: it cannot act any more then", Ref(unit))
        return None

    def _act(
        self, view: AnyState, decision: Decision[Any], before: Sequence[PlannedAnswer]
    ) -> PlannedAnswer | None:
        """The same act, while there is a way to go or some of the deed is left; else none, so that others can
        follow."""
        if self._goal and self._goes_on(before):
            self._left = list(_deed(before))
        done = self._take(decision)
        found = repeated_answer(done, view, decision) if done else None
        if found is not None:
            return PlannedAnswer(decision, found, "given", view)
        if done and not self._acted(before):
            self.words = _cannot(done, decision)
            return None
        closes = bool(self._others) and isinstance(decision, ChooseOne) and decision.least
        return PlannedAnswer(decision, decision.default(view), "default", view) if closes else None

    def _acted(self, before: Sequence[PlannedAnswer]) -> bool:
        """Whether the one who acts last has done anything."""
        return any(self.role(line.decision) == "act" for line in before[self._start(before) :])

    def _part(self, view: AnyState, decision: Decision[Any]) -> PlannedAnswer | None:
        """A part of the act as it was done; advised where that cannot be."""
        moves = isinstance(decision, MoveGroup)
        done = self._take(decision) or (self._way if moves else None)
        self._way = done if moves else self._way
        found = repeated_answer(done, view, decision) if done else None
        if found is not None:
            return PlannedAnswer(decision, found, "given", view)
        if done and moves and done[1]:
            self.words = phrase("{} cannot go the same way", Ref(decision.about))
            return None
        return self.advised_answer(view, decision)

    def _take(self, decision: Decision[Any]) -> AnsweredDecision | None:
        """What answered such a question in the deed; it and what came before it have been repeated then."""
        left = self._left or []
        at = next((k for k, (done, _) in enumerate(left) if done.what == decision.what), None)
        if at is None:
            return None
        found = left[at]
        del left[: at + 1]
        return found

    def _goes_on(self, before: Sequence[PlannedAnswer]) -> bool:
        """Whether there is a way left to the goal, and the last move has come nearer."""
        legs = next((line.answer for line in reversed(before) if isinstance(line.decision, MoveGroup)), ())
        if not legs or not self._goal:
            return False
        goal = (self._goal.x, self._goal.y)
        left = math.dist(legs[0].end, goal)
        return left > ARRIVAL_DISTANCE_IN and math.dist(legs[0].path[0], goal) - left > ARRIVAL_DISTANCE_IN


def _deed(lines: Sequence[PlannedAnswer]) -> tuple[AnsweredDecision, ...]:
    return tuple((line.decision, line.answer) for line in lines)


def _cannot(done: AnsweredDecision, decision: Decision[Any]) -> AnyText:
    """Why somebody cannot act as was done."""
    words = phrase("{} cannot do the same", Ref(decision.about))
    if not isinstance(decision, ChooseOne) or not isinstance(done[0], ChooseOne):
        return words
    shut = next((option.shut for option in decision.closed_options if option.key == done[1]), "")
    return phrase("{}: {}", words, shut) if shut else words
