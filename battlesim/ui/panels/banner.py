"""Words over the lower edge of the table: how the battle stands, and what is heard."""

from __future__ import annotations

from collections.abc import Sequence
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
HIGH: Final = FOOT + STEP * LINES + STEP / 2
"""Height over the table's edge that all of it takes."""
SIZES: Final = ("lead", "body", "small")


def banner(table: Rect, words: str, heard: str = "", cards: Sequence[Rect] = ()) -> list[Plate]:
    """The words in lines, what is heard above them; in the middle of what the cards leave of the table's
    foot."""
    left, right = _widest(table, [card for card in cards if card.bottom > table.bottom - HIGH])
    room = right - left - 2 * EDGE
    set_in = ((size, wrapped(words, room, size, True)) for size in SIZES)
    size, found = next(((s, found) for s, found in set_in if len(found) <= LINES or s == SIZES[-1]))
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
