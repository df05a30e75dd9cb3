"""The player that takes any suggestion."""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.players.base import PlayerContext, Reply
from battlesim.table.state import AnyState

MAX_SUGGESTIONS = 8


class RandomPlayer:
    """Takes one of a few suggestions by chance."""

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """One suggestion, or the default when there are none."""
        return Reply(decision.random_answer(view, MAX_SUGGESTIONS, context.rng), "by chance")
