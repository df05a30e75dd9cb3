"""Where the program's own files are: maps/ and assets/ in a checkout, an editable install and a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

DATA_FOLDER_NAMES = ("maps", "assets")


@cache
def data_root() -> Path:
    """The folder that holds maps/ and assets/. Raises FileNotFoundError when the installation lacks them.

    A wheel carries them inside the package; a checkout (also one installed in editable mode) beside it.
    """
    package = Path(__file__).resolve().parent
    for root in (package / "_data", package.parent):
        if all((root / folder).is_dir() for folder in DATA_FOLDER_NAMES):
            return root
    raise FileNotFoundError(f"maps/ and assets/ are missing beside {package}: install the program again")


def maps_folder() -> Path:
    """The folder of the maps; scenarios and situations are in folders below it."""
    return data_root() / "maps"


def assets_folder() -> Path:
    """The folder of pictures, sounds and palettes."""
    return data_root() / "assets"
