"""Grid lines over the table, each drawn with a single blit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import pygame

from battlesim.render.drawlist import GridLines
from battlesim.render.palette import rgba
from battlesim.render.picture_scaling import Blit

MIN_LINE_SPACING_PX: Final = 9.0
"""Minimum distance between two lines in pixels at scale 1."""
LINE_STEPS: Final = (1, 2, 4, 12, 24, 48)
"""Steps in grid lines; the first step with enough space between the lines is used."""
INCHES_PER_FOOT: Final = 12.0


def visible_line_spacing(step: float, ppi: float, scale: float) -> float:
    """Return the spacing in inches of the grid lines drawn at a zoom, or infinity if none can be drawn."""
    return next((k * step for k in LINE_STEPS if k * step * ppi >= MIN_LINE_SPACING_PX * scale), math.inf)


def grid_line_blits(
    item: GridLines, scale: float, ppi: float, corner: tuple[int, int], view: pygame.Rect
) -> Iterator[Blit]:
    """Yield the blits of the visible grid lines. The table's upper left corner is at `corner` in the view."""
    far, thick = visible_line_spacing(item.step, ppi, scale), max(1, round(scale))
    left, top = corner
    whole = pygame.Rect(left, top, round(item.width * ppi), round(item.height * ppi)).clip(view)
    if not (whole.width and whole.height and math.isfinite(far)):
        return
    for bold, alpha in ((False, item.alpha), (True, item.bold)):
        down = _line((thick, whole.height), rgba(item.colour, alpha))
        across = _line((whole.width, thick), rgba(item.colour, alpha))
        for at in _places(item.width, far, bold):
            x = left + round(at * ppi)
            if whole.left <= x < whole.right:
                yield down, (x, whole.top)
        for at in _places(item.height, far, bold):
            y = top + round((item.height - at) * ppi)
            if whole.top <= y < whole.bottom:
                yield across, (whole.left, y)


def _line(size: tuple[int, int], colour: tuple[int, int, int, int]) -> pygame.Surface:
    line = pygame.Surface(size, pygame.SRCALPHA)
    line.fill(colour)
    return line


def _places(length: float, far: float, bold: bool) -> Iterator[float]:
    """Return the positions in inches of lines between two edges: at whole feet if `bold`, else elsewhere."""
    places = (k * far for k in range(1, math.ceil(length / far - 1e-9)))
    return (at for at in places if (at % INCHES_PER_FOOT == 0.0) is bold)
