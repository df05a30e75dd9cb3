"""The card under a side's score: what it is made of, and what else would pay."""

from __future__ import annotations

from typing import Final

from battlesim.engine.ruleset import PreviewRow
from battlesim.render.text import width_of
from battlesim.report.caption import clipped, rim_sign
from battlesim.table.state import Side
from battlesim.ui.panels import top
from battlesim.ui.parts.controls import ruled
from battlesim.ui.parts.layout import Layout, Rect
from battlesim.ui.parts.surface import Drawn, backed
from battlesim.ui.story.model import Model

WIDTH: Final = 470.0
EDGE, HEAD, STEP, RULE = 16.0, 44.0, 20.0, 88.0
"""Pixels: from the sides to the words, of the heading, from row to row, of the column of rules."""
BELOW: Final = 6.0
"""Pixels from the bar down to the card."""


def explained(model: Model) -> Side | None:
    """The side whose score is to be explained: under the pointer, else the one asked for."""
    key = model.pointing.hot_score or model.shown.score_of
    known = (side for side in model.state.table.sides if side.key == key and model.facts.points.get(key))
    return next(known, None)


def place(model: Model, layout: Layout, side: Side) -> Rect:
    """Where the card hangs: under the bar, its right edge under the score's as far as there is room."""
    right = next(at.right for at in top.scores(model, layout.top) if at.side == side)
    wide = min(WIDTH, layout.top.width - 2 * BELOW)
    left = max(layout.top.x + BELOW, min(right + EDGE, layout.top.right - BELOW) - wide)
    tall = HEAD + STEP * len(model.facts.points[side.key]) + EDGE
    return Rect(left, layout.top.bottom + BELOW, wide, tall)


def build(model: Model, side: Side, rect: Rect) -> Drawn:
    """The card."""
    drawn = Drawn([backed(rect.width, rect.height), *rim_sign(EDGE + 8, 23, 8, side.number)])
    score = f"{model.facts.scores.get(side.key, 0):g}"
    drawn.write(EDGE + 26, 23, side.name, "body", "bright", True)
    drawn.write(rect.width - EDGE, 23, f"{score} if it ended now", "small", "dim", anchor="r")
    drawn.hairline(EDGE, HEAD - 7, rect.width - 2 * EDGE)
    for k, row in enumerate(model.facts.points[side.key]):
        y = HEAD + STEP * (k + 0.5)
        _row(drawn, row, y, rect.width)
        if row.rule:
            drawn.spot(Rect(8, y - STEP / 2, rect.width - 16, STEP), "rules", row.rule, rule=row.rule)
    return drawn


def _row(drawn: Drawn, row: PreviewRow, y: float, width: float) -> None:
    """What pays, how much of it there is and what it comes to, the rule."""
    right = width - EDGE - RULE
    room = right - EDGE - width_of(row.value, "small", True) - 8
    ruled(drawn, EDGE, width - EDGE, y, clipped(row.label, room, "small"), row.rule)
    drawn.write(right, y, row.value, "small", "bright", True, "r")
