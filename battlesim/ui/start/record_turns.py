"""The turns that saved battles have reached, found by reading their records in the background."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Final

from battlesim.ui.start.catalogue import RecordSummary, turn_of
from battlesim.ui.toolkit.work_queue import SHORT_LANE, KeyedResult, WorkQueue

MAX_READ_RECORDS: Final = 12
"""Maximum number of records that are read for their turn, newest first."""


class RecordTurns:
    """The turn that each saved battle has reached. Without an executor, the files are read immediately."""

    def __init__(self, executor: Executor | None) -> None:
        self._known: dict[tuple[Path, float], str] = {}
        queue = WorkQueue((lambda lane: executor) if executor else None)
        self._reading: KeyedResult[tuple[tuple[Path, float], str]] = KeyedResult(queue, SHORT_LANE)

    def turn_text(self, record: RecordSummary) -> str:
        """Return the turn that a record has reached as text, or "" if it is not known yet."""
        return self._known.get((record.path, record.when), "")

    def read_next(self, records: Iterable[RecordSummary]) -> bool:
        """Read the next record whose turn is unknown. Return True if a turn became known."""
        sound = [record for record in records if not record.fault][:MAX_READ_RECORDS]
        wanted = next((one for one in sound if (one.path, one.when) not in self._known), None)
        if wanted is None:
            return False
        self._reading.request((wanted.path, wanted.when), partial(_read_turn, wanted))
        self._reading.poll()
        if self._reading.value is None or self._reading.value[0] in self._known:
            return False
        self._known |= [self._reading.value]
        return True


def _read_turn(record: RecordSummary) -> tuple[tuple[Path, float], str]:
    return (record.path, record.when), turn_of(record.path)
