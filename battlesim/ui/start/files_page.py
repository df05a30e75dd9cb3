"""A file chosen by looking through folders: a record, a scenario, a map, a picture."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

import pygame

from battlesim.report.battle_bar import fit_in_lines
from battlesim.scenarios.picture_cache import PICTURE_SUFFIXES
from battlesim.scenarios.sources import RECORD_SUFFIX
from battlesim.ui.page import FOOT, TOP, Marks, Page, foot_of, pane, pen_for, title_bar
from battlesim.ui.parts.layout import GAP, Rect
from battlesim.ui.parts.scrolling import Pane
from battlesim.ui.settings.settings import Settings
from battlesim.ui.showing import close_what_is_below, desk_for, show

KINDS: Final[Mapping[str, str]] = {
    RECORD_SUFFIX: "bookmark",
    ".toml": "flag",
    **dict.fromkeys(PICTURE_SUFFIXES, "zoom"),
}
"""The icons of what can be opened, by what its name ends in."""
MOST: Final = 2000
"""Entries of a folder that are listed."""
SIDE, SIDE_SHARE = 300.0, 0.3
"""Pixels of the column of places, and its share of the width at most."""
DATE: Final = "%d %b %Y, %H:%M"


class Found(NamedTuple):
    """What stands in a folder: a folder or a file that can be opened, when it was written and its size in
    bytes."""

    path: Path
    folder: bool
    when: float = 0.0
    size: int = 0

    @property
    def note(self) -> str:
        """When it was written and how large it is, in words."""
        large = f"{self.size / 2**20:.1f} MB" if self.size >= 2**20 else f"{max(1, self.size // 1024)} KB"
        return f"{time.strftime(DATE, time.localtime(self.when))}, {large}"


def look_in(folder: Path) -> list[Found]:
    """The folders of a folder by name, then what can be opened, the newest first; hidden ones are left out.

    Raises OSError for one that cannot be looked into.
    """
    folders, files = list[Found](), list[Found]()
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            try:
                known = entry.stat()
            except OSError:
                continue
            if stat.S_ISDIR(known.st_mode):
                folders.append(Found(Path(entry.path), True))
            elif stat.S_ISREG(known.st_mode) and Path(entry.name).suffix.lower() in KINDS:
                files.append(Found(Path(entry.path), False, known.st_mtime, known.st_size))
    folders.sort(key=lambda one: one.path.name.lower())
    files.sort(key=lambda one: (-one.when, one.path.name))
    return [*folders, *files][:MOST]


class FilesPage(Page):
    """The page. `chosen` is the file when it is done, None for none; `places` are folders to begin with."""

    status_title = "FilesPage"

    def __init__(self, folder: Path, places: Mapping[str, Path], key: str = "") -> None:
        self.places, self.key = places, key
        self.chosen: Path | None = None
        self.message = ""
        self.folder, self.found = folder, list[Found]()
        self.go(folder)

    def go(self, folder: Path) -> None:
        """Look into a folder; one that cannot be looked into is said in words and not gone to."""
        try:
            self.found = look_in(folder)
        except OSError as error:
            self.message = f"{folder}: {error.strerror or error}"
            return
        self.folder, self.message = folder, ""

    # -- what it shows --

    def panes(self, width: float, height: float, marks: Marks) -> list[Pane]:
        """The places, what stands in the folder, the way back."""
        y, tall = TOP + GAP, height - TOP - FOOT - 3 * GAP
        side = min(SIDE, SIDE_SHARE * width)
        places, files = Rect(GAP, y, side, tall), Rect(2 * GAP + side, y, width - side - 3 * GAP, tall)
        bar = Pane("bar", Rect(0, 0, width, TOP), title_bar(width, "Choose a file"), TOP, edge=False)
        return [self._places(places, marks), self._files(files, marks), self._foot(width, height, marks), bar]

    def _places(self, rect: Rect, marks: Marks) -> Pane:
        pen = pen_for(rect, marks)
        pen.heading("Places")
        for name, folder in self.places.items():
            pen.row(("go", folder), name, str(folder), folder == self.folder, "layers")
        return pane("places", rect, pen)

    def _files(self, rect: Rect, marks: Marks) -> Pane:
        pen = pen_for(rect, marks)
        files = sum(not one.folder for one in self.found)
        pen.heading("Files", f"{files} here" if files else "")
        pen.path(self.folder)
        pen.space(6)
        if self.folder.parent != self.folder:
            pen.row(("go", self.folder.parent), "..", "one folder up", icon="undo")
        for one in self.found:
            if one.folder:
                pen.row(("go", one.path), one.path.name, icon="layers")
            else:
                pen.row(("pick", one.path), one.path.name, one.note, icon=KINDS[one.path.suffix.lower()])
        if not self.found:
            pen.words("Nothing here can be opened: records, scenarios, maps and pictures can.", "body", "dim")
        return pane(f"files {self.folder}", rect, pen)

    def _foot(self, width: float, height: float, marks: Marks) -> Pane:
        rect, pen = foot_of(width, height, marks, self.key)
        words, colour = (self.message, "orange") if self.message else ("A press opens it.", "dim")
        lines, _ = fit_in_lines((words,), rect.width - 220, (("small", 2),))
        pen.lines(16, FOOT / 2 - 9 * (len(lines) - 1), 18, lines, "small", colour)
        return Pane("foot", rect, pen, FOOT)

    # -- what it does --

    def _pick(self, path: Path) -> None:
        self.chosen, self.done = path, True

    commands: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {
        "go": go,
        "pick": _pick,
        "leave": Page.leave,
    }


def choose_file(screen: pygame.Surface, folder: Path, battles: Path, settings: Settings) -> Path | None:
    """Have a file chosen on a screen, beginning in a folder; None where the person goes back without one."""
    places = {"Battles": battles, "Home": Path.home(), "Here": Path.cwd()}
    known = {name: place for name, place in places.items() if place.is_dir()}
    page = FilesPage(folder if folder.is_dir() else Path.home(), known, settings.bindings.shown("leave"))
    desk = desk_for(screen, page, settings)
    show(desk)
    close_what_is_below(desk)
    return page.chosen
