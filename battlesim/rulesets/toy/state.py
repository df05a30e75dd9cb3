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
    """The toy's part of the state: the number that a die `needs` to hit, and the sides in `mined`.

    A side is in `mined` until its mine explodes. Both players know these sides, but not where an enemy mine
    lies.
    """

    needs: Count = 4
    mined: tuple[SideKey, ...] = ()


Skirmish = State[Game]


class MineSprung(Event, frozen=True, tag="MineSprung"):
    """An event that sets off a side's mine; the marker is removed by another event."""

    reveals: ClassVar[bool] = True
    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state in which the side no longer has a mine."""
        return state.with_game(mined=tuple(side for side in state.game.mined if side != self.side))
