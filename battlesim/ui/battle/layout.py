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
    """The panels of the battle's screen; folded ones have no width or height."""

    measures: Measures
    top: Rect
    left: Rect
    table: Rect
    log: Rect
    right: Rect


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
