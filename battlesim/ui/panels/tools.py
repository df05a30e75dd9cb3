"""The buttons on the table: what the view shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from battlesim.render import widgets as p
from battlesim.ui.parts.layout import BETWEEN, Layout, Rect
from battlesim.ui.parts.surface import Drawn
from battlesim.ui.story.model import Model

TOOLS: Final = (
    ("follow", "alert", "Follow what is going on"),
    ("fit", "zoom", "The whole table"),
    ("nearer", "plus", "Nearer, as the wheel does"),
    ("ruler", "ruler", "Ruler; with Ctrl a drag measures at any time"),
    ("sight", "search", "What the chosen piece sees of the one under the pointer"),
    ("why", "help", "Why the chosen piece may not do something: to a model, or at a place"),
    ("threat", "shoot", "Where the chosen piece could strike next"),
    ("threats", "melee", "Where all enemies could strike next"),
    ("names", "layers", "Names on the table"),
    ("dice", "dice", "The dice card"),
    ("lab", "scales", "This table in the lab: who sees whom, by every rule"),
)
"""Command, icon, what it does."""
INSET, BAR = 5.0, 4.0
"""Pixels: from a button's edge to the bar in it, and how high that is."""


def build(
    model: Model,
    layout: Layout,
    commands: Collection[str],
    instruments: Mapping[str, bool],
    shares: Mapping[str, float],
) -> Drawn:
    """The buttons of these commands; `instruments` says which of them are on, `shares` how far what is worked
    out has come."""
    drawn, step, rows = Drawn(), layout.button, layout.button_rows
    shown = {"names": model.shown.names, "dice": model.shown.dice}
    lit = {"follow": model.shown.follow, **instruments}
    for k, (command, icon, tip) in enumerate(tool for tool in TOOLS if tool[0] in commands):
        rect = Rect(k // rows * step, k % rows * step, step - BETWEEN, step - BETWEEN)
        hot = model.pointing.hot == command
        state = "on" if lit.get(command) else "hover" if hot else "normal"
        dim = not shown.get(command, True) and state == "normal"
        drawn.items += p.icon_button_items(rect.x, rect.y, icon, "off" if dim else state, rect.width)  # type: ignore[arg-type]
        if command in shares:
            low, wide = rect.bottom - INSET - BAR, rect.width - 2 * INSET
            drawn.items += p.meter_items(rect.x + INSET, low, wide, BAR, shares[command], "orange")
        drawn.spot(rect, command, 0, model.bindings.tip(tip, command))
    return drawn
