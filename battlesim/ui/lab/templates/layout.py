"""Where the panels of templates stand: pixels at interface scale 1, y down."""

from __future__ import annotations

from typing import Final, NamedTuple

from battlesim.ui.parts.layout import GAP, NOWHERE, WIDE_FROM, Layout, Rect, layout

WIDE, NARROW = 440.0, 372.0
"""Width of the column."""
FORM: Final = 306.0
BEST, LOW = 164.0, 126.0
"""Heights of what is laid, and of the best place, in a low window less."""
MOST_COLUMN: Final = 0.45
"""Of the width, for the column."""
LEAST: Final = 96.0
"""Height from which the list is shown, and the best place before it."""
TOOLS: Final = 4
"""Buttons on the table."""


class Placed(NamedTuple):
    """The table, and the cards of the column: what is laid, who is under it, the best place."""

    lay: Layout
    form: Rect
    under: Rect
    best: Rect


def placed(width: float, height: float, folded: bool) -> Placed:
    """The panels in a window of that size; `folded` gives the table all the width."""
    m = layout(width, height).measures
    column = 0.0 if folded else min(WIDE if width >= WIDE_FROM else NARROW, MOST_COLUMN * width)
    y, x = m.top + GAP, width - GAP - column
    tall, wide = height - y - GAP, width - 2 * GAP - (column + GAP if column else 0)
    table, right = Rect(GAP, y, wide, tall), Rect(x, y, column, tall)
    form = Rect(x, y, column, min(FORM, tall))
    room = Rect(x, form.bottom + GAP, column, y + tall - form.bottom - GAP)
    high = next((one for one in (BEST, LOW) if room.height - one - GAP >= LEAST), 0.0)
    best = Rect(x, room.bottom - high, column, high) if high else NOWHERE
    under = room._replace(height=room.height - high - GAP) if high else room
    under = under if under.height >= LEAST else NOWHERE
    none = Rect(GAP, height - GAP, 0, 0)
    lay = Layout(m, Rect(0, 0, width, m.top), Rect(GAP, y, 0, 0), table, none, right, tools=TOOLS)
    return Placed(lay, form, under, best)
