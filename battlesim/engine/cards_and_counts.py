"""What a ruleset shows beside the table: cards that lie open or come, and things that are counted."""

from __future__ import annotations

from typing import Literal

import msgspec

from battlesim.table.ids import NO_SIDE, SideKey


class NamedCount(msgspec.Struct, frozen=True):
    """Something that is counted: its name, how many there are now, and of how many (0: no limit).

    `about` is the side or the thing on the table that it speaks of, "" for neither. `pile` has it drawn as a
    pile of cards.
    """

    name: str
    now: int
    most: int = 0
    about: str = ""
    pile: bool = False

    @property
    def text(self) -> str:
        """As in "pass 2 of 3"."""
        return f"{self.name} {self.now} of {self.most}" if self.most else f"{self.name} {self.now}"


class ResourceTally(msgspec.Struct, frozen=True):
    """What somebody on the table (a unit or a piece, by id) has to spend, or has spent of what he may.

    So many are `free`, so many more `held` for single ones; of them all `struck` will be taken, the free ones
    first. With `most` it says how many of so many are `used`.
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
        """As in "2 of 3 actions", or "4 pips, 1 to be taken"."""
        if self.most:
            return f"{self.used} of {self.most} {self.name}"
        taken = f", {self.struck} to be taken" if self.struck else ""
        return f"{self.free + self.held} {self.name}{taken}"


CardState = Literal["done", "now", "open", "coming"]
"""Drawn and done with, in play, lying open to come in its turn, still to come nobody knows when."""


class Card(msgspec.Struct, frozen=True):
    """A card: what is on its face, whose it is ("" for an event), and where it stands in its turn.

    It has so many `pips`, of which `spent` are used up and `struck` will be taken; `note` says more in a few
    words, `more` what else there is to say where there is room. `lights` is the part of the table that it
    speaks of: left, lower, right and upper edge, inches. `hidden_from` are
    the sides that see its back only: the ruleset leaves the face out of their views, and the others are told
    that it is hidden.
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
