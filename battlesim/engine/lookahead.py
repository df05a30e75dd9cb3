"""Planning of a whole action (a decision with the decisions that follow from it) by running the rules ahead.

The current step of the rules is replayed up to the open decision. From there on, the rules run on the view of
the side, so a plan uses nothing that the side cannot know. A plan ends at a dice roll, at a decision of
another side, when something is revealed, where another action begins, and at the end of the step. It goes on
to the next step only if its answers merely chose the unit that acts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, Literal

import msgspec

from battlesim.engine.decisions import DICE_SIDE, AskAll, ChooseOne, Decision, DecisionRole
from battlesim.engine.option import Option
from battlesim.engine.position_decisions import ChoosePoint, MoveGroup, PlacePieces
from battlesim.engine.ruleset import AnyRuleset, Step
from battlesim.engine.run import GivenAnswer, Run, RunPosition
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText, phrase, referenced_ids
from battlesim.table.state import AnyState

MAX_ANSWERS_PER_ACTOR: Final = 24
"""The maximum number of answers in a plan for each unit or piece that acts."""

PlanEnd = Literal["act", "dice", "other", "hidden", "step", "refused", "long"]
AnswerSource = Literal["given", "only", "advice", "default"]


class SuggestedAnswer(msgspec.Struct, frozen=True):
    """A suggested answer to a decision, with the reason for it and its source, such as advice."""

    answer: Any
    why: AnyText = ""
    source: AnswerSource = "advice"


Adviser = Callable[[AnyState, Decision[Any]], SuggestedAnswer]


class GoalPoint(msgspec.Struct, frozen=True):
    """A point on the table, in inches, that pieces should move to."""

    x: float
    y: float


ActGoal = str | GoalPoint
"""The goal of an act: the id of the object to act on, or a point to go to."""


class ActRequest(msgspec.Struct, frozen=True):
    """A request to plan an action on an object or toward a point. `draft` is an answer not yet confirmed."""

    draft: Any
    goal: ActGoal


class PlannedAnswer(msgspec.Struct, frozen=True):
    """A planned answer with its decision, its source (such as advice), and what the side saw at that time."""

    decision: Decision[Any]
    answer: Any
    source: AnswerSource
    view: AnyState
    why: AnyText = ""

    @property
    def is_unadvised_pass(self) -> bool:
        """True if no advice was given, and the default answer passes."""
        passes = isinstance(self.decision, ChooseOne) and self.answer == self.decision.least
        return passes and self.source == "default"


class ActPlan(msgspec.Struct, frozen=True):
    """The planned answers that make up an action, or the actions of several units in turn.

    `stop` is the reason why the plan ends. `words` explains why it does less than requested.
    """

    side: SideKey
    lines: tuple[PlannedAnswer, ...]
    stop: PlanEnd
    words: AnyText = ""

    @property
    def answers(self) -> tuple[Any, ...]:
        """The planned answers in the order in which the rules will ask for them."""
        return tuple(line.answer for line in self.lines)

    def line_index_for(self, goal: ActGoal) -> int:
        """Return the index (from 1) of the later decision that can achieve a goal, or 0 if none can."""
        if isinstance(goal, GoalPoint):
            first = self.first_index
            return first(MoveGroup) or first(ChoosePoint) or first(PlacePieces)
        asked = ((k, line.decision) for k, line in enumerate(self.lines) if k)
        chosen = ((k, asks) for k, asks in asked if isinstance(asks, ChooseOne))
        return next((k for k, asks in chosen if asks.options_for(goal)), 0)

    def first_index(self, kind: type[Decision[Any]]) -> int:
        """Return the index (from 1) of the first later decision of a kind, or 0 if there is none."""
        return next((k for k, own in enumerate(self.lines) if k and isinstance(own.decision, kind)), 0)

    def answer_for(self, number: int, goal: str) -> str:
        """Return the key of an option with the target `goal` in decision `number`, as planned if possible."""
        line = self.lines[number]
        assert isinstance(line.decision, ChooseOne)
        options, planned = line.decision.options_for(goal), line.decision.open_option(line.answer)
        act = planned.act if planned else ""
        return min(options, key=lambda one: (one != planned, one.act != act)).key

    def offered_option(self, keys: Collection[str]) -> tuple[int, Option] | None:
        """Return the first offered option with one of the `keys`, and its decision's index; or None."""
        asked = ((k, line.decision) for k, line in enumerate(self.lines))
        chosen = ((k, one) for k, asks in asked if isinstance(asks, ChooseOne) for one in asks.options)
        return next(((k, one) for k, one in chosen if one.key in keys), None)

    @property
    def is_idle(self) -> bool:
        """True if the plan ends with a group move, but no piece moves in the plan."""
        moves = [line.answer for line in self.lines if isinstance(line.decision, MoveGroup)]
        return bool(moves) and not any(moves) and isinstance(self.lines[-1].decision, MoveGroup)


