"""Functions that save and find the records of battles for the command line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from battlesim.commands.output import print_note

if TYPE_CHECKING:
    from battlesim.engine.record_write import Recorder
    from battlesim.ui.settings.settings import Settings


class RecordPlace:
    """The place where the record of a battle is saved.

    It is `path`, or else the first of `alternatives` that is free. With `overwrite` an existing record is
    replaced. `name` is the name of a new battle. After the battle, `path` is where the record was saved.
    """

    def __init__(
        self, path: Path, alternatives: Iterable[Path] = (), *, overwrite: bool = False, name: str = ""
    ) -> None:
        self.path, self.alternatives, self.overwrite, self.name = (
            path.absolute(),
            alternatives,
            overwrite,
            name,
        )


@contextmanager
def recorder_session(recorder: Recorder, place: RecordPlace) -> Iterator[None]:
    """Print problems with writing a record during its battle, and close it at the end (context manager)."""
    place.path = recorder.path
    recorder.file.listeners.append(lambda message: print_note(f"battlesim: {message}"))
    try:
        yield
    finally:
        try:
            recorder.close()
        finally:
            place.path = recorder.path


def new_record_place(stem: str, settings: Settings, name: str = "") -> RecordPlace:
    """Return a free place for a new record in the user's folder for battles.

    Raises InputError if the folder is unusable.
    """
    from battlesim.scenarios.battle_files import folder_problem, free_record_paths
    from battlesim.scenarios.toml_reading import InputError
    from battlesim.ui.settings.settings import settings_file

    folder = settings.battles_folder
    if why := folder_problem(folder):
        remedy = f"use --record FILE, or set `battles` in {settings_file()} to another folder"
        raise InputError(folder, "", f"no battle can be saved there: {why}", remedy)
    names = free_record_paths(stem, folder)
    return RecordPlace(next(names), names, name=name)


def report_problems(faults: Iterable[str]) -> None:
    """Print on stderr the problems that were found in a record."""
    for fault in faults:
        print_note(f"battlesim: {fault}")


def resolve_record(name: str) -> str:
    """Return the path of the saved record that has this name.

    The names of existing files, and names that do not end in `.battle`, are returned unchanged.
    """
    from battlesim.commands.window import load_user_settings
    from battlesim.scenarios.battle_files import find_record
    from battlesim.scenarios.sources import RECORD_SUFFIX

    if not name.endswith(RECORD_SUFFIX) or os.path.exists(name):
        return name
    return str(find_record(name, load_user_settings().battles_folder))
