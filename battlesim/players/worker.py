"""A process that players think in, seen from the table: asked, heard, held to its time, replaced.

Bytes go in and bytes come out, each question with its id. The process is started afresh (spawned), so it has
nothing of the table's: no state to change, no record, no lock. To cancel is to replace it.
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
"""Reports that are heard before anything else is looked at."""
POLL_INTERVAL_S: Final = 1.0


class RequestAnswered(msgspec.Struct, frozen=True):
    """The reply to a question, looked at and with an answer of the decision's type."""

    id: int
    reply: Reply


WorkerReport = RequestProgress | RequestAnswered | RequestFailed


class Worker:
    """Puts questions to the process, one at a time, and hears its reports without waiting.

    An answer that is not there `within` so many seconds, counted from when the process has begun with the
    question, will not come any more: the process is replaced.
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
        """Whether a question is open."""
        return self._open is not None

    def ask(self, name: str, view: AnyState, decision: Decision[Any], context: PlayerContext) -> int:
        """Put a question to the player of a name; the id of the question. One that is open is cancelled."""
        question = AnswerRequest(
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
        return self._put(question, decision)

    def check_player(self, name: str) -> None:
        """See whether there is a player of a name. Raises PlayerError."""
        self._put(AnswerRequest(self._next + 1, name), None)
        self.wait()

    def _put(self, question: AnswerRequest, decision: Decision[Any] | None) -> int:
        if self.busy:
            self.cancel()
        self._next = question.id
        self._open, self._due = (question.id, decision), time.monotonic() + MAX_START_S + self.answer_limit_s
        raw = encode(question)
        try:
            self._wire.send(raw, MAX_START_S)
        except EOFError:
            self._replace()
            self._wire.send(raw, MAX_START_S)
        return question.id

    def wait(self) -> Reply:
        """The reply to the open question, however long it may take. Raises PlayerError."""
        while True:
            for report in self.reports(POLL_INTERVAL_S):
                if isinstance(report, RequestFailed):
                    raise PlayerError(report.error, lost=report.lost)
                if isinstance(report, RequestAnswered):
                    return report.reply

    def reports(self, timeout: float = 0.0) -> list[WorkerReport]:
        """What the process has said since, waiting at most `timeout` seconds for the first word."""
        found: list[WorkerReport] = []
        try:
            for _ in range(MAX_REPORTS_PER_POLL if self._open else 0):
                left = min(timeout, max(0.0, self._due - time.monotonic()))
                raw = self._wire.receive(0.0 if found else left)
                if raw is None:
                    break
                found += self._heard(decode(raw, WorkerMessage))
                if not self._open:
                    break
        except EOFError:
            found += self._lost("its process has ended; another one is started")
        except CodecError:
            found += self._lost("its process says what cannot be read; another one is started")
        if self._open and time.monotonic() >= self._due:
            found += self._lost(
                f"no answer within {self.answer_limit_s:g} seconds; it is not waited for any longer"
            )
        return found

    def _heard(self, said: WorkerMessage) -> list[WorkerReport]:
        if self._open is None or said.id != self._open[0]:
            return []
        if isinstance(said, RequestBegun):
            self._due = time.monotonic() + (self.answer_limit_s if self._open[1] else MAX_START_S)
            return []
        if isinstance(said, RequestProgress):
            fits = 0 <= said.done <= MAX_PROGRESS_COUNT and 0 <= said.of <= MAX_PROGRESS_COUNT
            return [said] if fits else []
        _, decision = self._open
        self._open = None
        if isinstance(said, RequestFailed):
            if said.lost:
                self._replace()
            return [msgspec.structs.replace(said, error=said.error[:MAX_REASON_LENGTH])]
        if decision is None:
            return [RequestAnswered(said.id, Reply(None))]
        try:
            reply = unpack_reply(check_packed_reply(bytes(said.reply)), decision)
        except ReplyError as error:
            return [RequestFailed(said.id, f"{decision.what}: {error}")]
        return [RequestAnswered(said.id, msgspec.structs.replace(reply, by="hand"))]

    def _lost(self, why: str) -> list[WorkerReport]:
        assert self._open is not None
        number, _ = self._open
        self.cancel()
        return [RequestFailed(number, why, lost=True)]

    def cancel(self) -> None:
        """Drop the open question: the process is replaced, whatever it is doing."""
        self._open = None
        self._replace()

    def _replace(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        """End the process."""
        kill_process(self._process)
        self._wire.close()
