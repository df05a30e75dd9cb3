"""Units: pieces that act together, where they have states or figures of their own. Pieces name their unit."""

from __future__ import annotations

from typing import Any

import msgspec

from battlesim.table.ids import SideKey, UnitId
from battlesim.table.limits import Identifier, Name
from battlesim.table.pieces import Mark, with_mark_set


class Unit(msgspec.Struct, frozen=True):
    """A unit. `kind` is the ruleset's word for it, `leader` one of its pieces, "" for none.

    `rules` holds what else the ruleset knows of it, as plain values.
    """

    id: UnitId
    name: Name
    side: SideKey
    kind: Identifier = ""
    leader: Identifier = ""
    marks: tuple[Mark, ...] = ()
    rules: dict[str, Any] = {}

    def mark_count(self, mark: str) -> int:
        """Return the count of a mark on the unit; 0 if it has none."""
        return next((m.count for m in self.marks if m.name == mark), 0)

    def has_mark(self, mark: str) -> bool:
        """Return whether the unit carries a mark."""
        return self.mark_count(mark) > 0

    def with_mark(self, name: str, count: int = 1, note: str = "") -> Unit:
        """Return the same unit with a mark set to `count`; 0 takes the mark off."""
        return msgspec.structs.replace(self, marks=with_mark_set(self.marks, name, count, note))
