"""The toy's own part of the state, and the event that changes it; pieces and mines are on the table."""

from __future__ import annotations

from typing import Any, ClassVar

from battlesim.mechanics.alternating_turns import AlternatingTurns
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.limits import Count
from battlesim.table.state import State

MINE_KIND, REACTED_MARK = "mine", "reacted"


class Game(AlternatingTurns, frozen=True, kw_only=True):
    """What a die `needs` to show for a hit, and the sides whose mine has not gone off.

    Everybody knows who is still `mined`, though not where the mine lies.
    """

    needs: Count = 4
    mined: tuple[SideKey, ...] = ()


Skirmish = State[Game]


class MineSprung(Event, frozen=True, tag="MineSprung"):
    """The mine of a side has gone off; the marker is taken away by another event."""

    reveals: ClassVar[bool] = True
    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the side has no mine any more."""
        return state.with_game(mined=tuple(side for side in state.game.mined if side != self.side))
