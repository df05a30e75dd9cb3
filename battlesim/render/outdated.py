"""What is known of an earlier moment: drawn in grey until it is known of this one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from battlesim.render.drawlist import Dot, Icon, Item, Mark, Patch, Plate, Ring, Signs, Stroke, Text
from battlesim.render.palette import HEX, colour

WORKING: Final = "working"
"""What is written wherever a result is still worked out."""
DARKER: Final = 0.8
"""Brightness of a grey, as a fraction of that of its colour."""


@cache
def _grey(value: str) -> str:
    level = round(255 * DARKER * float(colour(value).mean()))
    return f"#{level:02x}{level:02x}{level:02x}"


def greyed(items: Iterable[Item]) -> list[Item]:
    """Return the items in grey, as bright or dark beside each other as their colours were."""
    return [_greyed(item) for item in items]


def _greyed(item: Item) -> Item:
    if isinstance(item, Patch | Stroke | Ring | Dot | Mark | Signs | Icon | Plate | Text):
        return item._replace(colour=_grey(HEX.get(item.colour, item.colour)))
    return item


def greyed_if(outdated: bool, items: Iterable[Item]) -> list[Item]:
    """Return the items, in grey if they are `outdated`."""
    return greyed(items) if outdated else list(items)
