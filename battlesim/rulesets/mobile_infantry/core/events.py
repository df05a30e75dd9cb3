"""The events that change the ruleset's own part of the state, and all events of the ruleset."""

from __future__ import annotations

from typing import Any, ClassVar

from battlesim.mechanics import activation, turns
from battlesim.mechanics.scores import PointsScored
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.state import State

from .state import BUGS, GameUnit, HiddenEntrance


class UnitFormed(Event, frozen=True, tag="UnitFormed"):
    """A unit came into being (a tunneling group, a dropship)."""

    unit: GameUnit

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the unit."""
        return state.with_game(units=state.game.units | {self.unit.id: self.unit})


class StructureSearched(Event, frozen=True, tag="Searched"):
    """A structure was searched."""

    reveals: ClassVar[bool] = True

    structure: str
    by: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it: each structure is searched once."""
        return state.with_game(searched=(*state.game.searched, self.structure))


class EntranceHidden(Event, frozen=True, tag="EntranceHidden"):
    """A hidden Tunnel Entrance was laid down (known to the bugs alone)."""

    entrance: HiddenEntrance

    def apply(self, state: State[Any]) -> State[Any]:
        """Add it to the hidden ones."""
        return state.with_game(hidden=(*state.game.hidden, self.entrance))

    def audience(self) -> SideKey:
        """Return the Arachnids, the only side that is told of the event."""
        return BUGS


class EntranceRevealed(Event, frozen=True, tag="EntranceRevealed"):
    """A hidden Tunnel Entrance is hidden no more; the piece is put on the table by another event."""

    reveals: ClassVar[bool] = True

    entrance: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Take it off the hidden ones."""
        return state.with_game(hidden=tuple(h for h in state.game.hidden if h.id != self.entrance))


EVENTS: tuple[type[Event], ...] = (
    *turns.EVENTS,
    *activation.EVENTS,
    PointsScored,
    UnitFormed,
    StructureSearched,
    EntranceHidden,
    EntranceRevealed,
)
