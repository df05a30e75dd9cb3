"""Where the records of battles are kept, names for new ones, and the way back to those that are there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile

import platformdirs

from battlesim.file_writing import numbered_paths
from battlesim.scenarios.sources import RECORD_SUFFIX


def default_battle_folder() -> Path:
    """The user's own folder for battles on this platform."""
    return Path(platformdirs.user_data_dir("battlesim")) / "battles"


def folder_problem(folder: Path) -> str:
    """Why no battle can be kept in a folder, in words; "" when one can. A missing folder is made."""
    if os.path.lexists(folder) and not folder.is_dir():
        return "it is not a folder"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return f"{error.strerror or error}"


def free_record_paths(stem: str, folder: Path) -> Iterator[Path]:
    """Names for a record in a folder, without end: each is free with its picture when it is given."""
    for name in numbered_paths(folder / f"{stem}{RECORD_SUFFIX}"):
        if not (os.path.lexists(name) or os.path.lexists(record_picture_path(name))):
            yield name


def record_picture_path(record: Path) -> Path:
    """Where the picture of a record is: no two records have the same one."""
    return record.with_name(f"{record.stem if record.suffix == RECORD_SUFFIX else record.name}.png")


def find_record(name: str, folder: Path) -> Path:
    """What a name means that a person gives: the file of that name, else the one in the folder of battles."""
    path = Path(os.path.expanduser(name))
    kept = folder / path
    return (
        kept if kept.suffix == RECORD_SUFFIX and not os.path.exists(path) and os.path.isfile(kept) else path
    )
