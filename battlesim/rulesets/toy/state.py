"""The toy's own part of the state; pieces and mines are on the table."""

from __future__ import annotations

import msgspec

from battlesim.table.ids import SideKey
from battlesim.table.limits import Count
from battlesim.table.state import State

MINE = "mine"
REACTED = "reacted"


class Game(msgspec.Struct, frozen=True):
    """Whose turn it is and who has acted. `needs` is what a die must show to hit.

    `mined` names the sides whose mine has not gone off: everybody knows that, though not where it lies.
    """

    active: SideKey
    order: tuple[SideKey, ...]
    turn: Count = 1
    turns: Count = 6
    acted: tuple[str, ...] = ()
    needs: Count = 4
    mined: tuple[SideKey, ...] = ()


Skirmish = State[Game]
