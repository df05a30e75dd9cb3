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
from battlesim.players.base import Moment
from battlesim.players.levels import player
from battlesim.players.limits import MEMORY
from battlesim.players.replies import packed
from battlesim.players.wire import Wire
from battlesim.processes import come_late, end_with_parent, fence_in
from battlesim.rulesets import registry
from battlesim.rulesets.plugins import PluginError, error_text
from battlesim.table.ids import NO_SIDE, SideKey

MOST_DONE: Final = 1_000_000_000


class Request(msgspec.Struct, frozen=True):
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


class Begun(msgspec.Struct, frozen=True, tag="begun"):
    """A question has come; from here on its player's time is measured."""

    id: int


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """How far a question has got: candidates done, of how many."""

    id: int
    done: int
    of: int


class Replied(msgspec.Struct, frozen=True, tag="replied"):
    """A player's reply as it was packed."""

    id: int
    reply: msgspec.Raw


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """A player failed: why. It is `lost` when its process had to be replaced."""

    id: int
    error: str
    lost: bool = False


Said = Begun | Progress | Replied | Failed


def serve(end: socket.socket) -> None:
    """Answer questions until the other end is closed."""
    end_with_parent()
    fence_in(MEMORY)
    wire, here = Wire(end), os.getpid()
    with suppress(EOFError, CodecError, KeyboardInterrupt):
        while True:
            raw = wire.receive()
            assert raw is not None
            come_late()
            report = _answered(decode(raw, Request), wire)
            if os.getpid() != here:  # a player forked: its twin says nothing
                os._exit(0)
            wire.send(encode(report))
            if isinstance(report, Failed) and report.lost:
                return


def _answered(question: Request, wire: Wire) -> Said:
    wire.send(encode(Begun(question.id)))
    try:
        return Replied(question.id, msgspec.Raw(_think(question, wire)))
    except MemoryError:
        return Failed(question.id, f"MemoryError: at most {MEMORY >> 20} MiB may be used", lost=True)
    except PluginError as error:
        return Failed(question.id, str(error)[:MAX_REASON_LENGTH])
    except BaseException as error:  # whatever a player does, the table hears of it and goes on
        return Failed(question.id, error_text(error)[:MAX_REASON_LENGTH])


def _think(question: Request, wire: Wire) -> bytes:
    if ":" in question.player and os.getcwd() not in sys.path:  # the person's own word, not a file's
        sys.path.append(os.getcwd())
    thinker = player(question.player)
    if not question.ruleset:
        return b"null"
    codec = _codec(question.ruleset)
    view, decision = codec.decode_state(bytes(question.view)), codec.decode_decision(bytes(question.decision))

    def progress(done: int, of: int) -> None:
        wire.send(encode(Progress(question.id, *(min(max(int(n), 0), MOST_DONE) for n in (done, of)))))

    moment = Moment(
        codec.ruleset, question.side, question.rng_seed, question.number, question.memory, progress
    )
    return packed(thinker.answer(view, decision, moment))


@cache
def _codec(ruleset: str) -> Codec:
    return Codec(registry.load_ruleset(ruleset))
