"""Picker of the card that a person has drawn from a real deck."""

from __future__ import annotations

from collections import Counter

from battlesim.engine.card_draw import DrawCard
from battlesim.table.ids import CardId
from battlesim.ui.decision.pickers.picker import KeyPicker
from battlesim.ui.decision.pickers.picker_rows import PickerRow


class CardPicker(KeyPicker[CardId]):
    """A row for each card that can have come, with how many like it are left where some are alike."""

    status_kind = "CardPicker"
    decision: DrawCard

    def rows(self) -> list[PickerRow]:
        """The cards by their names."""
        named = {card: self.decision.names.get(card, card) for card in self.decision.cards}
        left = Counter(self.decision.cards)
        alike = len(left) < len(self.decision.cards)
        return [
            PickerRow(card, named[card], value=f"{left[card]} left" if alike else "", on=card == self.chosen)
            for card in sorted(left, key=named.__getitem__)
        ]

    def draft(self) -> CardId | None:
        """The card that was named."""
        return CardId(self.chosen) if self.chosen else None

    def back(self) -> None:
        """None is named."""
        self.chosen = ""

    def summary(self) -> str:
        """What is to be done."""
        return f"one of {len(self.decision.cards)} cards: name the one that came"
