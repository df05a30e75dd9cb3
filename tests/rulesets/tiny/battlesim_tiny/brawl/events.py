"""Events of the brawl's own part of the state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.state import State

from .state import Face


def without(pile: Sequence[Face], cards: Sequence[Face]) -> tuple[Face, ...]:
    """A pile from which these cards are taken."""
    left = list(pile)
    for card in cards:
        left.remove(card)
    return tuple(left)


class BatchLaid(Event, frozen=True):
    """Cards were laid open."""

    cards: tuple[Face, ...]

    def apply(self, state: State[Any]) -> State[Any]:
        """They leave the pile; the next batch begins."""
        pile = without(state.game.pile, self.cards)
        batch = state.game.batch + 1
        return state.with_game(pile=pile, row=self.cards, at=0, spent=0, batch=batch)


class ActionTaken(Event, frozen=True):
    """An action of the card in play is used up."""

    def apply(self, state: State[Any]) -> State[Any]:
        """Count it."""
        return state.with_game(spent=state.game.spent + 1)


class CardDone(Event, frozen=True):
    """The next card is in play."""

    def apply(self, state: State[Any]) -> State[Any]:
        """Count it."""
        return state.with_game(at=state.game.at + 1, spent=0)


class Knocked(Event, frozen=True):
    """A faction has knocked somebody out."""

    side: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Count it."""
        known = state.game.knockouts
        return state.with_game(knockouts=known | {self.side: known.get(self.side, 0) + 1})


class RainChanged(Event, frozen=True):
    """It begins to rain, or stops."""

    rain: bool

    def apply(self, state: State[Any]) -> State[Any]:
        """Note it."""
        return state.with_game(rain=self.rain)


class BatchEnded(Event, frozen=True):
    """All cards of a batch are played."""

    def apply(self, state: State[Any]) -> State[Any]:
        """Clear the row."""
        return state.with_game(row=(), at=0, spent=0)


class CrowdCame(Event, frozen=True):
    """Another crowd has come by; its people come by events of the table."""

    def apply(self, state: State[Any]) -> State[Any]:
        """Count it."""
        return state.with_game(crowds=state.game.crowds + 1)


EVENTS: tuple[type[Event], ...] = (
    BatchLaid,
    ActionTaken,
    CardDone,
    Knocked,
    RainChanged,
    BatchEnded,
    CrowdCame,
)
