"""A plan that the user has confirmed, whose answers are given without asking the user again."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.engine.decisions import Decision
from battlesim.engine.lookahead import PlannedAnswer, SuggestedAnswer, decision_role
from battlesim.engine.ruleset import AnyRuleset
from battlesim.players.recruit import proposal_adviser
from battlesim.table.state import AnyState


class ConfirmedPlan(msgspec.Struct, frozen=True):
    """The remaining answers of a plan of several decisions that the user has confirmed.

    `details` says whether an automatic adviser may decide the details. If `ordered` is True, a standing order
    began the plan, and the plan applies even if the user wants to be asked every decision.
    """

    lines: tuple[PlannedAnswer, ...] = ()
    details: bool = False
    ordered: bool = False

    def after_interruption(self) -> ConfirmedPlan:
        """Return the plan without its answers, after dice, another side or revealed facts intervened."""
        return msgspec.structs.replace(self, lines=()) if self.lines else self

    def answer(
        self, ruleset: AnyRuleset, view: AnyState, decision: Decision[Any]
    ) -> tuple[SuggestedAnswer | None, ConfirmedPlan]:
        """Return the plan's answer to a decision and the rest of the plan.

        The answer is None if the user must be asked. The plan ends at a decision that it did not foresee.
        """
        if self.lines:
            line, rest = self.lines[0], msgspec.structs.replace(self, lines=self.lines[1:])
            fits = line.decision == decision and decision.check(view, line.answer) is None
            return (
                (SuggestedAnswer(line.answer, line.why, line.source), rest)
                if fits
                else (None, NO_CONFIRMED_PLAN)
            )
        only = decision.only_answer(view)
        if only is not None and decision.check(view, only) is None:
            return SuggestedAnswer(only, "nothing else can be answered", "only"), self
        if self.details and decision_role(ruleset, decision) == "detail":
            return proposal_adviser(ruleset)(view, decision), self
        return None, NO_CONFIRMED_PLAN


NO_CONFIRMED_PLAN = ConfirmedPlan()
