"""What a ruleset shows beside the table: cards, counters and what units have to spend."""

from __future__ import annotations

from typing import Literal

import msgspec

from battlesim.table.ids import NO_SIDE, SideKey


class NamedCount(msgspec.Struct, frozen=True):
    """A named count: its name, its current number and its maximum (0: no limit).

    `about` is the side or object id that it belongs to, "" for neither. With `pile` it is drawn as a pile of
    cards.
    """

    name: str
    now: int
    most: int = 0
    about: str = ""
    pile: bool = False

    @property
    def text(self) -> str:
        """The count as text, as in "pass 2 of 3"."""
        return f"{self.name} {self.now} of {self.most}" if self.most else f"{self.name} {self.now}"


class ResourceTally(msgspec.Struct, frozen=True):
    """The resources that a unit or piece (by id) has to spend, or how much of its allowance it has spent.

    `free` points are spent as the unit likes, `held` ones belong to single pieces; `struck` of them all will
    be taken, free ones first. If `most` is given, the tally says that `used` of `most` are spent.
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
        """The tally as text, as in "2 of 3 actions" or "4 pips, 1 to be taken"."""
        if self.most:
            return f"{self.used} of {self.most} {self.name}"
        taken = f", {self.struck} to be taken" if self.struck else ""
        return f"{self.free + self.held} {self.name}{taken}"


CardState = Literal["done", "now", "open", "coming"]
"""The state of a card: used up, in play, lying open until its turn, or still to come at an unknown time."""


class Card(msgspec.Struct, frozen=True):
    """A card: the text of its face, its side ("" for an event) and its state.

    It has `pips`, of which `spent` are used up and `struck` will be taken. `note` is a short addition, `more`
    a longer one for where there is room. `lights` is the part of the table that the card concerns: left,
    lower, right and upper edge in inches. The sides in `hidden_from` see only its back: the ruleset leaves
    the face out of their views, and the other sides are told that it is hidden.
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
