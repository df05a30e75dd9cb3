"""Decks: which card comes is chance at the moment of drawing, so the order of what is left is nowhere.

Users: Troice Station (cards of squads and quarters), the rulesets of the tests.
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
"""A card that is held by somebody else, as its back shows."""
DRAW_PILE, DISCARD_PILE = SideKey(":left"), SideKey(":out")
"""In place of a side that holds cards: the pile they are drawn from, and that of those laid open or gone."""


class Deck(msgspec.Struct, frozen=True):
    """Where the cards are: `left` to be drawn, held by sides, or `out`; each pile sorted by ids."""

    left: tuple[CardId, ...]
    held: dict[SideKey, tuple[CardId, ...]] = {}
    out: tuple[CardId, ...] = ()

    @property
    def cards_left(self) -> int:
        """How many are left; in a view that does not tell them from those that others hold."""
        return len(self.left) - sum(cards.count(CARD_BACK) for cards in self.held.values())

    def pile(self, name: SideKey) -> tuple[CardId, ...]:
        """The cards of a side, of LEFT or of OUT."""
        return {DRAW_PILE: self.left, DISCARD_PILE: self.out}.get(name) or self.held.get(name, ())

    def moved(self, cards: Iterable[CardId], old: SideKey, new: SideKey) -> Deck:
        """The deck with cards in another pile. Raises KeyError for one that is not in the old one."""
        counts = Counter(self.pile(old))
        for card in cards:
            if not counts[card]:
                raise KeyError(f"no card {card!r} in {old}")
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
        """As a side knows it: what others hold is as likely still in the pile."""
        hidden = [
            card for other, cards in self.held.items() if other != side for card in cards if card != CARD_BACK
        ]
        held = {
            other: cards if other == side else (CARD_BACK,) * len(cards) for other, cards in self.held.items()
        }
        return Deck(tuple(sorted((*self.left, *hidden))), held, self.out)

    def determinized(self, rng: Rng) -> Deck:
        """A whole deck that fits a view of it, with what others hold dealt by chance."""
        whole = self
        for side, cards in self.held.items():
            if CARD_BACK in cards:
                guess = rng.sample(whole.left, len(cards))
                whole = whole._with(side, ()).moved(guess, DRAW_PILE, side)
        return whole


class CardsMoved(Event, frozen=True, tag="CardsMoved"):
    """Cards of the deck that is the field `deck` of the game went from one pile to another."""

    deck: Identifier
    cards: tuple[CardId, ...]
    old: SideKey
    new: SideKey

    def apply(self, state: State[Any]) -> State[Any]:
        """Move them."""
        deck: Deck = getattr(state.game, self.deck)
        return state.with_game(**{self.deck: deck.moved(self.cards, self.old, self.new)})

    def audience(self) -> SideKey:
        """The side whose hand they came to or left, where nobody else sees their faces."""
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
    """Draw a card of the deck that is a field of the game, to be laid open or into the hand of a side.

    A person draws it from a real pack only where all see it and nobody holds cards that others do not know,
    as what is left would tell them.
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
    """Put cards from one pile of a deck onto another: play them, or shuffle what is out into what is left."""
    moved = tuple(sorted(cards))
    if moved:
        play.emit(CardsMoved(rule=rule, deck=deck, cards=moved, old=old, new=new))
