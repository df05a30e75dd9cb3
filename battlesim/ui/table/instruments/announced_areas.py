"""Areas of the table where something has been announced to happen, such as incoming fire."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.render import overlays
from battlesim.render.drawlist import CircleOutline, Item, Layer
from battlesim.render.palette import side_colour
from battlesim.table.ids import SideKey
from battlesim.ui.session.window_model import WindowModel


def items(model: WindowModel) -> Iterator[Item]:
    """Yield a dashed circle in the colour of its side and a pin with its text for each announced area."""
    numbers = {side.key: side.number for side in model.state.table.sides}
    for area in model.facts.announced:
        colour = side_colour(numbers.get(SideKey(area.side), 0))
        yield CircleOutline(Layer.TEMPLATE, *area.at, area.radius, colour, 1.8, 0.0, 0.9, dashes=28)
        yield from overlays.icon_pin(area.at, area.icon, colour, area.words)
