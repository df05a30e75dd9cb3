"""Grey colours for outdated results, which are shown until the current results are ready."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from battlesim.render.drawlist import (
    CircleOutline,
    Dot,
    Glyph,
    Icon,
    Item,
    Patch,
    Plate,
    SideGlyphs,
    Stroke,
    TextLine,
)
from battlesim.render.palette import COLOUR_HEX, colour

WORKING_TEXT: Final = "working"
"""Text shown while a result is being computed."""
GREY_BRIGHTNESS_FRACTION: Final = 0.8
"""Brightness of the grey as a fraction of the brightness of the original colour."""


@cache
def _grey(value: str) -> str:
    level = round(255 * GREY_BRIGHTNESS_FRACTION * float(colour(value).mean()))
    return f"#{level:02x}{level:02x}{level:02x}"


def greyed(items: Iterable[Item]) -> list[Item]:
    """Return draw items in shades of grey that preserve the relative brightness of their colours."""
    return [_greyed(item) for item in items]


def _greyed(item: Item) -> Item:
    if isinstance(item, Patch | Stroke | CircleOutline | Dot | Glyph | SideGlyphs | Icon | Plate | TextLine):
        return item._replace(colour=_grey(COLOUR_HEX.get(item.colour, item.colour)))
    return item


def greyed_if(outdated: bool, items: Iterable[Item]) -> list[Item]:
    """Return draw items unchanged or, if `outdated` is true, in shades of grey."""
    return greyed(items) if outdated else list(items)
