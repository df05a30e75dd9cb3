"""The card that lists the keys of a screen."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.render.drawlist import Box, Item, Layer, Text
from battlesim.render.text import fitted, width_of
from battlesim.ui.layout import Rect

STEP, HEAD, EDGE, BETWEEN = 22.0, 52.0, 16.0, 24.0
Entry = tuple[list[str], str]
"""The lines of an action's keys, and what it does."""


def help_card(lines: Sequence[tuple[str, str]], room: Rect) -> list[Item]:
    """Keys and what they do, in as many columns as the height of the room asks for, in its middle.

    Keys that do not fit into their half of a column take several lines.
    """
    widest = max(width_of(word, "small") for _, word in lines)
    longest = max(width_of(key, "small", True) for key, _ in lines)
    tall = room.height - HEAD - EDGE - 16
    for columns in range(1, len(lines)):
        step = min(longest + 16 + widest + BETWEEN, (room.width - 2 * EDGE + BETWEEN) / columns)
        keys = step - BETWEEN - widest
        entries = [(_broken(key.split("  "), keys - 16), word) for key, word in lines]
        parts = _columns(entries, columns)
        rows = max(sum(len(shown) for shown, _ in part) for part in parts)
        if rows * STEP <= tall:
            break
    width, height = step * columns - BETWEEN + 2 * EDGE, HEAD + STEP * rows + EDGE - 6
    x, y = room.x + (room.width - width) / 2, room.y + (room.height - height) / 2
    items: list[Item] = [
        Box(Layer.DIALOG, x, y, width, height, "panel", 1.0, 8, "line", True, 0.07),
        Text(Layer.DIALOG, x + EDGE, y + 26, "Keys", "lead", "bright", True),
    ]
    for k, part in enumerate(parts):
        items += _column(part, x + EDGE + step * k, keys, y + HEAD + 6)
    return items


def _broken(keys: Sequence[str], width: float) -> list[str]:
    """Some keys in lines that fit, none of them broken."""
    lines: list[str] = []
    for key in keys:
        longer = f"{lines[-1]}  {key}" if lines else key
        if lines and width_of(longer, "small", True) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(key, width, "small", True))
    return lines


def _columns(entries: Sequence[Entry], count: int) -> list[Sequence[Entry]]:
    """The entries in so many parts of about the same number of lines."""
    share = sum(len(keys) for keys, _ in entries) / count
    parts: list[list[Entry]] = [[] for _ in range(count)]
    done = 0
    for entry in entries:
        parts[min(count - 1, int(done / share))].append(entry)
        done += len(entry[0])
    return [part for part in parts if part]


def _column(entries: Sequence[Entry], x: float, keys: float, y: float) -> list[Item]:
    items: list[Item] = []
    for shown, word in entries:
        items.append(Text(Layer.DIALOG, x + keys, y, word, "small", "text"))
        for line in shown:
            items.append(Text(Layer.DIALOG, x, y, line, "small", "yellow", True))
            y += STEP
    return items
