"""Pictures of a battle as PNG files, drawn without a display."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.state import AnyState

if TYPE_CHECKING:
    from pygame import Surface

    from battlesim.render.scene import Looks

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

LARGEST = 1920
"""The longer side of a picture, pixels."""


class PictureError(Exception):
    """A picture that cannot be written: which file and why."""


def looks_of(ruleset: AnyRuleset) -> Looks:
    """How a ruleset's pieces are drawn: figures.toml in its package, plain figures where there is none."""
    from battlesim.render.scene import Looks

    file = files(type(ruleset).__module__).joinpath("figures.toml")
    return msgspec.toml.decode(file.read_bytes(), type=Looks) if file.is_file() else Looks()


def save_picture(state: AnyState, ruleset: AnyRuleset, path: Path, side: str = "") -> None:
    """Draw the table as PNG; what one side may know of it when `side` is given. Raises PictureError."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from battlesim.render.camera import fit
    from battlesim.render.scene import picture

    table = (ruleset.view(state, side) if side else state).table
    width, height = table.ground.width, table.ground.height
    ppi = fit(width, height, LARGEST, LARGEST).ppi
    write_png(picture(table, looks_of(ruleset), round(width * ppi), round(height * ppi)), path)


def write_png(drawn: Surface, path: Path) -> None:
    """Write a picture, its folder made when missing. Raises PictureError."""
    from battlesim.render.scene import save

    if path.suffix.lower() != ".png":
        raise PictureError(f"{path}: a picture is written as .png")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save(drawn, str(path))
    except Exception as error:  # pygame raises its own error for any fault of writing
        raise PictureError(f"{path}: cannot be written: {error}") from None
