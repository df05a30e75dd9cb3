"""Sizes in pixels of texts and text plates, used for drawing and for layout."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from battlesim.render import text_layout
from battlesim.render.drawlist import Plate, TextLine

ANCHOR_FRACTIONS: Final = {"l": 0.0, "c": 0.5, "r": 1.0}
"""Fraction of the width to the left of the point, by anchor."""
MIN_PLATE_HEIGHT_PX, PLATE_PADDING_PX = 22, 7
"""Minimum height of a plate and padding at its sides, in pixels at interface scale 1."""
PLATE_ICON_STEP_PX: Final = 16
"""Width of an icon on a plate with the gap behind it, in pixels at interface scale 1."""


class ItemExtent(NamedTuple):
    """The area in pixels that a drawn item occupies: its width and height, and the offset of its corner.

    The offset leads from the point of the item to the upper left corner of the area.
    """

    x: int
    y: int
    width: int
    height: int


def text_extent(item: TextLine, scale: float) -> ItemExtent:
    """Return the area that a line of text occupies, in pixels."""
    width, height = _size(text_layout.shown_text(item.shown_text), item.size, item.bold, scale)
    return _placed(item, scale, max(width, 1), height)


class PlateLayout(NamedTuple):
    """The width and height of a text plate, and the x positions of its parts, all in pixels.

    `sign` and `icons` are the left edges of the sign and of the first icon, and `step` is the icon spacing.
    """

    width: int
    height: int
    tile: int
    sign: int
    text: int
    icons: int
    step: int


def plate_layout(item: Plate, scale: float) -> PlateLayout:
    """Return the size of a text plate and the positions of its parts."""
    width, height = _size(text_layout.shown_text(item.shown_text), item.size, True, scale)
    width = width if item.shown_text else 0
    tall = max(round(MIN_PLATE_HEIGHT_PX * scale), height + 2)
    edge, step = round(PLATE_PADDING_PX * scale), round(PLATE_ICON_STEP_PX * scale)
    letter = _size(item.letter, item.size, True, scale)[0] if item.letter else 0
    tile = max(tall, letter + 2 * edge) if item.letter else 0
    sign = tile + edge
    text = sign + (step if item.sign else 0)
    icons = text + width + (edge // 2 if item.icons and width else 0)
    bare = not (item.shown_text or item.sign or item.icons)
    whole = tile if bare and tile else icons + step * len(item.icons) + edge
    return PlateLayout(whole, tall, tile, sign, text, icons, step)


def plate_extent(item: Plate, scale: float) -> ItemExtent:
    """Return the area that a text plate occupies, in pixels."""
    parts = plate_layout(item, scale)
    return _placed(item, scale, parts.width, parts.height)


def _placed(item: TextLine | Plate, scale: float, width: int, height: int) -> ItemExtent:
    x = round(item.dx * scale - width * ANCHOR_FRACTIONS[item.anchor])
    return ItemExtent(x, round(item.dy * scale - height / 2), width, height)


@lru_cache(maxsize=4096)
def _size(string: str, size: str | int, bold: bool, scale: float) -> tuple[int, int]:
    width, height = text_layout.font(text_layout.text_pixels(size, scale), bold).size(string)
    return int(width), int(height)
