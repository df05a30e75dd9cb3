"""The control for entering which card was drawn from a real deck."""

from __future__ import annotations

from collections import Counter

from battlesim.engine.card_draw import DrawCard
from battlesim.table.ids import CardId
from battlesim.ui.decision.pickers.picker import KeyPicker
from battlesim.ui.decision.pickers.picker_rows import PickerRow


class CardPicker(KeyPicker[CardId]):
    """A control for entering a card drawn from a real deck.

    There is a row for each card, with the number of copies left.
    """

    status_kind = "CardPicker"
    decision: DrawCard

    def rows(self) -> list[PickerRow]:
        """Return the cards by name."""
        named = {card: self.decision.names.get(card, card) for card in self.decision.cards}
        left = Counter(self.decision.cards)
        alike = len(left) < len(self.decision.cards)
        return [
            PickerRow(card, named[card], value=f"{left[card]} left" if alike else "", on=card == self.chosen)
            for card in sorted(left, key=named.__getitem__)
        ]

    def draft(self) -> CardId | None:
        """Return the selected card, None if there is none."""
        return CardId(self.chosen) if self.chosen else None

    def back(self) -> None:
        """Clear the selection."""
        self.chosen = ""

    def summary(self) -> str:
        """Return the instruction to name the card."""
        return f"one of {len(self.decision.cards)} cards: select the one you drew"
