"""Looking ahead from an open question through the side's own following ones, to make them one act.

The step is replayed on the truth up to the open question; from there on a side's view stands in for the
state, so a plan shows and uses nothing that the side cannot know. It ends at dice, with a question to another
side, when something is made known, where another act begins, and with the step; only from who acts to what
that one does does it go over to the next step. Of what several sides are asked at once it is the side's part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, Literal

import msgspec

from battlesim.engine.decisions import DICE_SIDE, AskAll, ChooseOne, Decision, DecisionRole
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import MoveGroup
from battlesim.engine.ruleset import AnyRuleset, Step
from battlesim.engine.run import GivenAnswer, Run, RunPosition
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.state import AnyState

MAX_ANSWERS_PER_ACTOR: Final = 24
"""Answers that a plan may hold for each who acts in it."""

PlanEnd = Literal["act", "dice", "other", "hidden", "step", "refused", "long"]
AnswerSource = Literal["given", "only", "advice", "default"]


class SuggestedAnswer(msgspec.Struct, frozen=True):
    """An answer that somebody would give, and why."""

    answer: Any
    why: AnyText = ""
    source: AnswerSource = "advice"


Adviser = Callable[[AnyState, Decision[Any]], SuggestedAnswer]


class GoalPoint(msgspec.Struct, frozen=True):
    """A place on the table that somebody is to go to, inches."""

    x: float
    y: float


ActGoal = str | GoalPoint
"""What an act is to be done to: a thing, or a place to go to."""


class ActRequest(msgspec.Struct, frozen=True):
    """A wish to act on something, where `draft` is what would answer the open question now."""

    draft: Any
    goal: ActGoal


class PlannedAnswer(msgspec.Struct, frozen=True):
    """A question of a plan with its answer, where that comes from, and the view it is answered on."""

    decision: Decision[Any]
    answer: Any
    source: AnswerSource
    view: AnyState
    why: AnyText = ""


class ActPlan(msgspec.Struct, frozen=True):
    """The answers that make one act, or those of several who act one after the other, and what ends it.

    `words` say why not all of what was wished for is in it.
    """

    side: SideKey
    lines: tuple[PlannedAnswer, ...]
    stop: PlanEnd
    words: AnyText = ""

    @property
    def answers(self) -> tuple[Any, ...]:
        """The answers in the order of their questions."""
        return tuple(line.answer for line in self.lines)

    def line_index_for(self, goal: ActGoal) -> int:
        """The number of the first line after the open question that could choose a thing, or goes to places;
        0 for none."""
        asked = enumerate((line.decision for line in self.lines[1:]), 1)
        return next((number for number, decision in asked if _takes(decision, goal)), 0)

    def offered_option(self, keys: Collection[str]) -> tuple[int, Option] | None:
        """The first option with one of some keys that its questions have, with the number of that line."""
        asked = ((k, line.decision) for k, line in enumerate(self.lines))
        chosen = ((k, one) for k, asks in asked if isinstance(asks, ChooseOne) for one in asks.options)
        return next(((k, one) for k, one in chosen if one.key in keys), None)

    @property
    def is_idle(self) -> bool:
        """Whether it comes to moves in which nobody moves, with nothing after them."""
        moves = [line.answer for line in self.lines if isinstance(line.decision, MoveGroup)]
        return bool(moves) and not any(moves) and isinstance(self.lines[-1].decision, MoveGroup)


def _takes(decision: Decision[Any], goal: ActGoal) -> bool:
    """Whether a question can be answered with a thing, or with going to a place."""
    if isinstance(goal, GoalPoint):
        return isinstance(decision, MoveGroup)
    return isinstance(decision, ChooseOne) and decision.open_option(goal) is not None


def _why_not(plan: ActPlan, goal: ActGoal) -> AnyText:
    """What shuts a thing, or its unit, in a question of a plan."""
    for line in plan.lines:
        if isinstance(line.decision, ChooseOne) and isinstance(goal, str):
            piece = line.view.table.pieces.get(goal)
            names = (goal, piece.unit if piece else goal)
            shut = next((one for one in line.decision.closed_options if one.key in names), None)
            if shut:
                return phrase("{}: {}", shut.label, shut.shut)
    return ""


class LookaheadRun(Run):
    """A run that ends with its step, as what comes next may rest on what nobody knows yet; over
    `further_steps`
    steps it goes on to the next question."""

    further_steps = 0

    def _next_step(self) -> None:
        steps, self.further_steps, self.pending = self.further_steps, 0, None
        for _ in range(steps):
            found = self.ruleset.next_step(self.state)
            if not isinstance(found, Step) or self._begin(found):
                return
            self.pending = None

    def catch_up(self, position: RunPosition) -> bool:
        """Take the answers that were given since; whether it stands at the position then."""
        known = self.position
        same = known.state is position.state and known.step == position.step and not self.ended
        if not same or position.answers[: len(known.answers)] != known.answers:
            return False
        for given in position.answers[len(known.answers) :]:
            self.accept_answer(given)
        return not self.ended

    @property
    def ended(self) -> bool:
        """Whether its step is over."""
        return self.pending is None

    def restrict_to_view(self, side: SideKey) -> None:
        """From here on know no more than a side does."""
        self.take_updates()
        self._game.state = self.ruleset.view(self._game.state, side)


class LookaheadCache:
    """A run that follows the battle from question to question of a step, so that a plan need not replay the
    step from its beginning."""

    def __init__(self) -> None:
        self._run: LookaheadRun | None = None

    def take_run(self, ruleset: AnyRuleset, position: RunPosition) -> LookaheadRun:
        """A run that stands at a position and is the caller's from now on."""
        run, self._run = self._run, None
        return run if run is not None and run.catch_up(position) else LookaheadRun(ruleset, position)

    def advance_to(self, ruleset: AnyRuleset, position: RunPosition) -> None:
        """Have a run stand at a position."""
        self._run = self.take_run(ruleset, position)


