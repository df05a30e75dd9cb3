"""The decision that a deck answers."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from battlesim.engine.chance_decisions import ChanceDecision
from battlesim.engine.dice import DiceSource, Rng
from battlesim.engine.refusal import Refusal
from battlesim.table.ids import CardId
from battlesim.table.state import AnyState


class DrawCard(ChanceDecision[CardId], frozen=True, kw_only=True, tag="draw_card"):
    """Draw one of the cards that are left, all of them as likely; the answer is its id.

    Their order is nowhere: which one comes is chance at this moment. `names` are words for their ids.
    """

    answers: ClassVar[Any] = CardId

    cards: tuple[CardId, ...]
    names: dict[CardId, str] = msgspec.field(default_factory=dict)

    def roll_or_draw(self, dice: DiceSource) -> CardId:
        """Draw it."""
        return (dice.secret_source if self.secret else dice).draw_card(
            self.cards, self.prompt_text, self.names
        )

    def check(self, state: AnyState, answer: CardId) -> Refusal | None:
        """One of those that are left."""
        return None if answer in self.cards else Refusal(f"no {answer!r} is left in the deck", self.rule)

    def suggest(self, state: AnyState, n: int, rng: Rng) -> list[CardId]:
        """Some of them, each once."""
        different = sorted(set(self.cards))
        return different if len(different) <= n else rng.sample(different, n)

    def default(self, state: AnyState) -> CardId:
        """The first."""
        return self.cards[0]
