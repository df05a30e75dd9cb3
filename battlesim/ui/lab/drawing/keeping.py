"""Where the map that is drawn is kept, and whether it is as it was written last."""

from __future__ import annotations

from pathlib import Path

from battlesim.scenarios.reading import InputError
from battlesim.ui.lab.drawing.saving import own_path, refuse_other, save
from battlesim.ui.lab.work import Work

MAPS = "maps"
"""The folder for maps, beside that of sheets."""


class Keeping:
    """`path` is the file; `asked` says that it may be written over once `save` is wanted again."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.path = own_path(work.tables.path, work.tables.title, work.folder.parent / MAPS)
        self.kept = work.bench.sketch.map
        self.asked = False
        self._own: Path | None = None

    @property
    def saved(self) -> bool:
        """Whether nothing was changed since it was opened or written last."""
        return self.work.bench.sketch.map == self.kept

    def name(self, text: str) -> None:
        """Take another file."""
        path = Path(text.strip()).expanduser()
        self.path = path if path.suffix or not path.name else path.with_suffix(".toml")
        self.asked = False

    def save(self) -> str:
        """Write the map; in words what has become of it. A file that was not written here is asked about."""
        bench, over = self.work.bench, self.asked or self.path == self._own
        try:
            refuse_other(self.path)
            if self.path.exists() and not over:
                self.asked = True
                return f"There is a file {self.path.name} already. Once more writes over it."
            if self.path.parent == self.work.folder.parent / MAPS:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            save(bench.sketch, bench.table.ground, self.path, over)
        except InputError as error:
            self.asked = False
            return str(error)
        except OSError as error:
            return f"{self.path.parent} cannot be made: {error.strerror}"
        self.kept, self._own, self.asked = bench.sketch.map, self.path, False
        return f"Written: {self.path}"

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
        pieces = f"{many} piece{'s' * (many != 1)} of terrain"
        return (f"Saved, {pieces}", "mint") if self.saved else (f"Not saved, {pieces}", "dim")
