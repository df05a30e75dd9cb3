"""Where the map that is drawn is kept, and whether it is as it was written last."""

from __future__ import annotations

import os
from pathlib import Path

from battlesim.scenarios.toml_reading import InputError
from battlesim.ui.lab.drawing.map_writing import check_overwritable, own_path, path_for_title, save
from battlesim.ui.lab.lab_session import LabSession

MAPS_FOLDER_NAME = "maps"
"""The folder for maps, beside that of sheets."""


class MapSaver:
    """`path` is the file; `asked` says that it may be written over once `save` is wanted again."""

    def __init__(self, work: LabSession) -> None:
        self.work = work
        self.saved_map = work.editor.sketch.map
        self.asked = False
        self._named = own_path(work.lab_table.path)
        self._own: Path | None = None

    @property
    def path(self) -> Path:
        """The file: as it was named or opened, else one that has the map's title for its name."""
        title = self.work.editor.sketch.map.table.title or self.work.lab_table.title
        return self._named or path_for_title(title, self.work.folder.parent / MAPS_FOLDER_NAME)

    @property
    def is_saved(self) -> bool:
        """Whether nothing was changed since it was opened or written last."""
        return self.work.editor.sketch.map == self.saved_map

    def set_path(self, text: str) -> None:
        """Take another file."""
        path = Path(os.path.expanduser(text.strip()))
        self._named = path if path.suffix or not path.name else path.with_suffix(".toml")
        self.asked = False

    def save(self) -> str:
        """Write the map; in words what has become of it. A file that was not written here is asked about."""
        bench, path = self.work.editor, self.path
        over = self.asked or path == self._own
        try:
            check_overwritable(path)
            if os.path.lexists(path) and not over:
                self.asked = True
                return f"There is a file {path.name} already. Once more writes over it."
            if path.parent == self.work.folder.parent / MAPS_FOLDER_NAME:
                path.parent.mkdir(parents=True, exist_ok=True)
            save(bench.sketch, bench.table.ground, path, over)
        except InputError as error:
            self.asked = False
            return str(error)
        except OSError as error:
            return f"{path.parent} cannot be made: {error.strerror}"
        self.saved_map, self._own, self._named, self.asked = bench.sketch.map, path, path, False
        return f"Written: {path}"

    def state(self) -> tuple[str, str]:
        """How it stands, and the colour of these words."""
        faults = self.work.editor.sketch.faults
        if faults:
            return (
                "1 thing is wrong" if len(faults) == 1 else f"{len(faults)} things are wrong"
            ), "vermillion"
        if self.asked:
            return "It is there already.", "orange"
        many = len(self.work.editor.sketch.map.terrain)
        if self.is_saved and not many:
            return "Nothing is drawn yet.", "dim"
        pieces = f"{many} piece{'s' * (many != 1)}"
        return (f"Saved, {pieces}", "mint") if self.is_saved else (f"Not saved, {pieces}", "dim")
