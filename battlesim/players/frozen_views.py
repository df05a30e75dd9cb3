"""Read-only copies of the battle's state, so that players in the same process cannot change it."""

from __future__ import annotations

from functools import cache
from typing import Any, NoReturn, TypeVar

import msgspec

from battlesim.table.state import AnyState, State

T = TypeVar("T")


class FrozenDict(dict[Any, Any]):
    """A read-only dict. Every method that would change it raises TypeError."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a player must not change the view it is given")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


def frozen_view(view: AnyState) -> AnyState:
    """Return a copy of a side's view of the battle in which all dicts are read-only."""
    return State(view.table.with_mapping_type(FrozenDict), frozen_copy(view.game))


def frozen_copy(value: T) -> T:
    """Return a copy of a struct in which all dicts, including those in nested structs, are read-only."""
    kind: Any = type(value)
    changed = {name: _frozen(getattr(value, name)) for name in _fields_with_mappings(kind)}
    return msgspec.structs.replace(value, **changed) if changed else value  # type: ignore[type-var]


def _frozen(part: Any) -> Any:
    if isinstance(part, dict):
        return FrozenDict(part)
    return frozen_copy(part) if isinstance(part, msgspec.Struct) else part


@cache
def _fields_with_mappings(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a struct type that are mappings or structs with mappings."""
    return tuple(field.name for field in _fields(kind) if _has_mappings(field.type, frozenset({kind})))


def _fields(kind: type) -> tuple[msgspec.inspect.Field, ...]:
    info = msgspec.inspect.type_info(kind)
    return info.fields if isinstance(info, msgspec.inspect.StructType) else ()


def _has_mappings(info: msgspec.inspect.Type, outer: frozenset[type]) -> bool:
    """Return whether a type holds mappings; a struct type within itself, in `outer`, adds none."""
    if isinstance(info, msgspec.inspect.UnionType):
        return any(_has_mappings(part, outer) for part in info.types)
    if isinstance(info, msgspec.inspect.StructType):
        new = info.cls not in outer
        return new and any(_has_mappings(f.type, outer | {info.cls}) for f in _fields(info.cls))
    return isinstance(info, msgspec.inspect.DictType)
