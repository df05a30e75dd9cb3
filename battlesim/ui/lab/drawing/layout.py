"""Where the panels of the mode of drawing stand: pixels at interface scale 1, y down."""

from __future__ import annotations

from typing import Final, NamedTuple

from battlesim.ui.toolkit.layout import (
    EMPTY_RECT,
    MIN_WIDE_WIDTH_PX,
    PANEL_GAP_PX,
    Rect,
    WindowLayout,
    window_layout,
)

WIDE_COLUMN_PX, NARROW_COLUMN_PX = 452.0, 372.0
"""Width of the column."""
FILE_CARD_HEIGHT_PX: Final = 146.0
"""Height of the card that saves."""
MIN_PALETTE_HEIGHT_PX: Final = 164.0
"""Height from which the palette is shown."""
LAB_TOOL_BUTTON_COUNT: Final = 4
"""Buttons on the table."""
MAX_COLUMN_FRACTION: Final = 0.45
"""Of the width, for the column."""


class DrawingLayout(NamedTuple):
    """The table, and the cards of the column: the palette, the figures, what saves."""

    window_layout: WindowLayout
    palette: Rect
    figures: Rect
    foot: Rect


def drawing_layout(width: float, height: float, folded: bool, tall: float) -> DrawingLayout:
    """The panels in a window of that size, the figures so `tall` where that has room; `folded` gives the
    table all the width."""
    m = window_layout(width, height).measures
    column = (
        0.0
        if folded
        else min(
            WIDE_COLUMN_PX if width >= MIN_WIDE_WIDTH_PX else NARROW_COLUMN_PX, MAX_COLUMN_FRACTION * width
        )
    )
    y = m.top + PANEL_GAP_PX
    wide = width - 2 * PANEL_GAP_PX - (column + PANEL_GAP_PX if column else 0)
    high = height - y - PANEL_GAP_PX
    x = width - PANEL_GAP_PX - column
    table = Rect(PANEL_GAP_PX, y, wide, high)
    right = Rect(x, y, column, high)
    foot = Rect(x, height - PANEL_GAP_PX - FILE_CARD_HEIGHT_PX, column, FILE_CARD_HEIGHT_PX)
    room = foot.y - PANEL_GAP_PX - y
    shown = (
        min(tall, room - MIN_PALETTE_HEIGHT_PX - PANEL_GAP_PX)
        if room - MIN_PALETTE_HEIGHT_PX - PANEL_GAP_PX >= MIN_PALETTE_HEIGHT_PX
        else room
    )
    figures = Rect(x, foot.y - PANEL_GAP_PX - shown, column, shown)
    palette = Rect(x, y, column, figures.y - PANEL_GAP_PX - y)
    palette = palette if palette.height >= MIN_PALETTE_HEIGHT_PX else EMPTY_RECT
    none = Rect(PANEL_GAP_PX, y, 0, 0)
    lay = WindowLayout(
        m,
        Rect(0, 0, width, m.top),
        none,
        table,
        Rect(PANEL_GAP_PX, table.bottom, wide, 0),
        right,
        tools=LAB_TOOL_BUTTON_COUNT,
    )
    if not column:
        return DrawingLayout(lay, EMPTY_RECT, EMPTY_RECT, EMPTY_RECT)
    return DrawingLayout(lay, palette, figures, foot)
