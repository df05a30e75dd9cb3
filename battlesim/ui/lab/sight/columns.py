"""One question by every ruleset and convention: a row each, and what the quarrel turns on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from battlesim.render import widgets as p
from battlesim.render.text_layout import fitted_text, text_width, wrapped_lines
from battlesim.report.ruling_lines import COVER_PHRASES, VERDICT_PHRASES
from battlesim.ui.lab.sight.dispute import Dispute
from battlesim.ui.parts.controls import unseen
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed

HEAD, TOP, ROW = 22.0, 40.0, 42.0
EDGE: Final = 8.0
LINE, LEAST = 18.0, 3
"""Height of a line of what the quarrel turns on, and how many rows there are at least over it."""
ICONS: Final = {"none": "alert", "partial": "layers", "full": "layers", "hidden": "hidden"}
INKS: Final = {"none": "mint", "partial": "orange", "full": "orange", "hidden": "dim"}


def build(dispute: Dispute, rect: Rect, first: int, keys: tuple[str, str]) -> Drawn:
    """The card, from the row `first` on; `keys` go through the rows."""
    drawn = Drawn([backed(rect.width, rect.height)])
    found = dispute.columns if dispute.asked else None
    many = f"{len(found['columns'])} readings" if found else ""
    drawn.items += p.heading_items(12, HEAD, rect.width - 24, "The same by every rule", many)
    if found is None:
        words = "working it out …" if dispute.asked else "Every ruleset and convention, side by side."
        drawn.write(12, TOP + 12, words, "small", "dim")
        return drawn
    columns, lines = found["columns"], _lines(found, rect)
    foot = rect.height - LINE * len(lines) - 10
    rows = max(1, int((foot - TOP) // ROW))
    first = max(0, min(first, len(columns) - rows))
    judged = dispute.by or _key(columns[0])
    for k, column in enumerate(columns[first : first + rows]):
        place = Rect(EDGE, TOP + k * ROW - 4, rect.width - 2 * EDGE, ROW - 4)
        key = _key(column)
        _row(drawn, column, place, key == judged)
        drawn.spot(place, "by", key, fitted_text(column["text"], 640, "small"))
    left = unseen(first, len(columns) - first - rows, *keys)
    if left:
        drawn.write(rect.width - 12, foot - 4, left, "caption", "dim", anchor="r")
    drawn.lines(12, foot + 12, LINE, lines, "small", "text")
    return drawn


def _lines(found: Mapping[str, Any], rect: Rect) -> list[str]:
    """What the quarrel turns on; where that has no room, how many agree with the first."""
    lines = wrapped_lines(found["turns_on"], rect.width - 24, "small")
    if LINE * len(lines) <= rect.height - TOP - LEAST * ROW - 20:
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
    """The ids of rules, as many as there is room for and how many more there are."""
    for many in range(len(rules), 1, -1):
        more = f" +{len(rules) - many}" if many < len(rules) else ""
        words = ", ".join(rules[:many]) + more
        if text_width(words, "caption") <= room:
            return words
    return f"{rules[0]} +{len(rules) - 1}" if len(rules) > 1 else "".join(rules)


def _row(drawn: Drawn, column: Mapping[str, Any], at: Rect, on: bool) -> None:
    """A column: whose reading, the verdict, what is hidden, the rules."""
    kind = column["cover"] if column["visible"] else "hidden"
    middle = at.y + at.height / 2
    drawn.box(*at, "hover" if on else "raised", 1.0, 6)
    if on:
        drawn.box(at.x, at.y + 4, 4, at.height - 8, "sky", 1.0, 2)
    drawn.icon(at.x + 22, middle, ICONS[kind], 18, INKS[kind])
    cited = _cited(column["rules"], at.width * 0.3)
    right = text_width(cited, "caption") + 12 if cited else 0.0
    if cited:
        drawn.write(at.right - 10, middle + 9, cited, "caption", "dim", anchor="r")
    drawn.write(at.right - 10, middle - 8, f"{1 - column['share']:.0%} hidden", "caption", "text", anchor="r")
    room = at.width - 40 - max(right, 90.0)
    drawn.write(at.x + 40, middle - 8, fitted_text(column["title"], room, "small"), "small", "dim")
    verdict = str(column["why"] or (COVER_PHRASES[kind] if kind in COVER_PHRASES else VERDICT_PHRASES[kind]))
    drawn.write(at.x + 40, middle + 9, fitted_text(verdict, room, "body", True), "body", "bright", True)
