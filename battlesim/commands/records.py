"""Where the command line keeps the records of battles, and where it looks for them."""

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
    """Where the record of a battle is kept: `path`, else the first free one of `others`.

    With `over` a record that is there gives way; `name` is what a new battle is called there. Once the battle
    is over, `path` is where its record is.
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
    """While a battle is played: what becomes of its record is said on stderr. At the end it is closed, and
    `place` says where it is.
    """
    place.path = recorder.path
    recorder.file.listeners.append(lambda words: print_note(f"battlesim: {words}"))
    try:
        yield
    finally:
        try:
            recorder.close()
        finally:
            place.path = recorder.path


def new_record_place(stem: str, settings: Settings, name: str = "") -> RecordPlace:
    """A free name in the folder that battles are kept in, for one that is called so. Raises InputError where
    none can be kept."""
    from battlesim.scenarios.battle_files import folder_problem, free_record_paths
    from battlesim.scenarios.toml_reading import InputError
    from battlesim.ui.settings.settings import settings_file

    folder = settings.battles_folder
    if why := folder_problem(folder):
        remedy = f"say with --record where to keep it, or name another folder as battles in {settings_file()}"
        raise InputError(folder, "", f"no battle can be kept there: {why}", remedy)
    names = free_record_paths(stem, folder)
    return RecordPlace(next(names), names, name=name)


def report_problems(faults: Iterable[str]) -> None:
    """Say on stderr what of a record is not read."""
    for words in faults:
        print_note(f"battlesim: {words}")


def resolve_record(name: str) -> str:
    """What a person gave, or the record of that name among those that are kept when there is no such file."""
    from battlesim.commands.window import load_user_settings
    from battlesim.scenarios.battle_files import find_record
    from battlesim.scenarios.sources import RECORD_SUFFIX

    if not name.endswith(RECORD_SUFFIX) or os.path.exists(name):
        return name
    return str(find_record(name, load_user_settings().battles_folder))
