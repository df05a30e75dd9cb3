"""The toy's own part of the state; pieces and mines are on the table."""

from __future__ import annotations

from battlesim.mechanics.turns import Turns
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
