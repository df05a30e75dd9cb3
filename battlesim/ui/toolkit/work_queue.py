"""Background work of a window: one queue, and results that belong to the key they were requested with."""

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
"""Lanes: work that a frame waits for, a fraction of a second, seconds, and files that are always finished."""


class IdentityKey:
    """A key that equals only a key of the very same objects, which it keeps alive."""

    def __init__(self, *objects: object) -> None:
        self._objects = objects

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, IdentityKey) or len(other._objects) != len(self._objects):
            return False
        return all(a is b for a, b in zip(self._objects, other._objects, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(map(id, self._objects)))


class WorkQueue:
    """Background work in lanes, each with an executor that starts when it is first needed.

    `start` creates the executor of a lane from its name. With `start` None, all work is done at once.
    """

    def __init__(self, start: Callable[[str], Executor] | None = single_thread_executor) -> None:
        self._start = start
        self._lanes: dict[str, Executor] = {}

    @property
    def is_synchronous(self) -> bool:
        """True if all work is done at once."""
        return self._start is None

    def submit(self, lane: str, work: Callable[[], T]) -> Future[T]:
        """Submit work to a lane and return its future.

        Without executors the work is done before this returns.
        """
        if self._start is None:
            done: Future[T] = Future()
            done.set_result(work())
            return done
        if lane not in self._lanes:
            self._lanes[lane] = self._start(lane)
        return self._lanes[lane].submit(work)

    def close(self) -> None:
        """Drop the work that has not started, and do not wait for the rest."""
        for lane in self._lanes.values():
            lane.shutdown(wait=False, cancel_futures=True)
        self._lanes.clear()


class KeyedResult(Generic[T]):
    """A result that is requested by key and computed in a lane of a queue (at once without a queue).

    `value` is the newest result and `key` the one it was requested with: an older result may be shown only as
    such. `current` is the value if it belongs to the last request. One job runs at a time, and of the
    requests that arrive meanwhile only the newest is kept.
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
        """True if a job is running, even one whose result is no longer wanted."""
        return self._running is not None

    @property
    def working(self) -> bool:
        """True if the last request is still open, so that `value` belongs to another moment."""
        return self._wanted is not None and self.key != self._wanted

    @property
    def current(self) -> T | None:
        """The result of the last request, None while it is computed."""
        return self.value if self._wanted is not None and self.key == self._wanted else None

    def request(self, key: Hashable, work: Callable[[], T]) -> None:
        """Request the result of `work`, unless the same key was requested last."""
        if key == self._wanted:
            return
        self._wanted, self._next = key, (key, work)
        self._cancel()
        self._advance()

    def poll(self) -> bool:
        """Take a finished result and start the waiting job. Return True if a result has arrived since.

        Raises the error that the job failed with.
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
        """Cancel the job if it has not started."""
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
