"""Ids as types, so that the id of one kind of thing is not taken for that of another."""

from __future__ import annotations

from typing import Final, NewType

from battlesim.table.limits import Identifier

SideKey = NewType("SideKey", Identifier)
"""A side, in `Table.sides`."""
UnitId = NewType("UnitId", Identifier)
"""Pieces that act together, as the ruleset knows them."""
MarkerId = NewType("MarkerId", Identifier)
"""A marker, in `Table.markers`."""

CardId = NewType("CardId", Identifier)
"""A card of a deck; cards that are alike have the same id."""

NO_SIDE: Final = SideKey("")
"""In place of a side: nobody, or everybody, as the field says."""
NO_AUDIENCE: Final = SideKey("nobody")
"""In place of a side that alone sees something: none does."""
NO_UNIT: Final = UnitId("")
