"""Background work in threads and worker processes, which end with their parent and can be restricted.

The environment variable `BATTLESIM_LATE=SECONDS` delays all background work: tasks of threads and processes,
decisions of players, and messages of the rules to a window. In tests, code that works only if a result
arrives early then fails every time.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Final, ParamSpec, TypeVar

if sys.platform == "win32":
    SPAWN_CONTEXT: Final = get_context("spawn")
else:
    from battlesim.process_spawn import QuietSpawnContext

    SPAWN_CONTEXT: Final[SpawnContext] = QuietSpawnContext()
"""The multiprocessing context for spawned processes, which share no memory with this process."""

DELAY_VARIABLE: Final = "BATTLESIM_LATE"
"""The name of the environment variable that delays all background work by a number of seconds."""
P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Defer Ctrl-C on the main thread until the end of the block (context manager).

    Use this for work that must not be left half done, or in which the interrupt would be lost.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if received:
        signal.raise_signal(signal.SIGINT)


def delay_for_tests() -> None:
    """Sleep for the number of seconds in the environment variable BATTLESIM_LATE, if it is set."""
    if seconds := os.environ.get(DELAY_VARIABLE):
        time.sleep(float(seconds))


def _delayed(work: Callable[[], T]) -> T:
    delay_for_tests()
    return work()


class _DelayedExecutor(Executor):
    """An executor whose tasks are delayed if BATTLESIM_LATE is set."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call to the executor and return its future."""
        return super().submit(_delayed, partial(fn, *args, **kwargs))


class _Processes(_DelayedExecutor, ProcessPoolExecutor):
    """A process pool that kills its worker processes if its `with` block is left by an exception."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call; Ctrl-C is deferred so that the pool knows every process that it starts."""
        with defer_interrupts():
            return super().submit(fn, *args, **kwargs)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        for process in list(self._processes.values()) if kind and self._processes else ():
            kill_process(process)
        return super().__exit__(kind, error, trace)


class _Threads(_DelayedExecutor, ThreadPoolExecutor):
    pass


def process_pool(jobs: int = 1) -> Executor:
    """Return an executor that runs tasks in newly spawned processes, at most `jobs` of them at a time."""
    return _Processes(jobs, mp_context=SPAWN_CONTEXT, initializer=end_with_parent)


def single_thread_executor(name: str) -> Executor:
    """Return an executor that runs tasks one after the other in a single thread called `name`."""
    return _Threads(1, thread_name_prefix=name)


def end_with_parent() -> None:
    """End this process as soon as its parent process ends, and its process group if it leads one."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        if sys.platform != "win32" and os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="end with parent").start()


def restrict_process(memory: int) -> None:
    """Limit the memory of this process, and detach its output and its process group from its parent.

    `memory` is the maximum address space in bytes, if the system can enforce it. Core files are disabled,
    stdout is redirected to stderr, and command line arguments, which may contain the seed, are dropped.
    """
    del sys.argv[1:]
    with suppress(OSError):
        os.dup2(2, 1)
    if sys.platform == "win32":
        return
    import resource

    os.setsid()
    for kind, limit in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (limit, limit))


def kill_process(process: BaseProcess) -> None:
    """Kill a process, and its process group if it leads one, and wait until it has ended."""
    if sys.platform != "win32" and process.pid is not None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


@contextmanager
def silence_stderr() -> Iterator[None]:
    """Discard everything written to stderr in the block, even by system libraries (context manager)."""
    try:
        original = os.dup(2)
    except OSError:
        yield
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(original, 2)
        os.close(original)
        os.close(null)
