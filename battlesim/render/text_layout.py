"""Words: Noto Sans at whole pixels, loaded once; how wide they are, and how they fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pygame

from battlesim.render.palette import TYPE_SIZES_PX
from battlesim.table.phrases import AnyText, Inches, formatted_length, rendered_text
from battlesim.text_escaping import escape_unsafe


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


MIN_TEXT_PX = 9
"""No letters are smaller than this, pixels."""


class LengthUnit(NamedTuple):
    """A unit that lengths are shown in: how one is written, the inches between two ticks of a tape, and how
    many of those make a long one."""

    length: Callable[[Inches], str] = formatted_length
    tick: float = 1.0
    long: int = 6


class _Style:
    """How words are set now: at which interface scale, with lengths in which unit."""

    scale = 1.0
    unit = LengthUnit()


def set_text_style(scale: float | None = None, unit: LengthUnit | None = None) -> None:
    """Set words at an interface scale, with lengths in a unit, from now on; what is not given stays."""
    _Style.scale = _Style.scale if scale is None else scale
    _Style.unit = unit or _Style.unit


def unit_in_use() -> LengthUnit:
    """The unit in use."""
    return _Style.unit


def shown_text(text: AnyText) -> str:
    """The words as they are shown."""
    return escape_unsafe(rendered_text(text, format_length=_Style.unit.length))


def text_pixels(size: str | int, scale: float = 1.0) -> int:
    """A size by its name (caption, body …) or in pixels, scaled with the interface."""
    return max(MIN_TEXT_PX, round((TYPE_SIZES_PX[size] if isinstance(size, str) else size) * scale))


def shown_words(text: AnyText) -> list[str]:
    """The words as they are shown, one by one; a space that does not break is part of a word."""
    shown = rendered_text(text, format_length=_Style.unit.length)
    return [escape_unsafe(word) for word in re.split(r"[ \t\n]+", shown) if word]


def text_width(text: AnyText, size: str | int, bold: bool = False) -> float:
    """Width of a line as it is shown, in pixels at interface scale 1.

    Letters do not grow evenly with the scale: it is measured at the one in use.
    """
    return _long(shown_text(text), text_pixels(size, _Style.scale), bold) / _Style.scale


@lru_cache(maxsize=8192)
def _long(string: str, size: int, bold: bool) -> int:
    """Width of a line in whole pixels."""
    return int(font(size, bold).size(string)[0])


def fitted_text(text: AnyText, width: float, size: str | int = "body", bold: bool = False) -> str:
    """The words, or as many letters of them as fit a width with a sign that more are missing."""
    shown = shown_text(text)
    if text_width(shown, size, bold) <= width:
        return shown
    low, high = 0, len(shown)
    while low < high:
        middle = (low + high + 1) // 2
        fits = text_width(shown[:middle].rstrip() + "…", size, bold) <= width
        low, high = (middle, high) if fits else (low, middle - 1)
    return shown[:low].rstrip() + "…"


def wrapped_lines(text: AnyText, width: float, size: str | int = "body", bold: bool = False) -> list[str]:
    """The words in lines that fit a width; a word longer than a line is cut."""
    lines: list[str] = []
    for word in shown_words(text):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted_text(word, width, size, bold))
    return lines


def preload_fonts(scale: float = 1.0) -> None:
    """Load every size, so that no frame waits for the disk."""
    for size in TYPE_SIZES_PX:
        for bold in (False, True):
            font(text_pixels(size, scale), bold)
