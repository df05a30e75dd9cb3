"""The layout of the panels in the template mode, in pixels at interface scale 1 with y pointing down."""

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

WIDE_COLUMN_PX, NARROW_COLUMN_PX = 440.0, 372.0
"""Width of the column of cards, in a wide and in a narrow window."""
SETTING_CARD_HEIGHT_PX: Final = 306.0
BEST_CARD_HEIGHT_PX, LOW_BEST_CARD_HEIGHT_PX = 164.0, 126.0
"""Height of the card of the best place, and in a low window."""
MAX_COLUMN_FRACTION: Final = 0.45
"""Largest fraction of the window's width for the column of cards."""
MIN_LIST_HEIGHT_PX: Final = 96.0
"""Smallest height at which the list is shown; the card of the best place gives way first."""
LAB_TOOL_BUTTON_COUNT: Final = 4
"""Number of tool buttons on the table."""


class TemplateLayout(NamedTuple):
    """The rectangles on the screen while a template is placed: the table and the cards."""

    window_layout: WindowLayout
    form: Rect
    caught: Rect
    best: Rect


def template_layout(width: float, height: float, folded: bool) -> TemplateLayout:
    """Return the layout of the template mode; `folded` gives the table the whole width."""
    m = window_layout(width, height).measures
    column = (
        0.0
        if folded
        else min(
            WIDE_COLUMN_PX if width >= MIN_WIDE_WIDTH_PX else NARROW_COLUMN_PX, MAX_COLUMN_FRACTION * width
        )
    )
    y, x = m.top + PANEL_GAP_PX, width - PANEL_GAP_PX - column
    tall, wide = (
        height - y - PANEL_GAP_PX,
        width - 2 * PANEL_GAP_PX - (column + PANEL_GAP_PX if column else 0),
    )
    table, right = Rect(PANEL_GAP_PX, y, wide, tall), Rect(x, y, column, tall)
    form = Rect(x, y, column, min(SETTING_CARD_HEIGHT_PX, tall))
    room = Rect(x, form.bottom + PANEL_GAP_PX, column, y + tall - form.bottom - PANEL_GAP_PX)
    high = next(
        (
            one
            for one in (BEST_CARD_HEIGHT_PX, LOW_BEST_CARD_HEIGHT_PX)
            if room.height - one - PANEL_GAP_PX >= MIN_LIST_HEIGHT_PX
        ),
        0.0,
    )
    best = Rect(x, room.bottom - high, column, high) if high else EMPTY_RECT
    under = room._replace(height=room.height - high - PANEL_GAP_PX) if high else room
    under = under if under.height >= MIN_LIST_HEIGHT_PX else EMPTY_RECT
    none = Rect(PANEL_GAP_PX, height - PANEL_GAP_PX, 0, 0)
    lay = WindowLayout(
        m,
        Rect(0, 0, width, m.top),
        Rect(PANEL_GAP_PX, y, 0, 0),
        table,
        none,
        right,
        tools=LAB_TOOL_BUTTON_COUNT,
    )
    return TemplateLayout(lay, form, under, best)
