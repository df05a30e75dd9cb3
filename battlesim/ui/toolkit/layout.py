"""Layout of the window's panels, in pixels at interface scale 1, y down."""

from __future__ import annotations

from typing import Final, NamedTuple

PANEL_GAP_PX: Final = 8
"""Pixels between two panels."""
MIN_WIDE_WIDTH_PX: Final = 1600
"""Width of the window in pixels from which the wide measures are used."""
MIN_BOTH_PANELS_WIDTH_PX: Final = 1000
"""Width from which both side panels are shown with the table."""
MIN_HIGH_WINDOW_PX: Final = 600
"""Height of the window below which the log has a line less."""

BATTLE_TOOL_BUTTON_COUNT: Final = 11
"""Number of tool buttons on the table of a battle."""
TOOL_BUTTON_MARGIN_PX, TOOL_BUTTON_GAP_PX, SCALE_BAR_ROOM_PX = 12.0, 4.0, 56.0
"""Pixels from the table's edges to the buttons, between two buttons, and for the scale bar below them."""


class Rect(NamedTuple):
    """A rectangle on the screen."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies in this rect."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: Rect) -> bool:
        """Return whether this rect overlaps another."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def scaled(self, scale: float) -> tuple[int, int, int, int]:
        """Return the rect in whole pixels of the screen: x, y, width, height."""
        x, y = round(self.x * scale), round(self.y * scale)
        return x, y, round(self.right * scale) - x, round(self.bottom * scale) - y


EMPTY_RECT: Final = Rect(0, 0, 0, 0)
MAX_STRIP_FRACTION: Final = 0.25
"""Largest fraction of the table's height for the strip of playing cards."""
MIN_GOALS_TABLE_HEIGHT_PX: Final = 480.0
"""Height of the table in pixels from which the strip of objectives is shown."""


class LayoutMeasures(NamedTuple):
    """Sizes in pixels that differ between a wide and a narrow window."""

    top: float
    left: float
    right: float
    log: float
    log_row: float
    list_row: float


WIDE_MEASURES: Final = LayoutMeasures(48, 248, 320, 156, 29, 48)
NARROW_MEASURES: Final = LayoutMeasures(40, 200, 264, 117, 26, 40)


class WindowLayout(NamedTuple):
    """The rects of a battle's panels; folded panels have no width or height.

    `tools` is the number of tool buttons on the table.
    """

    measures: LayoutMeasures
    top: Rect
    left: Rect
    table: Rect
    log: Rect
    right: Rect
    cards: Rect = EMPTY_RECT
    goals: Rect = EMPTY_RECT
    tools: int = BATTLE_TOOL_BUTTON_COUNT

    def with_strip(self, tall: float) -> WindowLayout:
        """Return the layout with a card strip of that height above the table, if enough table remains."""
        at, below = self.table, tall + PANEL_GAP_PX
        if not tall or below > MAX_STRIP_FRACTION * at.height:
            return self
        table = Rect(at.x, at.y + below, at.width, at.height - below)
        return self._replace(table=table, cards=Rect(at.x, at.y, at.width, tall))

    def with_goals(self, tall: float) -> WindowLayout:
        """Return a layout with a strip of objectives above the table, or this one if the table is too low."""
        at, below = self.table, tall + PANEL_GAP_PX
        if not tall or at.height < MIN_GOALS_TABLE_HEIGHT_PX:
            return self
        table = Rect(at.x, at.y + below, at.width, at.height - below)
        return self._replace(table=table, goals=Rect(at.x, at.y, at.width, tall))

    @property
    def wide(self) -> bool:
        """True if the wide measures are used."""
        return self.measures is WIDE_MEASURES

    @property
    def button_step(self) -> float:
        """The distance in pixels from one tool button to the next."""
        return (36 if self.wide else 32) + TOOL_BUTTON_GAP_PX

    @property
    def button_area(self) -> Rect:
        """The rect of the tool buttons on the table: one column, or several if the table is low."""
        if not self.tools:
            return Rect(self.table.x, self.table.y, 0, 0)
        step, rows = self.button_step, self.button_rows
        wide, tall = (
            step * -(-self.tools // rows) - TOOL_BUTTON_GAP_PX,
            step * min(rows, self.tools) - TOOL_BUTTON_GAP_PX,
        )
        return Rect(self.table.x + TOOL_BUTTON_MARGIN_PX, self.table.y + TOOL_BUTTON_MARGIN_PX, wide, tall)

    @property
    def button_rows(self) -> int:
        """The number of buttons in a column."""
        return max(
            1, int((self.table.height - TOOL_BUTTON_MARGIN_PX - SCALE_BAR_ROOM_PX) // self.button_step)
        )


def window_layout(width: float, height: float, folded: bool = False, log: bool = True) -> WindowLayout:
    """Compute the rects of a battle's panels for a window of a size.

    `folded` gives the table all the room but the top bar and the log. A window too narrow for both side
    panels shows the right one, or if folded the left one.
    """
    m = WIDE_MEASURES if width >= MIN_WIDE_WIDTH_PX else NARROW_MEASURES
    low = m.top + PANEL_GAP_PX
    tall = height - low - PANEL_GAP_PX
    both = width >= MIN_BOTH_PANELS_WIDTH_PX
    side = m.left if both is not folded else 0.0
    other = 0.0 if folded else m.right
    x = PANEL_GAP_PX + (side + PANEL_GAP_PX if side else 0)
    wide = width - x - PANEL_GAP_PX - (other + PANEL_GAP_PX if other else 0)
    foot = m.log - (m.log_row if height < MIN_HIGH_WINDOW_PX else 0.0) if log else 0.0
    table = Rect(x, low, wide, tall - (foot + PANEL_GAP_PX if foot else 0))
    return WindowLayout(
        m,
        Rect(0, 0, width, m.top),
        Rect(PANEL_GAP_PX, low, side, tall),
        table,
        Rect(x, table.bottom + PANEL_GAP_PX, wide, foot),
        Rect(width - PANEL_GAP_PX - other, low, other, tall),
    )
