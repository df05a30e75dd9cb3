"""What a ruleset shows beside the table: cards that lie open or come, and things that are counted."""

from __future__ import annotations

from typing import Literal

import msgspec

from battlesim.table.ids import NO_SIDE, SideKey


class Count(msgspec.Struct, frozen=True):
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
    def words(self) -> str:
        """As in "pass 2 of 3"."""
        return f"{self.name} {self.now} of {self.most}" if self.most else f"{self.name} {self.now}"


CardState = Literal["done", "now", "open", "coming"]
"""Drawn and done with, in play, lying open to come in its turn, still to come nobody knows when."""


class Card(msgspec.Struct, frozen=True):
    """A card: what is on its face, whose it is ("" for an event), and where it stands in its turn.

    It has so many `pips`, of which `spent` are used up; `note` says more in a few words. `hidden_from` are
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
