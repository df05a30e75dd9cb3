"""Conversion of object names in the texts of old records to references, which newer records use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battlesim.table.compound_names import ids_listed

PlainLine = dict[str, Any]

LEGACY_TEXT_FIELDS = {"Said": "text", "Rolled": "why", "Drawn": "why", "Refused": "reason"}
"""The name of the text field in each event type that has such a field, by tag."""

MATCH_NOTHING_PATTERN = "(?!)"
"""A pattern that no text matches."""


class LegacyNames:
    """The names of the objects in a record, each with the ids of the objects that have it."""

    def __init__(self, lines: Sequence[PlainLine]) -> None:
        self.ids: dict[str, list[str]] = {}
        for id, name in _things(lines):
            if name and id not in self.ids.setdefault(name, []):
                self.ids[name].append(id)
        longest = sorted(map(re.escape, self.ids), key=len, reverse=True) or [MATCH_NOTHING_PATTERN]
        self.search = re.compile(rf"(?<!becomes a )(?<![\w-])({'|'.join(longest)})(?![\w-])")

    def parts_with_references(self, text: str, about: Sequence[str]) -> list[Any] | None:
        """Return a text as parts, with references in place of object names, or None if it has no names.

        If several objects share a name, the reference is to the object in `about`, or else to the object with
        the greatest id.
        """
        found = self.search.split(text)
        parts = [self._ref(part, about) if number % 2 else part for number, part in enumerate(found)]
        return [part for part in parts if part] if any(isinstance(part, dict) for part in parts) else None

    def _ref(self, name: str, about: Sequence[str]) -> PlainLine | str:
        ids = self.ids[name]
        id = next((id for id in ids if id in about), max(ids))
        return {"type": "ref", "id": id} if id else name


def _things(lines: Sequence[PlainLine]) -> Iterator[tuple[str, str]]:
    """Yield the id and name of all pieces and terrain in a battle, and unit names with an empty id."""
    table, game = lines[0]["state"]["table"], lines[0]["state"]["game"]
    yield from (("", unit["name"]) for unit in game.get("units", {}).values())
    yield from ((id, piece["name"]) for id, piece in table["pieces"].items())
    yield from ((terrain["id"], _called(terrain)) for terrain in table["ground"]["terrain"])
    for event in events_in_lines(lines):
        if event["type"] == "PiecesAdded":
            yield from ((piece["id"], piece["name"]) for piece in event["pieces"])
        elif event["type"] == "TerrainChanged":
            yield event["new"]["id"], _called(event["new"])


def _called(terrain: Mapping[str, Any]) -> str:
    return terrain.get("name") or f"{terrain['kind'].capitalize()} {terrain['id']}".replace("_", " ")


def events_in_lines(lines: Sequence[PlainLine]) -> Iterator[PlainLine]:
    """Return an iterator over the events in the decoded lines of a record."""
    return (line["event"] for line in lines if line.get("type") == "event")


def with_references(lines: list[PlainLine]) -> list[PlainLine]:
    """Replace object names by references in the event texts of a record. Return the lines of the record.

    The lines are modified in place. Texts of events caused by a whole unit are not changed.
    """
    names, units = LegacyNames(lines), lines[0]["state"]["game"].get("units", {})
    for event in events_in_lines(lines):
        field, by = LEGACY_TEXT_FIELDS.get(event["type"]), event.get("by", "")
        if field and by not in units:
            parts = names.parts_with_references(event[field], (*ids_listed(by), *event.get("at", ())))
            event[field] = [parts] if parts else event[field]
    return lines
