"""The toy's own part of the state, and the event that changes it; pieces and mines are on the table."""

from __future__ import annotations

from typing import Any, ClassVar

from battlesim.mechanics.turns import Turns
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.limits import Count
from battlesim.table.state import State

MINE = "mine"
REACTED = "reacted"


class Game(Turns, frozen=True, kw_only=True):
    """A phase is the turn of a side and has its key. `needs` is what a die must show to hit.

    `mined` names the sides whose mine has not gone off: everybody knows that, though not where it lies.
    """

    turns: Count = 6
    needs: Count = 4
    mined: tuple[SideKey, ...] = ()


Skirmish = State[Game]


class MineSprung(Event, frozen=True):
    """The mine of a side has gone off; the marker is taken away by another event."""

    reveals: ClassVar[bool] = True

    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """The side has no mine any more."""
        return state.with_game(mined=tuple(side for side in state.game.mined if side != self.side))
