"""The program's own files: maps/ and assets/ in a checkout, an editable install and a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

DATA_FOLDER_NAMES = ("maps", "assets")
"""Names of the folders that the data root must contain."""


@cache
def data_root() -> Path:
    """Return the folder that holds maps/ and assets/. Raise FileNotFoundError if the installation lacks them.

    In a wheel they are inside the package, in a checkout (also one installed in editable mode) beside it.
    """
    package = Path(__file__).resolve().parent
    for root in (package / "_data", package.parent):
        if all((root / folder).is_dir() for folder in DATA_FOLDER_NAMES):
            return root
    raise FileNotFoundError(f"maps/ and assets/ are missing beside {package}: install the program again")


def maps_folder() -> Path:
    """Return the folder of the maps; scenarios and situations are in folders below it."""
    return data_root() / "maps"


def assets_folder() -> Path:
    """Return the folder of pictures, sounds, lessons and palettes."""
    return data_root() / "assets"
