"""What a player in this process is shown: nothing in it can be changed, so nothing of the battle can."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

import msgspec

from battlesim.table.state import AnyState, State

T = TypeVar("T")


class Frozen(dict[Any, Any]):
    """A mapping that cannot be changed."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a view cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


def shown(view: AnyState) -> AnyState:
    """A view whose mappings cannot be changed."""
    return State(view.table.with_mappings(Frozen), frozen(view.game))


def frozen(value: T) -> T:
    """A frozen struct with its mappings, and those of the structs in it, as copies that cannot be changed."""
    changed = {}
    for name in getattr(value, "__struct_fields__", ()):
        part = getattr(value, name)
        kept = Frozen(part) if isinstance(part, dict) else frozen(part)
        if kept is not part:
            changed[name] = kept
    return msgspec.structs.replace(value, **changed) if changed else value  # type: ignore[type-var]
