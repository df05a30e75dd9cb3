"""The bar over the lab: which table, and the question."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.render.drawlist import Box, Layer
from battlesim.render.text import fitted, width_of
from battlesim.report.caption import wordmark
from battlesim.table.pieces import Piece
from battlesim.ui.lab.dispute import Dispute
from battlesim.ui.panels.top import buttons
from battlesim.ui.parts.layout import Rect
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.story.model import Model


def build(model: Model, dispute: Dispute, rect: Rect) -> Drawn:
    """The bar."""
    y = rect.height / 2
    drawn = Drawn([Box(Layer.PANEL, 0, 0, rect.width, rect.height, "panel", 1.0, 0)])
    drawn.hairline(0, rect.height - 1, rect.width)
    drawn.items += wordmark(12, y)
    right = buttons(drawn, model, rect, "Leave the lab")
    x = 46 + width_of("battlesim", "title", True) + 32
    drawn.box(x - 16, y - 12, 1, 24, "line", 1.0, 0)
    title = fitted(f"The lab  ·  {model.title}", (right - x) / 2, "body")
    drawn.write(x, y, title, "body", "dim")
    x += width_of(title, "body") + 24
    drawn.write(
        x,
        y,
        fitted(question(dispute, model.state.table.pieces), right - x - 12, "lead", True),
        "lead",
        "bright",
        True,
    )
    return drawn


def question(dispute: Dispute, pieces: Mapping[str, Piece]) -> str:
    """The question in words, "" while there is none."""
    if not dispute.asked:
        return ""
    viewer, target = (
        pieces[name].name if name in pieces else name for name in (dispute.viewer, dispute.target)
    )
    return f"Can {viewer} see {target}?"
