"""A report of what a page shows, for the status file."""

from __future__ import annotations

from typing import Final

from battlesim.render.drawlist import TextLine
from battlesim.ui.pages.page_host import PageHost
from battlesim.ui.system.status_file import ControlReport, ScreenReport
from battlesim.ui.toolkit.control_report import control_report, visible_texts

PANE_EDGE_PX: Final = 1.0
"""Pixels at the edge of a pane: a control with its centre there cannot be clicked."""


def page_report(desk: PageHost) -> ScreenReport:
    """Return the screen report of a page: its controls and all its text."""
    scale, controls, words = desk.canvas.scale, list[ControlReport](), list[str]()
    for pane in desk.panes:
        words += [item.shown_text for item in pane.drawn.items if isinstance(item, TextLine)]
    for pane, spot in desk.spots():
        rect = desk.screen_rect(pane, spot)
        seen = pane.rect.y + PANE_EDGE_PX <= rect.y + rect.height / 2 <= pane.rect.bottom - PANE_EDGE_PX
        focused = desk.focus == (spot.command, spot.value)
        texts = visible_texts(pane.drawn.items)
        controls.append(control_report(pane.name, spot, texts, rect.scaled(scale), seen, focused))
    kind = desk.page.status_title
    return ScreenReport("menu", desk.screen.get_size(), tuple(controls), kind, tuple(words), desk.show_help)