def _closed_reason(plan: ActPlan, goal: ActGoal) -> AnyText:
    """Return why the goal or its unit is a closed option in the plan, or "" if it is not closed."""
    for line in plan.lines:
        if isinstance(line.decision, ChooseOne) and isinstance(goal, str):
            piece = line.view.table.pieces.get(goal)
            names = (goal, piece.unit if piece else goal)
            closed = line.decision.closed_options
            shut = next((one for one in closed if one.key in names or one.to == (goal,)), None)
            if shut:
                named = goal in referenced_ids(shut.shut)
                return shut.shut if named else phrase("{}: {}", shut.label, shut.shut)
    return ""


class LookaheadRun(Run):
    """A trial run of the rules for planning. It stops after one step, as later steps may need unknown facts.

    `further_steps` is the number of further steps that it may take to reach the next decision.
    """

    further_steps = 0

    def _next_step(self) -> None:
        steps, self.further_steps, self.pending = self.further_steps, 0, None
        for _ in range(steps):
            found = self.ruleset.next_step(self.state)
            if not isinstance(found, Step) or self._begin(found):
                return
            self.pending = None

    def catch_up(self, position: RunPosition) -> bool:
        """Apply the answers that are new in `position`. Return False if the trial run cannot get there."""
        known = self.position
        same = known.state is position.state and known.step == position.step and not self.ended
        if not same or position.answers[: len(known.answers)] != known.answers:
            return False
        for given in position.answers[len(known.answers) :]:
            self.accept_answer(given)
        return not self.ended

    @property
    def ended(self) -> bool:
        """True if the trial run of the rules has ended, so that no decision is open."""
        return self.pending is None

    def restrict_to_view(self, side: SideKey) -> None:
        """Replace the state in the trial run by the part of it that a side can see."""
        self.take_updates()
        self._game.state = self.ruleset.view(self._game.state, side)


class LookaheadCache:
    """A cache for a trial run of the rules that follows the battle, so that no step need be replayed."""

    def __init__(self) -> None:
        self._run: LookaheadRun | None = None

    def take_run(self, ruleset: AnyRuleset, position: RunPosition) -> LookaheadRun:
        """Remove and return the cached trial run, advanced to `position`. If that fails, return a new run."""
        run, self._run = self._run, None
        return run if run is not None and run.catch_up(position) else LookaheadRun(ruleset, position)

    def advance_to(self, ruleset: AnyRuleset, position: RunPosition) -> None:
        """Advance the cached trial run of the rules to a position in the battle."""
        self._run = self.take_run(ruleset, position)


