"""The life of a process that players think in: questions come and are answered until the other end closes.

Whatever a player does is done here, behind a fence: what it prints, what it uses up, how it ends.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from functools import cache
from typing import Any, Final

import msgspec

from battlesim.engine.codec import MAX_REASON_LENGTH, Codec, CodecError, decode, encode
from battlesim.players.base import PlayerContext
from battlesim.players.levels import load_player
from battlesim.players.limits import MAX_MEMORY_BYTES
from battlesim.players.message_socket import MessageSocket
from battlesim.players.replies import pack_reply
from battlesim.processes import delay_for_tests, end_with_parent, restrict_process
from battlesim.rulesets import registry
from battlesim.rulesets.plugins import PluginError, error_text
from battlesim.table.ids import NO_SIDE, SideKey

MAX_PROGRESS_COUNT: Final = 1_000_000_000


class AnswerRequest(msgspec.Struct, frozen=True):
    """What a player is asked: view, decision, circumstances; without a ruleset, whether it can play."""

    id: int
    player: str
    ruleset: str = ""
    side: SideKey = NO_SIDE
    rng_seed: int = 0
    number: int = 0
    view: msgspec.Raw = msgspec.Raw(b"null")
    decision: msgspec.Raw = msgspec.Raw(b"null")
    memory: Any = None


class RequestBegun(msgspec.Struct, frozen=True, tag="begun"):
    """A question has come; from here on its player's time is measured."""

    id: int


class RequestProgress(msgspec.Struct, frozen=True, tag="progress"):
    """How far a question has got: candidates done, of how many."""

    id: int
    done: int
    of: int


class RequestReplied(msgspec.Struct, frozen=True, tag="replied"):
    """A player's reply as it was packed."""

    id: int
    reply: msgspec.Raw


class RequestFailed(msgspec.Struct, frozen=True, tag="failed"):
    """A player failed: why. It is `lost` when its process had to be replaced."""

    id: int
    error: str
    lost: bool = False


WorkerMessage = RequestBegun | RequestProgress | RequestReplied | RequestFailed


def serve_requests(end: socket.socket) -> None:
    """Answer questions until the other end is closed."""
    end_with_parent()
    restrict_process(MAX_MEMORY_BYTES)
    wire, here = MessageSocket(end), os.getpid()
    with suppress(EOFError, CodecError, KeyboardInterrupt):
        while True:
            raw = wire.receive()
            assert raw is not None
            delay_for_tests()
            report = _answered(decode(raw, AnswerRequest), wire)
            if os.getpid() != here:  # a player forked: its twin says nothing
                os._exit(0)
            wire.send(encode(report))
            if isinstance(report, RequestFailed) and report.lost:
                return


def _answered(question: AnswerRequest, wire: MessageSocket) -> WorkerMessage:
    wire.send(encode(RequestBegun(question.id)))
    try:
        return RequestReplied(question.id, msgspec.Raw(_think(question, wire)))
    except MemoryError:
        return RequestFailed(
            question.id, f"MemoryError: at most {MAX_MEMORY_BYTES >> 20} MiB may be used", lost=True
        )
    except PluginError as error:
        return RequestFailed(question.id, str(error)[:MAX_REASON_LENGTH])
    except BaseException as error:  # whatever a player does, the table hears of it and goes on
        return RequestFailed(question.id, error_text(error)[:MAX_REASON_LENGTH])


def _think(question: AnswerRequest, wire: MessageSocket) -> bytes:
    if ":" in question.player and os.getcwd() not in sys.path:  # the person's own word, not a file's
        sys.path.append(os.getcwd())
    thinker = load_player(question.player)
    if not question.ruleset:
        return b"null"
    codec = _codec(question.ruleset)
    view, decision = codec.decode_state(bytes(question.view)), codec.decode_decision(bytes(question.decision))

    def progress(done: int, of: int) -> None:
        wire.send(
            encode(
                RequestProgress(question.id, *(min(max(int(n), 0), MAX_PROGRESS_COUNT) for n in (done, of)))
            )
        )

    moment = PlayerContext(
        codec.ruleset, question.side, question.rng_seed, question.number, question.memory, progress
    )
    return pack_reply(thinker.answer(view, decision, moment))


@cache
def _codec(ruleset: str) -> Codec:
    return Codec(registry.load_ruleset(ruleset))
