"""The ruleset's own part of the state. What belongs to one model is a mark on it (marks.py)."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.mechanics.turns import TurnState
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.limits import BoundedNumber
from battlesim.table.state import State

from .parameters import Parameters

BEGIN_PHASE = "begin"
"""The phase before the first turn, in which the order of the sides is decided."""


class Game(TurnState, frozen=True, kw_only=True):
    """The turn state, the parameters, and the points of each model by its id.

    A round is a turn of the table: its phases are the turns of the sides, named by their keys. `passed` holds
    the steps at the beginning of the present turn that are over, `acted` the models that have acted in it.
    """

    parameters: Parameters
    points: dict[str, BoundedNumber] = msgspec.field(default_factory=dict)


Battle = State[Game]


class OrderDecided(Event, frozen=True, tag="OrderDecided"):
    """The order in which the sides take their turns in every round."""

    order: tuple[SideKey, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Make the turns of the sides the phases of a round."""
        return state.with_game(phases=self.order)
