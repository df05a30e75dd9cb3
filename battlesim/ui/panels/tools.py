"""The buttons on the table: what the view shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.render import panels as p
from battlesim.ui.layout import Rect
from battlesim.ui.model import Model
from battlesim.ui.panels.base import Drawn, Spot

TOOLS: Final = (
    ("follow", "alert", "Follow what is going on"),
    ("fit", "zoom", "The whole table"),
    ("nearer", "plus", "Nearer, as the wheel does"),
    ("ruler", "ruler", "Ruler; with Ctrl a drag measures at any time"),
    ("sight", "search", "What the chosen piece sees of the one under the pointer"),
    ("threat", "shoot", "Where the chosen piece could strike next"),
    ("threats", "melee", "Where all enemies could strike next"),
    ("names", "layers", "Names on the table"),
    ("dice", "dice", "The dice card"),
)
"""Command, icon, what it does."""
FREE: Final = 68.0
"""Pixels of the table's height for the edge above the buttons and the scale below them."""


def size(wide: bool, room: float) -> tuple[float, float]:
    """Width and height of the buttons on a table of that height: a column, or several where it is low."""
    step, rows = _step(wide), _rows(wide, room)
    return step * -(-len(TOOLS) // rows) - 4, step * min(rows, len(TOOLS)) - 4


def _rows(wide: bool, room: float) -> int:
    return max(1, int((room - FREE) // _step(wide)))


def build(model: Model, wide: bool, instruments: Mapping[str, bool], room: float) -> Drawn:
    """The buttons; `instruments` says which of them are on."""
    drawn, step, rows = Drawn(), _step(wide), _rows(wide, room)
    shown = {"names": model.show_names, "dice": model.show_dice}
    lit = {"follow": model.follow, **instruments}
    for k, (command, icon, tip) in enumerate(TOOLS):
        rect = Rect(k // rows * step, k % rows * step, step - 4, step - 4)
        hot = model.hot == command
        state = "on" if lit.get(command) else "hover" if hot else "normal"
        dim = not shown.get(command, True) and state == "normal"
        drawn.items += p.icon_button(rect.x, rect.y, icon, "off" if dim else state, rect.width)  # type: ignore[arg-type]
        drawn.spots.append(Spot(rect, command, 0, model.bindings.tip(tip, command)))
    return drawn


def _step(wide: bool) -> float:
    return (36 if wide else 32) + 4.0
