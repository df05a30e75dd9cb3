"""The layout of the panels in the drawing mode, in pixels at interface scale 1 with y pointing down."""

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
"""Width of the column of cards, in a wide and in a narrow window."""
FILE_CARD_HEIGHT_PX: Final = 146.0
"""Height of the file card."""
MIN_PALETTE_HEIGHT_PX: Final = 164.0
"""Smallest height at which the tool palette is shown."""
LAB_TOOL_BUTTON_COUNT: Final = 4
"""Number of tool buttons on the table."""
MAX_COLUMN_FRACTION: Final = 0.45
"""Largest fraction of the window's width for the column of cards."""


class DrawingLayout(NamedTuple):
    """The rectangles on the screen while a map is drawn: the table and the cards."""

    window_layout: WindowLayout
    palette: Rect
    figures: Rect
    foot: Rect


def drawing_layout(width: float, height: float, folded: bool, tall: float) -> DrawingLayout:
    """Return the layout of the drawing mode for a window of a size.

    The property card gets the height `tall` if there is room; `folded` gives the table the whole width.
    """
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
