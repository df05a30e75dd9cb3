"""How a process is started afresh where there are pipes, so that nothing is ever heard of its being born.

The library tells a new process what it is for once it runs. One whose parent was killed in between would
find nothing and end in a traceback; here all is told before it runs, so it gets as far as to see that it is
alone (`processes.end_with_parent`). Ctrl-C at the terminal is for the parent: a new process would fall over
it at whatever it is loading.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import popen_spawn_posix, reduction, resource_tracker, spawn, util
from multiprocessing.context import SpawnContext, SpawnProcess, set_spawning_popen
from multiprocessing.process import BaseProcess
from typing import Final

LEAK_WARNING_FILTER: Final = "ignore:resource_tracker:UserWarning"
"""What Python says of the semaphores of a killed process, which it removes."""


@contextmanager
def _deaf() -> Iterator[None]:
    """What is started within does not hear Ctrl-C."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Birth(popen_spawn_posix.Popen):
    _fds: list[int]

    def _launch(self, process: BaseProcess) -> None:
        tracker = resource_tracker.getfd()
        assert tracker is not None, "it runs from now on"
        told = self._pickled(process)
        self.sentinel, living = os.pipe()
        listen, tell = os.pipe()
        self.finalizer = util.Finalize(self, _close, (self.sentinel, tell))
        try:
            rest = _put(tell, told)
            command = spawn.get_command_line(tracker_fd=tracker, pipe_handle=listen)
            with _deaf():
                fds = [*self._fds, tracker, listen, living]
                self.pid = util.spawnv_passfds(os.fsencode(spawn.get_executable()), command, fds)
        finally:
            _close(listen, living)
        with open(tell, "wb", closefd=False) as pipe:
            pipe.write(rest)

    def _pickled(self, process: BaseProcess) -> bytes:
        buffer = io.BytesIO()
        set_spawning_popen(self)
        try:
            reduction.dump(spawn.get_preparation_data(process.name), buffer)
            reduction.dump(process, buffer)
        finally:
            set_spawning_popen(None)
        return buffer.getvalue()


def _close(*pipes: int) -> None:
    for pipe in pipes:
        os.close(pipe)


def _put(pipe: int, words: bytes) -> bytes:
    """Write as much as a pipe holds while nobody reads; what is left."""
    os.set_blocking(pipe, False)
    done = os.write(pipe, words)
    os.set_blocking(pipe, True)
    return words[done:]


class _Process(SpawnProcess):
    @staticmethod
    def _Popen(process: BaseProcess) -> _Birth:  # noqa: N802
        return _Birth(process)


class QuietSpawnContext(SpawnContext):
    """Starts processes that say nothing when they are stopped before they have begun."""

    Process = _Process

    def __init__(self) -> None:
        if LEAK_WARNING_FILTER not in sys.warnoptions:
            sys.warnoptions.append(LEAK_WARNING_FILTER)
