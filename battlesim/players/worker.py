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
from battlesim.players.base import Moment, PlayerError, Reply
from battlesim.players.limits import START, WITHIN
from battlesim.players.replies import ReplyError, opened, strange
from battlesim.players.serving import MOST_DONE, Begun, Failed, Progress, Request, Said, serve
from battlesim.players.wire import Wire
from battlesim.processes import FRESH, end, heeding_interrupts
from battlesim.table.state import AnyState

AT_ONCE: Final = 1_000
"""Reports that are heard before anything else is looked at."""
WAIT: Final = 1.0


class Answered(msgspec.Struct, frozen=True):
    """The reply to a question, looked at and with an answer of the decision's type."""

    id: int
    reply: Reply


Report = Progress | Answered | Failed


class Worker:
    """Puts questions to the process, one at a time, and hears its reports without waiting.

    An answer that is not there `within` so many seconds, counted from when the process has begun with the
    question, will not come any more: the process is replaced.
    """

    def __init__(self, within: float = WITHIN) -> None:
        self.within = within
        self._next = 0
        self._open: tuple[int, Decision[Any] | None] | None = None
        self._due = 0.0
        self._start()

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        self._process = FRESH.Process(target=serve, args=(theirs,), daemon=True, name="players")
        with heeding_interrupts():
            self._process.start()
        theirs.close()
        self._wire = Wire(ours)

    @property
    def busy(self) -> bool:
        """Whether a question is open."""
        return self._open is not None

    def ask(self, name: str, view: AnyState, decision: Decision[Any], moment: Moment) -> int:
        """Put a question to the player of a name; the id of the question. One that is open is cancelled."""
        question = Request(
            self._next + 1,
            name,
            moment.ruleset.key,
            moment.side,
            moment.rng_seed,
            moment.number,
            msgspec.Raw(encode(view)),
            msgspec.Raw(encode(decision)),
            moment.memory,
        )
        return self._put(question, decision)

    def meet(self, name: str) -> None:
        """See whether there is a player of a name. Raises PlayerError."""
        self._put(Request(self._next + 1, name), None)
        self.wait()

    def _put(self, question: Request, decision: Decision[Any] | None) -> int:
        if self.busy:
            self.cancel()
        self._next = question.id
        self._open, self._due = (question.id, decision), time.monotonic() + START + self.within
        raw = encode(question)
        try:
            self._wire.send(raw, START)
        except EOFError:
            self._replace()
            self._wire.send(raw, START)
        return question.id

    def wait(self) -> Reply:
        """The reply to the open question, however long it may take. Raises PlayerError."""
        while True:
            for report in self.reports(WAIT):
                if isinstance(report, Failed):
                    raise PlayerError(report.error, lost=report.lost)
                if isinstance(report, Answered):
                    return report.reply

    def reports(self, timeout: float = 0.0) -> list[Report]:
        """What the process has said since, waiting at most `timeout` seconds for the first word."""
        found: list[Report] = []
        try:
            for _ in range(AT_ONCE if self._open else 0):
                left = min(timeout, max(0.0, self._due - time.monotonic()))
                raw = self._wire.receive(0.0 if found else left)
                if raw is None:
                    break
                found += self._heard(decode(raw, Said))
                if not self._open:
                    break
        except EOFError:
            found += self._lost("its process has ended; another one is started")
        except CodecError:
            found += self._lost("its process says what cannot be read; another one is started")
        if self._open and time.monotonic() >= self._due:
            found += self._lost(f"no answer within {self.within:g} seconds; it is not waited for any longer")
        return found

    def _heard(self, said: Said) -> list[Report]:
        if self._open is None or said.id != self._open[0]:
            return []
        if isinstance(said, Begun):
            self._due = time.monotonic() + (self.within if self._open[1] else START)
            return []
        if isinstance(said, Progress):
            fits = 0 <= said.done <= MOST_DONE and 0 <= said.of <= MOST_DONE
            return [said] if fits else []
        _, decision = self._open
        self._open = None
        if isinstance(said, Failed):
            if said.lost:
                self._replace()
            return [msgspec.structs.replace(said, error=said.error[:MAX_REASON_LENGTH])]
        if decision is None:
            return [Answered(said.id, Reply(None))]
        try:
            reply = opened(strange(bytes(said.reply)), decision)
        except ReplyError as error:
            return [Failed(said.id, f"{decision.what}: {error}")]
        return [Answered(said.id, msgspec.structs.replace(reply, by="hand"))]

    def _lost(self, why: str) -> list[Report]:
        assert self._open is not None
        number, _ = self._open
        self.cancel()
        return [Failed(number, why, lost=True)]

    def cancel(self) -> None:
        """Drop the open question: the process is replaced, whatever it is doing."""
        self._open = None
        self._replace()

    def _replace(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        """End the process."""
        end(self._process)
        self._wire.close()
