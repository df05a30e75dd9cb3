"""Advice for players, in which options without any chance of success are replaced."""

from __future__ import annotations

from typing import Any, Final

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.lookahead import Adviser, SuggestedAnswer, decision_role
from battlesim.engine.measuring import known_preview
from battlesim.engine.moment_choice import ChooseMoment
from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.state import AnyState

NO_CHANCE_TEXT: Final = "the other answers cannot succeed"


def hopeful_adviser(ruleset: AnyRuleset, advise: Adviser) -> Adviser:
    """Return a function that gives the same advice as `advise`, except for options that cannot succeed.

    If the chance of an advised option is 0, the option that commits the side least is advised instead. The
    choice of a unit or action is never replaced, because an action may be useful even without success.
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


def is_hopeless(ruleset: AnyRuleset, view: AnyState, decision: Decision[Any]) -> bool:
    """Return whether the odds are known of every answer that does not let things pass, and all are 0."""
    if isinstance(decision, ChooseMoment):
        return decision.is_hopeless
    if not isinstance(decision, ChooseOne) or decision.open_option(decision.least) is None:
        return False
    keys = [option.key for option in decision.open_options if option.key != decision.least]
    previews = (known_preview(ruleset, view, decision, key) for key in keys)
    return bool(keys) and all(found is not None and found.chance == 0.0 for found in previews)
