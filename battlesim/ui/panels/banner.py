"""Words over the table's foot or head: how the battle stands, what to do next, and what is heard."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from battlesim.render.drawlist import Layer, Plate
from battlesim.render.extent import PLATE_EDGE
from battlesim.render.text import width_of, wrapped
from battlesim.ui.corner import Disc, best
from battlesim.ui.layout import Rect

FOOT: Final = 64.0
"""From the table's edge to the middle of the lowest line: above the scale."""
HEAD: Final = 32.0
"""From the table's edge to the middle of the uppermost line."""
STEP: Final = 30.0
EDGE: Final = 24.0
LINES: Final = 3
"""Lines that words take at most, as long as smaller letters can make it so."""
SIZES: Final = ("lead", "body", "small")
SIDES: Final = (0.5, 1.0, 0.0)
"""Where the words stand in the room that there is: in the middle, else at its right or left end."""


class Said(NamedTuple):
    """A line of words, its colour and size."""

    words: str
    colour: str
    size: str


class Block(NamedTuple):
    """Lines in a place that the cards leave free."""

    at: Rect
    lines: list[Said]


def banner(
    table: Rect,
    words: Sequence[str],
    heard: str = "",
    cards: Sequence[Rect] = (),
    keep: Sequence[Disc] = (),
    others: Sequence[Disc] = (),
) -> list[Plate]:
    """The words in lines, what is heard above them: at the table's foot, else at its head, where they cover
    least of what to `keep` and then of the `others`; under a card, if they need so few lines, else beside."""
    if not (heard or any(words)):
        return []
    blocks = [block for foot in (True, False) for block in _blocks(table, words, heard, cards, foot)]
    at = best([block.at for block in blocks], keep, others)
    lines = next(block.lines for block in blocks if block.at == at)
    return [
        Plate(Layer.DIALOG, at.x + at.width / 2, at.y + STEP * (k + 0.5), *line[:2], size=line.size)
        for k, line in enumerate(lines)
    ]


def _blocks(table: Rect, words: Sequence[str], heard: str, cards: Sequence[Rect], foot: bool) -> list[Block]:
    """The words where they have room at the foot or head of the table."""
    for size, most in product(SIZES, range(1, LINES + 1)):
        tall = STEP * (most + 1)
        top = table.bottom - FOOT + STEP / 2 - tall if foot else table.y + HEAD - STEP / 2
        band = Rect(table.x, top, table.width, tall)
        left, right = _widest(table, [card for card in cards if _crosses(card, band, foot)])
        room = right - left - 2 * EDGE
        found = [line for part in words if part for line in wrapped(part, room, size, True)]
        if len(found) <= most:
            break
    lines = [Said(f"({heard})", "cream", "small")] if heard else []
    lines += [Said(line, "bright", size) for line in found]
    wide = max(width_of(line.words, line.size, True) for line in lines) + 2 * PLATE_EDGE
    tall = STEP * len(lines)
    y = table.bottom - FOOT + STEP / 2 - tall if foot else band.y
    spare = max(0.0, room + 2 * PLATE_EDGE - wide)
    return [Block(Rect(left + EDGE - PLATE_EDGE + spare * side, y, wide, tall), lines) for side in SIDES]


def _crosses(card: Rect, band: Rect, foot: bool) -> bool:
    """Whether a card stands in the way of words at the foot, or at the head."""
    return card.bottom > band.y if foot else card.y < band.bottom and card.bottom > band.y


def _widest(table: Rect, cards: Sequence[Rect]) -> tuple[float, float]:
    """From where to where the table is free of cards: the widest part."""
    edges = [table.x, *(edge for card in sorted(cards) for edge in (card.x, card.right)), table.right]
    return max(zip(edges[::2], edges[1::2], strict=True), key=lambda part: part[1] - part[0])
