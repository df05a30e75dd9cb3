"""Paths of battle records: where a new record is saved, and how a saved record is found by name."""

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
    """The path for the record of a battle, with other paths to try if a file already exists at that path.

    If `overwrite` is True, an existing record is replaced. `name` is the name that the user gave to a new
    battle. Once the record has been created, `path` is the path where it was saved.
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
    """Return a context manager that closes the recorder of a battle on exit and prints its write errors."""
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
    """Return a free path for a new record in the user's folder of battles, as a RecordPlace.

    `stem` is the beginning of the file name. Raises InputError if the folder cannot be used.
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
    """Print on stderr the problems that were found in the record of a battle."""
    for fault in faults:
        print_note(f"battlesim: {fault}")


def resolve_record(name: str) -> str:
    """Return the path of the saved battle called `name`, which may be in the user's folder of battles.

    The path of an existing file, or a name that does not end in `.battle`, is returned unchanged.
    """
    from battlesim.commands.window import load_user_settings
    from battlesim.scenarios.battle_files import find_record
    from battlesim.scenarios.sources import RECORD_SUFFIX

    if not name.endswith(RECORD_SUFFIX) or os.path.exists(name):
        return name
    return str(find_record(name, load_user_settings().battles_folder))