class AnswerPolicy:
    """How the questions of a plan are answered: by what is `given`, then by advice up to where another act
    begins. `many` act in it."""

    actor_count = 1

    def __init__(self, ruleset: AnyRuleset, advise: Adviser, given: Sequence[Any] = ()) -> None:
        self.given = tuple(given)
        self._ruleset, self._advise = ruleset, advise

    def planned_answer(
        self, view: AnyState, decision: Decision[Any], before: Sequence[PlannedAnswer]
    ) -> PlannedAnswer | None:
        """The question with its answer; None where it begins another act."""
        if len(before) < len(self.given):
            return PlannedAnswer(decision, self.given[len(before)], "given", view)
        weight = self.role(decision)
        if weight == "who" or (weight == "act" and not self.has_only_chosen_actors(before)):
            return None
        return self.advised_answer(view, decision)

    def advised_answer(self, view: AnyState, decision: Decision[Any]) -> PlannedAnswer:
        """The question with what would be advised."""
        found = suggested_answer_to(view, decision, self.role(decision), self._advise)
        return PlannedAnswer(decision, found.answer, found.source, view, found.why)

    def further_steps(self, lines: Sequence[PlannedAnswer]) -> int:
        """How many steps it may go over after these lines: from who acts to what that one does."""
        return int(self.has_only_chosen_actors(lines))

    def role(self, decision: Decision[Any]) -> DecisionRole:
        """What a question is within an act."""
        return decision_role(self._ruleset, decision)

    def has_only_chosen_actors(self, lines: Sequence[PlannedAnswer]) -> bool:
        """Whether all that was answered is who acts, and with whom."""
        weights = [self.role(line.decision) for line in lines]
        return weights[:1] in ([], ["who"]) and "act" not in weights


