"""The fields of encoded types, by paths of fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import inspect as kinds


class Shapes:
    """The fields of structs, with those of the structs in them, and the words that a field can hold.

    The keys of `found` are paths of fields, never names of classes; a struct that was met before is not
    listed again: its place says where it is.
    """

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._homes: dict[Any, str] = {}

    def add(self, path: str, kind: Any) -> None:
        """List a type under a path."""
        self._add(path, kinds.type_info(kind))

    def _add(self, path: str, info: kinds.Type) -> None:
        match info:
            case kinds.Metadata():
                self._add(path, info.type)
            case kinds.StructType():
                self._fields(path, info, {field.encode_name: field.type for field in info.fields})
            case kinds.NamedTupleType():
                self._fields(path, info, {str(k): field.type for k, field in enumerate(info.fields)})
            case kinds.DataclassType() | kinds.TypedDictType():
                self._fields(path, info, {field.encode_name: field.type for field in info.fields})
            case kinds.EnumType():
                self.found[path] = " | ".join(sorted(str(member.value) for member in info.cls))
            case kinds.LiteralType():
                self.found[path] = " | ".join(sorted(map(repr, info.values)))
            case kinds.UnionType():
                for part in sorted(info.types, key=_sort):
                    self._add(path, part)
            case kinds.DictType():
                self._add(f"{path}{{key}}", info.key_type)
                self._add(f"{path}{{}}", info.value_type)
            case kinds.TupleType():
                for number, part in enumerate(info.item_types):
                    self._add(f"{path}[{number}]", part)
            case kinds.VarTupleType() | kinds.ListType() | kinds.SetType() | kinds.FrozenSetType():
                self._add(f"{path}[]", info.item_type)
            case _:
                pass

    def _fields(self, path: str, info: Any, fields: Mapping[str, kinds.Type]) -> None:
        cls = info.cls
        if isinstance(info, kinds.StructType) and info.tag is not None:
            path = f"{path} {info.tag_field}={info.tag}"
        if cls in self._homes:
            self.found[path] = f"as {self._homes[cls]}"
            return
        self._homes[cls] = path
        self.found[path] = " ".join(sorted(fields))
        for name in sorted(fields):
            self._add(f"{path}.{name}", fields[name])


def _sort(part: kinds.Type) -> str:
    """What parts of a union are ordered by: it has one at most of each kind, and structs by their tags."""
    return f"{type(part).__name__} {getattr(part, 'tag', '')}"
