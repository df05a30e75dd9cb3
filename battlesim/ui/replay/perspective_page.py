"""Asked before a battle that is not over is shown as another side knows it: nobody is told too much."""

from __future__ import annotations

from typing import Any

from battlesim.table.ids import SideKey
from battlesim.ui.battle.window import Window
from battlesim.ui.pages.page import DialogPage, PageWriter
from battlesim.ui.pages.page_loop import show_page
from battlesim.ui.replay.replay_screen import ReplayScreen
from battlesim.ui.settings.settings import Settings


class PerspectivePage(DialogPage):
    """Says whose battle it is and as whom it can be seen; what is marked at first shows nothing."""

    status_title = "WhoLooks"
    name = "who looks"

    def __init__(self, going: ReplayScreen) -> None:
        self.keys = going.model.bindings
        self.session, self.offered, self.first_look = going.session, going.offered, going.session.veiled

    def write(self, pen: PageWriter) -> None:
        """Whose secrets there are, and what can be shown."""
        names = " and ".join(self.session.name(side) for side in self.session.human_sides)
        pen.paragraph("The battle is not over", "title", "bright", True)
        pen.paragraph(f"{names} may go on with it, and would then know more than they should.")
        pen.space(14)
        for viewer in self.offered:
            words = f"Show it as {self.session.name(viewer)} know it" if viewer else "Show all that happened"
            pen.button(("show", viewer), words, "alert")
        words, key = "Leave" if self.first_look else "Back", self.keys.key_label("leave")
        pen.button(("leave", ""), words, "close", key, on=True)

    def do(self, command: str, value: Any) -> None:
        """Show it so, or leave all as it is."""
        if command == "show":
            self.session.request_perspective(SideKey(str(value)), at_once=True)
            self.leave()
        super().do(command, value)


def ask_perspective(window: Window, settings: Settings) -> Settings:
    """Ask before secrets are shown; where nothing was shown yet, the record is left without an answer."""
    going = window.content
    assert isinstance(going, ReplayScreen)
    show_page(window, PerspectivePage(going), settings)
    window.running = window.running and not going.session.veiled
    return settings
