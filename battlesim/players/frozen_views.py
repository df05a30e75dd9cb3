"""What a player in this process is shown: nothing in it can be changed, so nothing of the battle can."""

from __future__ import annotations

from functools import cache
from typing import Any, NoReturn, TypeVar

import msgspec

from battlesim.table.state import AnyState, State

T = TypeVar("T")


class FrozenDict(dict[Any, Any]):
    """A mapping that cannot be changed."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a view cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


def frozen_view(view: AnyState) -> AnyState:
    """A view whose mappings cannot be changed."""
    return State(view.table.with_mapping_type(FrozenDict), frozen_copy(view.game))


def frozen_copy(value: T) -> T:
    """A frozen struct with its mappings, and those of the structs in it, as copies that cannot be changed."""
    kind: Any = type(value)
    changed = {name: _frozen(getattr(value, name)) for name in _holding(kind)}
    return msgspec.structs.replace(value, **changed) if changed else value  # type: ignore[type-var]


def _frozen(part: Any) -> Any:
    if isinstance(part, dict):
        return FrozenDict(part)
    return frozen_copy(part) if isinstance(part, msgspec.Struct) else part


@cache
def _holding(kind: type) -> tuple[str, ...]:
    """The fields of a kind of struct that are mappings, or structs that hold some."""
    found = msgspec.inspect.type_info(kind)
    fields = found.fields if isinstance(found, msgspec.inspect.StructType) else ()
    return tuple(field.name for field in fields if _holds(field.type))


def _holds(found: msgspec.inspect.Type) -> bool:
    if isinstance(found, msgspec.inspect.UnionType):
        return any(map(_holds, found.types))
    if isinstance(found, msgspec.inspect.StructType):
        return bool(_holding(found.cls))
    return isinstance(found, msgspec.inspect.DictType)
