"""A connection to an external program that answers questions, with a time limit for each answer."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, Final, cast

from battlesim.scenarios.toml_reading import InputError

MAX_ANSWER_BYTES: Final = 65_536
"""Largest size of one answer in bytes."""
ANSWER_TIMEOUT_S: Final = 10.0
"""Time limit for one answer in seconds."""
TOTAL_TIMEOUT_S: Final = 300.0
"""Time limit for all answers together in seconds."""


class ExternalProgram:
    """An external program that reads questions from stdin and writes each answer as a line to stdout.

    At the end of its `with` block, the program and all processes it started are killed. Its stderr is
    discarded. Raises InputError if the command cannot be started; the error names the command-line option
    `flag`.
    """

    def __init__(self, command: str, flag: str) -> None:
        self._flag = flag
        self._until = time.monotonic() + TOTAL_TIMEOUT_S
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._process = self._start(command)
        self._thread = threading.Thread(target=self._exchange_lines, daemon=True, name="program")
        self._thread.start()

    def _start(self, command: str) -> subprocess.Popen[bytes]:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise InputError(self._flag, "", f"{command!r} is not a command: {error}") from None
        if not words:
            raise InputError(self._flag, "", "names no command", '"python my_program.py"')
        pipe, null, new_session = subprocess.PIPE, subprocess.DEVNULL, sys.platform != "win32"
        try:
            return subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=null, start_new_session=new_session
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise InputError(self._flag, "", f"{words[0]!r} cannot be started: {why}") from None

    def __enter__(self) -> ExternalProgram:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def ask(self, question: bytes, name: str) -> bytes:
        """Send a question to the program and return its answer. Raises InputError if no answer arrives."""
        self._questions.put(question + b"\n")
        seconds = min(ANSWER_TIMEOUT_S, self._until - time.monotonic())
        try:
            answer = self._answers.get(timeout=max(0.0, seconds))
        except Empty:
            limit = (
                f"{ANSWER_TIMEOUT_S:g} s"
                if seconds == ANSWER_TIMEOUT_S
                else f"{TOTAL_TIMEOUT_S:g} s for all questions"
            )
            raise InputError(self._flag, name, f"the program gave no answer within {limit}") from None
        if len(answer) > MAX_ANSWER_BYTES:
            raise InputError(self._flag, name, f"the answer is longer than {MAX_ANSWER_BYTES} bytes")
        if not answer.endswith(b"\n"):
            raise InputError(self._flag, name, f"the program {self._end_text()} without an answer")
        return answer

    def _exchange_lines(self) -> None:
        stdin, stdout = self._pipes()
        while (question := self._questions.get()) is not None:
            answer = b""
            with suppress(OSError, ValueError):
                stdin.write(question)
                stdin.flush()
                answer = stdout.readline(MAX_ANSWER_BYTES + 1)
            self._answers.put(answer)

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        return cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)

    def _end_text(self) -> str:
        try:
            return f"ended (exit code {self._process.wait(1.0)})"
        except subprocess.TimeoutExpired:
            return "closed its output"

    def _end(self) -> None:
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._questions.put(None)
        self._thread.join(1.0)
        if self._thread.is_alive():
            return
        for pipe in self._pipes():
            with suppress(OSError):
                pipe.close()
