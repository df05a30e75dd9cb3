"""What a player says, on its way to the table: made plain, and looked at before anything of it is used.

`pack_reply` is the player's side of it, `unpack_reply` the table's. A reply crosses as JSON also where
both are in
one process, so that a battle knows the same as one that goes on from its record.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec

from battlesim.engine.codec import (
    MAX_CONSIDERED_ANSWERS,
    MAX_REASON_LENGTH,
    MAX_REPLY_BYTES,
    MAX_REPLY_DEPTH,
    CodecError,
    builtin_values,
    decode,
    encode,
)
from battlesim.engine.decisions import Decision, parse_answer
from battlesim.players.base import PlayerError, Reply
from battlesim.rulesets.plugins import error_text


class ReplyError(PlayerError):
    """A reply that is not taken: why."""


def pack_reply(reply: object) -> bytes:
    """A reply in JSON. Raises ReplyError for what is no reply, or is not plain data."""
    if not isinstance(reply, Reply):
        raise ReplyError(f"a {type(reply).__name__} was returned in place of a Reply")
    try:
        data = builtin_values(reply)
        _look(data)
        return _of_size(encode(data))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise ReplyError(f"the reply is not plain data: {error_text(error)}") from None


def check_packed_reply(raw: bytes) -> bytes:
    """JSON that is said to be a packed reply, when it may have been one. Raises ReplyError."""
    try:
        _look(decode(_of_size(raw), Any))
    except CodecError as error:
        raise ReplyError(str(error)) from None
    return raw


def unpack_reply(raw: bytes, decision: Decision[Any]) -> Reply:
    """A reply from its JSON, with an answer of the type that the decision takes. Raises ReplyError."""
    try:
        reply: Reply = decode(raw, Reply)
        answer = parse_answer(decision, reply.answer)
    except (CodecError, msgspec.ValidationError) as error:
        raise ReplyError(str(error)) from None
    letters = len(str(reply.reason))
    if letters > MAX_REASON_LENGTH:
        raise ReplyError(f"the reason has {letters} letters, at most {MAX_REASON_LENGTH} are taken")
    if len(reply.considered) > MAX_CONSIDERED_ANSWERS:
        raise ReplyError(
            f"{len(reply.considered)} answers are considered, at most {MAX_CONSIDERED_ANSWERS} are taken"
        )
    return msgspec.structs.replace(reply, answer=answer)


def _of_size(raw: bytes) -> bytes:
    if len(raw) > MAX_REPLY_BYTES:
        raise ReplyError(f"the reply has {len(raw)} bytes, at most {MAX_REPLY_BYTES} are taken")
    return raw


def _look(data: Any) -> None:
    """Raises ReplyError for plain data that is nested too deeply or holds a number that is not finite."""
    level: list[Any] = [data]
    for _ in range(MAX_REPLY_DEPTH + 2):
        if any(isinstance(value, float) and not math.isfinite(value) for value in level):
            raise ReplyError("a number is not finite")
        level = [inner for value in level for inner in _within(value)]
        if not level:
            return
    raise ReplyError(f"lists and tables are nested more than {MAX_REPLY_DEPTH} deep")


def _within(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list | tuple) else ()