class AnswerPolicy:
    """A policy for a plan's decisions: given answers, then advice. `actor_count` units act in the plan."""

    actor_count = 1

    def __init__(self, ruleset: AnyRuleset, advise: Adviser, given: Sequence[Any] = ()) -> None:
        self.given = tuple(given)
        self._ruleset, self._advise = ruleset, advise

    def planned_answer(
        self, view: AnyState, decision: Decision[Any], before: Sequence[PlannedAnswer]
    ) -> PlannedAnswer | None:
        """Return the planned answer, or None before another act or if this one would do nothing unadvised."""
        if len(before) < len(self.given):
            return PlannedAnswer(decision, self.given[len(before)], "given", view)
        role = self.role(decision)
        if role == "who" or (role == "act" and not self.has_only_chosen_actors(before)):
            return None
        line = self.advised_answer(view, decision)
        chosen = bool(before) and before[-1].source == "given" and self.role(before[-1].decision) == "act"
        return None if chosen and role == "part" and line.is_unadvised_pass else line

    def advised_answer(self, view: AnyState, decision: Decision[Any]) -> PlannedAnswer:
        """Return the answer to a decision that the advice for AI players suggests."""
        found = suggested_answer_to(view, decision, self.role(decision), self._advise)
        return PlannedAnswer(decision, found.answer, found.source, view, found.why)

    def further_steps(self, lines: Sequence[PlannedAnswer]) -> int:
        """Return how many more rules steps to run: 1 if the answers only chose the acting unit, else 0."""
        return int(self.has_only_chosen_actors(lines))

    def role(self, decision: Decision[Any]) -> DecisionRole:
        """Return the role of a decision in an action, such as "act" if it begins the action."""
        return decision_role(self._ruleset, decision)

    def has_only_chosen_actors(self, lines: Sequence[PlannedAnswer]) -> bool:
        """Return whether the answers so far have only chosen the unit or piece that acts."""
        roles = [self.role(line.decision) for line in lines]
        return roles[:1] in ([], ["who"]) and "act" not in roles


