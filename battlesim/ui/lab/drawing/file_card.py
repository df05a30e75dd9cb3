"""The card in the drawing mode that shows the snapping grid, the file of the map and whether it is saved."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import LengthUnit, fitted_text, shown_text, text_width, unit_in_use
from battlesim.table.phrases import length_text
from battlesim.ui.lab.drawing.map_draft import GRID_SPACINGS_IN
from battlesim.ui.lab.drawing.map_saving import MapSaver
from battlesim.ui.settings.key_bindings import KeyBindings
from battlesim.ui.toolkit.controls import draw_segments, draw_text_entry, end_that_fits
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background
from battlesim.ui.toolkit.text_fields import FieldEditor

HEADING_Y_PX, PADDING_PX, LABEL_WIDTH_PX = 22.0, 12.0, 62.0
FILE_FIELD: Final = "file"


def build(
    keeping: MapSaver, grid: int, typing: FieldEditor, rect: Rect, bindings: KeyBindings, hot: str
) -> PanelContent:
    """Build the card."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    wide = rect.width - 2 * PADDING_PX
    drawn.items += p.heading_items(
        PADDING_PX, HEADING_Y_PX, wide, "Grid and file", "hold Alt or Shift: no snapping"
    )
    drawn.write(PADDING_PX, 53, "snap to", "small", "dim")
    place = Rect(PADDING_PX + LABEL_WIDTH_PX, 40, wide - LABEL_WIDTH_PX, 26)
    draw_segments(
        drawn,
        place,
        [grid_label(step) for step in GRID_SPACINGS_IN],
        grid,
        "draw_grid",
        "points snap to {}",
    )
    drawn.write(PADDING_PX, 86, "file", "small", "dim")
    _file(drawn, keeping, typing, Rect(PADDING_PX + LABEL_WIDTH_PX, 73, wide - LABEL_WIDTH_PX, 26))
    words, colour = keeping.state()
    label = "Overwrite it" if keeping.asked else "Save the map"
    key = bindings.key_label("draw_save")
    long = text_width(label, "body", True) + text_width(key, "caption", True) + 44
    button = Rect(rect.width - PADDING_PX - long, rect.height - 40, long, 30)
    state: p.WidgetState = (
        "on" if not keeping.is_saved or keeping.asked else "hover" if hot == "draw_save" else "normal"
    )
    drawn.add(*p.button_items(*button, label, "", state))
    drawn.write(
        button.right - 10, button.y + 15, key, "caption", "ink" if state == "on" else "dim", True, "r"
    )
    drawn.add_hotspot(button, "draw_save", 0)
    drawn.write(
        PADDING_PX, button.y + 15, fitted_text(words, button.x - PADDING_PX - 10, "small"), "small", colour
    )
    return drawn


def _file(drawn: PanelContent, keeping: MapSaver, typing: FieldEditor, box: Rect) -> None:
    """Draw the name of the map's file, or its end if it is too long."""
    open_ = typing.key == FILE_FIELD
    drawn.box(*box, "hover" if open_ else "void", 1.0, 5, "sky" if open_ else "")
    inner = Rect(box.x + 7, box.y, box.width - 14, box.height)
    if open_:
        draw_text_entry(drawn, typing, inner, "small")
    else:
        words = end_that_fits(str(keeping.path), inner.width, "small")
        drawn.write(inner.x, box.y + box.height / 2, words, "small", "bright")
    drawn.add_hotspot(box, "draw_field", FILE_FIELD, "the file of the map: click to type")


def grid_label(step: float) -> str:
    """Return the label of a grid spacing; in inches it is a fraction, as on a tape measure."""
    if not step:
        return "nothing"
    return f"{Fraction(step)} in" if unit_in_use() == LengthUnit() else shown_text(length_text(step, 2))
