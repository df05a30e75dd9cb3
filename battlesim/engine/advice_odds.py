"""Advice that is checked against the odds: nothing is proposed that cannot succeed."""

from __future__ import annotations

from typing import Any, Final

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.lookahead import Adviser, SuggestedAnswer, decision_role
from battlesim.engine.measuring import known_preview
from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.state import AnyState

NO_CHANCE_TEXT: Final = "the other answers cannot succeed"


def hopeful_adviser(ruleset: AnyRuleset, advise: Adviser) -> Adviser:
    """Return an adviser that proposes the least binding option in place of one with a chance of 0.

    Choices of a unit or of an action keep their advice, as an action may be of use without a success.
    """

    def suggested_answer(view: AnyState, decision: Decision[Any]) -> SuggestedAnswer:
        found = advise(view, decision)
        if not isinstance(decision, ChooseOne) or decision.open_option(decision.least) is None:
            return found
        if found.answer == decision.least or decision_role(ruleset, decision) in ("who", "act"):
            return found
        odds = known_preview(ruleset, view, decision, found.answer)
        hopeless = odds is not None and odds.chance == 0.0
        return SuggestedAnswer(decision.least, NO_CHANCE_TEXT) if hopeless else found

    return suggested_answer
