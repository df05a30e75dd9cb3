"""Separate types for the ids of sides, units, markers and cards, so that type checkers find mix-ups."""

from __future__ import annotations

from typing import Final, NewType

from battlesim.table.limits import Identifier

SideKey = NewType("SideKey", Identifier)
"""The key of a side in `Table.sides`."""
UnitId = NewType("UnitId", Identifier)
"""The id of a unit, as known to the ruleset."""
UNIT_HULL_PREFIX: Final = "unit:"
"""The prefix that turns the id of a unit into the id of the hull of its bases, which may block sight."""
MarkerId = NewType("MarkerId", Identifier)
"""The id of a marker in `Table.markers`."""

CardId = NewType("CardId", Identifier)
"""The id of a card in a deck; identical cards have the same id."""

NO_SIDE: Final = SideKey("")
"""Stands for no side, or for all sides, depending on the field."""
NO_AUDIENCE: Final = SideKey("nobody")
"""Stands for the only side that sees an event if no side sees it."""
NO_UNIT: Final = UnitId("")
