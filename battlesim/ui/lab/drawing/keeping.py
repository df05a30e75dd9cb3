"""Where the map that is drawn is kept, and whether it is as it was written last."""

from __future__ import annotations

import os
from pathlib import Path

from battlesim.scenarios.toml_reading import InputError
from battlesim.ui.lab.drawing.saving import own_path, refuse_other, save, titled
from battlesim.ui.lab.work import Work

MAPS = "maps"
"""The folder for maps, beside that of sheets."""


class Keeping:
    """`path` is the file; `asked` says that it may be written over once `save` is wanted again."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.kept = work.bench.sketch.map
        self.asked = False
        self._named = own_path(work.tables.path)
        self._own: Path | None = None

    @property
    def path(self) -> Path:
        """The file: as it was named or opened, else one that has the map's title for its name."""
        title = self.work.bench.sketch.map.table.title or self.work.tables.title
        return self._named or titled(title, self.work.folder.parent / MAPS)

    @property
    def saved(self) -> bool:
        """Whether nothing was changed since it was opened or written last."""
        return self.work.bench.sketch.map == self.kept

    def name(self, text: str) -> None:
        """Take another file."""
        path = Path(os.path.expanduser(text.strip()))
        self._named = path if path.suffix or not path.name else path.with_suffix(".toml")
        self.asked = False

    def save(self) -> str:
        """Write the map; in words what has become of it. A file that was not written here is asked about."""
        bench, path = self.work.bench, self.path
        over = self.asked or path == self._own
        try:
            refuse_other(path)
            if os.path.lexists(path) and not over:
                self.asked = True
                return f"There is a file {path.name} already. Once more writes over it."
            if path.parent == self.work.folder.parent / MAPS:
                path.parent.mkdir(parents=True, exist_ok=True)
            save(bench.sketch, bench.table.ground, path, over)
        except InputError as error:
            self.asked = False
            return str(error)
        except OSError as error:
            return f"{path.parent} cannot be made: {error.strerror}"
        self.kept, self._own, self._named, self.asked = bench.sketch.map, path, path, False
        return f"Written: {path}"

    def state(self) -> tuple[str, str]:
        """How it stands, and the colour of these words."""
        faults = self.work.bench.sketch.faults
        if faults:
            return (
                "1 thing is wrong" if len(faults) == 1 else f"{len(faults)} things are wrong"
            ), "vermillion"
        if self.asked:
            return "It is there already.", "orange"
        many = len(self.work.bench.sketch.map.terrain)
        if self.saved and not many:
            return "Nothing is drawn yet.", "dim"
        pieces = f"{many} piece{'s' * (many != 1)}"
        return (f"Saved, {pieces}", "mint") if self.saved else (f"Not saved, {pieces}", "dim")
