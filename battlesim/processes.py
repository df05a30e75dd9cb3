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
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final, ParamSpec, TypeVar

LATE: Final = "BATTLESIM_LATE"
P = ParamSpec("P")
T = TypeVar("T")


def come_late() -> None:
    """Wait for as long as the environment asks."""
    if seconds := os.environ.get(LATE):
        time.sleep(float(seconds))


def _late(work: Callable[[], T]) -> T:
    come_late()
    return work()


class _Aside(Executor):
    """Has its work come late where the environment asks for that."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have it done."""
        return super().submit(_late, partial(fn, *args, **kwargs))


class _Processes(_Aside, ProcessPoolExecutor):
    pass


class _Threads(_Aside, ThreadPoolExecutor):
    pass


def pool(jobs: int = 1) -> Executor:
    """A pool of fresh (spawned) processes."""
    return _Processes(jobs, mp_context=get_context("spawn"), initializer=end_with_parent)


def thread(name: str) -> Executor:
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

    Thread(target=watch, daemon=True, name="end with parent").start()


def fence_in(memory: int) -> None:
    """Keep this process by itself: at most so many bytes of address space where the system can hold it to
    that, no core files, a group of its own (which `end` ends), and what it prints on stderr."""
    with suppress(OSError):
        os.dup2(2, 1)
    if sys.platform == "win32":
        return
    import resource

    os.setsid()
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CORE, 0)):
        with suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))


def end(process: BaseProcess) -> None:
    """Kill a process, and those that it has forked if it is fenced in."""
    if sys.platform != "win32" and process.pid is not None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()
