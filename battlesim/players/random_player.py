"""The player that takes any suggestion."""

from __future__ import annotations

from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.players.base import Moment, Reply
from battlesim.table.state import AnyState

LOOKED_AT = 8


class RandomPlayer:
    """Takes one of a few suggestions by chance."""

    def answer(self, view: AnyState, decision: Decision[Any], moment: Moment) -> Reply:
        """One suggestion, or the default when there are none."""
        return Reply(decision.random_answer(view, LOOKED_AT, moment.rng), "by chance")
