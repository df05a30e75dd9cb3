"""The help card, which lists the keys of a screen."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.render.drawlist import Item, Layer, PanelBox, TextLine
from battlesim.render.text_layout import fitted_text, text_width
from battlesim.ui.toolkit.layout import Rect

LINE_HEIGHT_PX, HEADER_HEIGHT_PX, PADDING_PX, KEY_GAP_PX, COLUMN_GAP_PX = 22.0, 52.0, 16.0, 16.0, 24.0
CARD_MARGIN_PX = 8.0
"""Pixels between the card and the edges of the room."""
KEY_COLUMN_WIDTHS_PX = (200.0, 170.0, 140.0)
"""Widths that a command's keys may take, the widest first; more keys wrap."""
COLUMN_COUNTS = (1, 2, 3)
MAX_CARDS = 6
"""Largest number of cards that the keys of a screen are split into."""
KeyEntry = tuple[list[str], str]
"""The lines of a command's keys, and what the command does."""
KeyColumn = Sequence[KeyEntry]


def help_card_pages(lines: Sequence[tuple[str, str]], room: Rect, turns: str) -> list[list[Item]]:
    """Return the keys and their meanings on as few cards as fit; `turns` is the key for the next card."""
    for many in range(1, MAX_CARDS + 1):
        share = -(-len(lines) // many)
        cut = [lines[k : k + share] for k in range(0, len(lines), share)]
        if all(_overflow(_best_columns(part, room), room) <= CARD_MARGIN_PX for part in cut):
            break
    told = [f"{k} of {len(cut)}, {turns} for the next" * (len(cut) > 1) for k in range(1, len(cut) + 1)]
    return [help_card(part, room, words) for part, words in zip(cut, told, strict=True)]


def _best_columns(lines: Sequence[tuple[str, str]], room: Rect) -> list[KeyColumn]:
    """Return the keys and their meanings in as few columns as the height of the room allows."""
    ways = [
        _columns(_entries(lines, keys), count) for count in COLUMN_COUNTS for keys in KEY_COLUMN_WIDTHS_PX
    ]
    return min(ways, key=lambda parts: _overflow(parts, room))


def help_card(lines: Sequence[tuple[str, str]], room: Rect, page_label: str = "") -> list[Item]:
    """Return the keys and their meanings as a card centred in the room, with `page_label` at its top."""
    parts = _best_columns(lines, room)
    width, height = _size(parts)
    x, y = room.x + (room.width - width) / 2, room.y + (room.height - height) / 2
    items: list[Item] = [
        PanelBox(Layer.DIALOG, x, y, width, height, "panel", 1.0, 8, "line", True, 0.07),
        TextLine(Layer.DIALOG, x + PADDING_PX, y + 26, "Keys", "lead", "bright", True),
        TextLine(Layer.DIALOG, x + width - PADDING_PX, y + 26, page_label, "small", "dim", False, "r"),
    ]
    x += PADDING_PX
    for part in parts:
        keys, words = _widths(part)
        items += _column_items(part, x, keys + KEY_GAP_PX, y + HEADER_HEIGHT_PX + 6)
        x += keys + KEY_GAP_PX + words + COLUMN_GAP_PX
    return items


def _overflow(parts: Sequence[KeyColumn], room: Rect) -> float:
    """Return how many pixels columns are too wide and too tall for a room, added up."""
    width, height = _size(parts)
    return max(0.0, width - room.width + 2 * CARD_MARGIN_PX) + max(
        0.0, height - room.height + 2 * CARD_MARGIN_PX
    )


def _size(parts: Sequence[KeyColumn]) -> tuple[float, float]:
    """Return width and height of the card of some columns."""
    width = (
        sum(sum(_widths(part)) + KEY_GAP_PX + COLUMN_GAP_PX for part in parts)
        - COLUMN_GAP_PX
        + 2 * PADDING_PX
    )
    rows = max(sum(len(shown) for shown, _ in part) for part in parts)
    return width, HEADER_HEIGHT_PX + LINE_HEIGHT_PX * rows + PADDING_PX - 6


def _widths(part: KeyColumn) -> tuple[float, float]:
    """Return the widths of a column's keys and of its texts."""
    keys = max(text_width(line, "small", True) for shown, _ in part for line in shown)
    return keys, max(text_width(word, "small") for _, word in part)


def _entries(lines: Sequence[tuple[str, str]], keys: float) -> list[KeyEntry]:
    return [(_wrapped_keys(key.split("  "), keys), word) for key, word in lines]


def _wrapped_keys(keys: Sequence[str], width: float) -> list[str]:
    """Return keys in lines that fit a width, with no key broken."""
    lines: list[str] = []
    for key in keys:
        longer = f"{lines[-1]}  {key}" if lines else key
        if lines and text_width(longer, "small", True) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted_text(key, width, "small", True))
    return lines


def _columns(entries: KeyColumn, count: int) -> list[KeyColumn]:
    """Return the entries in `count` parts with about the same number of lines."""
    share = sum(len(keys) for keys, _ in entries) / count
    parts: list[list[KeyEntry]] = [[] for _ in range(count)]
    done = 0
    for entry in entries:
        parts[min(count - 1, int(done / share))].append(entry)
        done += len(entry[0])
    return [part for part in parts if part]


def _column_items(entries: KeyColumn, x: float, keys: float, y: float) -> list[Item]:
    items: list[Item] = []
    for shown, word in entries:
        items.append(TextLine(Layer.DIALOG, x + keys, y, word, "small", "text"))
        for line in shown:
            items.append(TextLine(Layer.DIALOG, x, y, line, "small", "yellow", True))
            y += LINE_HEIGHT_PX
    return items