class LookaheadPlanner:
    """Looks ahead from one open question of a side. `advise` answers what is not given; a `standby` that is
    kept from question to question makes that sooner."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        position: RunPosition,
        side: SideKey,
        advise: Adviser,
        cache: LookaheadCache | None = None,
    ) -> None:
        self.ruleset, self.advise = ruleset, advise
        self._position, self._side = position, side
        self._standby = cache or LookaheadCache()
        self._ready: LookaheadRun | None = None
        self._known: tuple[tuple[Any, ...], ActPlan] | None = None

    def suggested_answer(self, view: AnyState, decision: Decision[Any]) -> SuggestedAnswer:
        """What answers a question that is put to the side."""
        return suggested_answer_to(view, decision, decision_role(self.ruleset, decision), self.advise)

    def alternative_to_idle(self, decision: ChooseOne, suggested: str) -> str:
        """What to do in place of an act in which nobody would move: what the next one would do who acts, else
        what takes nothing on; the same where somebody moves."""
        weight, least = decision_role(self.ruleset, decision), decision.least
        if weight not in ("who", "act") or not least:
            return suggested
        others = [one.key for one in decision.open_options if one.key not in (suggested, least)]
        keys = (suggested, *(others if weight == "who" else ()))
        return next((key for key in keys if not self.plan_act((key,)).is_idle), least)

    def prepare(self) -> None:
        """Have a run stand at the question, so that the next plan is made sooner."""
        if self._ready is None:
            self._ready = self._standby.take_run(self.ruleset, self._position)
            self._ready.restrict_to_view(self._side)

    def prepare_next(self) -> None:
        """Have the next plan be made sooner, here and at the next question."""
        self.prepare()
        self._standby.advance_to(self.ruleset, self._position)

    def plan_act(self, given: Sequence[Any]) -> ActPlan:
        """The act that begins with the answers given, the first of them to the open question."""
        if self._known is None or self._known[0] != tuple(given):
            self._known = tuple(given), self.plan_with(AnswerPolicy(self.ruleset, self.advise, given))
        return self._known[1]

    def plan_with(self, policy: AnswerPolicy) -> ActPlan:
        """What comes of answering in a manner."""
        self.prepare()
        run, self._ready = self._ready, None
        assert run is not None
        lines = list[PlannedAnswer]()
        stop: PlanEnd | None = None
        while stop is None:
            stop = self._step(run, policy, lines)
        return ActPlan(self._side, tuple(lines), stop)

    def plan_toward(self, request: ActRequest) -> ActPlan:
        """The first act that may be done to a goal: that of whoever is chosen, else one that begins with
        an answer. Without lines where there is none, with words why not."""
        words: AnyText = ""
        for given in self._beginnings(request.draft):
            plan = self.plan_act(given)
            at = plan.line_index_for(request.goal)
            if at:
                return (
                    plan
                    if isinstance(request.goal, GoalPoint)
                    else self.plan_act((*plan.answers[:at], request.goal))
                )
            words = words or _why_not(plan, request.goal)
        return ActPlan(self._side, (), "refused", words)

    def _beginnings(self, draft: Any) -> list[tuple[Any, ...]]:
        """The answers that the acts to choose from begin with."""
        self.prepare()
        assert self._ready is not None and self._ready.pending is not None
        decision: Decision[Any] = self._ready.pending
        before: tuple[Any, ...] = ()
        if decision_role(self.ruleset, decision) == "who":
            chosen = self.plan_act((draft,))
            before = (draft,)
            decision = chosen.lines[1].decision if len(chosen.lines) > 1 else decision
        return (
            [(*before, option.key) for option in decision.open_options]
            if isinstance(decision, ChooseOne)
            else []
        )

    def _step(self, run: LookaheadRun, manner: AnswerPolicy, lines: list[PlannedAnswer]) -> PlanEnd | None:
        """Answer the open question, or say what ends the plan."""
        decision = run.pending
        if isinstance(decision, AskAll) and not lines:
            return self._part(run, manner, lines, decision)
        if stop := _ends(decision, self._side):
            return stop
        assert decision is not None
        if len(lines) >= max(MAX_ANSWERS_PER_ACTOR * manner.actor_count, len(manner.given)):
            return "long"
        line = manner.planned_answer(run.state, decision, lines)
        if line is None:
            return "act"
        if decision.check(run.state, line.answer) is not None:
            return "refused"
        lines.append(line)
        run.further_steps = manner.further_steps(lines)
        try:
            run.accept_answer(GivenAnswer(line.answer))
        except Exception:  # rules may need what the view does not have, as that is hidden
            return "hidden"
        told = any(isinstance(news, Event) and news.reveals for news in run.take_updates())
        return "hidden" if told else None

    def _part(
        self, run: LookaheadRun, manner: AnswerPolicy, lines: list[PlannedAnswer], decision: AskAll
    ) -> PlanEnd:
        """Answer what the side is asked together with others, whose answers nobody knows."""
        part = decision.parts.get(self._side)
        line = manner.planned_answer(run.state, part, lines) if part else None
        if part and line:
            if part.check(run.state, line.answer) is not None:
                return "refused"
            lines.append(line)
        return "other"


def suggested_answer_to(
    view: AnyState, decision: Decision[Any], role: DecisionRole, advise: Adviser
) -> SuggestedAnswer:
    """What answers a question inside an act: the only answer, none of what it offers besides, else advice."""
    only = decision.only_answer(view)
    if only is not None:
        return SuggestedAnswer(only, "nothing else can be answered", "only")
    return (
        SuggestedAnswer(decision.default(view), "", "default") if role == "offer" else advise(view, decision)
    )


def decision_role(ruleset: AnyRuleset, decision: Decision[Any]) -> DecisionRole:
    """What a question is within an act: what its ruleset says, else what its kind usually is."""
    return ruleset.decision_roles.get(decision.what, decision.role)


def _ends(decision: Decision[Any] | None, side: SideKey) -> PlanEnd | None:
    """What ends a plan whatever is answered; None while the side itself is asked."""
    if decision is None:
        return "step"
    if decision.side == DICE_SIDE:
        return "dice"
    return None if decision.side == side else "other"
