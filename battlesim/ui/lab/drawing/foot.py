"""The card that says what points are drawn to, what is wrong, and where the map is kept."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import LengthUnit, fitted_text, shown_text, text_width, unit_in_use
from battlesim.table.phrases import length_text
from battlesim.ui.lab.drawing.draft import GRIDS
from battlesim.ui.lab.drawing.keeping import Keeping
from battlesim.ui.parts.controls import ending, entry, segments
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed
from battlesim.ui.parts.typing import Typing
from battlesim.ui.settings.bindings import Bindings

HEAD, EDGE, LABEL = 22.0, 12.0, 62.0
FILE: Final = "file"


def build(keeping: Keeping, grid: int, typing: Typing, rect: Rect, bindings: Bindings, hot: str) -> Drawn:
    """The card."""
    drawn = Drawn([backed(rect.width, rect.height)])
    wide = rect.width - 2 * EDGE
    drawn.items += p.heading_items(EDGE, HEAD, wide, "Grid and file", "Alt or Shift held: no snapping")
    drawn.write(EDGE, 53, "snap to", "small", "dim")
    place = Rect(EDGE + LABEL, 40, wide - LABEL, 26)
    segments(drawn, place, [told(step) for step in GRIDS], grid, "draw_grid", "points are drawn to {}")
    drawn.write(EDGE, 86, "file", "small", "dim")
    _file(drawn, keeping, typing, Rect(EDGE + LABEL, 73, wide - LABEL, 26))
    words, colour = keeping.state()
    label = "Write over it" if keeping.asked else "Save the map"
    key = bindings.shown("draw_save")
    long = text_width(label, "body", True) + text_width(key, "caption", True) + 44
    button = Rect(rect.width - EDGE - long, rect.height - 40, long, 30)
    state: p.WidgetState = (
        "on" if not keeping.saved or keeping.asked else "hover" if hot == "draw_save" else "normal"
    )
    drawn.add(*p.button_items(*button, label, "", state))
    drawn.write(
        button.right - 10, button.y + 15, key, "caption", "ink" if state == "on" else "dim", True, "r"
    )
    drawn.spot(button, "draw_save", 0)
    drawn.write(EDGE, button.y + 15, fitted_text(words, button.x - EDGE - 10, "small"), "small", colour)
    return drawn


def _file(drawn: Drawn, keeping: Keeping, typing: Typing, box: Rect) -> None:
    """The name of the file, its end where it is long."""
    open_ = typing.key == FILE
    drawn.box(*box, "hover" if open_ else "void", 1.0, 5, "sky" if open_ else "")
    inner = Rect(box.x + 7, box.y, box.width - 14, box.height)
    if open_:
        entry(drawn, typing, inner, "small")
    else:
        words = ending(str(keeping.path), inner.width, "small")
        drawn.write(inner.x, box.y + box.height / 2, words, "small", "bright")
    drawn.spot(box, "draw_field", FILE, "where the map is written: click to type")


def told(step: float) -> str:
    """A grid in words; in inches a fraction, as on a tape."""
    if not step:
        return "nothing"
    return f"{Fraction(step)} in" if unit_in_use() == LengthUnit() else shown_text(length_text(step, 2))
