"""Decks of cards. Each card is drawn at random from an unordered pile, so the order of cards is not stored.

Users: Troice Station (cards of squads and quarters), Alien Invasion, the rulesets of the tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from battlesim.engine.dice import NO_CARD_NAMES, Rng
from battlesim.engine.play import Play, Script
from battlesim.table.events import Event
from battlesim.table.ids import NO_SIDE, CardId, SideKey
from battlesim.table.limits import Identifier
from battlesim.table.phrases import AnyText
from battlesim.table.state import State

CARD_BACK: Final = CardId("?")
"""The id that stands for a card in another side's hand, whose face is hidden."""
DRAW_PILE, DISCARD_PILE = SideKey(":left"), SideKey(":out")
"""The keys of the draw pile and of the pile of open and discarded cards, used in place of a side's key."""


class Deck(msgspec.Struct, frozen=True):
    """A deck of cards in sorted piles.

    The piles are the draw pile `left`, the discard pile `out` and the hands `held` by the sides.
    """

    left: tuple[CardId, ...]
    held: dict[SideKey, tuple[CardId, ...]] = {}
    out: tuple[CardId, ...] = ()

    @property
    def cards_left(self) -> int:
        """The number of cards in the draw pile, without the cards that a side's view adds to it."""
        return len(self.left) - sum(cards.count(CARD_BACK) for cards in self.held.values())

    def pile(self, name: SideKey) -> tuple[CardId, ...]:
        """Return the cards in a side's hand, or in the pile named by DRAW_PILE or DISCARD_PILE."""
        return {DRAW_PILE: self.left, DISCARD_PILE: self.out}.get(name) or self.held.get(name, ())

    def moved(self, cards: Iterable[CardId], old: SideKey, new: SideKey) -> Deck:
        """Return a copy of the deck with cards moved from the pile `old` to the pile `new`.

        Raises KeyError if a card is not in the old pile.
        """
        counts = Counter(self.pile(old))
        for card in cards:
            if not counts[card]:
                raise KeyError(f"the pile {old!r} does not contain the card {card!r}")
            counts[card] -= 1
        taken = self._with(old, counts.elements())
        return taken._with(new, (*taken.pile(new), *cards))

    def _with(self, name: SideKey, cards: Iterable[CardId]) -> Deck:
        pile = tuple(sorted(cards))
        if name == DRAW_PILE:
            return msgspec.structs.replace(self, left=pile)
        if name == DISCARD_PILE:
            return msgspec.structs.replace(self, out=pile)
        return msgspec.structs.replace(self, held=self.held | {name: pile})

    def seen_by(self, side: SideKey) -> Deck:
        """Return the deck as a side sees it, with card backs in the hands of the other sides.

        The hidden cards are added to the draw pile, so that the draw pile does not reveal them.
        """
        hidden = [
            card for other, cards in self.held.items() if other != side for card in cards if card != CARD_BACK
        ]
        held = {
            other: cards if other == side else (CARD_BACK,) * len(cards) for other, cards in self.held.items()
        }
        return Deck(tuple(sorted((*self.left, *hidden))), held, self.out)

    def determinized(self, rng: Rng) -> Deck:
        """Return a complete deck that is consistent with this view. Hidden hands are filled at random."""
        whole = self
        for side, cards in self.held.items():
            if CARD_BACK in cards:
                guess = rng.sample(whole.left, len(cards))
                whole = whole._with(side, ()).moved(guess, DRAW_PILE, side)
        return whole


class CardsMoved(Event, frozen=True, tag="CardsMoved"):
    """An event that moves cards between two piles. `deck` names the field of the game state with the deck."""

    deck: Identifier
    cards: tuple[CardId, ...]
    old: SideKey
    new: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the cards moved to their new pile."""
        deck: Deck = getattr(state.game, self.deck)
        return state.with_game(**{self.deck: deck.moved(self.cards, self.old, self.new)})

    def audience(self) -> SideKey:
        """Return the side whose hand the cards enter or leave, or NO_SIDE if all sides see them."""
        return (
            NO_SIDE
            if DISCARD_PILE in (self.old, self.new)
            else self.new
            if self.old == DRAW_PILE
            else self.old
        )


def draw_from_deck(
    play: Play[Any],
    deck: str,
    why: AnyText,
    *,
    rule: str,
    by: str = "",
    names: Mapping[CardId, str] = NO_CARD_NAMES,
    into: SideKey = DISCARD_PILE,
) -> Script[CardId]:
    """Draw a random card, put it face up on the discard pile or into a side's hand, and return it.

    `deck` names the field of the game state that holds the deck. The user may draw from a real pack of cards
    only if all sides see the card and no hand is hidden, because the rest of the pack would reveal hidden
    cards.
    """
    known: Deck = getattr(play.state.game, deck)
    held = any(known.held.values())
    to = "" if into == DISCARD_PILE else into
    card = yield from play.draw_card(known.left, why, rule=rule, by=by, names=names, to=to, secret=held)
    play.emit(CardsMoved(rule=rule, deck=deck, cards=(card,), old=DRAW_PILE, new=into))
    return card


def move_cards(
    play: Play[Any], deck: str, cards: Iterable[CardId], old: SideKey, new: SideKey, *, rule: str
) -> None:
    """Move cards between two piles of a deck, for example to play cards or to reshuffle the discards."""
    moved = tuple(sorted(cards))
    if moved:
        play.emit(CardsMoved(rule=rule, deck=deck, cards=moved, old=old, new=new))
