"""The card that compares the rulings of all rulesets and conventions on a line of sight, one per row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import fitted_text, text_width, wrapped_lines
from battlesim.report.ruling_lines import COVER_PHRASES, VERDICT_PHRASES
from battlesim.ui.lab.sight.sight_dispute import SightDispute
from battlesim.ui.toolkit.controls import hidden_rows_text
from battlesim.ui.toolkit.layout import Rect
from battlesim.ui.toolkit.panel_content import PanelContent, panel_background

HEADING_Y_PX, CONTENT_TOP_PX, ROW_HEIGHT_PX = 22.0, 40.0, 42.0
PADDING_PX: Final = 8.0
LINE_HEIGHT_PX, MIN_ROWS = 18.0, 3
"""Height of a line of the explanation, and smallest number of rows shown above it."""
COVER_ICONS: Final = {"none": "alert", "partial": "layers", "full": "layers", "hidden": "hidden"}
COVER_COLOURS: Final = {"none": "mint", "partial": "orange", "full": "orange", "hidden": "dim"}


def build(dispute: SightDispute, rect: Rect, first: int, keys: tuple[str, str]) -> PanelContent:
    """Build the card from the row `first` on; `keys` scroll through the rows."""
    drawn = PanelContent([panel_background(rect.width, rect.height)])
    found = dispute.comparisons if dispute.has_pair else None
    many = f"{len(found['columns'])} readings" if found else ""
    drawn.items += p.heading_items(12, HEADING_Y_PX, rect.width - 24, "By every ruleset", many)
    if found is None:
        words = "working it out …" if dispute.has_pair else "Every ruleset and convention, side by side."
        drawn.write(12, CONTENT_TOP_PX + 12, words, "small", "dim")
        return drawn
    columns, lines = found["columns"], _lines(found, rect)
    foot = rect.height - LINE_HEIGHT_PX * len(lines) - 10
    rows = max(1, int((foot - CONTENT_TOP_PX) // ROW_HEIGHT_PX))
    first = max(0, min(first, len(columns) - rows))
    judged = dispute.judged_by or _key(columns[0])
    for k, column in enumerate(columns[first : first + rows]):
        place = Rect(
            PADDING_PX, CONTENT_TOP_PX + k * ROW_HEIGHT_PX - 4, rect.width - 2 * PADDING_PX, ROW_HEIGHT_PX - 4
        )
        key = _key(column)
        _row(drawn, column, place, key == judged)
        drawn.add_hotspot(place, "by", key, fitted_text(column["text"], 640, "small"))
    left = hidden_rows_text(first, len(columns) - first - rows, *keys)
    if left:
        drawn.write(rect.width - 12, foot - 4, left, "caption", "dim", anchor="r")
    drawn.lines(12, foot + 12, LINE_HEIGHT_PX, lines, "small", "text")
    return drawn


def _lines(found: Mapping[str, Any], rect: Rect) -> list[str]:
    """Return the lines that explain the difference, or how many agree with the first if there is no room."""
    lines = wrapped_lines(found["turns_on"], rect.width - 24, "small")
    if LINE_HEIGHT_PX * len(lines) <= rect.height - CONTENT_TOP_PX - MIN_ROWS * ROW_HEIGHT_PX - 20:
        return lines
    first, *others = found["columns"]
    verdicts = ((one["visible"], one["cover"]) for one in others)
    same = sum(one == (first["visible"], first["cover"]) for one in verdicts)
    return wrapped_lines(
        f"{same} of {len(others)} others agree with {first['title']}.", rect.width - 24, "small"
    )


def _key(column: Mapping[str, Any]) -> str:
    return str(column["ruleset"] or column["convention"])


def _cited(rules: Sequence[str], room: float) -> str:
    """Return as many rule ids as fit, with the number of the others."""
    for many in range(len(rules), 1, -1):
        more = f" +{len(rules) - many}" if many < len(rules) else ""
        words = ", ".join(rules[:many]) + more
        if text_width(words, "caption") <= room:
            return words
    return f"{rules[0]} +{len(rules) - 1}" if len(rules) > 1 else "".join(rules)


def _row(drawn: PanelContent, column: Mapping[str, Any], at: Rect, on: bool) -> None:
    """Draw a row: the ruleset or convention, the verdict, the hidden fraction and the rules."""
    kind = column["cover"] if column["visible"] else "hidden"
    middle = at.y + at.height / 2
    drawn.box(*at, "hover" if on else "raised", 1.0, 6)
    if on:
        drawn.box(at.x, at.y + 4, 4, at.height - 8, "sky", 1.0, 2)
    drawn.icon(at.x + 22, middle, COVER_ICONS[kind], 18, COVER_COLOURS[kind])
    cited = _cited(column["rules"], at.width * 0.3)
    right = text_width(cited, "caption") + 12 if cited else 0.0
    if cited:
        drawn.write(at.right - 10, middle + 9, cited, "caption", "dim", anchor="r")
    drawn.write(at.right - 10, middle - 8, f"{1 - column['share']:.0%} hidden", "caption", "text", anchor="r")
    room = at.width - 40 - max(right, 90.0)
    drawn.write(at.x + 40, middle - 8, fitted_text(column["title"], room, "small"), "small", "dim")
    verdict = str(column["why"] or (COVER_PHRASES[kind] if kind in COVER_PHRASES else VERDICT_PHRASES[kind]))
    drawn.write(at.x + 40, middle + 9, fitted_text(verdict, room, "body", True), "body", "bright", True)
