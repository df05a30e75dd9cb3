"""Digests of states, and a description of the first difference between two values."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Hashable
from typing import Any

import msgspec
from msgspec.structs import replace

from battlesim.table.state import AnyState, State

ABSENT = object()


def state_digest(state: AnyState) -> str:
    """Return the SHA-256 hash of a state (without scenery) as 64 hexadecimal digits.

    The hash is computed from canonical JSON, so saving a state does not change its digest: keys are sorted,
    and a 6 in a float field counts as 6.0.
    """
    table = state.table
    if table.ground.dressing:
        bare = replace(table.ground, dressing=msgspec.UNSET)
        state = replace(state, table=replace(table, ground=bare))
    typed = _decoder(type(state.game)).decode(msgspec.json.encode(state))  # type: ignore[arg-type]
    return hashlib.sha256(msgspec.json.encode(typed, order="deterministic")).hexdigest()


@functools.cache
def _decoder(game: Hashable) -> msgspec.json.Decoder[AnyState]:
    return msgspec.json.Decoder(State[game])  # type: ignore[valid-type]


def first_difference(a: Any, b: Any) -> str | None:
    """Return the first difference as text, such as "pieces.b1.x: 4.0 and 4.5", or None if there is none."""
    return _differ(msgspec.to_builtins(a), msgspec.to_builtins(b), "")


def _differ(a: Any, b: Any, where: str) -> str | None:
    if isinstance(a, dict) and isinstance(b, dict):
        keys = list(dict.fromkeys((*a, *b)))
        pairs = [(str(key), a.get(key, ABSENT), b.get(key, ABSENT)) for key in keys]
    elif isinstance(a, list | tuple) and isinstance(b, list | tuple):
        size = max(len(a), len(b))
        pairs = [(str(i), _item(a, i), _item(b, i)) for i in range(size)]
    else:
        return None if a == b else f"{where or 'the value'}: {_show(a)} and {_show(b)}"
    differences = (_differ(x, y, f"{where}.{key}" if where else key) for key, x, y in pairs)
    return next((text for text in differences if text), None)


def _item(items: Any, i: int) -> Any:
    return items[i] if i < len(items) else ABSENT


def _show(value: Any) -> str:
    if value is ABSENT:
        return "nothing"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else f"{text[:77]}..."
