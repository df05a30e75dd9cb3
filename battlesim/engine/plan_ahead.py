"""Looking ahead from an open question through the side's own following ones, to make them one act.

The step is replayed on the truth up to the open question; from there on a side's view stands in for the
state, so a plan shows and uses nothing that the side cannot know. It ends at dice, with a question to another
side, when something is made known, where another act begins, and with the step; only from who acts to what
that one does does it go over to the next step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec

from battlesim.engine.decisions import DICE, ChooseOne, Decision, Weight
from battlesim.engine.moves import MoveGroup
from battlesim.engine.ruleset import AnyRuleset, Step
from battlesim.engine.run import Given, Position, Run
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState
from battlesim.table.words import Words

MOST: Final = 24
"""Answers that a plan may hold."""

Stop = Literal["act", "dice", "other", "hidden", "step", "refused", "long"]
Source = Literal["given", "only", "advice", "default"]


class Suggested(msgspec.Struct, frozen=True):
    """An answer that somebody would give, and why."""

    answer: Any
    why: Words = ""
    source: Source = "advice"


Advise = Callable[[AnyState, Decision[Any]], Suggested]


class Spot(msgspec.Struct, frozen=True):
    """A place on the table that somebody is to go to, inches."""

    x: float
    y: float


Goal = str | Spot
"""What an act is to be done to: a thing, or a place to go to."""


class Toward(msgspec.Struct, frozen=True):
    """A wish to act on something, where `draft` is what would answer the open question now."""

    draft: Any
    goal: Goal


class Line(msgspec.Struct, frozen=True):
    """A question of a plan with its answer, where that comes from, and the view it is answered on."""

    decision: Decision[Any]
    answer: Any
    source: Source
    view: AnyState
    why: Words = ""


class Plan(msgspec.Struct, frozen=True):
    """The answers that make one act, and what ends it."""

    side: SideKey
    lines: tuple[Line, ...]
    stop: Stop

    @property
    def answers(self) -> tuple[Any, ...]:
        """The answers in the order of their questions."""
        return tuple(line.answer for line in self.lines)

    def chooses(self, goal: Goal) -> int:
        """The number of the first line after the open question that could choose a thing, or goes to places;
        0 for none."""
        asked = enumerate((line.decision for line in self.lines[1:]), 1)
        return next((number for number, decision in asked if _takes(decision, goal)), 0)


def _takes(decision: Decision[Any], goal: Goal) -> bool:
    """Whether a question can be answered with a thing, or with going to a place."""
    if isinstance(goal, Spot):
        return isinstance(decision, MoveGroup)
    return isinstance(decision, ChooseOne) and decision.option(goal) is not None


class Ahead(Run):
    """A run that ends with its step, as what comes next may rest on what nobody knows yet; with `goes_on` it
    ends with the next one, and where that asks nothing."""

    goes_on = False

    def _next_step(self) -> None:
        found = self.ruleset.next_step(self.state) if self.goes_on else None
        self.goes_on, self.pending = False, None
        if isinstance(found, Step) and not self._begin(found):
            self.pending = None

    def follow(self, position: Position) -> bool:
        """Take the answers that were given since; whether it stands at the position then."""
        known = self.position
        same = known.state is position.state and known.step == position.step and not self.ended
        if not same or position.answers[: len(known.answers)] != known.answers:
            return False
        for given in position.answers[len(known.answers) :]:
            self.take(given)
        return not self.ended

    @property
    def ended(self) -> bool:
        """Whether its step is over."""
        return self.pending is None

    def see_as(self, side: SideKey) -> None:
        """From here on know no more than a side does."""
        self.take_news()
        self._game.state = self.ruleset.view(self._game.state, side)


class Standby:
    """A run that follows the battle from question to question of a step, so that a plan need not replay the
    step from its beginning."""

    def __init__(self) -> None:
        self._run: Ahead | None = None

    def take(self, ruleset: AnyRuleset, position: Position) -> Ahead:
        """A run that stands at a position and is the caller's from now on."""
        run, self._run = self._run, None
        return run if run is not None and run.follow(position) else Ahead(ruleset, position)

    def stand(self, ruleset: AnyRuleset, position: Position) -> None:
        """Have a run stand at a position."""
        self._run = self.take(ruleset, position)


