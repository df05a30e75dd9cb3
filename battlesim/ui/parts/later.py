"""Work that takes long, done aside: the last result stands until the new one is there."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Executor, Future
from typing import Generic, TypeVar

T = TypeVar("T")


class Later(Generic[T]):
    """A result that is asked for by key. While one is worked out only the newest other wish is kept.

    Without an executor the work is done at once.
    """

    def __init__(self, executor: Executor | None = None) -> None:
        self.value: T | None = None
        self.key: Hashable = None
        self._executor = executor
        self._wanted: Hashable = None
        self._running: tuple[Hashable, Future[T]] | None = None
        self._next: tuple[Hashable, Callable[[], T]] | None = None
        self._stale = False

    @property
    def busy(self) -> bool:
        """Whether a result is being worked out."""
        return self._running is not None

    def want(self, key: Hashable, work: Callable[[], T]) -> None:
        """Ask for the result of `work`, unless the one of this key is there or under way."""
        if key == self._wanted:
            return
        self._wanted, self._next = key, (key, work)
        self.poll()

    def poll(self) -> bool:
        """Take what is ready and begin what waits; whether there is a new result."""
        fresh = False
        if self._running is not None and self._running[1].done():
            self._take()
            fresh = True
        if self._running is None and self._next is not None:
            fresh = self._begin() or fresh
        return fresh

    def settle(self) -> None:
        """Wait until the newest wish is fulfilled."""
        while self._running is not None or self._next is not None:
            if self._running is not None:
                self._running[1].exception()
            self.poll()

    def forget(self) -> None:
        """Drop the result and all wishes."""
        self.value, self.key, self._wanted, self._next = None, None, None, None
        self._stale = self._running is not None

    def _take(self) -> None:
        assert self._running is not None
        key, future = self._running
        self._running = None
        if not self._stale:
            self.key, self.value = key, future.result()
        self._stale = False

    def _begin(self) -> bool:
        assert self._next is not None
        (key, work), self._next = self._next, None
        if self._executor is not None:
            self._running = key, self._executor.submit(work)
            return False
        self.key, self.value = key, work()
        return True
