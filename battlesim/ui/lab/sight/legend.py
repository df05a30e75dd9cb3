"""The legend of a sight overlay, with its colours and the fraction of the table that each colour covers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.render.text_layout import fitted_text
from battlesim.table.pieces import Piece
from battlesim.ui.lab.sight.field_overlay import BANDS_BY_KIND, FieldBand, FieldOverlay
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

LEGEND_WIDTH_PX: Final = 256.0
CONTENT_TOP_PX, PADDING_PX, ROW_HEIGHT_PX = 44.0, 12.0, 20.0
SWATCH_SIZE_PX: Final = 16.0


def bands(fields: FieldOverlay) -> tuple[FieldBand, ...]:
    """Return the bands of the field that is shown."""
    return BANDS_BY_KIND.get(fields.current_kind.key, ()) if fields.shown else ()


def size(rows: int) -> tuple[float, float]:
    """Return the width and height of the legend for a number of rows."""
    return LEGEND_WIDTH_PX, CONTENT_TOP_PX + rows * ROW_HEIGHT_PX + PADDING_PX


def build(fields: FieldOverlay, names: Mapping[str, Piece], rect: Rect) -> PanelContent:
    """Build the legend, with the fraction of the table beside each colour once it is known."""
    drawn, shown = PanelContent([panel_background(rect.width, rect.height)]), fields.shown
    about = names.get(shown.query.target.id) if shown else None
    title = fields.current_kind.words.format(about.name if about else "it")
    drawn.write(
        PADDING_PX,
        20,
        fitted_text(title, rect.width - 2 * PADDING_PX, "small", True),
        "small",
        "bright",
        True,
    )
    rows = bands(fields)
    parts = shown.field.band_fractions([band.lower_bound for band in rows]) if shown else None
    for k, band in enumerate(rows):
        y = CONTENT_TOP_PX + k * ROW_HEIGHT_PX
        drawn.box(PADDING_PX, y - SWATCH_SIZE_PX / 2, SWATCH_SIZE_PX, SWATCH_SIZE_PX, band.colour, 1.0, 3)
        drawn.write(PADDING_PX + SWATCH_SIZE_PX + 8, y, band.words, "small", "text")
        if parts:
            drawn.write(rect.width - PADDING_PX, y, f"{parts[k]:.0%}", "small", "dim", anchor="r")
    return drawn
