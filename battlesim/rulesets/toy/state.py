"""The toy ruleset's part of the state, and the event that changes it.

Pieces and mines are on the table.
"""

from __future__ import annotations

from typing import Any, ClassVar

from battlesim.mechanics.alternating_turns import AlternatingTurns
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.limits import Count
from battlesim.table.state import State

MINE_KIND, REACTED_MARK = "mine", "reacted"


class Game(AlternatingTurns, frozen=True, kw_only=True):
    """The toy ruleset's part of the state: the die roll that a shot `needs`, and the sides in `mined`.

    A side is in `mined` until its mine has exploded; only the place of an enemy mine is hidden.
    """

    needs: Count = 4
    mined: tuple[SideKey, ...] = ()


Skirmish = State[Game]


class MineSprung(Event, frozen=True, tag="MineSprung"):
    """An event that records the explosion of a side's mine; another event removes the marker."""

    reveals: ClassVar[bool] = True
    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state in which the side no longer has a mine."""
        return state.with_game(mined=tuple(side for side in state.game.mined if side != self.side))
