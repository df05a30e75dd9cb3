"""Tables of results that a forced act is rolled on, as announced to the players before the die falls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

from battlesim.table.limits import Count, DieNumber
from battlesim.table.phrases import AnyText, referenced_ids


class ResultEntry(msgspec.Struct, frozen=True):
    """A line of a table of results: the faces that it stands for, and what it brings.

    An entry without faces is one of a list that is tried in order.
    """

    faces: tuple[DieNumber, ...]
    text: AnyText
    rule: str = ""


class ResultTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of results; `fell` is the number of the entry that applies, from 1, or 0 before the roll."""

    entries: Annotated[tuple[ResultEntry, ...], Meta(max_length=100)]
    fell: Count = 0

    def entry_number(self, face: int) -> int:
        """Return the number of the entry of a natural face, from 1; 0 if no entry has it."""
        return next((k for k, entry in enumerate(self.entries, 1) if face in entry.faces), 0)

    def with_face(self, face: int) -> ResultTable:
        """Return the table with the entry of a natural face as the one that applies."""
        return ResultTable(self.entries, self.entry_number(face))

    def with_texts(self, change: Callable[[AnyText], AnyText]) -> ResultTable:
        """Return the table with every text changed by a function."""
        entries = (ResultEntry(entry.faces, change(entry.text), entry.rule) for entry in self.entries)
        return ResultTable(tuple(entries), self.fell)

    def mentioned_ids(self) -> frozenset[str]:
        """Return the ids of all objects in the texts."""
        return frozenset().union(*(referenced_ids(entry.text) for entry in self.entries))
