"""Units: groups of pieces that act together, with marks and values of their own."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.table.ids import SideKey, UnitId
from battlesim.table.limits import Identifier, Name
from battlesim.table.pieces import Mark, with_mark_set


class Unit(msgspec.Struct, frozen=True):
    """A unit, with its kind in the ruleset and the id of its leader ("" if it has no leader).

    `rules` holds further values of the ruleset, as plain data. Pieces refer to their unit by id.
    """

    id: UnitId
    name: Name
    side: SideKey
    kind: Identifier = ""
    leader: Identifier = ""
    marks: tuple[Mark, ...] = ()
    rules: dict[str, Any] = {}

    def mark_count(self, mark: str) -> int:
        """Return the count of a mark on the unit, or 0 if the unit does not have the mark."""
        return next((m.count for m in self.marks if m.name == mark), 0)

    def has_mark(self, mark: str) -> bool:
        """Return whether the unit has a mark."""
        return self.mark_count(mark) > 0

    def with_mark(self, name: str, count: int = 1, note: str = "") -> Unit:
        """Return the unit with one of its marks set to a count and note; a count of 0 removes the mark."""
        return msgspec.structs.replace(self, marks=with_mark_set(self.marks, name, count, note))
