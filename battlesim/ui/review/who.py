"""Asked before a battle that is not over is shown as another side knows it: nobody is told too much."""

from __future__ import annotations

from typing import Any

from battlesim.table.ids import SideKey
from battlesim.ui.battle.window import Window
from battlesim.ui.page import Pen, QuietPage
from battlesim.ui.review.going_over import GoingOver
from battlesim.ui.settings.settings import Settings
from battlesim.ui.showing import show_page


class WhoLooks(QuietPage):
    """Says whose battle it is and as whom it can be seen; what is marked at first shows nothing."""

    status_title = "WhoLooks"
    name = "who looks"

    def __init__(self, going: GoingOver) -> None:
        self.keys = going.model.bindings
        self.review, self.offered, self.first_look = going.review, going.offered, going.review.veiled

    def write(self, pen: Pen) -> None:
        """Whose secrets there are, and what can be shown."""
        names = " and ".join(self.review.name(side) for side in self.review.people)
        pen.words("The battle is not over", "title", "bright", True)
        pen.words(f"{names} may go on with it, and would then know more than they should.")
        pen.space(14)
        for viewer in self.offered:
            words = f"Show it as {self.review.name(viewer)} know it" if viewer else "Show all that happened"
            pen.button(("show", viewer), words, "alert")
        words, key = "Leave" if self.first_look else "Back", self.keys.shown("leave")
        pen.button(("leave", ""), words, "close", key, on=True)

    def do(self, command: str, value: Any) -> None:
        """Show it so, or leave all as it is."""
        if command == "show":
            self.review.want(SideKey(str(value)), at_once=True)
            self.leave()
        super().do(command, value)


def ask_who_looks(window: Window, settings: Settings) -> Settings:
    """Ask before secrets are shown; where nothing was shown yet, the record is left without an answer."""
    going = window.cast
    assert isinstance(going, GoingOver)
    show_page(window, WhoLooks(going), settings)
    window.running = window.running and not going.review.veiled
    return settings
