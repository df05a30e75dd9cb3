"""The duel's own part of the state, and the event that writes it."""

from __future__ import annotations

from typing import Any

from battlesim.mechanics.alternating_turns import AlternatingTurns
from battlesim.mechanics.deck import Deck
from battlesim.table.events import Event
from battlesim.table.ids import CardId, SideKey
from battlesim.table.state import State

BIDS = "bids"
RUN, AIM, ACE = CardId("run"), CardId("aim"), CardId("ace")
NAMES = {RUN: "Run", AIM: "Aim", ACE: "Ace"}
VALUES = {RUN: 1, AIM: 2, ACE: 3}
PACK = (RUN,) * 8 + (AIM,) * 8 + (ACE,) * 4


class Game(AlternatingTurns, frozen=True, kw_only=True):
    """A phase is that of the bids or of a side, which has its key; `phases` are in the order of this turn."""

    deck: Deck


Duel = State[Game]


class Ordered(Event, frozen=True, tag="Ordered"):
    """The bids have settled which side goes first in this turn."""

    order: tuple[SideKey, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(phases=(BIDS, *self.order))
