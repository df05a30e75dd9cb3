"""The banner over the table, with the state of the battle, what to do next, and captions of sounds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from battlesim.render.drawlist import Layer, Plate
from battlesim.render.text_extent import PLATE_PADDING_PX
from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.ui.table.card_placement import Disc, least_covering_rect, overlaps_disc
from battlesim.ui.toolkit.layout import Rect

FOOT_MARGIN_PX: Final = 64.0
"""Pixels from the table's lower edge to the middle of the lowest line, above the scale bar."""
CAPTION_FOOT_MARGIN_PX: Final = 25.0
"""The same for a caption of a sound alone, which stands beside the scale bar like a subtitle."""
HEAD_MARGIN_PX: Final = 32.0
"""Pixels from the table's upper edge to the middle of the highest line."""
SIDE_MARGIN_PX: Final = 24.0
MAX_LINES: Final = 3
"""Largest number of lines, as long as smaller letters can achieve it."""
LINE_HEIGHTS_PX: Final = {"lead": 30.0, "body": 26.0, "small": 25.0}
"""Text sizes, with the pixels from one line to the next."""
HORIZONTAL_FRACTIONS: Final = (0.5, 1.0, 0.0, 0.75, 0.25)
"""Positions tried within the free width, 0 (left) to 1 (right), the preferred one first."""
VERTICAL_FRACTIONS: Final = (1.0, 0.0, 0.8, 0.9, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
"""Positions tried within the table's height, 0 (top) to 1 (bottom), the preferred one first."""


class BannerLine(NamedTuple):
    """A line of the banner, with its text, colour and size."""

    words: str
    colour: str
    size: str


class BannerBlock(NamedTuple):
    """The lines of the banner, and a rectangle on the screen that cards must leave free."""

    rect: Rect
    lines: list[BannerLine]


def banner(
    table: Rect,
    words: str,
    heard: str = "",
    cards: Sequence[Rect] = (),
    keep: Sequence[Disc] = (),
    others: Sequence[Disc] = (),
) -> list[Plate]:
    """Return the text in lines, below the caption `heard`, where they cover least of `keep` and `others`.

    Discs to `keep` count first. The lines stand below a card if that leaves few enough lines, else beside it.
    """
    if not (heard or words):
        return []
    ways = product(LINE_HEIGHTS_PX, VERTICAL_FRACTIONS)
    known: list[BannerBlock] = []
    for size, down in ways:
        known += (blocks := _blocks(table, words, heard, cards, down, size))
        if not blocks:
            continue
        at = least_covering_rect([block.rect for block in blocks], keep, others)
        if not any(overlaps_disc(at, disc) for disc in (*keep, *others)):
            break
    else:
        at = least_covering_rect([block.rect for block in known], keep, others)
    lines = next(block.lines for block in known if block.rect == at)
    step = at.height / len(lines)
    return [
        Plate(Layer.DIALOG, at.x + at.width / 2, at.y + step * (k + 0.5), *line[:2], size=line.size)
        for k, line in enumerate(lines)
    ]


def _blocks(
    table: Rect, words: str, heard: str, cards: Sequence[Rect], down: float, size: str
) -> list[BannerBlock]:
    """Return blocks of the text that fit at a fraction `down` of the way down the table."""
    step = LINE_HEIGHTS_PX[size]
    for most in range(1, MAX_LINES + 1):
        margin = FOOT_MARGIN_PX if words else CAPTION_FOOT_MARGIN_PX
        head, foot = table.y + HEAD_MARGIN_PX + step * most, table.bottom - margin
        low = head + (foot - head) * down
        band = Rect(table.x, low - step * (most + 0.5), table.width, step * (most + 1))
        left, right = _widest_free_part(table, [card for card in cards if card.overlaps(band)])
        room = right - left - 2 * SIDE_MARGIN_PX
        found = wrapped_lines(words, room, size, True) if words else []
        if len(found) <= most:
            break
    if len(found) > MAX_LINES and size != [*LINE_HEIGHTS_PX][-1]:
        return []
    lines = [BannerLine(f"({heard})", "cream", "small")] if heard else []
    lines += [BannerLine(line, "bright", size) for line in found]
    wide = max(text_width(line.words, line.size, True) for line in lines) + 2 * PLATE_PADDING_PX
    tall = step * len(lines)
    spare = max(0.0, room + 2 * PLATE_PADDING_PX - wide)
    x, y = left + SIDE_MARGIN_PX - PLATE_PADDING_PX, low + step / 2 - tall
    return [BannerBlock(Rect(x + spare * side, y, wide, tall), lines) for side in HORIZONTAL_FRACTIONS]


def _widest_free_part(table: Rect, cards: Sequence[Rect]) -> tuple[float, float]:
    """Return the left and right end of the widest part of the table that cards leave free."""
    edges = [table.x, *(edge for card in sorted(cards) for edge in (card.x, card.right)), table.right]
    return max(zip(edges[::2], edges[1::2], strict=True), key=lambda part: part[1] - part[0])
