"""Sheets of the lab, each in a file of its own in the person's folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from battlesim.files import numbered, plain_name
from battlesim.report.outputs import PICTURE, Output
from battlesim.scenarios.reading import InputError


def written(stem: str, folder: Path, draw: Callable[[Output], object]) -> str:
    """Have a sheet drawn as a picture named after a stem; in words what has become of it."""
    path = free_name(stem, folder)
    try:
        draw(Output(path, PICTURE, "").check())
    except InputError as error:
        return str(error)
    return f"Written: {path}"


def free_name(stem: str, folder: Path) -> Path:
    """A name for a picture in a folder that nothing has yet, of letters that every system takes."""
    plain = plain_name(stem, "sheet")
    return next(name for name in numbered(folder / f"{plain}.png") if not os.path.lexists(name))
