"""Automated players in one process of their own, so that a window never waits for them.

Bytes go in and bytes come out, each request with its id. The process is started afresh (spawned), so it has
nothing of the window's; to cancel is to replace it.
"""

from __future__ import annotations

import multiprocessing
from functools import cache
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from battlesim.engine.codec import Codec, decode, encode, plain
from battlesim.engine.decisions import Decision, read_answer
from battlesim.players.base import Considered, Moment, Reply
from battlesim.players.levels import player
from battlesim.processes import come_late, end_with_parent
from battlesim.rulesets import registry
from battlesim.table.state import AnyState


class Question(msgspec.Struct, frozen=True):
    """What the worker is sent: who answers what, and the circumstances."""

    id: int
    ruleset: str
    player: str
    side: str
    seed: int
    number: int
    view: msgspec.Raw
    decision: msgspec.Raw
    memory: Any = None


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """How far a question has got: candidates done, of how many."""

    id: int
    done: int
    of: int


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """The reply to a question; its answer is raw until `Worker` reads it as the decision's."""

    id: int
    reply: Reply


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """A player failed, or the worker died: why."""

    id: int
    error: str


Report = Progress | Answered | Failed


class Worker:
    """Puts questions to the worker process, one at a time, and hears its reports without waiting."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._next = 0
        self._open: tuple[int, Decision[Any]] | None = None
        self._start()

    def _start(self) -> None:
        self._pipe, theirs = self._context.Pipe()
        self._process = self._context.Process(target=serve, args=(theirs,), daemon=True, name="players")
        self._process.start()
        theirs.close()

    @property
    def busy(self) -> bool:
        """Whether a question is open."""
        return self._open is not None

    def ask(self, name: str, view: AnyState, decision: Decision[Any], moment: Moment) -> int:
        """Put a question to the player of a name; the id of the question. One that is open is cancelled."""
        if self.busy:
            self.cancel()
        self._next += 1
        question = Question(
            self._next,
            moment.ruleset.key,
            name,
            moment.side,
            moment.seed,
            moment.number,
            msgspec.Raw(encode(view)),
            msgspec.Raw(encode(decision)),
            moment.memory,
        )
        self._open = (self._next, decision)
        try:
            self._pipe.send_bytes(encode(question))
        except OSError:
            self._replace()
            self._pipe.send_bytes(encode(question))
        return self._next

    def reports(self, timeout: float = 0.0) -> list[Report]:
        """What the worker has said since, waiting at most `timeout` seconds for the first word."""
        found: list[Report] = []
        if self._open is None:
            return found
        number, decision = self._open
        try:
            while self._pipe.poll(0.0 if found else timeout):
                report: Report = decode(self._pipe.recv_bytes(), Report)
                if report.id == number:
                    found.append(_read(report, decision))
        except (EOFError, OSError):
            self._replace()
            found.append(Failed(number, "the players' process has died; it is started again"))
        if any(not isinstance(report, Progress) for report in found):
            self._open = None
        return found

    def cancel(self) -> None:
        """Drop the open question: the process is replaced, whatever it is doing."""
        self._open = None
        self._replace()

    def _replace(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _read(report: Report, decision: Decision[Any]) -> Report:
    if not isinstance(report, Answered):
        return report
    try:
        answer = read_answer(decision, report.reply.answer)
    except msgspec.ValidationError as error:
        return Failed(report.id, f"{decision.what}: {error}")
    return Answered(report.id, msgspec.structs.replace(report.reply, answer=answer))


@cache
def _codec(ruleset: str) -> Codec:
    return Codec(registry.get(ruleset))


def serve(pipe: Connection) -> None:
    """The worker's life: answer questions until the other end is closed."""
    end_with_parent()
    while True:
        try:
            raw = pipe.recv_bytes()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        question: Question = decode(raw, Question)
        come_late()
        try:
            report: Report = Answered(question.id, _think(question, pipe))
        except Exception as error:  # whatever a player does, the window hears of it and goes on
            report = Failed(question.id, f"{type(error).__name__}: {error}")
        pipe.send_bytes(encode(report))


def _think(question: Question, pipe: Connection) -> Reply:
    codec = _codec(question.ruleset)
    view, decision = codec.state(bytes(question.view)), codec.decision(bytes(question.decision))

    def progress(done: int, of: int) -> None:
        pipe.send_bytes(encode(Progress(question.id, done, of)))

    moment = Moment(codec.ruleset, question.side, question.seed, question.number, question.memory, progress)
    reply = player(question.player).answer(view, decision, moment)
    considered = tuple(Considered(plain(c.answer), c.score, c.reason) for c in reply.considered)
    return Reply(plain(reply.answer), reply.reason, considered, plain(reply.memory))
