"""Editing of a photograph that is being turned into a table: the user's marks, and computed results."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from battlesim.exchange.plan import one_line_name
from battlesim.file_writing import numbered_paths
from battlesim.photo.base_detection import MANUAL_ERROR_IN, DetectedBase
from battlesim.photo.camera_pose import CameraError
from battlesim.photo.photo_map import map_companion_paths
from battlesim.photo.photo_session import CORNERS_FIT_TEXT, PhotoSession, RectifiedTable
from battlesim.photo.sketch import BaseMark, Point, Sketch, TerrainTrace, default_corners
from battlesim.report.output_files import MAP_KIND, MODELS_KIND, FileKind, OutputFile, write_together
from battlesim.scenarios.picture_cache import is_picture_name
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.limits import MAX_TABLE_SIDE_IN
from battlesim.ui.toolkit.text_fields import FieldEditor, InputField, format_number, parse_number
from battlesim.ui.toolkit.work_queue import LONG_LANE, KeyedResult, WorkQueue

TRACEABLE_KINDS: Final = ("wall", "low_wall", "building", "rocks", "woods", "hill")
"""Kinds of terrain that can be traced; their heights are those of maps."""
PICTURE_FOLDERS: Final = (".", "~/Pictures", "~/Downloads", "~/Desktop")
"""Folders in which pictures are looked for, by file name alone."""
MAX_ENTRIES_PER_FOLDER: Final = 400
MIN_TABLE_SIDE_IN: Final = 1.0
"""Smallest length of a side of the table, inches."""
BASES_TOOL, WALLS_TOOL = "bases", "walls"


class PhotoEditor:
    """An editor with undo for the corners, bases and walls that the user marks on a photograph of a table.

    `sketch` holds the marks, `picked` is the index of the selected corner or base, and `open_trace` holds the
    corners of an unfinished wall. If `is_top_view` is True, the table is shown from above instead of the
    photograph.
    """

    def __init__(self, path: Path | None, queue: WorkQueue) -> None:
        self.developed: KeyedResult[RectifiedTable | str] = KeyedResult(queue, LONG_LANE)
        self.darkroom: PhotoSession | None = None
        self.sketch = Sketch(())
        self.message = ""
        self.changes = 0
        self.typing = FieldEditor(self.sides, self._typed)
        self._begin()
        if path is not None:
            self.open(path)

    def _begin(self) -> None:
        self.is_top_view, self.tool, self.kind = False, BASES_TOOL, 0
        self.picked: int | None = None
        self.open_trace: tuple[Point, ...] = ()
        self.pattern = BaseMark(DetectedBase(0.0, 0.0, 32.0, 0.0), True)
        self.fit = ""
        self._before: list[Sketch] = []
        self._after: list[Sketch] = []

    # -- the picture --

    def open(self, path: Path) -> None:
        """Open a picture; if it cannot be read, `message` says why."""
        try:
            self.darkroom = PhotoSession(path)
        except InputError as error:
            self.message = str(error)
            return
        self._begin()
        self.message = ""
        self.developed.reset()
        self.sketch = Sketch(default_corners(*self.darkroom.size), self.sketch.table)
        self._judge()
        self.changes += 1

    @staticmethod
    def recent_pictures() -> list[Path]:
        """Return the pictures in the usual folders, the newest first."""
        found: dict[Path, float] = {}
        for folder in PICTURE_FOLDERS:
            try:
                with os.scandir(os.path.expanduser(folder)) as entries:
                    for _, entry in zip(range(MAX_ENTRIES_PER_FOLDER), entries, strict=False):
                        if is_picture_name(entry.name) and entry.is_file():
                            found[Path(entry.path)] = entry.stat().st_mtime
            except OSError:
                continue
        return sorted(found, key=lambda path: -found[path])

    # -- what a person does --

    def change(self, sketch: Sketch, first: bool = True) -> None:
        """Replace the sketch; if `first` is false, the change is undone together with the last edit."""
        if sketch == self.sketch:
            return
        if first:
            self._before.append(self.sketch)
            self._after.clear()
        self.sketch, self.changes, self.message = sketch, self.changes + 1, ""

    def undo_last(self) -> bool:
        """Undo the last edit. Return False if there was none."""
        return self._swap(self._before, self._after)

    def redo_last(self) -> bool:
        """Redo the edit that was undone last. Return False if there was none."""
        return self._swap(self._after, self._before)

    def _swap(self, source: list[Sketch], target: list[Sketch]) -> bool:
        if self.open_trace:
            self.open_trace = self.open_trace[:-1]
            self.changes += 1
            return True
        if not source:
            return False
        target.append(self.sketch)
        self.sketch, self.picked, self.changes = source.pop(), None, self.changes + 1
        self._judge()
        return True

    def resize(self, table: tuple[float, float]) -> None:
        """Set the size of the table and check the fit of the corners."""
        self.change(msgspec.structs.replace(self.sketch, table=table))
        self._judge()

    def sides(self) -> list[InputField]:
        """Return the input fields for the two sides of the table."""
        wide, high = self.sketch.table
        return [
            InputField("width", "along 1 to 2", "length", format_number("length", wide)),
            InputField("height", "along 1 to 4", "length", format_number("length", high)),
        ]

    def _typed(self, field: InputField, text: str) -> None:
        side, (wide, high) = (
            parse_number(text, field.form, MIN_TABLE_SIDE_IN, MAX_TABLE_SIDE_IN),
            self.sketch.table,
        )
        if side is not None:
            self.resize((side, high) if field.key == "width" else (wide, side))

    def finish_corner(self) -> None:
        """Check the fit of the corners after one was dragged."""
        self._judge()

    def _judge(self) -> None:
        self.fit = (
            self.darkroom.corner_fit_text(self.sketch) if self.darkroom and not self.is_top_view else self.fit
        )
        self.changes += 1

    @property
    def fits(self) -> bool:
        """True if the corners were placed and fit the table."""
        return self.fit == CORNERS_FIT_TEXT and self.sketch.corners != self._usual

    @property
    def _usual(self) -> tuple[Point, ...]:
        return default_corners(*self.darkroom.size) if self.darkroom else ()

    @property
    def fit_text(self) -> str:
        """The text on how well the corners fit, "" before any was placed."""
        return self.fit if self.sketch.corners != self._usual else ""

    # -- from above --

    def develop(self) -> None:
        """Show the table from above and look for bases on it."""
        room, sketch = self.darkroom, self.sketch
        if room is None:
            return

        def work() -> RectifiedTable | str:
            try:
                return room.rectify(sketch)
            except CameraError as error:
                return str(error)

        self.is_top_view, self.picked = True, None
        self.changes += 1
        self.developed.request((room.path, sketch.corners, sketch.table), work)
        self._take()

    def tick(self) -> bool:
        """Take finished results. Return True if there are any."""
        return self._take() if self.developed.poll() else False

    def _take(self) -> bool:
        found = self.developed.value
        if isinstance(found, str):
            self.is_top_view, self.fit = False, found
        elif found and not self.sketch.marks and not self.developed.working:
            marks = tuple(BaseMark(base, base.sure) for base in found.bases)
            self.sketch = msgspec.structs.replace(self.sketch, marks=marks)
        self.changes += 1
        return True

    @property
    def top_view(self) -> RectifiedTable | None:
        """The table seen from above, None until it is computed."""
        found = self.developed.current
        return found if self.is_top_view and isinstance(found, RectifiedTable) else None

    def return_to_corners(self) -> None:
        """Go back to the picture and drop the bases and traces."""
        self.is_top_view, self.picked, self.open_trace = False, None, ()
        self.change(msgspec.structs.replace(self.sketch, marks=(), traces=()))
        self._judge()

    # -- bases --

    @property
    def mark(self) -> BaseMark | None:
        """The selected base, None if there is none."""
        if not self.is_top_view or self.picked is None or self.picked >= len(self.sketch.marks):
            return None
        return self.sketch.marks[self.picked]

    def change_selected_base(self, change: Callable[[BaseMark], BaseMark], first: bool = True) -> None:
        """Change the selected base."""
        mark = self.mark
        if mark is not None and self.picked is not None:
            self.change(self.sketch.with_mark(self.picked, change(mark)), first)

    def click(self, at: Point) -> None:
        """Select the base at a point, accept or exclude a selected one, or add one on bare table."""
        number, found = self.sketch.mark_at(at), self.top_view
        if number is not None:
            was, self.picked = self.picked, number
            taken = not self.sketch.marks[number].taken or number != was
            self.change_selected_base(lambda mark: msgspec.structs.replace(mark, taken=taken))
        elif found:
            size = self.pattern.base.size
            base = self._by_hand(self.pattern.base, at) if self.pattern.form else found.base_at(*at, size)
            mark = msgspec.structs.replace(self.pattern, base=base)
            self.change(self.sketch.with_mark(len(self.sketch.marks), mark))
            self.picked = len(self.sketch.marks) - 1

    def move(self, at: Point, first: bool) -> None:
        """Move the selected base; its error becomes that of placing by hand."""
        self.change_selected_base(lambda mark: _taken(mark, base=self._by_hand(mark.base, at)), first)

    def _by_hand(self, base: DetectedBase, at: Point) -> DetectedBase:
        error = self.top_view.error_at(*at) if self.top_view else 0.0
        off = round(math.hypot(error, MANUAL_ERROR_IN), 3)
        return msgspec.structs.replace(base, x=round(at[0], 3), y=round(at[1], 3), error=off)

    @property
    def shape(self) -> BaseMark:
        """The selected base, else a pattern for the next one."""
        return self.mark or self.pattern

    def reshape(self, change: Callable[[BaseMark], BaseMark], first: bool = True) -> None:
        """Change size, form or facing of the selected base; later new bases copy it."""
        shape = change(self.shape)
        self.pattern = msgspec.structs.replace(
            self.pattern, base=shape.base, form=shape.form, width=shape.width, facing=shape.facing
        )
        self.change_selected_base(lambda mark: _taken(change(mark)), first)
        self.changes += 1

    def face(self, at: Point, first: bool) -> None:
        """Turn the selected base to face a point."""
        mark = self.mark
        if mark:
            angle = math.degrees(math.atan2(at[1] - mark.base.y, at[0] - mark.base.x))
            self.reshape(lambda mark: mark.rotated(angle - mark.facing), first)

    def assign_side(self, side: int) -> None:
        """Assign the selected base to a side."""
        self.change_selected_base(lambda mark: _taken(mark, side=side))

    def accept_all(self) -> None:
        """Accept all bases that were found."""
        marks = tuple(msgspec.structs.replace(mark, taken=True) for mark in self.sketch.marks)
        self.change(msgspec.structs.replace(self.sketch, marks=marks))

    def remove(self) -> None:
        """Remove the selected base."""
        if self.mark and self.picked is not None:
            self.change(self.sketch.without_mark(self.picked))
            self.picked = None

    def remove_at(self, at: Point, reach: float) -> None:
        """Remove the object at a point: with the tool for walls a trace or its last corner, else a base."""
        if self.tool == BASES_TOOL:
            self.picked = self.sketch.mark_at(at)
            self.remove()
            return
        number = self.sketch.trace_at(at, reach)
        if self.open_trace:
            self.open_trace = self.open_trace[:-1]
        elif number is not None:
            self.change(self.sketch.without_trace(number))
        self.changes += 1

    # -- walls --

    def trace(self, at: Point, reach: float) -> None:
        """Add a corner to the trace; a click on its first corner closes it."""
        at = self.sketch.snapped_point(at, self.open_trace, reach)
        if len(self.open_trace) >= 3 and at == self.open_trace[0]:
            self.finish(closed=True)
        elif not self.open_trace or at != self.open_trace[-1]:
            self.open_trace = (*self.open_trace, at)
        self.changes += 1

    def finish(self, closed: bool = False) -> None:
        """End the trace; if it cannot be terrain, `message` says why."""
        if len(self.open_trace) >= 2:
            trace = TerrainTrace(self.open_trace, closed, TRACEABLE_KINDS[self.kind])
            why = self.sketch.trace_error(trace)
            if not why:
                self.change(self.sketch.with_trace(trace))
            self.message = why
        self.open_trace = ()
        self.changes += 1

    # -- to the table --

    def write(self, folder: Path) -> Path | None:
        """Write map, picture and models into a folder and return the file to open.

        Returns None, with a message, if they cannot be written.
        """
        found, room = self.top_view, self.darkroom
        if found is None or room is None:
            return None
        self.finish()
        laid = found.sketched_map(self.sketch, room.path.name)
        stem = one_line_name(room.path.stem).replace(" ", "_") or "photo"
        table = next(path for path in numbered_paths(folder / f"{stem}.toml") if _free(path))
        picture, models = map_companion_paths(table)
        files = [
            (OutputFile(picture, FileKind("a picture", ".jpg", b"\xff\xd8\xff")), laid.picture),
            (OutputFile(table, MAP_KIND), laid.map_text(picture.name).encode()),
        ]
        if laid.pieces:
            files.append((OutputFile(models, MODELS_KIND), laid.models_text(table.name).encode()))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_together(files)
        except (InputError, OSError) as error:
            self.message = str(error)
            return None
        return models if laid.pieces else table


def _free(path: Path) -> bool:
    return not any(os.path.lexists(name) for name in (path, *map_companion_paths(path)))


def _taken(mark: BaseMark, **changes: object) -> BaseMark:
    return msgspec.structs.replace(mark, taken=True, **changes)
