"""The main loop of a process in which players run, which handles requests until the socket is closed.

The process is restricted. Whatever a player's code does (print, use up memory, crash), only this process is
affected.
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
"""Largest number that a progress message may hold."""


class AnswerRequest(msgspec.Struct, frozen=True):
    """A request for a player's answer, with the decision, the side's view of the battle and other data.

    If `ruleset` is empty, the request only tests whether the player can be loaded.
    """

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
    """A message that a player's process has begun a request. The time limit counts from this moment."""

    id: int


class RequestProgress(msgspec.Struct, frozen=True, tag="progress"):
    """A message on a player's progress: how many of its candidate answers it has examined so far."""

    id: int
    done: int
    of: int


class RequestReplied(msgspec.Struct, frozen=True, tag="replied"):
    """A message with a player's reply, encoded as JSON."""

    id: int
    reply: msgspec.Raw


class RequestFailed(msgspec.Struct, frozen=True, tag="failed"):
    """A message that a request has failed; `lost` is True if the player's process must be replaced."""

    id: int
    error: str
    lost: bool = False


WorkerMessage = RequestBegun | RequestProgress | RequestReplied | RequestFailed


def serve_requests(end: socket.socket) -> None:
    """Let players answer the requests that arrive on a socket, until its other end is closed."""
    end_with_parent()
    restrict_process(MAX_MEMORY_BYTES)
    wire, here = MessageSocket(end), os.getpid()
    with suppress(EOFError, CodecError, KeyboardInterrupt):
        while True:
            raw = wire.receive()
            assert raw is not None
            delay_for_tests()
            report = _answer(decode(raw, AnswerRequest), wire)
            if os.getpid() != here:  # the player forked: the copy must not send anything
                os._exit(0)
            wire.send(encode(report))
            if isinstance(report, RequestFailed) and report.lost:
                return


def _answer(request: AnswerRequest, wire: MessageSocket) -> WorkerMessage:
    wire.send(encode(RequestBegun(request.id)))
    try:
        return RequestReplied(request.id, msgspec.Raw(_packed_reply(request, wire)))
    except MemoryError:
        return RequestFailed(
            request.id, f"MemoryError: a player may use at most {MAX_MEMORY_BYTES >> 20} MiB", lost=True
        )
    except PluginError as error:
        return RequestFailed(request.id, str(error)[:MAX_REASON_LENGTH])
    except BaseException as error:  # whatever a player does, the battle is told and goes on
        return RequestFailed(request.id, error_text(error)[:MAX_REASON_LENGTH])


def _packed_reply(request: AnswerRequest, wire: MessageSocket) -> bytes:
    if ":" in request.player and os.getcwd() not in sys.path:  # typed by the user, never read from a file
        sys.path.append(os.getcwd())
    player = load_player(request.player)
    if not request.ruleset:
        return b"null"
    codec = _codec(request.ruleset)
    view, decision = codec.decode_state(bytes(request.view)), codec.decode_decision(bytes(request.decision))

    def progress(done: int, of: int) -> None:
        wire.send(
            encode(
                RequestProgress(request.id, *(min(max(int(n), 0), MAX_PROGRESS_COUNT) for n in (done, of)))
            )
        )

    context = PlayerContext(
        codec.ruleset, request.side, request.rng_seed, request.number, request.memory, progress
    )
    return pack_reply(player.answer(view, decision, context))


@cache
def _codec(ruleset: str) -> Codec:
    return Codec(registry.load_ruleset(ruleset))
