"""Text in the Noto Sans font: loading, measuring, wrapping and truncating."""

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
    """Return the folder of pygame_gui that contains Noto Sans, found without importing pygame_gui."""
    spec = find_spec("pygame_gui")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("pygame_gui is not installed: install it, since its fonts are needed")
    return Path(spec.submodule_search_locations[0]) / "data"


def font(size: int, bold: bool = False) -> pygame.font.Font:
    """Return the Noto Sans font at the given pixel size.

    The font is loaded again if pygame's font module was restarted.
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
"""Minimum font size in pixels."""


class LengthUnit(NamedTuple):
    """A unit in which lengths are displayed, with the spacing of the ticks on a tape measure.

    `length` formats a length. Ticks are `tick` inches apart, and every `long`-th tick is a long tick.
    """

    length: Callable[[Inches], str] = formatted_length
    tick: float = 1.0
    long: int = 6


class _Style:
    """The text style in use: interface scale and length unit."""

    scale = 1.0
    unit = LengthUnit()


def set_text_style(scale: float | None = None, unit: LengthUnit | None = None) -> None:
    """Set the interface scale and the unit of length for all later texts. None keeps the current value."""
    _Style.scale = _Style.scale if scale is None else scale
    _Style.unit = unit or _Style.unit


def unit_in_use() -> LengthUnit:
    """Return the unit in which lengths are currently displayed."""
    return _Style.unit


def shown_text(text: AnyText) -> str:
    """Return a text as a plain string, as the user sees it, with lengths in the unit in use."""
    return escape_unsafe(rendered_text(text, format_length=_Style.unit.length))


def text_pixels(size: str | int, scale: float = 1.0) -> int:
    """Return a font size in pixels at an interface scale. `size` is a number or a name such as "body"."""
    return max(MIN_TEXT_PX, round((TYPE_SIZES_PX[size] if isinstance(size, str) else size) * scale))


def shown_words(text: AnyText) -> list[str]:
    """Return the words of a text as the user sees it. Non-breaking spaces do not separate words."""
    shown = rendered_text(text, format_length=_Style.unit.length)
    return [escape_unsafe(word) for word in re.split(r"[ \t\n]+", shown) if word]


def text_width(text: AnyText, size: str | int, bold: bool = False) -> float:
    """Return the width of a line of text, in pixels at interface scale 1.

    The width is measured at the current interface scale and then divided by that scale.
    """
    return _pixel_width(shown_text(text), text_pixels(size, _Style.scale), bold) / _Style.scale


@lru_cache(maxsize=8192)
def _pixel_width(string: str, size: int, bold: bool) -> int:
    """Return the width of a line in whole pixels."""
    return int(font(size, bold).size(string)[0])


def fitted_text(text: AnyText, width: float, size: str | int = "body", bold: bool = False) -> str:
    """Return a text that fits a width. A text that is too long is cut and ends with an ellipsis."""
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
    """Return the lines of a text wrapped to a width. A word longer than a line ends in an ellipsis."""
    lines: list[str] = []
    for word in shown_words(text):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted_text(word, width, size, bold))
    return lines


def preload_fonts(scale: float = 1.0) -> None:
    """Load the fonts of all sizes, so that no frame has to wait for the disk."""
    for size in TYPE_SIZES_PX:
        for bold in (False, True):
            font(text_pixels(size, scale), bold)
