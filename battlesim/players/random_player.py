"""A player that gives random legal answers."""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.players.base import PlayerContext, Reply
from battlesim.table.state import AnyState

MAX_SUGGESTIONS = 8


class RandomPlayer:
    """A player that answers each decision with a legal answer chosen at random."""

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return a random choice from the answers that the decision suggests.

        If it suggests none, return its default answer.
        """
        return Reply(decision.random_answer(view, MAX_SUGGESTIONS, context.rng), "by chance")
