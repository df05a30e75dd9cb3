"""Encoding of states, events, answers and decisions as JSON, and decoding with checks.

Decoding checks types and sizes and runs no code. Numbers must be finite, as JSON has no infinity.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from battlesim.engine import value_decoding
from battlesim.engine.card_draw import DrawCard
from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.decisions import AskAll, Assign, ChooseOne, ChooseSome, Confirm, Decision
from battlesim.engine.marker_placement import PlaceMarker
from battlesim.engine.measured_moves import MeasuredMove
from battlesim.engine.moment_choice import ChooseMoment
from battlesim.engine.number_choice import ChooseNumber
from battlesim.engine.point_allocation import AllocatePoints
from battlesim.engine.position_decisions import (
    ChooseFacing,
    ChoosePoint,
    MoveGroup,
    PlacePieces,
    PlaceTemplate,
)
from battlesim.engine.ruleset import AnyRuleset, Step
from battlesim.engine.run import GivenAnswer, RunPosition
from battlesim.table.events import TABLE_EVENTS, Event
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState

T = TypeVar("T")

_Decoder = msgspec.json.Decoder[Decision[Any]]

MAX_JSON_BYTES = 8 * 1024 * 1024
"""The maximum size in bytes of a JSON text to decode."""
MAX_REPLY_BYTES = 256 * 1024
"""The maximum size in bytes of a reply from an AI player."""
MAX_REPLIES_WEIGHT = 16 * 1024 * 1024
"""The maximum weight (see `json_weight`) of all replies in a battle, shared equally between its sides."""
MAX_REASON_LENGTH = 1_000
"""The maximum number of characters in a player's reason or an error message about a player."""
MAX_CONSIDERED_ANSWERS = 100
"""The maximum number of considered answers in a reply."""
MAX_REPLY_DEPTH = 32
"""The maximum nesting depth of a reply."""


class CodecError(ValueError):
    """Raised when JSON is not of the expected type. The message says what is wrong and where."""


def json_weight(raw: bytes) -> int:
    """Return an estimate of the memory that a JSON text needs when it is decoded.

    It is the number of bytes plus 16 for each value, because decoded values need more memory than their text.
    """
    return len(raw) + 16 * sum(raw.count(sign) for sign in b",[{")


def encode(value: Any) -> bytes:
    """Encode a value as a single line of UTF-8 JSON, without a newline at the end."""
    return msgspec.json.encode(value)


def decode(raw: bytes, kind: Any) -> Any:
    """Decode JSON as a value of the type `kind`. Raises CodecError if the text does not match the type."""
    return decoder_of(kind)(raw)


def decoder_of(kind: Any) -> Callable[[bytes], Any]:
    """Return a function that decodes JSON as a value of the type `kind`. It raises CodecError on failure."""
    return functools.partial(_decode, decoder=msgspec.json.Decoder(kind))


def _decode(raw: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    if len(raw) > MAX_JSON_BYTES:
        raise CodecError(f"the JSON text is {len(raw)} bytes long; the maximum is {MAX_JSON_BYTES}")
    try:
        return decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise CodecError(_explained(raw, decoder.type, str(error))) from None
    except RecursionError:
        raise CodecError("the JSON text is nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CodecError(str(error)) from None


def _explained(raw: bytes, kind: Any, error: str) -> str:
    """Return an error message that describes the invalid value and where in the text it is."""
    try:
        plain = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        plain = None
    return str(value_decoding.bad_value_error(plain, kind, error))


def builtin_values(value: Any) -> Any:
    """Convert a value to plain JSON types: dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value)


COMMON_DECISIONS: tuple[type[Decision[Any]], ...] = (
    AllocatePoints,
    Assign,
    ChooseFacing,
    ChooseMoment,
    ChooseNumber,
    ChooseOne,
    ChoosePoint,
    ChooseSome,
    Confirm,
    DrawCard,
    MeasuredMove,
    MoveGroup,
    PlaceMarker,
    PlacePieces,
    PlaceTemplate,
    RollDice,
)
"""The decision types that every ruleset has."""


class Codec:
    """A decoder for the states, events and decisions of one ruleset."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self.ruleset = ruleset
        events = functools.reduce(operator.or_, (*TABLE_EVENTS, *ruleset.events))
        self.event_type: Any = events
        self._events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(events)
        self._states: msgspec.json.Decoder[AnyState] = msgspec.json.Decoder(ruleset.state_type)

    def decode_state(self, raw: bytes) -> AnyState:
        """Decode the state of a battle from JSON. Raises CodecError if the text is invalid."""
        return _decode(raw, self._states)

    def decode_event(self, raw: bytes) -> Event:
        """Decode an event (common or defined by the ruleset) from JSON. Raises CodecError on failure."""
        return _decode(raw, self._events)

    def decode_decision(self, raw: bytes) -> Decision[Any]:
        """Decode a decision (common or defined by the ruleset) from JSON. Raises CodecError on failure."""
        kinds, with_several = self._decisions
        decision = _decode(raw, with_several)
        if not isinstance(decision, _Several):
            return decision
        parts = {side: _decode(bytes(part), kinds) for side, part in decision.parts.items()}
        return AskAll(**(msgspec.structs.asdict(decision) | {"parts": parts}))

    @functools.cached_property
    def _decisions(self) -> tuple[_Decoder, _Decoder]:
        """Two decoders: one for decisions of a single side, one that also accepts an AskAll."""
        kinds: Any = functools.reduce(operator.or_, (*COMMON_DECISIONS, *self.ruleset.decisions))
        return msgspec.json.Decoder(kinds), msgspec.json.Decoder(kinds | _Several)

    def decode_position(self, raw: bytes) -> RunPosition:
        """Decode from JSON a position from which a battle can be resumed. Raises CodecError if it is invalid.

        The answers that were given in the current step of the rules are not converted: they stay plain data.
        """
        parts = decode(raw, _RawPosition)
        return RunPosition(self.decode_state(bytes(parts.state)), parts.step, parts.answers)


class _Several(Decision[Any], frozen=True, kw_only=True, tag="ask_all"):
    """An AskAll whose parts are not decoded yet."""

    parts: dict[SideKey, msgspec.Raw]


class _RawPosition(msgspec.Struct):
    state: msgspec.Raw
    step: Step | None = None
    answers: tuple[GivenAnswer, ...] = ()
