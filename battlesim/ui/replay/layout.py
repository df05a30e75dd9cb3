"""The layout of the panels of a replay, in pixels at interface scale 1 with y pointing down."""

from __future__ import annotations

from typing import Final, NamedTuple

from battlesim.ui.toolkit.layout import (
    MIN_HIGH_WINDOW_PX,
    MIN_WIDE_WIDTH_PX,
    PANEL_GAP_PX,
    Rect,
    WindowLayout,
    window_layout,
)


class ReplaySizes(NamedTuple):
    """Panel sizes of a replay in pixels: the width of the right column, and the heights of other panels."""

    column: float
    timeline: float
    crowded: float
    marks: float


WIDE_SIZES: Final = ReplaySizes(464, 280, 280, 300)
NARROW_SIZES: Final = ReplaySizes(340, 208, 232, 236)
BOOKMARKS_FRACTION: Final = 0.42
"""Fraction of the right column's height that the bookmarks take if it is high."""
LOW_TIMELINE_HEIGHT_PX: Final = 150.0
"""Height in pixels of the timeline in a low window, where scores are left out."""


def replay_layout(
    width: float, height: float, folded: bool, line: bool, crowded: bool
) -> tuple[WindowLayout, Rect]:
    """Return the layout of a replay window and the rect of the timeline at its bottom.

    The events take the place of the log, and the bookmarks the place of the right column. `line` shows the
    timeline, which is higher if `crowded` with scores.
    """
    m = window_layout(width, height).measures
    sizes = WIDE_SIZES if width >= MIN_WIDE_WIDTH_PX else NARROW_SIZES
    column = 0.0 if folded else sizes.column
    high = sizes.crowded if crowded else sizes.timeline
    foot = (high if height >= MIN_HIGH_WINDOW_PX else LOW_TIMELINE_HEIGHT_PX) if line else 0.0
    y = m.top + PANEL_GAP_PX
    tall = height - y - PANEL_GAP_PX - (foot + PANEL_GAP_PX if foot else 0)
    wide = width - 2 * PANEL_GAP_PX - (column + PANEL_GAP_PX if column else 0)
    marks = min(max(sizes.marks, BOOKMARKS_FRACTION * tall), tall / 2)
    x = width - PANEL_GAP_PX - column
    table = Rect(PANEL_GAP_PX, y, wide, tall)
    events = Rect(x, y, column, tall - marks - PANEL_GAP_PX)
    low = Rect(x, events.bottom + PANEL_GAP_PX, column, marks)
    timeline = Rect(PANEL_GAP_PX, table.bottom + PANEL_GAP_PX, width - 2 * PANEL_GAP_PX, foot)
    return WindowLayout(
        m, Rect(0, 0, width, m.top), Rect(PANEL_GAP_PX, y, 0, 0), table, events, low
    ), timeline
