"""A player that takes one of the suggested answers at random."""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.players.base import PlayerContext, Reply
from battlesim.table.state import AnyState

MAX_SUGGESTIONS = 8


class RandomPlayer:
    """A player that takes one of the answers suggested for a decision at random."""

    def answer(self, view: AnyState, decision: Decision[Any], context: PlayerContext) -> Reply:
        """Return one of the suggested answers at random, or the default answer if none is suggested."""
        return Reply(decision.random_answer(view, MAX_SUGGESTIONS, context.rng), "by chance")
