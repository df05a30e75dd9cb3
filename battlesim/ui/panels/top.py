"""The top bar: what, turn, phases, score, and who is thinking."""

from __future__ import annotations

from battlesim.render import panels as p
from battlesim.render.drawlist import Box, Icon, Layer, Text
from battlesim.report.caption import WIDE_FROM, bar, clipped
from battlesim.ui.feed import Thinking
from battlesim.ui.layout import Rect
from battlesim.ui.model import Model
from battlesim.ui.panels.base import Drawn, Spot

METER = 264.0


def build(model: Model, rect: Rect, thinking: Thinking | None) -> Drawn:
    """The bar."""
    wide = rect.width >= WIDE_FROM
    meter = METER if wide else 170.0
    sides = sorted(model.state.table.sides, key=lambda side: side.number)
    drawn = Drawn(list(bar(rect.width, rect.height, model.title, model.facts, sides, meter + 68)))
    x, y = rect.width - meter - 44, rect.height / 2
    _thinking(drawn, model, thinking, x, y, meter - 12)
    drawn.items.append(
        Icon(Layer.PANEL, rect.width - 28, y, "help", 20, "sky" if model.show_help else "text")
    )
    drawn.spots.append(Spot(Rect(rect.width - 46, 4, 36, rect.height - 8), "help", tip="Keys (F1)"))
    return drawn


def _thinking(
    drawn: Drawn, model: Model, thinking: Thinking | None, x: float, y: float, width: float
) -> None:
    """Whose player is at it and how far; else how the battle stands."""
    drawn.items.append(Box(Layer.PANEL, x, y - 16, width, 32, "raised", 1.0, 6))
    drawn.items.append(Icon(Layer.PANEL, x + 18, y, "think", 16, "orange" if thinking else "faint"))
    if thinking is None:
        words = model.over or ("the battle goes on" if model.playback.playing else "paused")
        drawn.items.append(Text(Layer.PANEL, x + 36, y, clipped(words, width - 44, "small"), "small", "dim"))
        return
    name = {side.key: side.name for side in model.state.table.sides}.get(thinking.side, thinking.side)
    bars = 60.0 if thinking.of else 0.0
    words = clipped(f"{name} plan ahead", width - 48 - bars, "small")
    drawn.items.append(Text(Layer.PANEL, x + 36, y, words, "small", "text"))
    if thinking.of:
        drawn.items += p.meter(x + width - bars - 8, y - 3, bars, 6, thinking.done / thinking.of, "orange")
