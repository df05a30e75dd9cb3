"""Functions that write parts of scenario files: values in TOML, and units with their pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit
from battlesim.table.pieces import OnTable


def toml_value(value: Any) -> str:
    """Return a string, number, list or mapping as a TOML value. A mapping becomes an inline table."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key} = {toml_value(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, float):
        return f"{value:g}"
    return json.dumps(value, ensure_ascii=False)


def unit_lines(unit: PlannedUnit, pieces: Mapping[str, PlannedPiece]) -> Iterator[str]:
    """Yield the lines that describe a unit in a scenario file. The first line is empty.

    `pieces` maps the ids of pieces to the pieces that replace them.
    """
    values = {"id": unit.id, "side": unit.side, "name": unit.name, "kind": unit.kind, "zone": unit.zone}
    yield from ("", "[[unit]]")
    yield from (f"{key} = {toml_value(value)}" for key, value in values.items() if value)
    yield "piece = ["
    yield from (f"  {toml_value(_piece_values(pieces.get(own.id, own)))}," for own in unit.pieces)
    yield "]"


def _piece_values(piece: PlannedPiece) -> dict[str, Any]:
    values: dict[str, Any] = {"profile": piece.profile, "id": piece.id}
    if piece.name:
        values["name"] = piece.name
    if isinstance(piece.place, OnTable):
        values |= {"at": [piece.place.x, piece.place.y], "facing": piece.place.facing}
    return values | ({"marks": {mark.name: mark.count for mark in piece.marks}} if piece.marks else {})
