"""Worker processes that end with the one that started them, however that one ends."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread


def pool(jobs: int = 1) -> ProcessPoolExecutor:
    """A pool of fresh (spawned) processes."""
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=end_with_parent)


def end_with_parent() -> None:
    """End this process, whatever it is doing, as soon as its parent is gone: a killed one tells nobody."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True, name="end with parent").start()
