"""The layout of the panels in the sight mode, in pixels at interface scale 1 with y pointing down."""

from __future__ import annotations

from typing import Final, NamedTuple

from battlesim.ui.toolkit.layout import (
    EMPTY_RECT,
    MIN_HIGH_WINDOW_PX,
    MIN_WIDE_WIDTH_PX,
    PANEL_GAP_PX,
    Rect,
    WindowLayout,
    window_layout,
)


class SightCardSizes(NamedTuple):
    """The width of the column of cards, and the heights of the side view and of the cards."""

    column: float
    side: float
    seen: float
    hand: float


WIDE_SIZES: Final = SightCardSizes(496, 300, 268, 262)
NARROW_SIZES: Final = SightCardSizes(372, 196, 248, 246)
LAB_TOOL_BUTTON_COUNT: Final = 4
"""Number of tool buttons on the table."""
MAX_COLUMN_FRACTION: Final = 0.45
"""Largest fraction of the window's width for the column of cards."""
MIN_COMPARISON_HEIGHT_PX: Final = 150.0
"""Smallest height at which the comparison is shown."""


class SightLayout(NamedTuple):
    """The rectangles on the screen while sight is judged: the table, the side view and the cards."""

    window_layout: WindowLayout
    visibility: Rect
    columns: Rect
    hand: Rect


def sight_layout(width: float, height: float, folded: bool, side: bool) -> SightLayout:
    """Return the layout of the sight mode for a window of a size.

    `folded` gives the table the whole width; without `side` there is no side view.
    """
    m = window_layout(width, height).measures
    sizes = WIDE_SIZES if width >= MIN_WIDE_WIDTH_PX else NARROW_SIZES
    column = 0.0 if folded else min(sizes.column, MAX_COLUMN_FRACTION * width)
    y = m.top + PANEL_GAP_PX
    foot = sizes.side if side and height >= MIN_HIGH_WINDOW_PX else 0.0
    wide = width - 2 * PANEL_GAP_PX - (column + PANEL_GAP_PX if column else 0)
    tall = height - y - PANEL_GAP_PX
    table = Rect(PANEL_GAP_PX, y, wide, tall - (foot + PANEL_GAP_PX if foot else 0))
    below = Rect(PANEL_GAP_PX, table.bottom + PANEL_GAP_PX, wide, foot)
    x = width - PANEL_GAP_PX - column
    right = Rect(x, y, column, tall)
    seen = Rect(x, y, column, min(sizes.seen, tall))
    hand = Rect(x, height - PANEL_GAP_PX - sizes.hand, column, sizes.hand)
    hand = hand if hand.y >= seen.bottom + PANEL_GAP_PX else EMPTY_RECT
    low = hand.y - PANEL_GAP_PX if hand.width else y + tall
    columns = Rect(x, seen.bottom + PANEL_GAP_PX, column, low - seen.bottom - PANEL_GAP_PX)
    columns = columns if columns.height >= MIN_COMPARISON_HEIGHT_PX else EMPTY_RECT
    lay = WindowLayout(
        m,
        Rect(0, 0, width, m.top),
        Rect(PANEL_GAP_PX, y, 0, 0),
        table,
        below,
        right,
        tools=LAB_TOOL_BUTTON_COUNT,
    )
    return SightLayout(lay, seen, columns, hand)
