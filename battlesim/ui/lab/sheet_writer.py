"""Background drawing of printable sheets into files in the user's folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from pathlib import Path
from typing import Final

from battlesim.file_writing import file_name_from_text, numbered_paths
from battlesim.report.output_files import PICTURE_KIND, OutputFile
from battlesim.scenarios.toml_reading import InputError
from battlesim.ui.toolkit.work_queue import SHEET_LANE, KeyedResult, WorkQueue

DRAWING_TEXT: Final = "Drawing the sheet …"
SheetRenderer = Callable[[OutputFile], object]
"""A function that draws a sheet into a file; it can be sent to another process."""


class SheetWriter:
    """A queue of sheets to be printed, which are written to files one after another.

    The contents of a sheet are computed in `queue`, and the page is drawn by a process of the executor.
    """

    def __init__(self, folder: Path, executor: Executor | None, queue: WorkQueue) -> None:
        self.folder, self._executor = folder, executor
        self._drawn: KeyedResult[str] = KeyedResult(queue, SHEET_LANE)
        self._asked = 0
        self._told: Hashable = None

    @property
    def busy(self) -> bool:
        """True while a sheet is being drawn."""
        return self._drawn.busy

    def close(self) -> None:
        """Wait for the sheets that were requested."""
        self._drawn.wait()

    def draw(self, stem: str, prepare: Callable[[], SheetRenderer]) -> None:
        """Request a sheet as a picture named after a stem."""

        def work() -> str:
            path, draw = free_name(stem, self.folder), prepare()
            if self._executor is None:
                return draw_to_file(draw, path)
            return self._executor.submit(draw_to_file, draw, path).result()

        self._asked += 1
        self._drawn.request(self._asked, work)

    def status_text(self) -> str:
        """Return the state of the last sheet: being drawn, written, or why not."""
        return DRAWING_TEXT if self.busy else self._drawn.value or ""

    def take_result_text(self) -> str:
        """Return the result of the last sheet once, "" afterwards."""
        self._drawn.poll()
        if self._drawn.key == self._told:
            return ""
        self._told = self._drawn.key
        return self._drawn.value or ""


def draw_to_file(draw: SheetRenderer, path: Path) -> str:
    """Draw a sheet into a file. Return a message about the result."""
    try:
        draw(OutputFile(path, PICTURE_KIND, "").check())
    except InputError as error:
        return str(error)
    return f"Saved: {path}"


def free_name(stem: str, folder: Path) -> Path:
    """Return a path in a folder that is not taken yet, of letters that every system allows."""
    plain = file_name_from_text(stem, "sheet")
    return next(name for name in numbered_paths(folder / f"{plain}.png") if not os.path.lexists(name))
