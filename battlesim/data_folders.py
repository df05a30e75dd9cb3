"""Paths of the data folders, maps/ and assets/, in a checkout, an editable install or a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

DATA_FOLDER_NAMES = ("maps", "assets")
"""The names of the folders that the data root must contain."""


@cache
def data_root() -> Path:
    """Return the folder that contains maps/ and assets/. Raises FileNotFoundError if they are missing.

    They are inside the package in a wheel, and beside the package in a checkout or an editable install.
    """
    package = Path(__file__).resolve().parent
    for root in (package / "_data", package.parent):
        if all((root / folder).is_dir() for folder in DATA_FOLDER_NAMES):
            return root
    raise FileNotFoundError(f"maps/ and assets/ are missing beside {package}: install the program again")


def maps_folder() -> Path:
    """Return the folder of maps, with subfolders for scenarios and situations."""
    return data_root() / "maps"


def assets_folder() -> Path:
    """Return the folder of pictures, sounds, lessons and palettes."""
    return data_root() / "assets"
