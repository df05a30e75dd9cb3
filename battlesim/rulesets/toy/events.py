"""Events of the toy's own part of the state."""

from __future__ import annotations

from typing import Any, ClassVar

from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.limits import Count
from battlesim.table.state import State


class Acted(Event, frozen=True):
    """A trooper has had its activation."""

    piece: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(acted=(*state.game.acted, self.piece))


class TurnPassed(Event, frozen=True):
    """It is another side's turn."""

    side: SideKey
    turn: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Hand the turn over; nobody has acted in it yet."""
        return state.with_game(active=self.side, turn=self.turn, acted=())


class MineSprung(Event, frozen=True):
    """The mine of a side has gone off; the marker is taken away by another event."""

    reveals: ClassVar[bool] = True

    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """The side has no mine any more."""
        return state.with_game(mined=tuple(side for side in state.game.mined if side != self.side))


EVENTS: tuple[type[Event], ...] = (Acted, TurnPassed, MineSprung)
