"""Conversion of players' replies to plain JSON, and validation of replies before the battle uses them.

`pack_reply` runs in the player's process and `unpack_reply` in the process of the battle. Replies are
converted to JSON even if both are the same process, so that a battle and its resumed record hold the same
data.
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
    """Raised if a player's reply is invalid; the message is the reason."""


def pack_reply(reply: object) -> bytes:
    """Return a player's reply as JSON. Raises ReplyError if the reply is too large or is not plain data."""
    if not isinstance(reply, Reply):
        raise ReplyError(f"the player returned an object of type {type(reply).__name__} instead of a Reply")
    try:
        data = builtin_values(reply)
        _check_values(data)
        return _check_size(encode(data))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise ReplyError(f"the reply cannot be converted to plain data: {error_text(error)}") from None


def check_packed_reply(raw: bytes) -> bytes:
    """Return an untrusted process's reply unchanged, as JSON bytes.

    Raises ReplyError if the reply is not valid JSON, or if it is too large or too deeply nested.
    """
    try:
        _check_values(decode(_check_size(raw), Any))
    except CodecError as error:
        raise ReplyError(str(error)) from None
    return raw


def unpack_reply(raw: bytes, decision: Decision[Any]) -> Reply:
    """Decode a player's reply, and convert its answer to the type that the decision expects.

    Raises ReplyError if the reply is invalid.
    """
    try:
        reply: Reply = decode(raw, Reply)
        answer = parse_answer(decision, reply.answer)
    except (CodecError, msgspec.ValidationError) as error:
        raise ReplyError(str(error)) from None
    length = len(str(reply.reason))
    if length > MAX_REASON_LENGTH:
        raise ReplyError(f"the reason has {length} characters; the maximum is {MAX_REASON_LENGTH}")
    if len(reply.considered) > MAX_CONSIDERED_ANSWERS:
        raise ReplyError(
            f"the reply lists {len(reply.considered)} answers; the maximum is {MAX_CONSIDERED_ANSWERS}"
        )
    return msgspec.structs.replace(reply, answer=answer)


def _check_size(raw: bytes) -> bytes:
    if len(raw) > MAX_REPLY_BYTES:
        raise ReplyError(f"the reply is {len(raw)} bytes long; the maximum is {MAX_REPLY_BYTES}")
    return raw


def _check_values(data: Any) -> None:
    """Raise ReplyError if plain data is nested too deeply or contains a number that is not finite."""
    level: list[Any] = [data]
    for _ in range(MAX_REPLY_DEPTH + 2):
        if any(isinstance(value, float) and not math.isfinite(value) for value in level):
            raise ReplyError("the reply contains a number that is not finite")
        level = [inner for value in level for inner in _children(value)]
        if not level:
            return
    raise ReplyError(f"the lists in the reply are nested more than {MAX_REPLY_DEPTH} levels deep")


def _children(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list | tuple) else ()
