"""Files of saved battles: the folder for them, unused file names, and lookup by name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile

import platformdirs

from battlesim.file_writing import numbered_paths
from battlesim.scenarios.sources import RECORD_SUFFIX


def default_battle_folder() -> Path:
    """Return the folder in which battles are saved by default on this platform."""
    return Path(platformdirs.user_data_dir("battlesim")) / "battles"


def folder_problem(folder: Path) -> str:
    """Return the reason why files cannot be saved in a folder, or "" if they can.

    The folder is created if it does not exist.
    """
    if os.path.lexists(folder) and not folder.is_dir():
        return "it is not a folder"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return f"{error.strerror or error}"


def free_record_paths(stem: str, folder: Path) -> Iterator[Path]:
    """Yield unused paths for saving a battle in a folder: first `stem`, then numbered names.

    A path is unused if neither a saved battle nor its picture exists there. The iterator never ends.
    """
    for name in numbered_paths(folder / f"{stem}{RECORD_SUFFIX}"):
        if not (os.path.lexists(name) or os.path.lexists(record_picture_path(name))):
            yield name


def record_picture_path(record: Path) -> Path:
    """Return the path of the picture saved beside the file of a battle. Each battle has a different path."""
    return record.with_name(f"{record.stem if record.suffix == RECORD_SUFFIX else record.name}.png")


def find_record(name: str, folder: Path) -> Path:
    """Return the path of the file `name`, or of the saved battle with that name in `folder`."""
    path = Path(os.path.expanduser(name))
    saved = folder / path
    is_saved = saved.suffix == RECORD_SUFFIX and not os.path.exists(path) and os.path.isfile(saved)
    return saved if is_saved else path
