"""The dialog that asks for confirmation before the secrets of an unfinished battle are shown."""

from __future__ import annotations

from typing import Any

from battlesim.table.ids import SideKey
from battlesim.ui.battle.window import Window
from battlesim.ui.pages.page import DialogPage, PageWriter
from battlesim.ui.pages.page_loop import show_page
from battlesim.ui.replay.replay_screen import ReplayScreen
from battlesim.ui.settings.settings import Settings


class PerspectivePage(DialogPage):
    """The dialog that asks for confirmation before a side's secrets are shown.

    The button that has the focus at first reveals nothing.
    """

    status_title = "WhoLooks"
    name = "who looks"

    def __init__(self, going: ReplayScreen) -> None:
        self.keys = going.model.bindings
        self.session, self.offered, self.first_look = going.session, going.offered, going.session.veiled

    def write(self, pen: PageWriter) -> None:
        """Write the warning and the buttons for the perspectives that can be shown."""
        names = " and ".join(self.session.name(side) for side in self.session.human_sides)
        pen.paragraph("The battle is not over", "title", "bright", True)
        pen.paragraph(f"{names} may still play on, and would then know more than they should.")
        pen.space(14)
        for viewer in self.offered:
            words = f"Show what {self.session.name(viewer)} know" if viewer else "Show everything"
            pen.button(("show", viewer), words, "alert")
        words, key = "Leave" if self.first_look else "Back", self.keys.key_label("leave")
        pen.button(("leave", ""), words, "close", key, on=True)

    def do(self, command: str, value: Any) -> None:
        """Show the selected perspective, or leave the page without showing anything."""
        if command == "show":
            self.session.request_perspective(SideKey(str(value)), at_once=True)
            self.leave()
        super().do(command, value)


def ask_perspective(window: Window, settings: Settings) -> Settings:
    """Ask before revealing secrets; close the replay if nothing was shown yet and the user declines."""
    going = window.content
    assert isinstance(going, ReplayScreen)
    show_page(window, PerspectivePage(going), settings)
    window.running = window.running and not going.session.veiled
    return settings
