"""The events that change the ruleset's part of the state."""

from __future__ import annotations

from typing import Any

from battlesim.mechanics import turns
from battlesim.mechanics.deck import CardsMoved
from battlesim.table.events import Event
from battlesim.table.ids import CardId
from battlesim.table.limits import BoundedNumber, Count, Identifier, Name
from battlesim.table.state import State

from .pips import PipsSet


class ActiveCardChanged(Event, frozen=True, tag="CardInPlay"):
    """An event that brings a card into play, or removes the one in play."""

    card: CardId

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the card in play and added to those drawn this turn."""
        drawn = (*state.game.drawn, self.card) if self.card else state.game.drawn
        return state.with_game(card=self.card, drawn=drawn, passed=())


class DeckMade(Event, frozen=True, tag="DeckMade"):
    """An event that makes the deck of cards for a turn."""

    cards: tuple[CardId, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the new deck, no drawn cards and no card in play."""
        deck = type(state.game.deck)(tuple(sorted(self.cards)))
        return state.with_game(deck=deck, drawn=(), card=CardId(""))


class SightChanged(Event, frozen=True, tag="SightChanged"):
    """An event in which the blizzard changes the sight limit, in inches."""

    old: BoundedNumber
    new: BoundedNumber

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the new sight limit."""
        return state.with_game(sight=self.new)


class CommanderPromoted(Event, frozen=True, tag="Promoted"):
    """An event that makes a figure the commander."""

    piece: Identifier

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the figure as commander."""
        return state.with_game(commander=self.piece)


class CopyBroughtHome(Event, frozen=True, tag="BroughtHome"):
    """An event in which a copy of a recorder is carried off the table."""

    recorder: Name

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the recorder added to those brought home."""
        home = tuple(dict.fromkeys((*state.game.brought_home, self.recorder)))
        return state.with_game(brought_home=home)


class CasualtySaved(Event, frozen=True, tag="Saved"):
    """An event in which a casualty is brought off the table."""

    piece: Identifier

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the casualty added to the figures saved."""
        return state.with_game(saved=(*state.game.saved, self.piece))


class IdleTurnsChanged(Event, frozen=True, tag="Idle"):
    """An event that changes the number of successive turns in which no figure acted."""

    old: Count
    new: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Return the state with the new number of idle turns."""
        return state.with_game(idle=self.new)


EVENTS: tuple[type[Event], ...] = (
    *turns.EVENTS,
    CardsMoved,
    ActiveCardChanged,
    DeckMade,
    SightChanged,
    CommanderPromoted,
    CopyBroughtHome,
    CasualtySaved,
    IdleTurnsChanged,
    PipsSet,
)
