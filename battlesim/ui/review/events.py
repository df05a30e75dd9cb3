"""The right column of the viewer: what happens about the moment that is shown."""

from __future__ import annotations

from battlesim.render import panels as p
from battlesim.report.caption import in_lines, rim_sign
from battlesim.table.words import say
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn, backed
from battlesim.ui.review.review import Review
from battlesim.ui.story.line import LogLine
from battlesim.ui.story.model import Model

HEAD, ROW = 40.0, 40.0
WAYS, STEPS = (("small", 2), ("caption", 3)), {"small": 15.0, "caption": 12.0}
"""Sizes and lines of an event's words, of which the first with room for them is taken; and their steps."""


def events(model: Model, review: Review, rect: Rect) -> Drawn:
    """The lines of the log about the present one; those to come are faint."""
    drawn = Drawn([backed(rect.width, rect.height)])
    line = model.story.lines[model.line]
    when = f"{line.turn_named.lower()}, {model.facts.phase}"
    drawn.items += p.heading(12, 18, rect.width - 24, "Events", when)
    rows = max(1, int((rect.height - HEAD - 8) // ROW))
    first = max(0, min(model.line - rows // 2, len(model.story.lines) - rows))
    for k, number in enumerate(range(first, min(first + rows, len(model.story.lines)))):
        at = review.over(model.story.lines[number].last)
        _row(drawn, model, number, at, HEAD + k * ROW, rect.width)
    return drawn


def _row(drawn: Drawn, model: Model, number: int, at: int, top: float, width: float) -> None:
    line, y, now = model.story.lines[number], top + ROW / 2, number == model.line
    if now or number == model.pointing.hot_line:
        drawn.box(8, top + 1, width - 16, ROW - 2, "hover" if now else "raised", 1.0, 6)
    if now:
        drawn.box(8, top + 7, 3, ROW - 14, "yellow", 1.0, 1.5)
    ink = "bright" if now else "text" if number < model.line else "dim"
    drawn.items += rim_sign(28, y, 7, line.side)
    drawn.icon(54, y, _icon(line), 15, ink)
    wordings = tuple(say("{}: {}", words, line.result) if line.result else words for words in line.wordings)
    wordings = (say("{}: {}", line.turn_named, line.text),) if line.kind == "turn" else wordings
    lines, size = in_lines(wordings, width - 76 - 62, WAYS, now)
    drawn.lines(74, y - STEPS[size] * (len(lines) - 1) / 2, STEPS[size], lines, size, ink, now)
    drawn.write(width - 18, y, f"{at:,}", "caption", "dim", anchor="r")
    drawn.spot(Rect(8, top, width - 16, ROW), "line", number)


def _icon(line: LogLine) -> str:
    """The gravest of what happened in a line."""
    kinds = (("wound", line.lost), ("dice", line.dice), ("move", line.trails), ("flag", line.kind == "turn"))
    return next((icon for icon, has in kinds if has), "arrow")
