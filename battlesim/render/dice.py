"""Pictures of dice, with a different outline for each of D4, D6, D8, D10, D12 and D20."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from battlesim.geometry.outlines import Shape, disc, grow, polygon, rounded_box, shape_bounds, transformed
from battlesim.render.drawlist import DieItem
from battlesim.render.sprite_canvas import SpriteCanvas

PIP_POSITIONS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
RESULT_BARS: Final = {"hit": ((0.2, 0.6),), "kill": ((0.0, 0.44), (0.56, 0.44))}
"""Bars below a die by result: start and width of each, as fractions of the size of the die."""
RESULT_COLOURS: Final = {
    "kill": ("orange", "ink"),
    "hit": ("cream", "ink"),
    "miss": ("hover", "dim"),
    "plain": ("line", "bright"),
}
"""Colours of the die and its number, by result."""
NUMBER_DROP: Final = {4: 0.14, 10: 0.06, 12: 0.03}
"""Distance of the number below the centre of the die, as a fraction of its size, by number of sides."""
OWNER_EDGE_PX: Final = 1.8
"""Width of the owner's outline in pixels."""
MISS_EDGE_COLOUR, MISS_EDGE_PX = "faint", 1.2
"""Outline of a die that missed and has no owner, which makes its shape visible on a highlighted row."""


@cache
def die_shape(sides: int) -> Shape:
    """Return the outline of a die with the given number of sides, centred on (0, 0). A D6 is 1 unit high."""
    corners = {
        4: _regular(3, 0.71, 0.14),
        8: _regular(4, 0.65),
        10: ((0.0, -0.72), (0.52, 0.24), (0.0, 0.56), (-0.52, 0.24)),
        12: _regular(5, 0.58, 0.03),
        20: _regular(6, 0.56),
    }
    if sides not in corners:
        return rounded_box(-0.5, -0.5, 1.0, 1.0, 0.22)
    return grow(grow(polygon(corners[sides]), -0.08, segments=8), 0.08, segments=8)


def _regular(many: int, radius: float, down: float = 0.0) -> tuple[tuple[float, float], ...]:
    turns = [2 * math.pi * k / many for k in range(many)]
    return tuple((radius * math.sin(turn), down - radius * math.cos(turn)) for turn in turns)


def die_canvas(item: DieItem, scale: float) -> tuple[SpriteCanvas, int, int]:
    """Draw a die on a new canvas. Return the canvas and the pixel (x, y) of the die's corner on it."""
    s = item.size * scale
    body, figure = RESULT_COLOURS[item.result]
    left, top, right, low = (s * (0.5 + edge) for edge in shape_bounds(die_shape(item.sides)))
    x, y = math.ceil(max(0.0, -left)) + 1, math.ceil(max(0.0, -top)) + 1
    sheet = SpriteCanvas(max(s, right) + 2 * x + 2, max(s, low) + y + 5, -x, -y)
    shape = transformed(die_shape(item.sides), (s, 0, 0, s, s / 2, s / 2))
    sheet.fill_shape(transformed(shape, (1, 0, 0, 1, 1, 2)), "ink", 0.6, soft=1)
    sheet.fill_shape(shape, body)
    if item.sides == 6:
        sheet.fill_shape(
            rounded_box(2, 1, s - 4, 1.2, 0.5), "bright", 0.35 if item.result in RESULT_BARS else 0.1
        )
    if item.edge:
        sheet.draw_outline(grow(shape, -0.4 * scale), OWNER_EDGE_PX * scale, item.edge)
    elif item.result == "miss":
        sheet.draw_outline(grow(shape, -0.4 * scale), MISS_EDGE_PX * scale, MISS_EDGE_COLOUR)
    _figure(sheet, item, s, figure)
    for begin, wide in RESULT_BARS.get(item.result, ()):
        sheet.fill_shape(rounded_box(s * begin, max(s, low) + 2, s * wide, 2, 1), body)
    return sheet, x, y


def _figure(sheet: SpriteCanvas, item: DieItem, s: float, ink: str) -> None:
    """Draw the pips of a D6, or the number on any other die."""
    if item.sides == 6 and item.face in PIP_POSITIONS:
        for x, y in PIP_POSITIONS[item.face]:
            sheet.fill_shape(disc(s / 2 + x * s * 0.25, s / 2 + y * s * 0.25, s * 0.095, 16), ink)
        return
    words = str(item.face)
    size = max(8, round(s * (0.5 if len(words) == 1 or item.sides not in NUMBER_DROP else 0.44)))
    sheet.draw_text(s / 2, s * (0.5 + NUMBER_DROP.get(item.sides, 0.0)), words, size, ink, True, "c")
