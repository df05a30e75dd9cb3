"""Words over the lower edge of the table: how the battle stands, and what is heard."""

from __future__ import annotations

from typing import Final

from battlesim.render.drawlist import Item, Layer, Plate
from battlesim.render.text import wrapped
from battlesim.ui.layout import Rect

FOOT: Final = 64.0
"""From the table's edge to the middle of the lowest line: above the scale."""
STEP: Final = 30.0
EDGE: Final = 32.0


def banner(table: Rect, words: str, heard: str = "") -> list[Item]:
    """The words in as many lines as they need, what is heard above them; all in the middle of the table."""
    room = table.width - 2 * EDGE
    lines = [(line, "bright", "lead") for line in wrapped(words, room, "lead", True)]
    lines = [*([(f"({heard})", "cream", "small")] if heard else []), *lines]
    x, low = table.x + table.width / 2, table.bottom - FOOT
    return [
        Plate(Layer.DIALOG, x, low - STEP * k, line, colour, size=size)
        for k, (line, colour, size) in enumerate(reversed(lines))
    ]
