"""Tables of results, which show the players the outcome for each face of a die before it is rolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

from battlesim.table.limits import Count, DieNumber
from battlesim.table.phrases import AnyText, referenced_ids


class ResultEntry(msgspec.Struct, frozen=True):
    """An entry in a table of results: the faces of the die to which it applies, and the outcome.

    An entry without faces belongs to a list of outcomes that are tried in order.
    """

    faces: tuple[DieNumber, ...]
    text: AnyText
    rule: str = ""


class ResultTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of results. `fell` is the number of the entry that was rolled, from 1, or 0 before the roll."""

    entries: Annotated[tuple[ResultEntry, ...], Meta(max_length=100)]
    fell: Count = 0

    def entry_number(self, face: int) -> int:
        """Return the number of the entry for a face of the die, counted from 1, or 0 if there is no entry."""
        return next((k for k, entry in enumerate(self.entries, 1) if face in entry.faces), 0)

    def with_face(self, face: int) -> ResultTable:
        """Return a copy of the table of results with the entry for the rolled face marked as the result."""
        return ResultTable(self.entries, self.entry_number(face))

    def with_texts(self, change: Callable[[AnyText], AnyText]) -> ResultTable:
        """Return a copy of the table of results with `change` applied to the text of each entry."""
        entries = (ResultEntry(entry.faces, change(entry.text), entry.rule) for entry in self.entries)
        return ResultTable(tuple(entries), self.fell)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of all objects mentioned in the entries of the table of results."""
        return frozenset().union(*(referenced_ids(entry.text) for entry in self.entries))
