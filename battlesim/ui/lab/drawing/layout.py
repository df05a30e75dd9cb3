"""Where the panels of the mode of drawing stand: pixels at interface scale 1, y down."""

from __future__ import annotations

from typing import Final, NamedTuple

from battlesim.ui.parts.layout import GAP, NOWHERE, WIDE_FROM, Layout, Rect, layout

WIDE, NARROW = 452.0, 372.0
"""Width of the column."""
FOOT: Final = 146.0
"""Height of the card that saves."""
LEAST: Final = 164.0
"""Height from which the palette is shown."""
TOOLS: Final = 4
"""Buttons on the table."""
MOST_COLUMN: Final = 0.45
"""Of the width, for the column."""


class Placed(NamedTuple):
    """The table, and the cards of the column: the palette, the figures, what saves."""

    lay: Layout
    palette: Rect
    figures: Rect
    foot: Rect


def placed(width: float, height: float, folded: bool, tall: float) -> Placed:
    """The panels in a window of that size, the figures so `tall` where that has room; `folded` gives the
    table all the width."""
    m = layout(width, height).measures
    column = 0.0 if folded else min(WIDE if width >= WIDE_FROM else NARROW, MOST_COLUMN * width)
    y = m.top + GAP
    wide = width - 2 * GAP - (column + GAP if column else 0)
    high = height - y - GAP
    x = width - GAP - column
    table = Rect(GAP, y, wide, high)
    right = Rect(x, y, column, high)
    foot = Rect(x, height - GAP - FOOT, column, FOOT)
    room = foot.y - GAP - y
    shown = min(tall, room - LEAST - GAP) if room - LEAST - GAP >= LEAST else room
    figures = Rect(x, foot.y - GAP - shown, column, shown)
    palette = Rect(x, y, column, figures.y - GAP - y)
    palette = palette if palette.height >= LEAST else NOWHERE
    none = Rect(GAP, y, 0, 0)
    lay = Layout(
        m, Rect(0, 0, width, m.top), none, table, Rect(GAP, table.bottom, wide, 0), right, tools=TOOLS
    )
    if not column:
        return Placed(lay, NOWHERE, NOWHERE, NOWHERE)
    return Placed(lay, palette, figures, foot)
