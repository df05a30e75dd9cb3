"""Sheets of the lab, each in a file of its own in the person's folder, drawn while the window goes on."""

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
"""Draws a sheet into a file; it has to be fit to be sent to another process."""


class SheetWriter:
    """Draws sheets into a folder one after the other: what they say is worked out in `queue`, the page
    is drawn by an executor of processes."""

    def __init__(self, folder: Path, executor: Executor | None, queue: WorkQueue) -> None:
        self.folder, self._executor = folder, executor
        self._drawn: KeyedResult[str] = KeyedResult(queue, SHEET_LANE)
        self._asked = 0
        self._told: Hashable = None

    @property
    def busy(self) -> bool:
        """Whether one is being drawn."""
        return self._drawn.busy

    def close(self) -> None:
        """Wait for those that have been asked for."""
        self._drawn.wait()

    def draw(self, stem: str, prepare: Callable[[], SheetRenderer]) -> None:
        """Have a sheet drawn as a picture named after a stem."""

        def work() -> str:
            path, draw = free_name(stem, self.folder), prepare()
            if self._executor is None:
                return draw_to_file(draw, path)
            return self._executor.submit(draw_to_file, draw, path).result()

        self._asked += 1
        self._drawn.request(self._asked, work)

    def status_text(self) -> str:
        """What is to be said of the last one: that it is being drawn, or what has become of it."""
        return DRAWING_TEXT if self.busy else self._drawn.value or ""

    def take_result_text(self) -> str:
        """What has become of the last one, once; "" otherwise."""
        self._drawn.poll()
        if self._drawn.key == self._told:
            return ""
        self._told = self._drawn.key
        return self._drawn.value or ""


def draw_to_file(draw: SheetRenderer, path: Path) -> str:
    """Draw a sheet into a file; in words what has become of it."""
    try:
        draw(OutputFile(path, PICTURE_KIND, "").check())
    except InputError as error:
        return str(error)
    return f"Written: {path}"


def free_name(stem: str, folder: Path) -> Path:
    """A name for a picture in a folder that nothing has yet, of letters that every system takes."""
    plain = file_name_from_text(stem, "sheet")
    return next(name for name in numbered_paths(folder / f"{plain}.png") if not os.path.lexists(name))
