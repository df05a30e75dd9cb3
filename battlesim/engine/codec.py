"""JSON of everything that is kept or sent: states, events, positions, answers, decisions.

Decoding is typed, bounded in size, and runs nothing. Numbers must be finite: JSON has no infinity.
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
from battlesim.engine.moment_choice import ChooseMoment
from battlesim.engine.point_allocation import AllocatePoints
from battlesim.engine.position_decisions import ChooseFacing, ChoosePoint, MoveGroup, PlacePieces
from battlesim.engine.ruleset import AnyRuleset, Step
from battlesim.engine.run import GivenAnswer, RunPosition
from battlesim.table.events import TABLE_EVENTS, Event
from battlesim.table.ids import SideKey
from battlesim.table.state import AnyState

T = TypeVar("T")

_Decoder = msgspec.json.Decoder[Decision[Any]]

MAX_JSON_BYTES = 8 * 1024 * 1024
"""No single JSON text above this many bytes is decoded."""
MAX_REPLY_BYTES = 256 * 1024
"""Bytes of JSON that a player's whole reply may come to."""
MAX_REPLIES_WEIGHT = 16 * 1024 * 1024
"""What all replies of a battle may weigh (see ``json_weight``), in equal parts for its sides."""
MAX_REASON_LENGTH = 1_000
"""Letters of a player's reason, and of the words about a fault of one."""
MAX_CONSIDERED_ANSWERS = 100
"""Answers that a reply may list as considered."""
MAX_REPLY_DEPTH = 32
"""Levels of lists and tables within each other in what a player says."""


class CodecError(ValueError):
    """Raised for JSON that is not what it should be: what was expected, and where."""


def json_weight(raw: bytes) -> int:
    """What a JSON text weighs: its bytes, and 16 more for every value in a list or an object, as reading it
    takes more memory for those than they have letters."""
    return len(raw) + 16 * sum(raw.count(sign) for sign in b",[{")


def encode(value: Any) -> bytes:
    """The JSON text of plain data, on one line, in UTF-8."""
    return msgspec.json.encode(value)


def decode(raw: bytes, kind: Any) -> Any:
    """The value of a type from its JSON text. Raises CodecError."""
    return decoder_of(kind)(raw)


def decoder_of(kind: Any) -> Callable[[bytes], Any]:
    """A decoder of JSON texts into one type, for many of them. It raises CodecError."""
    return functools.partial(_decode, decoder=msgspec.json.Decoder(kind))


def _decode(raw: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    if len(raw) > MAX_JSON_BYTES:
        raise CodecError(f"{len(raw)} bytes are more than the {MAX_JSON_BYTES} that are read at once")
    try:
        return decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise CodecError(_explained(raw, decoder.type, str(error))) from None
    except RecursionError:
        raise CodecError("it is nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CodecError(str(error)) from None


def _explained(raw: bytes, kind: Any, error: str) -> str:
    """What is wrong with a value, and where in it."""
    try:
        plain = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        plain = None
    return str(value_decoding.bad_value_error(plain, kind, error))


def builtin_values(value: Any) -> Any:
    """A value as JSON has it: dicts, lists, words, numbers."""
    return msgspec.to_builtins(value)


COMMON_DECISIONS: tuple[type[Decision[Any]], ...] = (
    AllocatePoints,
    Assign,
    ChooseFacing,
    ChooseMoment,
    ChooseOne,
    ChoosePoint,
    ChooseSome,
    Confirm,
    DrawCard,
    MoveGroup,
    PlacePieces,
    RollDice,
)
"""The kinds of decision that every ruleset has."""


class Codec:
    """The JSON of one ruleset's states, events and decisions."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self.ruleset = ruleset
        events = functools.reduce(operator.or_, (*TABLE_EVENTS, *ruleset.events))
        self.event_type: Any = events
        self._events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(events)
        self._states: msgspec.json.Decoder[AnyState] = msgspec.json.Decoder(ruleset.state_type)

    def decode_state(self, raw: bytes) -> AnyState:
        """A state. Raises CodecError."""
        return _decode(raw, self._states)

    def decode_event(self, raw: bytes) -> Event:
        """An event of the table or of the ruleset. Raises CodecError."""
        return _decode(raw, self._events)

    def decode_decision(self, raw: bytes) -> Decision[Any]:
        """A decision of those that every ruleset has, or of the ruleset's own. Raises CodecError."""
        kinds, with_several = self._decisions
        found = _decode(raw, with_several)
        if not isinstance(found, _Several):
            return found
        parts = {side: _decode(bytes(part), kinds) for side, part in found.parts.items()}
        return AskAll(**(msgspec.structs.asdict(found) | {"parts": parts}))

    @functools.cached_property
    def _decisions(self) -> tuple[_Decoder, _Decoder]:
        """Decoders of decisions of one side, and of those that may be put to several as well."""
        kinds: Any = functools.reduce(operator.or_, (*COMMON_DECISIONS, *self.ruleset.decisions))
        return msgspec.json.Decoder(kinds), msgspec.json.Decoder(kinds | _Several)

    def decode_position(self, raw: bytes) -> RunPosition:
        """A position; its answers stay raw until a Run comes to their decisions. Raises CodecError."""
        parts = decode(raw, _RawPosition)
        return RunPosition(self.decode_state(bytes(parts.state)), parts.step, parts.answers)


class _Several(Decision[Any], frozen=True, kw_only=True, tag="ask_all"):
    """AskAll with its parts still to be read."""

    parts: dict[SideKey, msgspec.Raw]


class _RawPosition(msgspec.Struct):
    state: msgspec.Raw
    step: Step | None = None
    answers: tuple[GivenAnswer, ...] = ()
