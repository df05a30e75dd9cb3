"""The state shared by all modes of the lab."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path

from battlesim.ui.lab.lab_ruleset import LabRuleset
from battlesim.ui.lab.lab_table import LabTable
from battlesim.ui.lab.sheet_writer import SheetWriter
from battlesim.ui.lab.table_editor import TableEditor
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.work_queue import WorkQueue


class LabSession:
    """The state shared by all modes of the table editor: its table, printable sheets and last message.

    `folder` is the folder for the sheets, which are drawn by processes of the executor. Slow work is done in
    `queue`.
    """

    def __init__(
        self,
        model: WindowModel,
        lab_table: LabTable,
        folder: Path,
        queue: WorkQueue,
        executor: Executor | None = None,
    ) -> None:
        self.model, self.lab_table, self.folder, self.queue = model, lab_table, folder, queue
        self.editor = TableEditor(model)
        self.sheets = SheetWriter(folder, executor, queue)
        self.message = ""

    @property
    def rules(self) -> LabRuleset:
        """The ruleset of the table."""
        assert isinstance(self.model.ruleset, LabRuleset)
        return self.model.ruleset
