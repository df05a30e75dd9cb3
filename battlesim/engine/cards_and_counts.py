"""Cards, counters and numbers of points that the window shows beside the table."""

from __future__ import annotations

from typing import Literal

import msgspec

from battlesim.table.ids import NO_SIDE, SideKey


class NamedCount(msgspec.Struct, frozen=True):
    """A counter with a name, its current value, and its maximum. The maximum is 0 if there is no limit.

    `about` is the id of the side or piece that it belongs to, or "". If `pile` is true, the counter is drawn
    as a pile of cards.
    """

    name: str
    now: int
    most: int = 0
    about: str = ""
    pile: bool = False

    @property
    def text(self) -> str:
        """The counter as text, such as "pass 2 of 3"."""
        return f"{self.name} {self.now} of {self.most}" if self.most else f"{self.name} {self.now}"


class ResourceTally(msgspec.Struct, frozen=True):
    """The points that a unit or piece can still spend, or the part of an allowance that it has used.

    `about` is the id of the unit or piece. Any piece of the unit can spend the `free` points; the `held`
    points belong to single pieces. The `struck` points will be taken away, free points first. If `most` is
    set, the text shows `used` of `most` instead.
    """

    about: str
    name: str
    free: int = 0
    held: int = 0
    struck: int = 0
    used: int = 0
    most: int = 0

    @property
    def text(self) -> str:
        """The tally as a text, such as "2 of 3 actions" or "4 points, 1 to be taken"."""
        if self.most:
            return f"{self.used} of {self.most} {self.name}"
        taken = f", {self.struck} to be taken" if self.struck else ""
        return f"{self.free + self.held} {self.name}{taken}"


CardState = Literal["done", "now", "open", "coming"]
"""The state of a card: used up, in play, face up until its turn, or still to come at an unknown time."""


class Card(msgspec.Struct, frozen=True):
    """A playing card with the text on its face, its side ("" for an event card) and its state.

    `pips` are the points on the card: `spent` of them are used up, and `struck` will be taken away. `note` is
    a short remark, and `more` is a longer text. `lights` is the part of the table that the card concerns,
    given as its left, lower, right and upper edge in inches. Sides in `hidden_from` see only the back of the
    card.
    """

    face: str
    side: SideKey = NO_SIDE
    state: CardState = "coming"
    pips: int = 0
    spent: int = 0
    note: str = ""
    rule: str = ""
    hidden_from: tuple[SideKey, ...] = ()
    struck: int = 0
    more: str = ""
    lights: tuple[float, float, float, float] | None = None
