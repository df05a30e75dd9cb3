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
        found = decision.suggest(view, LOOKED_AT, moment.rng)
        if not found:
            return Reply(decision.default(view), "nothing was suggested")
        return Reply(moment.rng.choice(found), f"by chance, one of {len(found)}")
