"""The plan confirmed with an answer: the follow-up answers, and whether details are left to advice."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.engine.decisions import Decision
from battlesim.engine.lookahead import PlannedAnswer, SuggestedAnswer, decision_role
from battlesim.engine.ruleset import AnyRuleset
from battlesim.players.recruit import recruit_adviser
from battlesim.table.state import AnyState


class ConfirmedPlan(msgspec.Struct, frozen=True):
    """The next lines of a confirmed plan, and whether details are left to advice.

    `ordered` says that a standing order began it, whatever the user wants to be asked.
    """

    lines: tuple[PlannedAnswer, ...] = ()
    details: bool = False
    ordered: bool = False

    def after_interruption(self) -> ConfirmedPlan:
        """Return what is left of the plan after dice, another side or revealed facts have intervened."""
        return msgspec.structs.replace(self, lines=()) if self.lines else self

    def answer(
        self, ruleset: AnyRuleset, view: AnyState, decision: Decision[Any]
    ) -> tuple[SuggestedAnswer | None, ConfirmedPlan]:
        """Return the answer to a decision, None if it must be asked, and what remains of the plan.

        A decision that is not the next one of the plan ends it.
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
            return recruit_adviser(ruleset)(view, decision), self
        return None, NO_CONFIRMED_PLAN


NO_CONFIRMED_PLAN = ConfirmedPlan()
