"""The events that change the ruleset's part of the state."""

from __future__ import annotations

from typing import Any, ClassVar

from battlesim.mechanics import activation, turns
from battlesim.mechanics.scores import PointsScored
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.state import State

from .state import BUGS, GameUnit, HiddenEntrance


class UnitFormed(Event, frozen=True, tag="UnitFormed"):
    """An event that forms a unit during the battle, such as a tunneling group or a dropship."""

    unit: GameUnit

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the unit added."""
        return state.with_game(units=state.game.units | {self.unit.id: self.unit})


class StructureSearched(Event, frozen=True, tag="Searched"):
    """An event that marks a structure as searched."""

    reveals: ClassVar[bool] = True

    structure: str
    by: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the structure marked as searched, so that it is not searched again."""
        return state.with_game(searched=(*state.game.searched, self.structure))


class EntranceHidden(Event, frozen=True, tag="EntranceHidden"):
    """An event that places a hidden Tunnel Entrance; only the Arachnids see it."""

    entrance: HiddenEntrance

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the entrance added to the hidden entrances."""
        return state.with_game(hidden=(*state.game.hidden, self.entrance))

    def audience(self) -> SideKey:
        """Return the Arachnids, the only side that may see the event."""
        return BUGS


class EntranceRevealed(Event, frozen=True, tag="EntranceRevealed"):
    """An event that reveals a hidden Tunnel Entrance; another event puts its piece on the table."""

    reveals: ClassVar[bool] = True

    entrance: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the entrance removed from the hidden entrances."""
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
