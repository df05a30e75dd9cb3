"""The layout of the window's panels, in pixels at interface scale 1 with y pointing down."""

from __future__ import annotations

from typing import Final, NamedTuple

PANEL_GAP_PX: Final = 8
"""Distance in pixels between panels."""
MIN_WIDE_WIDTH_PX: Final = 1600
"""Window width in pixels from which the wide measures are used."""
MIN_BOTH_PANELS_WIDTH_PX: Final = 1000
"""Window width in pixels from which both side panels are shown."""
MIN_HIGH_WINDOW_PX: Final = 600
"""Window height in pixels below which the log is one line shorter."""

BATTLE_TOOL_BUTTON_COUNT: Final = 13
"""Number of tool buttons on the table during a battle."""
TOOL_BUTTON_MARGIN_PX, TOOL_BUTTON_GAP_PX, SCALE_BAR_ROOM_PX = 12.0, 4.0, 56.0
"""Pixels between the table's edges and the buttons, between buttons, and for the scale bar below them."""


class Rect(NamedTuple):
    """A rectangle on the screen. The y axis points down."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x coordinate of the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y coordinate of the lower edge."""
        return self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        """Return True if the point lies in this rect."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def contains(self, other: Rect) -> bool:
        """Return True if the other rect is empty or lies wholly in this rect."""
        across = self.x <= other.x and other.right <= self.right
        return not other.width or (across and self.y <= other.y and other.bottom <= self.bottom)

    def overlaps(self, other: Rect) -> bool:
        """Return True if this rect overlaps the other rect."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def scaled(self, scale: float) -> tuple[int, int, int, int]:
        """Return x, y, width and height of the scaled rect in whole screen pixels."""
        x, y = round(self.x * scale), round(self.y * scale)
        return x, y, round(self.right * scale) - x, round(self.bottom * scale) - y


EMPTY_RECT: Final = Rect(0, 0, 0, 0)
MAX_STRIP_FRACTION: Final = 0.25
"""Maximum fraction of the table's height for the strip of playing cards."""
MIN_GOALS_TABLE_HEIGHT_PX: Final = 480.0
"""Table height in pixels from which the strip of objectives is shown."""


class LayoutMeasures(NamedTuple):
    """The panel sizes, in pixels, that differ between wide and narrow windows."""

    top: float
    left: float
    right: float
    log: float
    log_row: float
    list_row: float


WIDE_MEASURES: Final = LayoutMeasures(48, 248, 320, 156, 29, 48)
NARROW_MEASURES: Final = LayoutMeasures(40, 200, 264, 117, 26, 40)


class WindowLayout(NamedTuple):
    """The rectangles of the panels in a battle window, and the number of tool buttons.

    The rectangle of a hidden panel is empty.
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
        """Return the layout with a card strip above the table, or unchanged if the table is too low."""
        at, below = self.table, tall + PANEL_GAP_PX
        if not tall or below > MAX_STRIP_FRACTION * at.height:
            return self
        table = Rect(at.x, at.y + below, at.width, at.height - below)
        return self._replace(table=table, cards=Rect(at.x, at.y, at.width, tall))

    def with_goals(self, tall: float) -> WindowLayout:
        """Return the layout with objectives above the table, or unchanged if the table is too low."""
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
        """The distance in pixels between the starts of two adjacent tool buttons."""
        return (36 if self.wide else 32) + TOOL_BUTTON_GAP_PX

    @property
    def button_area(self) -> Rect:
        """The rect of the tool buttons on the table, in several columns if the table is low."""
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
        """The number of tool buttons per column."""
        return max(
            1, int((self.table.height - TOOL_BUTTON_MARGIN_PX - SCALE_BAR_ROOM_PX) // self.button_step)
        )


def window_layout(width: float, height: float, folded: bool = False, log: bool = True) -> WindowLayout:
    """Return the layout of a battle window of the given size in pixels.

    If `folded`, the table gets all space except the top bar and the log. A window too narrow for both side
    panels shows the right one, or the left one if folded.
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
