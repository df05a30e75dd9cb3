"""Noto Sans at whole pixels, loaded once."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pygame

from battlesim.render.palette import TYPE


@cache
def _folder() -> Path:
    """Where pygame_gui keeps Noto Sans; found without importing it."""
    spec = find_spec("pygame_gui")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("pygame_gui is needed for its fonts")
    return Path(spec.submodule_search_locations[0]) / "data"


def font(size: int, bold: bool = False) -> pygame.font.Font:
    """Noto Sans of a size in pixels.

    Fonts do not outlive the font module: when it was quit and begun again they are loaded anew.
    """
    if not pygame.font.get_init():
        pygame.font.init()
    try:
        _loaded(size, bold).get_height()
    except pygame.error:
        _loaded.cache_clear()
    return _loaded(size, bold)


@cache
def _loaded(size: int, bold: bool) -> pygame.font.Font:
    return pygame.font.Font(_folder() / ("NotoSans-Bold.ttf" if bold else "NotoSans-Regular.ttf"), size)


def pixels(size: str | int, scale: float = 1.0) -> int:
    """A size by its name (caption, body …) or in pixels, scaled with the interface."""
    return max(8, round((TYPE[size] if isinstance(size, str) else size) * scale))


def width_of(string: str, size: str | int, bold: bool = False, scale: float = 1.0) -> int:
    """Width of a line in pixels."""
    return int(font(pixels(size, scale), bold).size(string)[0])


def preload(scale: float = 1.0) -> None:
    """Load every size, so that no frame waits for the disk."""
    for size in TYPE:
        for bold in (False, True):
            font(pixels(size, scale), bold)
