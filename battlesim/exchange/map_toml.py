"""Writing of maps as TOML text. Values are encoded as JSON where that is also valid TOML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from battlesim.scenarios.maps import TableSpec, TerrainSpec
from battlesim.table.terrain import Dressing

LEADING_KEYS = ("id", "kind", "name")
"""Keys that are written before the shape of a piece."""


def map_toml_text(
    table: TableSpec, terrain: Iterable[TerrainSpec], title: str, dressing: Iterable[Dressing] = ()
) -> str:
    """Return a map as TOML text with the first line `title`. Fields with their default values are omitted."""
    parts = [title, "", "[table]", *toml_lines(table)]
    for piece in terrain:
        parts += ["", "[[terrain]]", *toml_lines(piece)]
    for each in dressing:
        parts += ["", "[[dressing]]", *toml_lines(each)]
    return "\n".join(parts) + "\n"


def toml_lines(record: msgspec.Struct) -> Iterator[str]:
    """Yield the fields of a struct as lines of TOML, without fields that have their default value."""
    for key, value in non_default_items(record):
        yield f"{key} = {_toml(value)}"


def non_default_items(record: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """Yield the key and value of each field of a struct that is required or differs from its default."""
    for field in sorted(msgspec.structs.fields(record), key=lambda field: field.name not in LEADING_KEYS):
        value = getattr(record, field.name)
        if field.required or value != field.default:
            yield field.encode_name, value


def _toml(value: Any) -> str:
    if isinstance(value, msgspec.Struct):
        return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in non_default_items(value))} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
