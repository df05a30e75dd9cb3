"""How much room words take, the same for who draws them and for who makes room for them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from battlesim.render import text
from battlesim.render.drawlist import Plate, Text

LEFT: Final = {"l": 0.0, "c": 0.5, "r": 1.0}
"""Share of the width that lies left of the point, by anchor."""
PLATE_HEIGHT, PLATE_EDGE = 22, 7
"""Least height of a plate, and from its side to its words; pixels at interface scale 1."""


class Extent(NamedTuple):
    """From the point an item stands at: pixels on the screen to its corner, its width and height."""

    x: int
    y: int
    width: int
    height: int


def of_text(item: Text, scale: float) -> Extent:
    """The room of a line of text."""
    width, height = _size(text.read(item.string), item.size, item.bold, scale)
    return _placed(item, scale, max(width, 1), height)


def of_plate(item: Plate, scale: float) -> Extent:
    """The room of a plate with its words."""
    width, height = _size(text.read(item.string), item.size, True, scale)
    tall = max(round(PLATE_HEIGHT * scale), height + 2)
    return _placed(item, scale, width + 2 * round(PLATE_EDGE * scale), tall)


def _placed(item: Text | Plate, scale: float, width: int, height: int) -> Extent:
    x = round(item.dx * scale - width * LEFT[item.anchor])
    return Extent(x, round(item.dy * scale - height / 2), width, height)


@lru_cache(maxsize=4096)
def _size(string: str, size: str | int, bold: bool, scale: float) -> tuple[int, int]:
    width, height = text.font(text.pixels(size, scale), bold).size(string)
    return int(width), int(height)
