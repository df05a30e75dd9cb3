"""The toy's own part of the state and the event that changes it; pieces and mines are on the table."""

from __future__ import annotations

from typing import Any, ClassVar

from battlesim.mechanics.alternating_turns import AlternatingTurns
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.limits import Count
from battlesim.table.state import State

MINE_KIND, REACTED_MARK = "mine", "reacted"


class Game(AlternatingTurns, frozen=True, kw_only=True):
    """The number a die `needs` to hit, and the sides that are `mined`: their mine has not gone off.

    Both players know which sides still have a mine, but not where an enemy mine lies.
    """

    needs: Count = 4
    mined: tuple[SideKey, ...] = ()


Skirmish = State[Game]


class MineSprung(Event, frozen=True, tag="MineSprung"):
    """An event that sets off the mine of a side; another event removes the marker."""

    reveals: ClassVar[bool] = True
    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state in which the side has no mine any more."""
        return state.with_game(mined=tuple(side for side in state.game.mined if side != self.side))
