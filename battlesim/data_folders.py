"""The locations of the program's own files, maps/ and assets/, in a checkout, editable install or wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

DATA_FOLDER_NAMES = ("maps", "assets")
"""The names of the folders that the data root must contain."""


@cache
def data_root() -> Path:
    """Return the folder that holds maps/ and assets/. Raises FileNotFoundError if they are missing.

    The folders are inside the package in a wheel, and beside it in a checkout or editable install.
    """
    package = Path(__file__).resolve().parent
    for root in (package / "_data", package.parent):
        if all((root / folder).is_dir() for folder in DATA_FOLDER_NAMES):
            return root
    raise FileNotFoundError(f"maps/ and assets/ are missing beside {package}: install the program again")


def maps_folder() -> Path:
    """Return the folder of the maps, whose subfolders hold scenarios and situations."""
    return data_root() / "maps"


def assets_folder() -> Path:
    """Return the folder that holds pictures, sounds, lessons and palettes."""
    return data_root() / "assets"
