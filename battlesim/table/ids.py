"""Ids as types, so that the id of one kind of thing is not taken for that of another."""

from __future__ import annotations

from typing import Final, NewType

from battlesim.table.limits import Word

SideKey = NewType("SideKey", Word)
"""A side, in `Table.sides`."""
UnitId = NewType("UnitId", Word)
"""Pieces that act together, as the ruleset knows them."""
MarkerId = NewType("MarkerId", Word)
"""A marker, in `Table.markers`."""

CardId = NewType("CardId", Word)
"""A card of a deck; cards that are alike have the same id."""

NO_SIDE: Final = SideKey("")
"""In place of a side: nobody, or everybody, as the field says."""
NOBODY: Final = SideKey("nobody")
"""In place of a side that alone sees something: none does."""
NO_UNIT: Final = UnitId("")
