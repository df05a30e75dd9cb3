"""Background work of a window in several lanes, and results identified by the key of their request."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Executor, Future
from typing import Final, Generic, TypeVar

from battlesim.processes import single_thread_executor

T = TypeVar("T")

FRAME_LANE: Final = "now"
SHORT_LANE: Final = "soon"
LONG_LANE: Final = "slow"
SHEET_LANE: Final = "sheets"
"""Names of the lanes: for work that a frame waits for, short work, long work, and writing of sheets."""


class IdentityKey:
    """A key that compares objects by identity, and keeps them alive so that their ids stay unique."""

    def __init__(self, *objects: object) -> None:
        self._objects = objects

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IdentityKey) or len(other._objects) != len(self._objects):
            return False
        return all(a is b for a, b in zip(self._objects, other._objects, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(map(id, self._objects)))


class WorkQueue:
    """A queue for background work in several lanes, each with an executor that is created on first use.

    `start` returns the executor for the lane with a given name. If `start` is None, work is done immediately.
    """

    def __init__(self, start: Callable[[str], Executor] | None = single_thread_executor) -> None:
        self._start = start
        self._lanes: dict[str, Executor] = {}

    @property
    def is_synchronous(self) -> bool:
        """True if submitted work is done at once."""
        return self._start is None

    def submit(self, lane: str, work: Callable[[], T]) -> Future[T]:
        """Submit work to a lane and return its future, already done if the queue is synchronous."""
        if self._start is None:
            done: Future[T] = Future()
            done.set_result(work())
            return done
        if lane not in self._lanes:
            self._lanes[lane] = self._start(lane)
        return self._lanes[lane].submit(work)

    def close(self) -> None:
        """Cancel work that has not started, without waiting for running work."""
        for lane in self._lanes.values():
            lane.shutdown(wait=False, cancel_futures=True)
        self._lanes.clear()


class KeyedResult(Generic[T]):
    """A result that is requested by key and computed in a lane of a work queue.

    Without a queue, it is computed immediately. `value` is the newest result, and `key` the key of its
    request. `current` is the value only if it belongs to the last request. Only one job runs at a time. Of
    the requests that arrive during a job, only the newest is kept.
    """

    def __init__(self, queue: WorkQueue | None = None, lane: str = FRAME_LANE) -> None:
        self.value: T | None = None
        self.key: Hashable = None
        self._queue, self._lane = queue or WorkQueue(None), lane
        self._wanted: Hashable = None
        self._running: tuple[Hashable, Future[T]] | None = None
        self._next: tuple[Hashable, Callable[[], T]] | None = None
        self._dropped = self._has_new_result = False

    @property
    def busy(self) -> bool:
        """True if a job is running, even if its result is no longer wanted."""
        return self._running is not None

    @property
    def working(self) -> bool:
        """True if the last request is not fulfilled yet, so that `value` is out of date."""
        return self._wanted is not None and self.key != self._wanted

    @property
    def current(self) -> T | None:
        """The result of the last request, or None until it is computed."""
        return self.value if self._wanted is not None and self.key == self._wanted else None

    def request(self, key: Hashable, work: Callable[[], T]) -> None:
        """Request the result of `work`, unless the last request had the same key."""
        if key == self._wanted:
            return
        self._wanted, self._next = key, (key, work)
        self._cancel()
        self._advance()

    def poll(self) -> bool:
        """Collect a finished result and start the next job. Return True if a new result has arrived.

        Raises the exception of a job that failed.
        """
        self._advance()
        fresh, self._has_new_result = self._has_new_result, False
        return fresh

    def wait(self) -> None:
        """Wait until the newest request is fulfilled."""
        while self._running is not None or self._next is not None:
            if self._running is not None:
                self._running[1].exception()
            self._advance()

    def reset(self) -> None:
        """Drop the result and all requests."""
        self.value, self.key, self._wanted, self._next = None, None, None, None
        self._cancel()
        self._dropped = self._running is not None

    def _cancel(self) -> None:
        """Cancel the running job if it has not started yet."""
        if self._running is not None and self._running[1].cancel():
            self._running, self._dropped = None, False

    def _advance(self) -> None:
        self._take_result()
        if self._running is None and self._next is not None:
            (key, work), self._next = self._next, None
            self._running = key, self._queue.submit(self._lane, work)
            if self._queue.is_synchronous:
                self._take_result()

    def _take_result(self) -> None:
        if self._running is None or not self._running[1].done():
            return
        key, future = self._running
        dropped, self._running, self._dropped = self._dropped, None, False
        result = future.result()
        if not dropped:
            self.key, self.value, self._has_new_result = key, result, True
