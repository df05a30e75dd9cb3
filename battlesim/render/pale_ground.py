"""Darker versions of light-coloured regions, which are hard to see on pale ground."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from battlesim.render.drawlist import Item, Layer, Patch
from battlesim.render.palette import GROUND_COLOURS, colour

MIN_PALE_BRIGHTNESS: Final = 0.6
"""Minimum brightness, 0 to 1, of ground that counts as pale."""
DARKENED_COLOURS: Final = {"yellow": "#3E3700", "mint": "#0A4A36", "sky": "#123A52", "cream": "#3C352A"}
"""Dark fills drawn under colours that are as light as pale ground."""
PALE_BED_ALPHA: Final = 0.45
"""Opacity of the dark line under an edge on pale ground."""


@cache
def is_pale(surface: str) -> bool:
    """Return whether a kind of ground is so bright that light colours are hard to see on it."""
    return (
        surface in GROUND_COLOURS and float(colour(GROUND_COLOURS[surface][0]).mean()) >= MIN_PALE_BRIGHTNESS
    )


def items_for_ground(items: Iterable[Item], surface: str) -> Iterator[Item]:
    """Yield draw items that are easy to see on a kind of ground.

    On pale ground, light regions get a dark fill and outline. Other items are unchanged.
    """
    if not is_pale(surface):
        yield from items
        return
    for item in items:
        if not isinstance(item, Patch) or item.colour not in DARKENED_COLOURS or item.layer > Layer.BLOCKER:
            yield item
            continue
        if item.alpha:
            yield item._replace(
                colour=DARKENED_COLOURS[item.colour], width=0.0, edge=0.0, halo=0.0, hatch=0.0
            )
        yield item._replace(alpha=0.0, soft=0.0, bed=max(item.bed, PALE_BED_ALPHA))
