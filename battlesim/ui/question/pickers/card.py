"""Picker of the card that a person has drawn from a real deck."""

from __future__ import annotations

from collections import Counter

from battlesim.engine.deck import DrawCard
from battlesim.table.ids import CardId
from battlesim.ui.question.pickers.base import Picker
from battlesim.ui.question.pickers.parts import Row


class CardPicker(Picker[CardId]):
    """A row for each card that can have come, with how many like it are left."""

    decision: DrawCard
    chosen: CardId | None = None

    def rows(self) -> list[Row]:
        """The cards by their names."""
        named = {card: self.decision.names.get(card, card) for card in self.decision.cards}
        left = Counter(self.decision.cards)
        return [
            Row(card, named[card], value=f"{left[card]} left", on=card == self.chosen)
            for card in sorted(left, key=named.__getitem__)
        ]

    def draft(self) -> CardId | None:
        """The card that was named."""
        return self.chosen

    def lay(self, answer: CardId) -> None:
        """Name a card."""
        self.chosen, self.refusal = answer, ""
        self.put_cursor(answer)

    def choose(self, row: Row) -> None:
        """Name a card; give it when it was named already."""
        if row.key == self.chosen:
            self.commit()
        else:
            self.lay(CardId(row.key))

    def step(self, by: int) -> None:
        """The next card."""
        super().step(by)
        row = self.current()
        self.chosen = CardId(row.key) if row else None

    def back(self) -> None:
        """None is named."""
        self.chosen = None

    def summary(self) -> str:
        """What is to be done."""
        return f"one of {len(self.decision.cards)} cards: name the one that came"
