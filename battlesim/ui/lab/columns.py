"""One question by every ruleset and convention: a row each, and what the quarrel turns on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from battlesim.render import panels as p
from battlesim.render.text import fitted, width_of, wrapped
from battlesim.report.text import SEEN, VERDICTS
from battlesim.ui.lab.dispute import Dispute
from battlesim.ui.parts.controls import unseen
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed

HEAD, TOP, ROW = 22.0, 40.0, 42.0
EDGE: Final = 8.0
MOST_LINES: Final = 3
"""Of the sentence that says what the quarrel turns on."""
ICONS: Final = {"none": "alert", "partial": "layers", "full": "layers", "hidden": "hidden"}
INKS: Final = {"none": "mint", "partial": "orange", "full": "orange", "hidden": "dim"}


def build(dispute: Dispute, rect: Rect, first: int, keys: tuple[str, str]) -> Drawn:
    """The card, from the row `first` on; `keys` go through the rows."""
    drawn = Drawn([backed(rect.width, rect.height)])
    found = dispute.columns if dispute.asked else None
    many = f"{len(found['columns'])} readings" if found else ""
    drawn.items += p.heading(12, HEAD, rect.width - 24, "The same by every rule", many)
    if found is None:
        words = "it is worked out …" if dispute.asked else "Every ruleset and convention, side by side."
        drawn.write(12, TOP + 12, words, "small", "dim")
        return drawn
    told = wrapped(found["turns_on"], rect.width - 24, "small")
    lines = told if len(told) <= MOST_LINES else [*told[: MOST_LINES - 1], f"{told[MOST_LINES - 1]} …"]
    foot = rect.height - 18 * len(lines) - 10
    columns = found["columns"]
    rows = max(1, int((foot - TOP) // ROW))
    first = max(0, min(first, len(columns) - rows))
    judged = dispute.by or _key(columns[0])
    for k, column in enumerate(columns[first : first + rows]):
        place = Rect(EDGE, TOP + k * ROW - 4, rect.width - 2 * EDGE, ROW - 4)
        key = _key(column)
        _row(drawn, column, place, key == judged)
        drawn.spot(place, "by", key, fitted(column["text"], 640, "small"))
    left = unseen(first, len(columns) - first - rows, *keys)
    if left:
        drawn.write(rect.width - 12, foot - 4, left, "caption", "dim", anchor="r")
    drawn.lines(12, foot + 12, 18, lines, "small", "text")
    return drawn


def _key(column: Mapping[str, Any]) -> str:
    return str(column["ruleset"] or column["convention"])


def _row(drawn: Drawn, column: Mapping[str, Any], at: Rect, on: bool) -> None:
    """A column: whose reading, the verdict, what is hidden, the rules."""
    kind = column["cover"] if column["visible"] else "hidden"
    middle = at.y + at.height / 2
    drawn.box(*at, "hover" if on else "raised", 1.0, 6)
    if on:
        drawn.box(at.x, at.y + 4, 4, at.height - 8, "sky", 1.0, 2)
    drawn.icon(at.x + 22, middle, ICONS[kind], 18, INKS[kind])
    cited = fitted(", ".join(column["rules"]), at.width * 0.3, "caption")
    right = width_of(cited, "caption") + 12 if cited else 0.0
    if cited:
        drawn.write(at.right - 10, middle + 9, cited, "caption", "dim", anchor="r")
    drawn.write(at.right - 10, middle - 8, f"{1 - column['share']:.0%} hidden", "caption", "text", anchor="r")
    room = at.width - 40 - max(right, 90.0)
    drawn.write(at.x + 40, middle - 8, fitted(column["title"], room, "small"), "small", "dim")
    verdict = str(column["why"] or (SEEN[kind] if kind in SEEN else VERDICTS[kind]))
    drawn.write(at.x + 40, middle + 9, fitted(verdict, room, "body", True), "body", "bright", True)
