"""Where the panels of the window stand: pixels at interface scale 1, y down."""

from __future__ import annotations

from typing import Final, NamedTuple

PANEL_GAP_PX: Final = 8
"""Between panels."""
MIN_WIDE_WIDTH_PX: Final = 1600
"""Width from which the wide measures hold."""
MIN_BOTH_PANELS_WIDTH_PX: Final = 1000
"""Width from which both side panels leave room for the table."""
MIN_HIGH_WINDOW_PX: Final = 600
"""Height below which the log has a line less."""

BATTLE_TOOL_BUTTON_COUNT: Final = 11
"""The buttons on the table."""
TOOL_BUTTON_MARGIN_PX, TOOL_BUTTON_GAP_PX, SCALE_BAR_ROOM_PX = 12.0, 4.0, 56.0
"""Pixels: from the table's edges to the buttons, between two of them, and for the scale below them."""


class Rect(NamedTuple):
    """A place on the screen."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
        return self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: Rect) -> bool:
        """Whether it overlaps another place."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def scaled(self, scale: float) -> tuple[int, int, int, int]:
        """Its whole pixels on the screen: x, y, width, height."""
        x, y = round(self.x * scale), round(self.y * scale)
        return x, y, round(self.right * scale) - x, round(self.bottom * scale) - y


EMPTY_RECT: Final = Rect(0, 0, 0, 0)
MAX_STRIP_FRACTION: Final = 0.25
"""Of the table's height, that a strip over it may take."""
MIN_GOALS_TABLE_HEIGHT_PX: Final = 480.0
"""Height of the table from which there is a strip over it for what the battle is about."""


class LayoutMeasures(NamedTuple):
    """Sizes that differ between a wide and a narrow window."""

    top: float
    left: float
    right: float
    log: float
    log_row: float
    list_row: float


WIDE_MEASURES: Final = LayoutMeasures(48, 248, 320, 156, 29, 48)
NARROW_MEASURES: Final = LayoutMeasures(40, 200, 264, 117, 26, 40)


class WindowLayout(NamedTuple):
    """The panels of the battle's screen; folded ones have no width or height. On the table are so many
    `tools`."""

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
        """The same with a strip so high over the table, for cards; without it where little would be left."""
        at, below = self.table, tall + PANEL_GAP_PX
        if not tall or below > MAX_STRIP_FRACTION * at.height:
            return self
        table = Rect(at.x, at.y + below, at.width, at.height - below)
        return self._replace(table=table, cards=Rect(at.x, at.y, at.width, tall))

    def with_goals(self, tall: float) -> WindowLayout:
        """The same with a strip so high over the table, for what the battle is about; without it where the
        table is low."""
        at, below = self.table, tall + PANEL_GAP_PX
        if not tall or at.height < MIN_GOALS_TABLE_HEIGHT_PX:
            return self
        table = Rect(at.x, at.y + below, at.width, at.height - below)
        return self._replace(table=table, goals=Rect(at.x, at.y, at.width, tall))

    @property
    def wide(self) -> bool:
        """Whether the wide measures hold."""
        return self.measures is WIDE_MEASURES

    @property
    def button_step(self) -> float:
        """From one button on the table to the next."""
        return (36 if self.wide else 32) + TOOL_BUTTON_GAP_PX

    @property
    def button_area(self) -> Rect:
        """Where the buttons stand on the table: in a column, or in several where it is low."""
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
        """How many buttons stand in a column."""
        return max(
            1, int((self.table.height - TOOL_BUTTON_MARGIN_PX - SCALE_BAR_ROOM_PX) // self.button_step)
        )


def window_layout(width: float, height: float, folded: bool = False, log: bool = True) -> WindowLayout:
    """The panels in a window of that size; `folded` gives the table all room but the top bar and the log.

    A window too narrow for both side panels shows the right one, and folded the left one.
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
