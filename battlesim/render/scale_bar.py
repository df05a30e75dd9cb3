"""The scale bar in a corner of a drawn table."""

from __future__ import annotations

from battlesim.render.camera import Camera
from battlesim.render.drawlist import (
    Item,
    Layer,
    PanelBox,
    TextLine,
)
from battlesim.render.text_layout import text_width, unit_in_use
from battlesim.table.phrases import AnyText, length_text

MAX_SCALE_BAR_FRACTION = 0.4
"""Maximum fraction of the view's width that the scale bar takes up."""


def scale_bar(camera: Camera, scale: float = 1.0) -> tuple[Item, ...]:
    """Return the draw items of the scale bar in the lower left corner of a view.

    The bar has as many ticks as fit.
    """
    bed, (many, step, words) = scale_bar_box(camera, scale), _ticks(camera, scale)
    x, y = bed.x + 12, bed.y + bed.height / 2
    bars = [
        PanelBox(Layer.CARD, x + k * step, y - 3, step, 6, "faint" if k % 2 else "text", 1.0, 0)
        for k in range(many)
    ]
    return (bed, *bars, TextLine(Layer.CARD, x + many * step + 8, y, words, "small", "text", True))


def scale_bar_box(camera: Camera, scale: float = 1.0) -> PanelBox:
    """Return the box that is drawn as the background of the scale bar."""
    many, step, words = _ticks(camera, scale)
    wide = many * step + 8 + text_width(words, "small", True) + 24
    return PanelBox(Layer.CARD, 16, camera.height / scale - 42, wide, 32, "void", 0.80, 6, "line")


def _ticks(camera: Camera, scale: float) -> tuple[int, float, AnyText]:
    """Return the number of ticks of the scale bar, their spacing in pixels, and their total length."""
    step = unit_in_use().tick * camera.ppi / scale
    many = max(1, min(unit_in_use().long, int(MAX_SCALE_BAR_FRACTION * camera.width / scale / step)))
    return many, step, length_text(many * unit_in_use().tick)
