"""Background work that is slow by the count of frames, never by a clock."""

from __future__ import annotations

from battlesim.ui.toolkit.work_queue import WorkQueue
from tests.support.in_hand import InHand


class SlowWork:
    """A queue in which no job of any lane is done before `release`."""

    def __init__(self) -> None:
        self._lanes: dict[str, InHand] = {}
        self.queue = WorkQueue(lambda lane: self._lanes.setdefault(lane, InHand()))

    def release(self) -> None:
        """Do the oldest job of one lane; the next time that of another one."""
        waits = [lane for lane, worker in self._lanes.items() if worker.jobs]
        if waits:
            self._lanes[waits[0]].work(1)
            self._lanes[waits[0]] = self._lanes.pop(waits[0])

    @property
    def pending(self) -> bool:
        """Whether any job waits."""
        return any(worker.jobs for worker in self._lanes.values())
