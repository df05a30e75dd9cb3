"""Application of events to a state, after checking that the events can be saved and loaded."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import msgspec

from battlesim.engine import value_decoding
from battlesim.engine.value_decoding import BadValueError
from battlesim.table.checks import TableError, check_change
from battlesim.table.events import Event
from battlesim.table.state import AnyState

APPLY_ERRORS = (BadValueError, TableError)
"""The exceptions raised when an event, or the state after it, is invalid."""


class EventError(Exception):
    """Raised when the rules create an event that cannot be saved. The message names the event."""


def apply_new_event(event: Event, state: AnyState) -> AnyState:
    """Check a new event and return the state after it. Raises APPLY_ERRORS if the event is invalid."""
    _check(event, type(event))
    return apply_decoded_event(event, state)


def apply_decoded_event(event: Event, state: AnyState) -> AnyState:
    """Return the state after an event loaded from a file. Raises APPLY_ERRORS if the event is invalid."""
    after = event.apply(state)
    for name, kind in _changed_fields(state.game, after.game):
        _check(getattr(after.game, name), kind, f"game.{name}")
    check_change(state, after)
    return after


def _changed_fields(before: msgspec.Struct, after: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """Yield the name and type of each field of the ruleset's state whose value has changed."""
    if after is not before:
        for name, kind in _fields(type(after)):
            if getattr(after, name) is not getattr(before, name):
                yield name, kind


@functools.cache
def _fields(game: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.type) for field in msgspec.structs.fields(game))


def _check(value: Any, kind: Any, name: str = "") -> None:
    """Raise BadValueError if `value` cannot be encoded and decoded again as type `kind`."""
    try:
        raw = msgspec.json.encode(value)
        _decoder(kind).decode(raw)
    except msgspec.ValidationError as error:
        found = value_decoding.bad_value_error(msgspec.json.decode(raw), kind, str(error))
        raise BadValueError(".".join(filter(None, (name, found.key))), found.message) from None
    except (TypeError, ValueError, OverflowError) as error:
        raise BadValueError(name, f"cannot be encoded: {error}") from None


@functools.cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
