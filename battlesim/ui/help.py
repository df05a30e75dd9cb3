"""The card that lists the keys of a screen."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.render.drawlist import Box, Item, Layer, Text
from battlesim.render.text import width_of
from battlesim.ui.layout import Rect

STEP, HEAD, EDGE, BETWEEN = 22.0, 52.0, 16.0, 24.0


def help_card(lines: Sequence[tuple[str, str]], room: Rect, scale: float = 1.0) -> list[Item]:
    """Keys and what they do, in as many columns as the height of the room asks for, in its middle."""
    rows = max(1, min(len(lines), int((room.height - HEAD - EDGE - 16) // STEP)))
    columns = -(-len(lines) // rows)
    rows = -(-len(lines) // columns)
    keys = max(_width(key, True, scale) for key, _ in lines) + 16
    words = max(_width(word, False, scale) for _, word in lines)
    step = min(keys + words + BETWEEN, (room.width - 2 * EDGE) / columns)
    width, height = step * columns - BETWEEN + 2 * EDGE, HEAD + STEP * rows + EDGE - 6
    x, y = room.x + (room.width - width) / 2, room.y + (room.height - height) / 2
    items: list[Item] = [
        Box(Layer.DIALOG, x, y, width, height, "panel", 1.0, 8, "line", True, 0.07),
        Text(Layer.DIALOG, x + EDGE, y + 26, "Keys", "lead", "bright", True),
    ]
    for k, (key, word) in enumerate(lines):
        left, at = x + EDGE + step * (k // rows), y + HEAD + 6 + STEP * (k % rows)
        items.append(Text(Layer.DIALOG, left, at, key, "small", "yellow", True))
        items.append(Text(Layer.DIALOG, left + keys, at, word, "small", "text"))
    return items


def _width(words: str, bold: bool, scale: float) -> float:
    return width_of(words, "small", bold, scale) / scale
