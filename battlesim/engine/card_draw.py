"""The decision to draw a card from a deck."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.dice import DiceSource, Rng
from battlesim.engine.refusal import Refusal
from battlesim.table.ids import CardId
from battlesim.table.state import AnyState


class DrawCard(ChanceDecision[CardId], frozen=True, kw_only=True, tag="draw_card"):
    """A random draw of one of the remaining cards. The answer is the id of the card that was drawn.

    Each card is equally likely. The order of the deck is not fixed in advance: the card is chosen at random
    when it is drawn. `names` maps the id of each card to its text.
    """

    answers: ClassVar[Any] = CardId

    cards: tuple[CardId, ...]
    names: dict[CardId, str] = msgspec.field(default_factory=dict)

    def roll_or_draw(self, dice: DiceSource) -> CardId:
        """Draw a card and return its id. A secret draw uses the secret source of `dice`."""
        return (dice.secret_source if self.secret else dice).draw_card(
            self.cards, self.prompt_text, self.names
        )

    def check(self, state: AnyState, answer: CardId) -> Refusal | None:
        """Return a refusal unless the answer is the id of a remaining card."""
        return None if answer in self.cards else Refusal(f"the deck has no card {answer!r} left", self.rule)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[CardId]:
        """Return the ids of up to `n` different remaining cards."""
        different = sorted(set(self.cards))
        return different if len(different) <= n else rng.sample(different, n)

    def default(self, state: AnyState) -> CardId:
        """Return the id of the first remaining card."""
        return self.cards[0]
