"""Rows on the page at the end of a battle: headings of sides, bars of casualties, and luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from battlesim.engine.luck import less_lucky_fraction
from battlesim.engine.ruleset import PreviewRow
from battlesim.render.drawlist import Glyph, Layer, PanelBox
from battlesim.render.palette import side_colour, text_colour
from battlesim.render.text_layout import text_width
from battlesim.report.battle_bar import elided_text, side_badge
from battlesim.table.phrases import AnyText
from battlesim.table.state import Side
from battlesim.ui.pages.page import PageWriter
from battlesim.ui.session.battle_summary import BattleSummary, LuckSummary, UnitCasualties

MAX_LOSS_CELLS: Final = 32
"""Maximum number of cells in a casualty bar; the bars of larger units are scaled down."""
NUMBER_COLUMN_PX: Final = 60.0
"""Width in pixels of a column of numbers."""
LUCK_RANGE_SIGMAS: Final = 3.0
"""Number of standard deviations shown on either side of a luck bar's centre."""


def player_names_text(names: Sequence[str]) -> str:
    """Return the players' names as text; if there are more than two, equal names are counted."""
    if len(names) <= 2:
        return ", ".join(names)
    return ", ".join(f"{name} x {many}" if many > 1 else name for name, many in Counter(names).items())


def write_side_heading(pen: PageWriter, side: Side, right: str, note: AnyText = "") -> None:
    """Write a side's badge and name, with the text `right` at the right edge and a note before it."""
    name, end = text_width(side.name, "body", True), pen.width - text_width(right, "small") - 8
    fits = elided_text(note, end - name - 42, "small") if note else ""
    pen.write(pen.x + end, pen.y + 12, fits, "small", "dim", anchor="r")
    pen.add(*side_badge(pen.x + 9, pen.y + 12, 8, side.number))
    pen.write(pen.x + 26, pen.y + 12, side.name, "body", "bright", True)
    pen.write(pen.x + pen.width, pen.y + 12, right, "small", "text", anchor="r")
    pen.y += 28


def write_score_row(pen: PageWriter, row: PreviewRow) -> None:
    """Write what scores or wins, with its value at the right edge."""
    room = pen.width - text_width(row.value, "small", True) - 12
    pen.write(pen.x, pen.y + 10, elided_text(row.label, room, "small"), "small")
    pen.write(pen.x + pen.width, pen.y + 10, row.value, "small", "bright", True, "r")
    pen.y += 20


def write_casualty_bar(pen: PageWriter, one: UnitCasualties, number: int) -> None:
    """Write a unit's bar, with a cell per piece: tall if left, low if out of action, grey if removed."""
    name = pen.width * 0.36
    pen.write(pen.x, pen.y + 10, elided_text(one.name, name - 8, "small"), "small")
    cells = min(one.of, MAX_LOSS_CELLS)
    left, room = pen.x + name, pen.width - name - NUMBER_COLUMN_PX
    step = room / cells
    fit, there = (round(many * cells / one.of) for many in (one.left, one.of - one.lost))
    for k in range(cells):
        ink, tall = (
            text_colour(side_colour(number)) if k < there else "hover",
            5.0 if fit <= k < there else 12.0,
        )
        pen.box(left + k * step, pen.y + 16 - tall, max(1.5, step - 2), tall, ink, 1.0, 2)
    pen.write(pen.x + pen.width, pen.y + 10, f"{one.left} of {one.of}", "small", "bright", anchor="r")
    pen.y += 22


def write_luck_row(pen: PageWriter, one: LuckSummary, side: Side) -> None:
    """Write a row of luck statistics with a diamond on a scale of three standard deviations each way."""
    luck, y, right = one.luck, pen.y + 11, pen.x + pen.width
    if not one.unit:
        pen.add(*side_badge(pen.x + 8, y, 7, side.number))
    name = max(140.0, pen.width * 0.3)
    left, room = pen.x + name, pen.width - name - 3 * NUMBER_COLUMN_PX + 16
    words = elided_text(one.unit or side.name, name - 30, "small", not one.unit)
    pen.write(pen.x + 22, y, words, "small", "text" if one.unit else "bright", not one.unit)
    middle, unit = left + room / 2, room / 2 / LUCK_RANGE_SIGMAS
    pen.add(PanelBox(Layer.PANEL, left, y - 2, room, 4, "hover", 1.0, 2))
    pen.add(PanelBox(Layer.PANEL, middle - unit, y - 5, 2 * unit, 10, "line", 1.0, 3))
    pen.box(middle - 0.5, y - 7, 1, 14, "faint", 1.0, 0)
    at = middle + unit * max(-LUCK_RANGE_SIGMAS, min(LUCK_RANGE_SIGMAS, luck.sigmas))
    pen.add(Glyph(Layer.PANEL, at, y, "diamond", text_colour(side_colour(side.number)), 6))
    for k, figure in enumerate((f"{luck.result}", f"{luck.expected:.1f}", f"{luck.dice}")):
        pen.write(
            right - k * NUMBER_COLUMN_PX, y, figure, "small", "bright" if k == 0 else "dim", k == 0, "r"
        )
    pen.y += 24


def luck_verdict(told: BattleSummary, sides: list[Side]) -> str:
    """Return a sentence that names the luckiest side and the percentage of battles with worse dice."""
    whole = {one.side: one.luck for one in told.fortunes if not one.unit}
    best = max(whole, key=lambda side: whole[side].sigmas)
    against = [luck for side, luck in whole.items() if side != best]
    spread = sum(luck.variance for luck in whole.values())
    ahead = whole[best].excess - sum(luck.excess for luck in against) / max(1, len(against))
    share = round(100 * less_lucky_fraction(ahead / spread**0.5)) if spread else 50
    name = next(side.name for side in sides if side.key == best)
    return f"{name} had better dice than in {share} of 100 battles"
