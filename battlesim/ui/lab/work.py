"""What is under way in the lab in any mode: the table in hand, where it comes from, what was done last."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

from battlesim.ui.lab.bench import Bench
from battlesim.ui.lab.sheets import Sheets
from battlesim.ui.lab.tables import Tables
from battlesim.ui.lab.unplayed import Unplayed
from battlesim.ui.parts.work_queue import WorkQueue
from battlesim.ui.story.model import Model


class Work:
    """`folder` is where sheets go, drawn by an executor of processes; `message` says what was done last. What
    takes long is done in `queue`."""

    def __init__(
        self,
        model: Model,
        tables: Tables,
        folder: Path,
        queue: WorkQueue,
        executor: Executor | None = None,
    ) -> None:
        self.model, self.tables, self.folder, self.queue = model, tables, folder, queue
        self.bench = Bench(model)
        self.sheets = Sheets(folder, executor, queue)
        self.message = ""

    @property
    def rules(self) -> Unplayed:
        """The rules of the table."""
        assert isinstance(self.model.ruleset, Unplayed)
        return self.model.ruleset
