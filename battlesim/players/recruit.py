"""The usual AI player, which follows the ruleset's advice and does not look ahead."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.engine.advice_odds import hopeful_adviser
from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.lookahead import Adviser, SuggestedAnswer
from battlesim.engine.ruleset import Advice, AnyRuleset
from battlesim.players.base import ConsideredAnswer, PlayerContext, Reply, rng_seed_for
from battlesim.rulesets.plugins import error_text
from battlesim.table.state import AnyState

MAX_ADVICE_CONSIDERED = 64
MAX_ANSWERS_SHOWN = 5


class Recruit:
    """An AI player that gives the best legal answer that the ruleset advises, or else the default answer."""

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return the best legal answer that the ruleset advises, or the default answer if no advice is legal.

        Only the first MAX_ADVICE_CONSIDERED answers that the ruleset advises are considered.
        """
        advice = context.ruleset.doctrine.advise(view, decision, context.rng)
        ranked = sorted(advice[:MAX_ADVICE_CONSIDERED], key=lambda item: -item.score)
        best = next((item for item in ranked if decision.check(view, item.answer) is None), None)
        if best is None:
            return Reply(decision.default(view))
        return Reply(
            best.answer,
            best.reason,
            tuple(_considered(decision, item) for item in ranked[:MAX_ANSWERS_SHOWN]),
        )


def recruit_adviser(ruleset: AnyRuleset) -> Adviser:
    """Return a function that answers decisions like the AI player `Recruit`, given only the side's view."""

    def advise(view: AnyState, decision: Decision[Any]) -> SuggestedAnswer:
        context = PlayerContext(ruleset, decision.side, rng_seed_for(0, decision.side, 0))
        reply = Recruit().answer(view, decision, context)
        return SuggestedAnswer(reply.answer, reply.reason, "advice" if reply.considered else "default")

    return advise


def proposal_adviser(ruleset: AnyRuleset) -> Adviser:
    """Return a function that proposes answers to people: the recruit's, unless they cannot succeed.

    Where a ruleset's advice raises an error, the default answer is proposed, so that people are still asked.
    """
    advise = hopeful_adviser(ruleset, recruit_adviser(ruleset))

    def propose(view: AnyState, decision: Decision[Any]) -> SuggestedAnswer:
        try:
            return advise(view, decision)
        except Exception as error:  # a ruleset's advice may raise any error
            why = f"the advice of the rules failed: {error_text(error)}"
            return SuggestedAnswer(decision.default(view), why, "default")

    return propose


def _considered(decision: Decision[Any], advice: Advice) -> ConsideredAnswer:
    """Return a piece of advice as an answer considered, with the label of the option that it would choose."""
    option = decision.open_option(advice.answer) if isinstance(decision, ChooseOne) else None
    label = option.label if option else msgspec.UNSET
    return ConsideredAnswer(advice.answer, advice.score, advice.reason, label)
