"""Asked before a map is left that was drawn and not saved: to save it, to leave without, or to stay."""

from __future__ import annotations

from typing import Any

from battlesim.ui.lab.drawing.keeping import Keeping
from battlesim.ui.page import Pen, QuietPage
from battlesim.ui.settings.bindings import Bindings


class Unsaved(QuietPage):
    """`leaves` says that the map is left, saved or not; a map that cannot be saved is told why."""

    status_title = "Unsaved"
    name = "unsaved"
    first = ("save", "")
    over = True

    def __init__(self, keeping: Keeping, bindings: Bindings) -> None:
        self.keeping, self.keys = keeping, bindings
        self.leaves = False
        self.told = ""

    def write(self, pen: Pen) -> None:
        """What is not saved, where it would go, and the three ways on."""
        keeping = self.keeping
        pen.words("The map is not saved", "title", "bright", True)
        pen.path(keeping.path)
        if self.told:
            pen.space(4)
            pen.words(self.told, "body", "orange")
        pen.space(14)
        pen.button(
            ("save", ""), "Write over it" if keeping.asked else "Save it and leave", "bookmark", on=True
        )
        pen.button(("throw", ""), "Leave without saving", "close")
        pen.button(("leave", ""), "Go on drawing", "undo", self.keys.shown("leave"))

    def do(self, command: str, value: Any) -> None:
        """Save it, leave it, or go on."""
        if command in ("save", "begin"):
            self.told = self.keeping.save()
            self.leaves = self.done = self.keeping.saved
        elif command == "throw":
            self.leaves = self.done = True
        else:
            super().do(command, value)
