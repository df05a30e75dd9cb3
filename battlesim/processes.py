"""Worker processes that end with the one that started them, however that one ends; and a fence round some."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread


def pool(jobs: int = 1) -> ProcessPoolExecutor:
    """A pool of fresh (spawned) processes."""
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=end_with_parent)


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
