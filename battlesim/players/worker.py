"""Control of the processes in which players run: requests, replies, time limits and replacement.

Each request is a message of bytes, with an id and a time limit. The processes are spawned, so they share
nothing with the battle: no state, record or lock. To cancel a request, the process is replaced by a new one.
"""

from __future__ import annotations

import socket
import time
from typing import Any, Final

import msgspec

from battlesim.engine.codec import MAX_REASON_LENGTH, CodecError, decode, encode
from battlesim.engine.decisions import Decision
from battlesim.players.base import PlayerContext, PlayerError, Reply
from battlesim.players.limits import DEFAULT_ANSWER_LIMIT_S, MAX_START_S
from battlesim.players.message_socket import MessageSocket
from battlesim.players.replies import ReplyError, check_packed_reply, unpack_reply
from battlesim.players.worker_process import (
    MAX_PROGRESS_COUNT,
    AnswerRequest,
    RequestBegun,
    RequestFailed,
    RequestProgress,
    WorkerMessage,
    serve_requests,
)
from battlesim.processes import SPAWN_CONTEXT, defer_interrupts, kill_process
from battlesim.table.state import AnyState

MAX_REPORTS_PER_POLL: Final = 1_000
"""Number of messages handled in one call of `reports`."""
POLL_INTERVAL_S: Final = 1.0


class RequestAnswered(msgspec.Struct, frozen=True):
    """A player's validated reply to a request. Its answer has the type that the decision expects."""

    id: int
    reply: Reply


WorkerReport = RequestProgress | RequestAnswered | RequestFailed


class Worker:
    """A handle with which the battle controls a separate process in which players run.

    The process handles one request at a time, and its messages are received without blocking the battle. A
    process that takes more than `answer_limit_s` seconds to answer a request that it has begun is replaced.
    """

    def __init__(self, answer_limit_s: float = DEFAULT_ANSWER_LIMIT_S) -> None:
        self.answer_limit_s = answer_limit_s
        self._next = 0
        self._open: tuple[int, Decision[Any] | None] | None = None
        self._due = 0.0
        self._start()

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        self._process = SPAWN_CONTEXT.Process(
            target=serve_requests, args=(theirs,), daemon=True, name="players"
        )
        with defer_interrupts():
            self._process.start()
        theirs.close()
        self._wire = MessageSocket(ours)

    @property
    def busy(self) -> bool:
        """True while the player's process is still working on a request."""
        return self._open is not None

    def ask(self, name: str, view: AnyState, decision: Decision[Any], context: PlayerContext) -> int:
        """Send a request for an answer to the player called `name`, and return the id of the request.

        If an earlier request has not been answered yet, it is cancelled first.
        """
        request = AnswerRequest(
            self._next + 1,
            name,
            context.ruleset.key,
            context.side,
            context.rng_seed,
            context.number,
            msgspec.Raw(encode(view)),
            msgspec.Raw(encode(decision)),
            context.memory,
        )
        return self._send(request, decision)

    def check_player(self, name: str) -> None:
        """Raise PlayerError if the worker process cannot load the player with this name."""
        self._send(AnswerRequest(self._next + 1, name), None)
        self.wait()

    def _send(self, request: AnswerRequest, decision: Decision[Any] | None) -> int:
        if self.busy:
            self.cancel()
        self._next = request.id
        self._open, self._due = (request.id, decision), time.monotonic() + MAX_START_S + self.answer_limit_s
        raw = encode(request)
        try:
            self._wire.send(raw, MAX_START_S)
        except EOFError:
            self._replace()
            self._wire.send(raw, MAX_START_S)
        return request.id

    def wait(self) -> Reply:
        """Wait for the player's reply and return it. Raises PlayerError if the request fails."""
        while True:
            for report in self.reports(POLL_INTERVAL_S):
                if isinstance(report, RequestFailed):
                    raise PlayerError(report.error, lost=report.lost)
                if isinstance(report, RequestAnswered):
                    return report.reply

    def reports(self, timeout: float = 0.0) -> list[WorkerReport]:
        """Return all new messages from the player's process. Wait at most `timeout` seconds for the first."""
        reports: list[WorkerReport] = []
        try:
            for _ in range(MAX_REPORTS_PER_POLL if self._open else 0):
                wait = min(timeout, max(0.0, self._due - time.monotonic()))
                raw = self._wire.receive(0.0 if reports else wait)
                if raw is None:
                    break
                reports += self._handle(decode(raw, WorkerMessage))
                if not self._open:
                    break
        except EOFError:
            reports += self._fail("its process has ended; a new one is started")
        except CodecError:
            reports += self._fail("its process sent a message that cannot be decoded; a new one is started")
        if self._open and time.monotonic() >= self._due:
            reports += self._fail(
                f"no answer within {self.answer_limit_s:g} seconds; its process is replaced"
            )
        return reports

    def _handle(self, message: WorkerMessage) -> list[WorkerReport]:
        if self._open is None or message.id != self._open[0]:
            return []
        if isinstance(message, RequestBegun):
            self._due = time.monotonic() + (self.answer_limit_s if self._open[1] else MAX_START_S)
            return []
        if isinstance(message, RequestProgress):
            is_valid = 0 <= message.done <= MAX_PROGRESS_COUNT and 0 <= message.of <= MAX_PROGRESS_COUNT
            return [message] if is_valid else []
        _, decision = self._open
        self._open = None
        if isinstance(message, RequestFailed):
            if message.lost:
                self._replace()
            return [msgspec.structs.replace(message, error=message.error[:MAX_REASON_LENGTH])]
        if decision is None:
            return [RequestAnswered(message.id, Reply(None))]
        try:
            reply = unpack_reply(check_packed_reply(bytes(message.reply)), decision)
        except ReplyError as error:
            return [RequestFailed(message.id, f"{decision.what}: {error}")]
        return [RequestAnswered(message.id, msgspec.structs.replace(reply, by="hand"))]

    def _fail(self, why: str) -> list[WorkerReport]:
        assert self._open is not None
        number, _ = self._open
        self.cancel()
        return [RequestFailed(number, why, lost=True)]

    def cancel(self) -> None:
        """Cancel the current request by killing the process that handles it and starting a new one."""
        self._open = None
        self._replace()

    def _replace(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        """Kill the process in which the players run, and close the socket to it."""
        kill_process(self._process)
        self._wire.close()
