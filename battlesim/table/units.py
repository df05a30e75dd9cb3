"""Units: groups of pieces that act together, with marks and values that belong to the whole group."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.table.ids import SideKey, UnitId
from battlesim.table.limits import Identifier, Name
from battlesim.table.pieces import Mark, with_mark_set


class Unit(msgspec.Struct, frozen=True):
    """A group of pieces that act together, with its kind in the ruleset and the id of its leader, if any.

    Its pieces refer to the unit by its id. `leader` is "" if there is no leader. `rules` holds further values
    used by the ruleset.
    """

    id: UnitId
    name: Name
    side: SideKey
    kind: Identifier = ""
    leader: Identifier = ""
    marks: tuple[Mark, ...] = ()
    rules: dict[str, Any] = {}

    def mark_count(self, mark: str) -> int:
        """Return the count of a mark (a named state such as "alert") on the unit, or 0 if it has none."""
        return next((m.count for m in self.marks if m.name == mark), 0)

    def has_mark(self, mark: str) -> bool:
        """Return whether the unit has the given mark (a named state such as "alert")."""
        return self.mark_count(mark) > 0

    def with_mark(self, name: str, count: int = 1, note: str = "") -> Unit:
        """Return a copy of the unit with a mark (a named state) set to the given count and note.

        If the count is 0, the mark is removed.
        """
        return msgspec.structs.replace(self, marks=with_mark_set(self.marks, name, count, note))
