"""Carrying out events: nothing comes of one that could not be read again from a record."""

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
"""What carrying out an event may raise, when the event or what comes of it cannot be."""


class EventError(Exception):
    """Raised when rules bring about what no record can hold: whose rules, which event, what is wrong."""


def apply_new_event(event: Event, state: AnyState) -> AnyState:
    """The state after an event of the rules. Raises FAULTS."""
    _check(event, type(event))
    return apply_decoded_event(event, state)


def apply_decoded_event(event: Event, state: AnyState) -> AnyState:
    """The state after an event whose own values are within their limits. Raises FAULTS."""
    after = event.apply(state)
    for name, kind in _changed(state.game, after.game):
        _check(getattr(after.game, name), kind, f"game.{name}")
    check_change(state, after)
    return after


def _changed(before: msgspec.Struct, after: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The fields of the ruleset's own part that have another value now, with their types."""
    if after is not before:
        for name, kind in _fields(type(after)):
            if getattr(after, name) is not getattr(before, name):
                yield name, kind


@functools.cache
def _fields(game: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.type) for field in msgspec.structs.fields(game))


def _check(value: Any, kind: Any, name: str = "") -> None:
    """Raises BadValueError for a value that would not be read again as one of its type."""
    try:
        raw = msgspec.json.encode(value)
        _decoder(kind).decode(raw)
    except msgspec.ValidationError as error:
        found = value_decoding.bad_value_error(msgspec.json.decode(raw), kind, str(error))
        raise BadValueError(".".join(filter(None, (name, found.key))), found.message) from None
    except (TypeError, ValueError, OverflowError) as error:
        raise BadValueError(name, f"cannot be written down: {error}") from None


@functools.cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
