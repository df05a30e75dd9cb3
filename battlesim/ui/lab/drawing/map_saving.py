"""Saving of the drawn map: its file, and whether there are unsaved changes."""

from __future__ import annotations

import os
from pathlib import Path

from battlesim.scenarios.toml_reading import InputError
from battlesim.ui.lab.drawing.map_writing import check_overwritable, own_path, path_for_title, save
from battlesim.ui.lab.lab_session import LabSession

MAPS_FOLDER_NAME = "maps"
"""Name of the folder for maps, beside the folder of sheets."""


class MapSaver:
    """An object that saves the drawn map. It asks before it overwrites another file.

    `asked` is True if it has asked. The next call of `save` may then overwrite the file.
    """

    def __init__(self, work: LabSession) -> None:
        self.work = work
        self.saved_map = work.editor.sketch.map
        self.asked = False
        self._named = own_path(work.lab_table.path)
        self._own: Path | None = None

    @property
    def path(self) -> Path:
        """The map's file: as named or opened, else one named after the map's title."""
        title = self.work.editor.sketch.map.table.title or self.work.lab_table.title
        return self._named or path_for_title(title, self.work.folder.parent / MAPS_FOLDER_NAME)

    @property
    def is_saved(self) -> bool:
        """True if nothing was changed since the map was opened or saved last."""
        return self.work.editor.sketch.map == self.saved_map

    def set_path(self, text: str) -> None:
        """Choose another file for the map; one without an ending gets `.toml`."""
        path = Path(os.path.expanduser(text.strip()))
        self._named = path if path.suffix or not path.name else path.with_suffix(".toml")
        self.asked = False

    def save(self) -> str:
        """Save the map and return a message about the result.

        An existing file that was not saved here is overwritten only on the second call.
        """
        bench, path = self.work.editor, self.path
        over = self.asked or path == self._own
        try:
            check_overwritable(path)
            if os.path.lexists(path) and not over:
                self.asked = True
                return f"{path.name} already exists. Save again to overwrite it."
            if path.parent == self.work.folder.parent / MAPS_FOLDER_NAME:
                path.parent.mkdir(parents=True, exist_ok=True)
            save(bench.sketch, bench.table.ground, path, over)
        except InputError as error:
            self.asked = False
            return str(error)
        except OSError as error:
            return f"the folder {path.parent} cannot be created: {error.strerror}"
        self.saved_map, self._own, self._named, self.asked = bench.sketch.map, path, path, False
        return f"Saved: {path}"

    def state(self) -> tuple[str, str]:
        """Return the state of the map as text, and the colour of the text."""
        faults = self.work.editor.sketch.faults
        if faults:
            return ("1 error" if len(faults) == 1 else f"{len(faults)} errors"), "vermillion"
        if self.asked:
            return "The file already exists.", "orange"
        many = len(self.work.editor.sketch.map.terrain)
        if self.is_saved and not many:
            return "Nothing drawn yet.", "dim"
        pieces = f"{many} piece{'s' * (many != 1)}"
        return (f"Saved, {pieces}", "mint") if self.is_saved else (f"Not saved, {pieces}", "dim")
