"""Advice for players, checked against the odds so that no hopeless option is proposed."""

from __future__ import annotations

from typing import Any, Final

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.lookahead import Adviser, SuggestedAnswer, decision_role
from battlesim.engine.measuring import known_preview
from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.state import AnyState

NO_CHANCE_TEXT: Final = "the other answers cannot succeed"


def hopeful_adviser(ruleset: AnyRuleset, advise: Adviser) -> Adviser:
    """Return an adviser that replaces advice without a chance of success by the least binding option.

    The choice of a unit or of an action is not replaced, as an action may be useful even without success.
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
