"""The area of the table that the card in play refers to, highlighted and labelled with the card's name."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.render.palette import side_colour
from battlesim.ui.session.window_model import WindowModel


def items(model: WindowModel) -> Iterator[Item]:
    """Yield the graphics of the highlighted area in the colour of the card's side."""
    table = model.state.table
    size = table.ground.width, table.ground.height
    numbers = {side.key: side.number for side in table.sides}
    for card in model.facts.cards:
        if card.state == "now" and card.lights:
            yield from overlays.highlighted_area(
                card.lights, side_colour(numbers.get(card.side, 0)), card.face, size
            )
