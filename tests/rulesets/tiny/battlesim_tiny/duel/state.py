"""The duel's own part of the state, and the events that write it."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.mechanics.deck import CardsMoved, Deck
from battlesim.table.events import Event
from battlesim.table.ids import NO_SIDE, CardId, SideKey
from battlesim.table.limits import Count
from battlesim.table.state import State

RUN, AIM, ACE = CardId("run"), CardId("aim"), CardId("ace")
NAMES = {RUN: "Run", AIM: "Aim", ACE: "Ace"}
VALUES = {RUN: 1, AIM: 2, ACE: 3}
PACK = (RUN,) * 8 + (AIM,) * 8 + (ACE,) * 4


class Game(msgspec.Struct, frozen=True):
    """The turn, the order of the sides in it (none before they have bid), who has acted, and the cards."""

    sides: tuple[SideKey, ...]
    deck: Deck
    order: tuple[SideKey, ...] = ()
    active: SideKey = NO_SIDE
    turn: Count = 0
    turns: Count = 6
    acted: tuple[str, ...] = ()


Duel = State[Game]


class TurnBegan(Event, frozen=True):
    """A new turn: nobody has acted in it."""

    turn: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(turn=self.turn, acted=())


class SideBegan(Event, frozen=True):
    """A side's part of the turn begins; `order` is that of this turn, none when it is over."""

    side: SideKey
    order: tuple[SideKey, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(active=self.side, order=self.order)


class Acted(Event, frozen=True):
    """A fighter has had its activation."""

    piece: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(acted=(*state.game.acted, self.piece))


EVENTS: tuple[type[Event], ...] = (TurnBegan, SideBegan, Acted, CardsMoved)
