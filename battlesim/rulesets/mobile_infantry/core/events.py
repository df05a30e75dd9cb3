"""Events of this ruleset's own part of the state."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.limits import Count, Figure, Turn
from battlesim.table.pieces import Piece
from battlesim.table.state import State

from .state import Activation, Battle, HiddenEntrance, Unit


class PhaseBegan(Event, frozen=True):
    """A phase of a turn began; whoever acted in the phase before is forgotten with `fresh`."""

    turn: Turn
    phase: str
    fresh: bool = False

    def apply(self, state: State[Any]) -> State[Any]:
        """Set turn and phase."""
        changes: dict[str, Any] = {"turn": self.turn, "phase": self.phase}
        return state.with_game(**changes, **({"acted": (), "passed": ()} if self.fresh else {}))


class ActivationBegan(Event, frozen=True):
    """A unit began its activation."""

    activation: Activation

    def apply(self, state: State[Any]) -> State[Any]:
        """Open the activation."""
        return state.with_game(activation=self.activation)


class ActionSpent(Event, frozen=True):
    """The activated unit used up an Action; `count` of them (two to end early)."""

    action: str
    count: Count = 1

    def apply(self, state: State[Any]) -> State[Any]:
        """Take the Action off what is left and note it as done."""
        now = state.game.activation
        left = max(0, now.actions_left - self.count)
        spent = msgspec.structs.replace(now, actions_left=left, done=(*now.done, self.action))
        return state.with_game(activation=spent)


class ActivationChanged(Event, frozen=True):
    """Leader or members of the activated unit changed."""

    old: Activation
    new: Activation

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the activation."""
        return state.with_game(activation=self.new)


class ActivationEnded(Event, frozen=True):
    """The activation is over: these pieces have acted in this player turn."""

    acted: tuple[str, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Close the activation and note who acted."""
        done = tuple(dict.fromkeys((*state.game.acted, *self.acted)))
        return state.with_game(activation=None, acted=done)


class Passed(Event, frozen=True):
    """Something (a unit, an arrival, a phase) was passed over for this player turn."""

    what: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(passed=(*state.game.passed, self.what))


class Tallied(Event, frozen=True):
    """A plain counter changed."""

    name: str
    old: Count
    new: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the counter; counters at zero are not kept."""
        tally = {k: v for k, v in state.game.tally.items() if k != self.name}
        return state.with_game(tally=tally | ({self.name: self.new} if self.new else {}))


class PointsScored(Event, frozen=True):
    """A side scored victory points."""

    side: SideKey
    points: Figure
    why: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Book the points."""
        points: dict[str, float] = state.game.points
        return state.with_game(points=points | {self.side: points[self.side] + self.points})


class UnitFormed(Event, frozen=True):
    """A unit came into being (a tunneling group, a dropship)."""

    unit: Unit

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the unit."""
        return state.with_game(units=state.game.units | {self.unit.id: self.unit})


class Searched(Event, frozen=True):
    """A structure was searched."""

    reveals: ClassVar[bool] = True

    structure: str
    by: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it: each structure is searched once."""
        return state.with_game(searched=(*state.game.searched, self.structure))


class EntranceHidden(Event, frozen=True):
    """A hidden Tunnel Entrance was laid down (known to the bugs alone)."""

    entrance: HiddenEntrance

    def apply(self, state: State[Any]) -> State[Any]:
        """Add it to the hidden ones."""
        return state.with_game(hidden=(*state.game.hidden, self.entrance))


class EntranceRevealed(Event, frozen=True):
    """A hidden Tunnel Entrance is hidden no more; the piece is put on the table by another event."""

    reveals: ClassVar[bool] = True

    entrance: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Take it off the hidden ones."""
        return state.with_game(hidden=tuple(h for h in state.game.hidden if h.id != self.entrance))


EVENTS: tuple[type[Event], ...] = (
    PhaseBegan,
    ActivationBegan,
    ActionSpent,
    ActivationChanged,
    ActivationEnded,
    Passed,
    Tallied,
    PointsScored,
    UnitFormed,
    Searched,
    EntranceHidden,
    EntranceRevealed,
)


def tally(state: Battle, name: str, by: int, rule: str) -> Tallied:
    """The event that changes a counter by some amount."""
    old = state.game.count(name)
    return Tallied(rule=rule, name=name, old=old, new=old + by)


def is_lost(piece: Piece) -> bool:
    """Whether a piece is at or below 0 hit points."""
    return piece.hits <= 0
