"""The brawl's own part of the state. Gangs are units of the table."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.mechanics.deck import Deck
from battlesim.mechanics.turns import TurnState
from battlesim.table.events import Event
from battlesim.table.ids import NO_SIDE, CardId, SideKey
from battlesim.table.limits import Count
from battlesim.table.state import State

RATTLED = "rattled"
RAIN, CROWD = CardId("Rain"), CardId("A crowd")
CARDS, FLIGHT = "cards", "flight"
SPENT = "spent"


class Face(msgspec.Struct, frozen=True):
    """What a card shows: a faction's with its actions, or an event by its name."""

    name: str
    side: SideKey = NO_SIDE
    actions: Count = 0


class Game(TurnState, frozen=True, kw_only=True):
    """A turn is a batch, and what has `passed` in it are its cards: the first ones of the `row`.

    The tally holds the knockouts of each faction, the actions `spent` of the card in play, and the rain.
    The battle goes to `goal` knockouts or so many `turns`, 0 for as long as there are cards.
    """

    factions: tuple[SideKey, ...]
    faces: dict[CardId, Face]
    deck: Deck
    row: tuple[CardId, ...] = ()
    turns: Count = 0
    goal: Count = 3
    allies: tuple[tuple[SideKey, ...], ...] = ()

    @property
    def card(self) -> Face | None:
        """The card in play."""
        at = len(self.passed)
        return self.faces[self.row[at]] if at < len(self.row) else None


Brawl = State[Game]


class RowLaid(Event, frozen=True, tag="RowLaid"):
    """Cards were laid open, to be played in this order; none before the first of a batch."""

    row: tuple[CardId, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Note them."""
        return state.with_game(row=self.row)
