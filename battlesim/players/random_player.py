"""A player that takes a random suggestion."""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.players.base import PlayerContext, Reply
from battlesim.table.state import AnyState

MAX_SUGGESTIONS = 8


class RandomPlayer:
    """A player that takes one of the decision's suggestions at random."""

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return a random suggestion, or the default if there is none."""
        return Reply(decision.random_answer(view, MAX_SUGGESTIONS, context.rng), "by chance")
