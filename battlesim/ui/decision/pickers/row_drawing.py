"""The height of a row of the decision panel, and how it is drawn. Lengths are in pixels."""

from __future__ import annotations

from typing import Any, Final

from battlesim.render.text_layout import text_width, wrapped_lines
from battlesim.report.battle_bar import fit_in_lines
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.decision.pickers.picker_rows import PickerRow
from battlesim.ui.toolkit.controls import draw_key_chip
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent

LINE_HEIGHT_PX: Final = 16.0
STEPPER_CELL_PX: Final = 24.0
"""Width in pixels of a sign that changes a number, and of the number."""
MAX_NOTE_LINES: Final = 3


def _notes(row: PickerRow, width: float) -> list[str]:
    words = row.blocked or row.note
    return wrapped_lines(words, width - 76, "caption")[:MAX_NOTE_LINES] if words else []


def _label(row: PickerRow, width: float, key: bool) -> list[str]:
    """Return the row's label in at most two lines, the same whether the row is selected or not."""
    room = _across(width, key) - (0 if _below(row, width, key) else _wide(row))
    return fit_in_lines((row.label,), room, (("body", 2),), True)[0]


def _across(width: float, key: bool) -> float:
    """Return the width that a row has for its label and value."""
    return width - 24 - 10 - (34 if key else 10)


def _wide(row: PickerRow) -> float:
    if row.steps:
        return 3 * STEPPER_CELL_PX + 8
    return text_width(row.value, "small", True) + 8 if row.value else 0.0


def _below(row: PickerRow, width: float, key: bool) -> bool:
    """Return True if the value has a line of its own because it does not fit beside the label."""
    return (
        bool(row.value)
        and not row.steps
        and text_width(row.label, "body", True) + _wide(row) > _across(width, key)
    )


def _values(row: PickerRow, width: float, key: bool) -> list[str]:
    """Return the lines of the row's value."""
    return wrapped_lines(row.value, _across(width, key), "small", True)


def row_height(row: PickerRow, width: float, key: bool) -> float:
    """Return the height of a row; `key` is true if a key selects it."""
    values = len(_values(row, width, key)) if _below(row, width, key) else 0
    lines = len(_label(row, width, key)) + values
    return 13.0 + (LINE_HEIGHT_PX + 1) * lines + 14 * len(_notes(row, width))


def draw_row(
    drawn: PanelContent, picker: Picker[Any], number: int, row: PickerRow, key: str, rect: Rect, hot: str
) -> None:
    """Draw a row of a picker with its label, value, notes and key."""
    here = number == picker.cursor
    fill = "sky" if row.on else "hover" if here or hot == f"row{number}" else "raised"
    edge = "yellow" if here else "line"
    ink = "dim" if row.blocked else "ink" if row.on else "text"
    drawn.box(*rect, "panel" if row.blocked else fill, 1.0, 6, edge)
    across = rect.width + 24, bool(key)
    lines, below, values = _label(row, *across), _below(row, *across), _values(row, *across)
    step, top = LINE_HEIGHT_PX + 1, rect.y + 15
    low = drawn.lines(rect.x + 10, top, step, lines, "body", ink, row.on)
    tone, right = "ink" if row.on else "cream", rect.right - (34 if key else 10)
    if row.steps:
        _stepper(drawn, number, row, right, rect.y + 4, hot)
    elif row.value:
        after = drawn.lines(right, low if below else top, step, values, "small", tone, True, "r")
        low = after if below else low
    draw_key_chip(drawn, rect.right - 6, rect.y + 15, key.upper(), row.on)
    tone = "ink" if row.on else "dim"
    drawn.lines(rect.x + 10, low - 1, 14, _notes(row, rect.width + 24), "caption", tone)
    piece = row.object_ids[0] if row.object_ids and row.object_ids[0] in picker.view.table.pieces else ""
    drawn.add_hotspot(rect, "row", number, piece=piece, rule=row.rule)


def _stepper(drawn: PanelContent, number: int, row: PickerRow, right: float, top: float, hot: str) -> None:
    """Draw a number between the signs that decrease and increase it."""
    left = right - 3 * STEPPER_CELL_PX
    for command, sign, x, able in zip(
        ("less", "more"), ("\u2212", "+"), (left, right - STEPPER_CELL_PX), row.steps, strict=True
    ):
        fill = "hover" if able and hot == f"{command}{number}" else "void"
        drawn.box(x, top, STEPPER_CELL_PX, STEPPER_CELL_PX, fill, 1.0, 5, "line")
        drawn.write(
            x + STEPPER_CELL_PX / 2,
            top + STEPPER_CELL_PX / 2,
            sign,
            "body",
            "bright" if able else "dim",
            True,
            "c",
        )
        drawn.add_hotspot(Rect(x, top, STEPPER_CELL_PX, STEPPER_CELL_PX), command, number)
    tone = "ink" if row.on else "cream"
    drawn.write(
        left + 1.5 * STEPPER_CELL_PX, top + STEPPER_CELL_PX / 2, str(row.value), "body", tone, True, "c"
    )
