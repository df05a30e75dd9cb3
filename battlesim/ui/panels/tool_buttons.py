"""The tool buttons on the table, which control the view and the measuring instruments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from battlesim.render import widgets as p
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.toolkit.layout import TOOL_BUTTON_GAP_PX, Rect, WindowLayout
from battlesim.ui.toolkit.panel_content import PanelContent

TOOL_BUTTONS: Final = (
    ("follow", "alert", "Follow the action"),
    ("fit", "zoom", "Show the whole table"),
    ("nearer", "plus", "Zoom in (also with the wheel)"),
    ("ruler", "ruler", "Ruler; Ctrl+drag measures at any time"),
    ("sight", "search", "What the selected piece sees of the hovered one"),
    ("why", "help", "Why the selected piece may not do something: to a model, or at a point"),
    ("threat", "shoot", "Where the selected piece could strike next"),
    ("threats", "melee", "Where all enemies could strike next"),
    ("zones", "waiting", "Waiting arcs and assault ranges of all sides"),
    ("relations", "relations", "How the piece is related to others: who has sighted, holds or commands whom"),
    ("names", "layers", "Names on the table"),
    ("dice", "dice", "The dice card"),
    ("lab", "scales", "Open this table in the lab: who sees whom, by every rule"),
)
"""Command, icon and tooltip of the buttons."""
PROGRESS_INSET_PX, PROGRESS_HEIGHT_PX = 5.0, 4.0
"""Pixels: from a button's edge to the progress bar in it, and the bar's height."""


def build(
    model: WindowModel,
    layout: WindowLayout,
    commands: Collection[str],
    instruments: Mapping[str, bool],
    shares: Mapping[str, float],
) -> PanelContent:
    """Build the buttons of some commands.

    `instruments` says which of them are on, `shares` the finished fraction of what is being computed.
    """
    drawn, step, rows = PanelContent(), layout.button_step, layout.button_rows
    shown = {"names": model.display.names, "dice": model.display.dice}
    lit = {"follow": model.display.follow, **instruments}
    for k, (command, icon, tip) in enumerate(tool for tool in TOOL_BUTTONS if tool[0] in commands):
        rect = Rect(k // rows * step, k % rows * step, step - TOOL_BUTTON_GAP_PX, step - TOOL_BUTTON_GAP_PX)
        hot = model.pointer.hovered_command == command
        state = "on" if lit.get(command) else "hover" if hot else "normal"
        dim = not shown.get(command, True) and state == "normal"
        drawn.items += p.icon_button_items(rect.x, rect.y, icon, "off" if dim else state, rect.width)  # type: ignore[arg-type]
        if command in shares:
            low, wide = (
                rect.bottom - PROGRESS_INSET_PX - PROGRESS_HEIGHT_PX,
                rect.width - 2 * PROGRESS_INSET_PX,
            )
            drawn.items += p.meter_items(
                rect.x + PROGRESS_INSET_PX, low, wide, PROGRESS_HEIGHT_PX, shares[command], "orange"
            )
        drawn.add_hotspot(rect, command, 0, model.bindings.tip(tip, command))
    return drawn
