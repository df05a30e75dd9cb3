"""A unit at its actions: begun, spent, changed, ended.

A ruleset's own part of the state keeps it as `activation`, None between two. Users: Mobile Infantry.
"""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.table.events import Event
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.limits import Count, Length
from battlesim.table.state import State


class Activation(msgspec.Struct, frozen=True):
    """Who acts, and what is left to do. `kind` is a word of the ruleset's own.

    `leader` is who leads, or the one from whom coherency is `measured` (inches).
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


class ActivationBegan(Event, frozen=True, tag="ActivationBegan"):
    """A unit began its activation."""

    activation: Activation

    def apply(self, state: State[Any]) -> State[Any]:
        """Open the activation."""
        return state.with_game(activation=self.activation)

    def mentioned_ids(self) -> frozenset[str]:
        """Who is activated."""
        return frozenset(self.activation.members)


class ActionSpent(Event, frozen=True, tag="ActionSpent"):
    """The activated unit used up an action; `count` of them (all that are left to end early)."""

    action: str
    count: Count = 1

    def apply(self, state: State[Any]) -> State[Any]:
        """Take the action off what is left and note it as done."""
        now = state.game.activation
        left = max(0, now.actions_left - self.count)
        spent = msgspec.structs.replace(now, actions_left=left, done=(*now.done, self.action))
        return state.with_game(activation=spent)


class ActivationChanged(Event, frozen=True, tag="ActivationChanged"):
    """Leader or members of the activated unit changed."""

    old: Activation
    new: Activation

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the activation."""
        return state.with_game(activation=self.new)

    def mentioned_ids(self) -> frozenset[str]:
        """Who is activated, and was."""
        return frozenset((*self.old.members, *self.new.members))


class ActivationEnded(Event, frozen=True, tag="ActivationEnded"):
    """The activation is over: these have acted."""

    acted: tuple[str, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Close the activation and note who acted."""
        done = tuple(dict.fromkeys((*state.game.acted, *self.acted)))
        return state.with_game(activation=None, acted=done)


def current_activation(state: State[Any]) -> Activation:
    """The activation under way. Raises ValueError when there is none."""
    now: Activation | None = state.game.activation
    if now is None:
        raise ValueError("no unit is activated")
    return now


EVENTS: tuple[type[Event], ...] = (ActivationBegan, ActionSpent, ActivationChanged, ActivationEnded)
