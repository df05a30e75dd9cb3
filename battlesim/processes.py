"""Work that is done aside, so that nobody waits for it: threads, and processes that end with the one that
started them, however that one ends; and a fence round some.

With `BATTLESIM_LATE=SECONDS` in the environment all that is done aside begins that much later: what threads
and processes do, what players think, what the rules tell a window. It is there for tests: whatever is right
only because something came soon enough goes wrong with it each time.
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
"""What starts processes afresh, with nothing of this one's."""

DELAY_VARIABLE: Final = "BATTLESIM_LATE"
P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Ctrl-C counts after what is done within, which must not be left half done, or would forget it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)


def delay_for_tests() -> None:
    """Wait for as long as the environment asks."""
    if seconds := os.environ.get(DELAY_VARIABLE):
        time.sleep(float(seconds))


def _late(work: Callable[[], T]) -> T:
    delay_for_tests()
    return work()


class _Aside(Executor):
    """Has its work come late where the environment asks for that."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have it done."""
        return super().submit(_late, partial(fn, *args, **kwargs))


class _Processes(_Aside, ProcessPoolExecutor):
    """Who leaves its `with` by an exception waits for none of the work."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have it done; a process that is started for it is one that the pool knows of."""
        with defer_interrupts():
            return super().submit(fn, *args, **kwargs)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        for process in list(self._processes.values()) if kind and self._processes else ():
            kill_process(process)
        return super().__exit__(kind, error, trace)


class _Threads(_Aside, ThreadPoolExecutor):
    pass


def process_pool(jobs: int = 1) -> Executor:
    """A pool of fresh processes."""
    return _Processes(jobs, mp_context=SPAWN_CONTEXT, initializer=end_with_parent)


def single_thread_executor(name: str) -> Executor:
    """A thread of that name, which does one thing after the other."""
    return _Threads(1, thread_name_prefix=name)


def end_with_parent() -> None:
    """End this process, whatever it is doing, as soon as its parent is gone: a killed one tells nobody.

    Of a process that is fenced in, those that it has forked end too.
    """
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
    """Keep this process by itself: at most `memory` bytes of address space where the system can hold it to
    that, no core files, a group of its own (which `kill_process` ends), and what it prints on stderr.

    The arguments of its parent's command line, among which the seed can be, are dropped.
    """
    del sys.argv[1:]
    with suppress(OSError):
        os.dup2(2, 1)
    if sys.platform == "win32":
        return
    import resource

    os.setsid()
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))


def kill_process(process: BaseProcess) -> None:
    """Kill a process, and those that it has forked if it is fenced in."""
    if sys.platform != "win32" and process.pid is not None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


@contextmanager
def silence_stderr() -> Iterator[None]:
    """What libraries of the system write to stderr on their own, past Python, is dropped."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)
