"""Spawning of worker processes that exit silently if their parent process dies while they start.

The standard library sends a new process its task after starting it; if the parent is killed in between, the
child prints a traceback. Here the task is put into the pipe before the child runs, so that the child gets far
enough to notice that its parent is gone (`processes.end_with_parent`). Ctrl-C is blocked in the child, where
it would interrupt an import; only the parent handles it.
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
"""The warning filter (as for python -W) that hides the resource tracker's warning about killed processes."""


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C in all processes that are started inside the block (context manager)."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _SpawnedProcess(popen_spawn_posix.Popen):
    _fds: list[int]

    def _launch(self, process: BaseProcess) -> None:
        tracker = resource_tracker.getfd()
        assert tracker is not None, "getfd() starts the tracker"
        data = self._pickled(process)
        self.sentinel, alive = os.pipe()
        reader, writer = os.pipe()
        self.finalizer = util.Finalize(self, _close, (self.sentinel, writer))
        try:
            rest = _fill_pipe(writer, data)
            command = spawn.get_command_line(tracker_fd=tracker, pipe_handle=reader)
            with _interrupts_blocked():
                fds = [*self._fds, tracker, reader, alive]
                self.pid = util.spawnv_passfds(os.fsencode(spawn.get_executable()), command, fds)
        finally:
            _close(reader, alive)
        with open(writer, "wb", closefd=False) as pipe:
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


def _fill_pipe(pipe: int, data: bytes) -> bytes:
    """Write as many bytes as the pipe holds while nothing reads from it, and return the rest."""
    os.set_blocking(pipe, False)
    done = os.write(pipe, data)
    os.set_blocking(pipe, True)
    return data[done:]


class _Process(SpawnProcess):
    @staticmethod
    def _Popen(process: BaseProcess) -> _SpawnedProcess:  # noqa: N802
        return _SpawnedProcess(process)


class QuietSpawnContext(SpawnContext):
    """A multiprocessing context whose processes exit silently if their parent dies while they start."""

    Process = _Process

    def __init__(self) -> None:
        if LEAK_WARNING_FILTER not in sys.warnoptions:
            sys.warnoptions.append(LEAK_WARNING_FILTER)
