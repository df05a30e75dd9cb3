"""The search for decisions about a piece that could come next, for rulesets that cannot list them.

The rules are run on what the side can see, so nothing hidden is used. Other sides give their default answers,
and the search stops at dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeGuard

from battlesim.engine.decisions import DICE_SIDE, ChooseOne, ChooseSome, Confirm, Decision
from battlesim.engine.lookahead import LookaheadRun, decision_role
from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.run import GivenAnswer, RunPosition
from battlesim.engine.why_query import concerns_piece, narrowed_to_piece
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.table.state import AnyState

MAX_DECISIONS: Final = 24
"""The maximum number of decisions to search."""

AnswerSequence = tuple[Any, ...]


def follow_up_decisions(
    ruleset: AnyRuleset, position: RunPosition, side: SideKey, piece: Piece
) -> Iterator[Decision[Any]]:
    """Yield the open decision and the decisions about a piece that could follow it, nearest first."""
    waiting: list[AnswerSequence] = [()]
    for _ in range(MAX_DECISIONS):
        if not waiting:
            return
        given = waiting.pop(0)
        question, onward = _decision_after(ruleset, position, side, given, piece)
        if question is not None and question.side == side:
            yield narrowed_to_piece(question, piece) if _chooses_actor(question, ruleset) else question
        waiting += [(*given, answer) for answer in onward]


def _decision_after(
    ruleset: AnyRuleset, position: RunPosition, side: SideKey, given: AnswerSequence, piece: Piece
) -> tuple[Decision[Any] | None, list[Any]]:
    """Return the decision after the given answers, and the answers with which the search continues.

    The decision is None if it cannot be known or is not about the piece.
    """
    try:
        run = LookaheadRun(ruleset, position)
        run.restrict_to_view(side)
        for answer in given:
            assert run.pending is not None
            run.further_steps = _chooses_actor(run.pending, ruleset)
            run.accept_answer(GivenAnswer(answer))
        question = run.pending
        if question is None or (question.side == side and not concerns_piece(question, piece)):
            return None, []
        return question, _next_answers(ruleset, run.state, question, piece, question.side == side)
    except Exception:  # the rules may need facts that the view hides
        return None, []


def _next_answers(
    ruleset: AnyRuleset, state: AnyState, question: Decision[Any], piece: Piece, own: bool
) -> list[Any]:
    """Return the answers that continue the search: each option of the piece, or another side's default."""
    if question.side == DICE_SIDE:
        return []
    match question:
        case ChooseOne() if own:
            named = [
                option
                for option in question.open_options
                if option.key in (piece.id, piece.unit) or piece.id in option.by
            ]
            open_to = (
                named
                if _chooses_actor(question, ruleset)
                else [o for o in question.open_options if not o.by or piece.id in o.by]
            )
            return [option.key for option in open_to if option.key != question.least]
        case ChooseSome() if own:
            return [tuple(option.key for option in question.open_options[: question.most])]
        case Confirm() if own:
            return [True]
    return [question.default(state)]


def _chooses_actor(question: Decision[Any], ruleset: AnyRuleset) -> TypeGuard[ChooseOne]:
    """Return whether a decision chooses which unit or piece acts."""
    return isinstance(question, ChooseOne) and decision_role(ruleset, question) == "who"
