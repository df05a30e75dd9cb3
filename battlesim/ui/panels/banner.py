"""Words over the lower edge of the table: how the battle stands, and what is heard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from battlesim.render.drawlist import Item, Layer, Plate
from battlesim.render.text import wrapped
from battlesim.ui.layout import Rect

FOOT: Final = 64.0
"""From the table's edge to the middle of the lowest line: above the scale."""
STEP: Final = 30.0
EDGE: Final = 24.0
HIGH: Final = 150.0
"""Height over the table's edge that the words may take."""


def banner(table: Rect, words: str, heard: str = "", cards: Sequence[Rect] = ()) -> list[Item]:
    """The words in as many lines as they need, what is heard above them; in the middle of what the cards
    leave of the table's foot."""
    left, right = _widest(table, [card for card in cards if card.bottom > table.bottom - HIGH])
    room = right - left - 2 * EDGE
    lines = [(line, "bright", "lead") for line in wrapped(words, room, "lead", True)]
    lines = [*([(f"({heard})", "cream", "small")] if heard else []), *lines]
    x, low = (left + right) / 2, table.bottom - FOOT
    return [
        Plate(Layer.DIALOG, x, low - STEP * k, line, colour, size=size)
        for k, (line, colour, size) in enumerate(reversed(lines))
    ]


def _widest(table: Rect, cards: Sequence[Rect]) -> tuple[float, float]:
    """From where to where the table is free of cards: the widest part."""
    edges = [table.x, *(edge for card in sorted(cards) for edge in (card.x, card.right)), table.right]
    return max(zip(edges[::2], edges[1::2], strict=True), key=lambda part: part[1] - part[0])
