"""Events of the ruleset's own part of the state."""

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
    """The event that another card, or none, is in play."""

    card: CardId

    def apply(self, state: State[Any]) -> State[Any]:
        """Put it in play."""
        drawn = (*state.game.drawn, self.card) if self.card else state.game.drawn
        return state.with_game(card=self.card, drawn=drawn, passed=())


class DeckMade(Event, frozen=True, tag="DeckMade"):
    """The cards of a turn are shuffled together."""

    cards: tuple[CardId, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a fresh deck, and no card in play."""
        deck = type(state.game.deck)(tuple(sorted(self.cards)))
        return state.with_game(deck=deck, drawn=(), card=CardId(""))


class SightChanged(Event, frozen=True, tag="SightChanged"):
    """The blizzard changed: how far one sees from now on, inches."""

    old: BoundedNumber
    new: BoundedNumber

    def apply(self, state: State[Any]) -> State[Any]:
        """Set it."""
        return state.with_game(sight=self.new)


class CommanderPromoted(Event, frozen=True, tag="Promoted"):
    """Somebody has the command from now on."""

    piece: Identifier

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(commander=self.piece)


class CopyBroughtHome(Event, frozen=True, tag="BroughtHome"):
    """A copy of a recorder has left the table."""

    recorder: Name

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it, once."""
        home = tuple(dict.fromkeys((*state.game.brought_home, self.recorder)))
        return state.with_game(brought_home=home)


class CasualtySaved(Event, frozen=True, tag="Saved"):
    """A casualty was brought off the table."""

    piece: Identifier

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(saved=(*state.game.saved, self.piece))


class IdleTurnsChanged(Event, frozen=True, tag="Idle"):
    """The event that the number of idle turns in a row changed."""

    old: Count
    new: Count

    def apply(self, state: State[Any]) -> State[Any]:
        """Set the number."""
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
