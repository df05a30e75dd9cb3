"""Where the panels of the window stand: pixels at interface scale 1, y down."""

from __future__ import annotations

from typing import Final, NamedTuple

GAP: Final = 8
"""Between panels."""
WIDE_FROM: Final = 1600
"""Width from which the wide measures hold."""
BOTH_FROM: Final = 1000
"""Width from which both side panels leave room for the table."""
HIGH_FROM: Final = 600
"""Height below which the log has a line less."""

BUTTONS: Final = 11
"""The buttons on the table."""
EDGE, BETWEEN, FREE = 12.0, 4.0, 56.0
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

    def meets(self, other: Rect) -> bool:
        """Whether it overlaps another place."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom

    def scaled(self, scale: float) -> tuple[int, int, int, int]:
        """Its whole pixels on the screen: x, y, width, height."""
        x, y = round(self.x * scale), round(self.y * scale)
        return x, y, round(self.right * scale) - x, round(self.bottom * scale) - y


NOWHERE: Final = Rect(0, 0, 0, 0)
MOST_STRIP: Final = 0.25
"""Of the table's height, that a strip over it may take."""
GOALS_FROM: Final = 480.0
"""Height of the table from which there is a strip over it for what the battle is about."""


class Measures(NamedTuple):
    """Sizes that differ between a wide and a narrow window."""

    top: float
    left: float
    right: float
    log: float
    log_row: float
    list_row: float


WIDE: Final = Measures(48, 248, 320, 156, 29, 48)
NARROW: Final = Measures(40, 200, 264, 117, 26, 40)


class Layout(NamedTuple):
    """The panels of the battle's screen; folded ones have no width or height. On the table are so many
    `tools`."""

    measures: Measures
    top: Rect
    left: Rect
    table: Rect
    log: Rect
    right: Rect
    cards: Rect = NOWHERE
    goals: Rect = NOWHERE
    tools: int = BUTTONS

    def with_strip(self, tall: float) -> Layout:
        """The same with a strip so high over the table, for cards; without it where little would be left."""
        at, below = self.table, tall + GAP
        if not tall or below > MOST_STRIP * at.height:
            return self
        table = Rect(at.x, at.y + below, at.width, at.height - below)
        return self._replace(table=table, cards=Rect(at.x, at.y, at.width, tall))

    def with_goals(self, tall: float) -> Layout:
        """The same with a strip so high over the table, for what the battle is about; without it where the
        table is low."""
        at, below = self.table, tall + GAP
        if not tall or at.height < GOALS_FROM:
            return self
        table = Rect(at.x, at.y + below, at.width, at.height - below)
        return self._replace(table=table, goals=Rect(at.x, at.y, at.width, tall))

    @property
    def wide(self) -> bool:
        """Whether the wide measures hold."""
        return self.measures is WIDE

    @property
    def button(self) -> float:
        """From one button on the table to the next."""
        return (36 if self.wide else 32) + BETWEEN

    @property
    def buttons(self) -> Rect:
        """Where the buttons stand on the table: in a column, or in several where it is low."""
        if not self.tools:
            return Rect(self.table.x, self.table.y, 0, 0)
        step, rows = self.button, self.button_rows
        wide, tall = step * -(-self.tools // rows) - BETWEEN, step * min(rows, self.tools) - BETWEEN
        return Rect(self.table.x + EDGE, self.table.y + EDGE, wide, tall)

    @property
    def button_rows(self) -> int:
        """How many buttons stand in a column."""
        return max(1, int((self.table.height - EDGE - FREE) // self.button))


def layout(width: float, height: float, folded: bool = False, log: bool = True) -> Layout:
    """The panels in a window of that size; `folded` gives the table all room but the top bar and the log.

    A window too narrow for both side panels shows the right one, and folded the left one.
    """
    m = WIDE if width >= WIDE_FROM else NARROW
    low = m.top + GAP
    tall = height - low - GAP
    both = width >= BOTH_FROM
    side = m.left if both is not folded else 0.0
    other = 0.0 if folded else m.right
    x = GAP + (side + GAP if side else 0)
    wide = width - x - GAP - (other + GAP if other else 0)
    foot = m.log - (m.log_row if height < HIGH_FROM else 0.0) if log else 0.0
    table = Rect(x, low, wide, tall - (foot + GAP if foot else 0))
    return Layout(
        m,
        Rect(0, 0, width, m.top),
        Rect(GAP, low, side, tall),
        table,
        Rect(x, table.bottom + GAP, wide, foot),
        Rect(width - GAP - other, low, other, tall),
    )
