"""What the colours of the field over the table mean, and how much of the table each has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.render.text_layout import fitted_text
from battlesim.table.pieces import Piece
from battlesim.ui.lab.sight.fields import COLOURS, Band, Fields
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed

WIDTH: Final = 256.0
HEAD, EDGE, ROW = 44.0, 12.0, 20.0
SWATCH: Final = 16.0


def bands(fields: Fields) -> tuple[Band, ...]:
    """The colours of the field that is shown."""
    return COLOURS.get(fields.on.key, ()) if fields.shown else ()


def size(rows: int) -> tuple[float, float]:
    """How wide and how high it is with so many colours."""
    return WIDTH, HEAD + rows * ROW + EDGE


def build(fields: Fields, names: Mapping[str, Piece], rect: Rect) -> Drawn:
    """The card, with the share of the table beside each colour once that is known."""
    drawn, shown = Drawn([backed(rect.width, rect.height)]), fields.shown
    about = names.get(shown.asked.target.id) if shown else None
    title = fields.on.words.format(about.name if about else "it")
    drawn.write(EDGE, 20, fitted_text(title, rect.width - 2 * EDGE, "small", True), "small", "bright", True)
    rows = bands(fields)
    parts = shown.field.band_fractions([band.above for band in rows]) if shown else None
    for k, band in enumerate(rows):
        y = HEAD + k * ROW
        drawn.box(EDGE, y - SWATCH / 2, SWATCH, SWATCH, band.colour, 1.0, 3)
        drawn.write(EDGE + SWATCH + 8, y, band.words, "small", "text")
        if parts:
            drawn.write(rect.width - EDGE, y, f"{parts[k]:.0%}", "small", "dim", anchor="r")
    return drawn
