"""Where the panels of the lab stand: pixels at interface scale 1, y down."""

from __future__ import annotations

from typing import Final, NamedTuple

from battlesim.ui.parts.layout import GAP, HIGH_FROM, NOWHERE, WIDE_FROM, Layout, Rect, layout


class Sizes(NamedTuple):
    """Width of the right column, heights of the side view, of what is seen, of what is in the hand."""

    column: float
    side: float
    seen: float
    hand: float


WIDE: Final = Sizes(496, 300, 268, 262)
NARROW: Final = Sizes(372, 196, 248, 246)
TOOLS: Final = 4
"""Buttons on the table."""
MOST_COLUMN: Final = 0.45
"""Of the width, for the column."""
LEAST: Final = 150.0
"""Height from which the columns are shown."""


class Placed(NamedTuple):
    """The table with its side view (as the log), and the cards of the column: what is seen, every column,
    what is in the hand."""

    lay: Layout
    seen: Rect
    columns: Rect
    hand: Rect


def placed(width: float, height: float, folded: bool, side: bool) -> Placed:
    """The panels in a window of that size; `folded` gives the table all the width, without `side` there is no
    side view."""
    m = layout(width, height).measures
    sizes = WIDE if width >= WIDE_FROM else NARROW
    column = 0.0 if folded else min(sizes.column, MOST_COLUMN * width)
    y = m.top + GAP
    foot = sizes.side if side and height >= HIGH_FROM else 0.0
    wide = width - 2 * GAP - (column + GAP if column else 0)
    tall = height - y - GAP
    table = Rect(GAP, y, wide, tall - (foot + GAP if foot else 0))
    below = Rect(GAP, table.bottom + GAP, wide, foot)
    x = width - GAP - column
    right = Rect(x, y, column, tall)
    seen = Rect(x, y, column, min(sizes.seen, tall))
    hand = Rect(x, height - GAP - sizes.hand, column, sizes.hand)
    hand = hand if hand.y >= seen.bottom + GAP else NOWHERE
    low = hand.y - GAP if hand.width else y + tall
    columns = Rect(x, seen.bottom + GAP, column, low - seen.bottom - GAP)
    columns = columns if columns.height >= LEAST else NOWHERE
    lay = Layout(m, Rect(0, 0, width, m.top), Rect(GAP, y, 0, 0), table, below, right, tools=TOOLS)
    return Placed(lay, seen, columns, hand)