class LookaheadPlanner:
    """A planner for actions. It finds the answers that make up an action, starting at a side's open decision.

    Given answers are used first, and `advise` supplies the rest. All answers are legal and based on what the
    side can see. For example, after "unit 2" is chosen, the plan may continue with "move", a path and "end",
    and stop where dice are rolled. Sharing a `cache` between decisions makes planning faster.
    """

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
        self._cache = cache or LookaheadCache()
        self._ready: LookaheadRun | None = None
        self._known: tuple[tuple[Any, ...], ActPlan] | None = None

    def suggested_answer(self, view: AnyState, decision: Decision[Any]) -> SuggestedAnswer:
        """Return a suggested answer to a decision of the planner's side."""
        return suggested_answer_to(view, decision, decision_role(self.ruleset, decision), self.advise)

    def alternative_to_idle(self, decision: ChooseOne, suggested: str) -> str:
        """Return a better option if the suggested option begins an action in which no piece would move.

        This is the option for the next unit whose action moves a piece, or else the option that commits the
        side to nothing. If the suggested action moves a piece, `suggested` itself is returned.
        """
        role, least = decision_role(self.ruleset, decision), decision.least
        if role not in ("who", "act") or not least:
            return suggested
        others = [one.key for one in decision.open_options if one.key not in (suggested, least)]
        keys = (suggested, *(others if role == "who" else ()))
        return next((key for key in keys if not self.plan_act((key,)).is_idle), least)

    def prepare(self) -> None:
        """Prepare a trial run of the rules from the open decision, so that the next plan is ready sooner."""
        if self._ready is None:
            self._ready = self._cache.take_run(self.ruleset, self._position)
            self._ready.restrict_to_view(self._side)

    def prepare_next(self) -> None:
        """Prepare trial runs of the rules for this decision and the next, so that plans are ready sooner."""
        self.prepare()
        self._cache.advance_to(self.ruleset, self._position)

    def plan_act(self, given: Sequence[Any]) -> ActPlan:
        """Return a plan for the action that starts at the open decision with the answers in `given`."""
        if self._known is None or self._known[0] != tuple(given):
            self._known = tuple(given), self.plan_with(AnswerPolicy(self.ruleset, self.advise, given))
        return self._known[1]

    def plan_with(self, policy: AnswerPolicy) -> ActPlan:
        """Return the plan that results if the given policy answers each decision."""
        self.prepare()
        run, self._ready = self._ready, None
        assert run is not None
        lines = list[PlannedAnswer]()
        stop: PlanEnd | None = None
        while stop is None:
            stop = self._step(run, policy, lines)
        return ActPlan(self._side, tuple(lines), stop)

    def plan_toward(self, request: ActRequest) -> ActPlan:
        """Return a plan for the first action that can achieve the requested goal.

        If the open decision chooses the unit that acts, only actions of the unit that the user has selected
        are tried. If no action is suitable, the plan has no answers but gives a reason.
        """
        words: AnyText = ""
        placing: ActPlan | None = None
        for given in self._first_answers(request.draft):
            plan = self.plan_act(given)
            at = plan.line_index_for(request.goal)
            if at and isinstance(request.goal, str):
                return self.plan_act((*plan.answers[:at], plan.answer_for(at, request.goal)))
            if at and isinstance(plan.lines[at].decision, MoveGroup):
                return plan
            placing = placing or (plan if at else None)
            words = words or _closed_reason(plan, request.goal)
        return placing or ActPlan(self._side, (), "refused", words)

    def _first_answers(self, draft: Any) -> list[tuple[Any, ...]]:
        """Return the opening answers of each act that can be chosen."""
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

    def _step(self, run: LookaheadRun, policy: AnswerPolicy, lines: list[PlannedAnswer]) -> PlanEnd | None:
        """Plan the answer to the open decision. Return why the plan ends, or None if it goes on."""
        decision = run.pending
        if isinstance(decision, AskAll) and not lines:
            return self._part(run, policy, lines, decision)
        if stop := _plan_end_at(decision, self._side):
            return stop
        assert decision is not None
        if len(lines) >= max(MAX_ANSWERS_PER_ACTOR * policy.actor_count, len(policy.given)):
            return "long"
        line = policy.planned_answer(run.state, decision, lines)
        if line is None:
            return "act"
        if decision.check(run.state, line.answer) is not None:
            return "refused"
        lines.append(line)
        run.further_steps = policy.further_steps(lines)
        try:
            run.accept_answer(GivenAnswer(line.answer))
        except Exception:  # the rules may need facts that the view hides
            return "hidden"
        told = any(isinstance(news, Event) and news.reveals for news in run.take_updates())
        return "hidden" if told else None

    def _part(
        self, run: LookaheadRun, policy: AnswerPolicy, lines: list[PlannedAnswer], decision: AskAll
    ) -> PlanEnd:
        """Answer this side's part of a joint decision and end the plan, as the other parts are unknown."""
        part = decision.parts.get(self._side)
        line = policy.planned_answer(run.state, part, lines) if part else None
        if part and line:
            if part.check(run.state, line.answer) is not None:
                return "refused"
            lines.append(line)
        return "other"


def suggested_answer_to(
    view: AnyState, decision: Decision[Any], role: DecisionRole, advise: Adviser
) -> SuggestedAnswer:
    """Return a suggested answer: the only legal answer, the default (for an extra offer), or else advice."""
    only = decision.only_answer(view)
    if only is not None:
        return SuggestedAnswer(only, "this is the only legal answer", "only")
    return (
        SuggestedAnswer(decision.default(view), "", "default") if role == "offer" else advise(view, decision)
    )


def decision_role(ruleset: AnyRuleset, decision: Decision[Any]) -> DecisionRole:
    """Return a decision's role in an action, such as "act", from the ruleset or else from its type."""
    return ruleset.decision_roles.get(decision.what, decision.role)


def _plan_end_at(decision: Decision[Any] | None, side: SideKey) -> PlanEnd | None:
    """Return why a plan ends at a decision, or None if `side` is the side asked."""
    if decision is None:
        return "step"
    if decision.side == DICE_SIDE:
        return "dice"
    return None if decision.side == side else "other"
