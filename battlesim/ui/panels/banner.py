"""Words over the lower edge of the table: how the battle stands, and what is heard."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from battlesim.render.drawlist import Layer, Plate
from battlesim.render.text import wrapped
from battlesim.ui.layout import Rect

FOOT: Final = 64.0
"""From the table's edge to the middle of the lowest line: above the scale."""
STEP: Final = 30.0
EDGE: Final = 24.0
LINES: Final = 3
"""Lines that the words take at most, as long as smaller letters can make it so."""
SIZES: Final = ("lead", "body", "small")


def banner(table: Rect, words: str, heard: str = "", cards: Sequence[Rect] = ()) -> list[Plate]:
    """The words in lines, what is heard above them; in the middle of what the cards leave of the table's
    foot: under a card, if they need so few lines, else beside it."""
    for size, most in product(SIZES, range(1, LINES + 1)):
        top = table.bottom - FOOT - STEP * (most + 0.5)
        left, right = _widest(table, [card for card in cards if card.bottom > top])
        found = wrapped(words, right - left - 2 * EDGE, size, True)
        if len(found) <= most:
            break
    lines = [(line, "bright", size) for line in found]
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
