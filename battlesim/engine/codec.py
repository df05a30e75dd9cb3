"""JSON of everything that is kept or sent: states, events, positions, answers, decisions.

Decoding is typed, bounded in size, and runs nothing. Numbers must be finite: JSON has no infinity.
"""

from __future__ import annotations

import functools
import operator
from typing import Any, TypeVar

import msgspec

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import AnyRuleset, Step
from battlesim.engine.run import Given, Position
from battlesim.table.events import TABLE_EVENTS, Event
from battlesim.table.state import AnyState

T = TypeVar("T")

LARGEST = 32 * 1024 * 1024
"""No single JSON text above this many bytes is decoded."""


class CodecError(ValueError):
    """Raised for JSON that is not what it should be: what was expected, and where."""


def encode(value: Any) -> bytes:
    """The JSON text of plain data, on one line, in UTF-8."""
    return msgspec.json.encode(value)


def decode(raw: bytes, kind: Any) -> Any:
    """The value of a type from its JSON text. Raises CodecError."""
    return _decode(raw, msgspec.json.Decoder(kind))


def _decode(raw: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    if len(raw) > LARGEST:
        raise CodecError(f"{len(raw)} bytes are more than the {LARGEST} that are read at once")
    try:
        return decoder.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise CodecError(str(error)) from None


def plain(value: Any) -> Any:
    """A value as JSON has it: dicts, lists, words, numbers."""
    return msgspec.to_builtins(value)


def _kinds() -> tuple[type[Decision[Any]], ...]:
    """Every kind of decision that has a tag and can be sent, by tag."""
    found: dict[str, type[Decision[Any]]] = {}
    waiting: list[type[Any]] = list(Decision.__subclasses__())
    for kind in waiting:
        waiting.extend(kind.__subclasses__())
        if kind.__struct_config__.tag and kind.answers is not None:
            found[str(kind.__struct_config__.tag)] = kind
    return tuple(found[tag] for tag in sorted(found))


def decode_decision(raw: bytes) -> Decision[Any]:
    """A decision. Raises CodecError."""
    decision: Decision[Any] = decode(raw, functools.reduce(operator.or_, _kinds()))
    return decision


class Codec:
    """The JSON of one ruleset's states and events."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self.ruleset = ruleset
        events = functools.reduce(operator.or_, (*TABLE_EVENTS, *ruleset.events))
        self.event_type: Any = events
        self._events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(events)
        self._states: msgspec.json.Decoder[AnyState] = msgspec.json.Decoder(ruleset.state_type)

    def state(self, raw: bytes) -> AnyState:
        """A state. Raises CodecError."""
        return _decode(raw, self._states)

    def event(self, raw: bytes) -> Event:
        """An event of the table or of the ruleset. Raises CodecError."""
        return _decode(raw, self._events)

    def position(self, raw: bytes) -> Position:
        """A position; its answers stay raw until a Run comes to their decisions. Raises CodecError."""
        parts = decode(raw, _RawPosition)
        return Position(self.state(bytes(parts.state)), parts.step, parts.answers)


class _RawPosition(msgspec.Struct):
    state: msgspec.Raw
    step: Step | None = None
    answers: tuple[Given, ...] = ()
