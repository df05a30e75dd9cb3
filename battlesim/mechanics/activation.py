"""The activation of a unit, and the events that begin and end it, change it and spend its actions.

The current activation is stored in the field `activation` of the game state, which is None between
activations. An activation may interrupt another, which then resumes. Users: Mobile Infantry, Stargrunt
(activations within activations).
"""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.table.events import Event
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.limits import Count, Length
from battlesim.table.state import State


class Activation(msgspec.Struct, frozen=True):
    """The activation of a unit, with the number of actions left. `kind` is a key defined by the ruleset.

    `leader` is the id of the unit's leader or, without a leader, of the piece near which the others must
    stay. `measured` is the maximum distance to that piece in inches. `outer` is the activation that this
    activation interrupts.
    """

    kind: str
    side: SideKey
    unit: UnitId
    name: str
    members: tuple[str, ...]
    leader: str
    actions_left: Count
    done: tuple[str, ...] = ()
    measured: Length = 6.0
    outer: Activation | msgspec.UnsetType = msgspec.UNSET

    @property
    def chain(self) -> tuple[Activation, ...]:
        """This activation and all the activations that it interrupts, outermost first."""
        return (*(self.outer.chain if isinstance(self.outer, Activation) else ()), self)


class ActivationBegan(Event, frozen=True, tag="ActivationBegan"):
    """An event that begins the activation of a unit. It interrupts any activation in progress."""

    activation: Activation

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with this activation in progress.

        If another activation is interrupted, it is stored in the new activation.
        """
        outer = state.game.activation
        begun = self.activation if outer is None else msgspec.structs.replace(self.activation, outer=outer)
        return state.with_game(activation=begun)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of the activated pieces."""
        return frozenset(self.activation.members)


class ActionSpent(Event, frozen=True, tag="ActionSpent"):
    """An event in which the activated unit takes an action. `count` is the number of actions it costs."""

    action: str
    count: Count = 1

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state in which the unit has fewer actions left."""
        now = state.game.activation
        left = max(0, now.actions_left - self.count)
        spent = msgspec.structs.replace(now, actions_left=left, done=(*now.done, self.action))
        return state.with_game(activation=spent)


class ActivationChanged(Event, frozen=True, tag="ActivationChanged"):
    """An event that changes the leader or the members of the activated unit."""

    old: Activation
    new: Activation

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the current activation replaced."""
        return state.with_game(activation=self.new)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of the activated pieces before and after the change."""
        return frozenset((*self.old.members, *self.new.members))


class ActivationEnded(Event, frozen=True, tag="ActivationEnded"):
    """An event that ends the current activation. `acted` holds the ids of the pieces that acted in it."""

    acted: tuple[str, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state in which the activation is over and its pieces count as having acted.

        If the activation interrupted another, that activation resumes.
        """
        done = tuple(dict.fromkeys((*state.game.acted, *self.acted)))
        outer = state.game.activation.outer if state.game.activation else None
        return state.with_game(activation=outer if isinstance(outer, Activation) else None, acted=done)


def current_activation(state: State[Any]) -> Activation:
    """Return the activation in progress. Raises ValueError if no unit is activated."""
    now: Activation | None = state.game.activation
    if now is None:
        raise ValueError("no unit is being activated")
    return now


EVENTS: tuple[type[Event], ...] = (ActivationBegan, ActionSpent, ActivationChanged, ActivationEnded)
