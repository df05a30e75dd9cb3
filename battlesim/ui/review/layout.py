"""Where the panels of the viewer stand: pixels at interface scale 1, y down."""

from __future__ import annotations

from typing import Final, NamedTuple

from battlesim.ui.parts.layout import GAP, HIGH_FROM, WIDE_FROM, Layout, Rect, layout


class Sizes(NamedTuple):
    """Width of the right column, heights of the timeline, of a crowded one, of the bookmarks."""

    column: float
    timeline: float
    crowded: float
    marks: float


WIDE: Final = Sizes(464, 280, 280, 300)
NARROW: Final = Sizes(340, 208, 232, 236)
MARKS: Final = 0.42
"""Share of a high column that the bookmarks have."""
LOW: Final = 150.0
"""Height of the timeline in a low window: without the scores."""


def placed(width: float, height: float, folded: bool, line: bool, crowded: bool) -> tuple[Layout, Rect]:
    """The table, the events (as the log) and the bookmarks (on the right), and the timeline below them, which
    is higher where it is `crowded` with scores."""
    m = layout(width, height).measures
    sizes = WIDE if width >= WIDE_FROM else NARROW
    column = 0.0 if folded else sizes.column
    high = sizes.crowded if crowded else sizes.timeline
    foot = (high if height >= HIGH_FROM else LOW) if line else 0.0
    y = m.top + GAP
    tall = height - y - GAP - (foot + GAP if foot else 0)
    wide = width - 2 * GAP - (column + GAP if column else 0)
    marks = min(max(sizes.marks, MARKS * tall), tall / 2)
    x = width - GAP - column
    table = Rect(GAP, y, wide, tall)
    events = Rect(x, y, column, tall - marks - GAP)
    low = Rect(x, events.bottom + GAP, column, marks)
    timeline = Rect(GAP, table.bottom + GAP, width - 2 * GAP, foot)
    return Layout(m, Rect(0, 0, width, m.top), Rect(GAP, y, 0, 0), table, events, low), timeline
