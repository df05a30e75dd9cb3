"""The card that lists the bases under a template or in an arc, with covered fractions and margins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.render import widgets as p
from battlesim.render.text_layout import fitted_text
from battlesim.report.template_plan import STATE_COLOURS
from battlesim.table.phrases import length_text
from battlesim.ui.lab.templates.template_editor import TemplateEditor
from battlesim.ui.lab.templates.template_setting import ARC_FORM
from battlesim.ui.toolkit.controls import hidden_rows_text
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADING_Y_PX, CONTENT_TOP_PX, ROW_HEIGHT_PX, PADDING_PX = 22.0, 42.0, 26.0, 12.0
STATE_COLUMN_PX, FRACTION_COLUMN_PX = 172.0, 74.0
"""Distance from the right of the state's left edge, and of the fraction's right edge."""


def build(trial: TemplateEditor, rect: Rect, keys: tuple[str, str]) -> PanelContent:
    """Build the card from the first row that was scrolled to; `keys` scroll through it."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    found, room = trial.result, rect.width - 2 * PADDING_PX
    arc = trial.setting.form == ARC_FORM
    many = f"{found.caught} {'in it' if arc else 'caught'}" if found else ""
    drawn.items += p.heading_items(
        PADDING_PX, HEADING_Y_PX, room, "In the arc" if arc else "Under the template", many
    )
    rows = found.rows if found else []
    if not rows:
        words = "No model is in the arc." if arc else "No model is under it."
        drawn.write(PADDING_PX, CONTENT_TOP_PX + 12, words, "small", "dim")
        return drawn
    count = max(1, int((rect.height - CONTENT_TOP_PX - 10) // ROW_HEIGHT_PX))
    first = max(0, min(trial.first, len(rows) - count))
    for k, row in enumerate(rows[first : first + count]):
        _row(drawn, trial, row, Rect(PADDING_PX, CONTENT_TOP_PX + k * ROW_HEIGHT_PX, room, ROW_HEIGHT_PX))
    left = hidden_rows_text(first, max(0, len(rows) - first - count), *keys)
    if left:
        drawn.write(rect.width - PADDING_PX, rect.height - 9, left, "caption", "dim", anchor="r")
    return drawn


def _row(drawn: PanelContent, trial: TemplateEditor, row: Mapping[str, Any], at: Rect) -> None:
    """Draw the row of a base: a dot for its state, its name, the state, the fraction and the margin."""
    y, ink = at.y + at.height / 2, STATE_COLOURS[row["state"]]
    drawn.box(at.x, y - 6, 12, 12, ink, 1.0, 6)
    name = trial.bench.table.name_of(row["id"])
    counts = trial.result is not None and any(one.id == row["id"] for one in trial.result.query.wanted)
    name = fitted_text(name, at.width - STATE_COLUMN_PX - 24, "small", True)
    drawn.write(at.x + 20, y, name, "small", "bright" if counts else "dim", True)
    drawn.write(at.right - STATE_COLUMN_PX, y, row["state"], "small", ink)
    drawn.write(at.right - FRACTION_COLUMN_PX, y, f"{row['share']:.0%}", "small", "text", anchor="r")
    margin = "never" if row["margin"] is None else length_text(row["margin"], 2)
    drawn.write(at.right, y, margin, "small", "text", anchor="r")
    drawn.add_hotspot(at, piece=row["id"], tip="how much is covered, and the move that changes it")
