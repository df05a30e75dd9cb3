"""Events of the toy's own part of the state."""

from __future__ import annotations

from typing import Any, ClassVar

from battlesim.mechanics import turns
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.state import State


class MineSprung(Event, frozen=True):
    """The mine of a side has gone off; the marker is taken away by another event."""

    reveals: ClassVar[bool] = True

    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """The side has no mine any more."""
        return state.with_game(mined=tuple(side for side in state.game.mined if side != self.side))


EVENTS: tuple[type[Event], ...] = (*turns.EVENTS, MineSprung)
