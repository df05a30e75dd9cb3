"""Report of a page for the status file."""

from __future__ import annotations

from typing import Final

from battlesim.render.drawlist import TextLine
from battlesim.ui.desk import Desk
from battlesim.ui.parts.control_report import control_report, visible_texts
from battlesim.ui.telling import Control, Screen

EDGE: Final = 1.0
"""Pixels at the edge of a pane: what has its middle there cannot be clicked."""


def of_desk(desk: Desk) -> Screen:
    """Return the screen report of a page: its controls and all its text."""
    scale, controls, words = desk.canvas.scale, list[Control](), list[str]()
    for pane in desk.panes:
        words += [item.shown_text for item in pane.drawn.items if isinstance(item, TextLine)]
    for pane, spot in desk.spots():
        rect = desk.on_screen(pane, spot)
        seen = pane.rect.y + EDGE <= rect.y + rect.height / 2 <= pane.rect.bottom - EDGE
        focused = desk.focus == (spot.command, spot.value)
        texts = visible_texts(pane.drawn.items)
        controls.append(control_report(pane.name, spot, texts, rect.scaled(scale), seen, focused))
    kind = desk.page.status_title
    return Screen("menu", desk.screen.get_size(), tuple(controls), kind, tuple(words), desk.show_help)