class Looker:
    """Looks ahead from one open question of a side. `advise` answers what is not given; a `standby` that is
    kept from question to question makes that sooner."""

    def __init__(
        self,
        ruleset: AnyRuleset,
        position: Position,
        side: SideKey,
        advise: Advise,
        standby: Standby | None = None,
    ) -> None:
        self._ruleset, self._position, self._side, self._advise = ruleset, position, side, advise
        self._standby = standby or Standby()
        self._ready: Ahead | None = None

    def suggested(self, view: AnyState, decision: Decision[Any]) -> Suggested:
        """What answers a question that is put to the side."""
        return answer_to(view, decision, weight_of(self._ruleset, decision), self._advise)

    def prepare(self) -> None:
        """Have a run stand at the question, so that the next plan is made sooner."""
        if self._ready is None:
            self._ready = self._standby.take(self._ruleset, self._position)
            self._ready.see_as(self._side)

    def stand_by(self) -> None:
        """Have the next plan be made sooner, here and at the next question."""
        self.prepare()
        self._standby.stand(self._ruleset, self._position)

    def plan(self, given: Sequence[Any]) -> Plan:
        """The act that begins with the answers given, the first of them to the open question."""
        self.prepare()
        run, self._ready = self._ready, None
        assert run is not None
        lines = list[Line]()
        stop: Stop | None = None
        while stop is None:
            stop = self._step(run, given, lines)
        return Plan(self._side, tuple(lines), stop)

    def toward(self, wish: Toward) -> Plan | None:
        """The first act that may be done to a goal: that of whoever is chosen, else one that begins with
        an answer."""
        for given in self._beginnings(wish.draft):
            plan = self.plan(given)
            at = plan.chooses(wish.goal)
            if at:
                return plan if isinstance(wish.goal, Spot) else self.plan((*plan.answers[:at], wish.goal))
        return None

    def _beginnings(self, draft: Any) -> list[tuple[Any, ...]]:
        """The answers that the acts to choose from begin with."""
        self.prepare()
        assert self._ready is not None and self._ready.pending is not None
        decision: Decision[Any] = self._ready.pending
        before: tuple[Any, ...] = ()
        if weight_of(self._ruleset, decision) == "who":
            chosen = self.plan((draft,))
            before = (draft,)
            decision = chosen.lines[1].decision if len(chosen.lines) > 1 else decision
        return [(*before, option.key) for option in decision.open] if isinstance(decision, ChooseOne) else []

    def _step(self, run: Ahead, given: Sequence[Any], lines: list[Line]) -> Stop | None:
        """Answer the open question, or say what ends the plan."""
        decision = run.pending
        if stop := _ends(decision, self._side):
            return stop
        assert decision is not None
        if len(lines) >= max(MOST, len(given)):
            return "long"
        line = self._line(run.state, decision, given, lines)
        if line is None:
            return "act"
        if decision.check(run.state, line.answer) is not None:
            return "refused"
        lines.append(line)
        run.goes_on = self._who(lines)
        try:
            run.take(Given(line.answer))
        except Exception:  # rules may need what the view does not have, as that is hidden
            return "hidden"
        told = any(isinstance(news, Event) and news.reveals for news in run.take_news())
        return "hidden" if told else None

    def _line(
        self, view: AnyState, decision: Decision[Any], given: Sequence[Any], before: Sequence[Line]
    ) -> Line | None:
        """The question with its answer; None where it begins another act."""
        if len(before) < len(given):
            return Line(decision, given[len(before)], "given", view)
        weight = weight_of(self._ruleset, decision)
        if weight == "who" or (weight == "act" and not self._who(before)):
            return None
        found = answer_to(view, decision, weight, self._advise)
        return Line(decision, found.answer, found.source, view, found.why)

    def _who(self, lines: Sequence[Line]) -> bool:
        """Whether all that was answered is who acts."""
        return all(weight_of(self._ruleset, line.decision) == "who" for line in lines)


def answer_to(view: AnyState, decision: Decision[Any], weight: Weight, advise: Advise) -> Suggested:
    """What answers a question inside an act: the only answer, none of what it offers besides, else advice."""
    only = decision.only(view)
    if only is not None:
        return Suggested(only, "nothing else can be answered", "only")
    return Suggested(decision.default(view), "", "default") if weight == "offer" else advise(view, decision)


def weight_of(ruleset: AnyRuleset, decision: Decision[Any]) -> Weight:
    """What a question is within an act: what its ruleset says, else what its kind usually is."""
    return ruleset.weights.get(decision.what, decision.weight)


def _ends(decision: Decision[Any] | None, side: SideKey) -> Stop | None:
    """What ends a plan whatever is answered; None while the side itself is asked."""
    if decision is None:
        return "step"
    if decision.side == DICE:
        return "dice"
    return None if decision.side == side else "other"
