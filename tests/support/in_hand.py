"""Work that a test has done when it wants to."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class InHand(Executor):
    """Does what it is asked to when it is told to."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        job: Future[Any] = Future()
        self.jobs.append((job, lambda: fn(*args, **kwargs)))
        return job

    def work(self, count: int) -> None:
        for job, do in self.jobs[:count]:
            if job.set_running_or_notify_cancel():
                job.set_result(do())
        del self.jobs[:count]
