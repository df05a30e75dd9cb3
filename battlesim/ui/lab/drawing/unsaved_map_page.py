"""The dialog that asks whether to save a map, leave without saving, or stay."""

from __future__ import annotations

from typing import Any

from battlesim.ui.lab.drawing.map_saving import MapSaver
from battlesim.ui.pages.page import DialogPage, PageWriter
from battlesim.ui.settings.key_bindings import KeyBindings


class UnsavedMapPage(DialogPage):
    """The dialog that asks whether to save the map, leave without saving it, or stay.

    `leaves` is True if the user leaves the map. If the map cannot be saved, the dialog says why.
    """

    status_title = "Unsaved"
    name = "unsaved"
    first = ("save", "")
    keeps_backdrop = True

    def __init__(self, keeping: MapSaver, bindings: KeyBindings) -> None:
        self.keeping, self.keys = keeping, bindings
        self.leaves = False
        self.save_message = ""

    def write(self, pen: PageWriter) -> None:
        """Write that the map is not saved, its file, and the three choices."""
        keeping = self.keeping
        pen.paragraph("The map is not saved", "title", "bright", True)
        pen.path(keeping.path)
        if self.save_message:
            pen.space(4)
            pen.paragraph(self.save_message, "body", "orange")
        pen.space(14)
        pen.button(("save", ""), "Overwrite it" if keeping.asked else "Save and leave", "bookmark", on=True)
        pen.button(("throw", ""), "Leave without saving", "close")
        pen.button(("leave", ""), "Go on drawing", "undo", self.keys.key_label("leave"))

    def do(self, command: str, value: Any) -> None:
        """Save the map, leave it, or go on drawing."""
        if command in ("save", "begin"):
            self.save_message = self.keeping.save()
            self.leaves = self.done = self.keeping.is_saved
        elif command == "throw":
            self.leaves = self.done = True
        else:
            super().do(command, value)
