"""The page on which the user browses folders and chooses a record, scenario, map or picture."""

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
from battlesim.ui.pages.page import (
    FOOTER_HEIGHT_PX,
    TOP_BAR_HEIGHT_PX,
    FocusState,
    Page,
    page_footer,
    pane_of_writer,
    title_bar,
    writer_for_pane,
)
from battlesim.ui.pages.page_loop import create_page_host, repost_quit, run_page
from battlesim.ui.settings.settings import Settings
from battlesim.ui.toolkit.layout import PANEL_GAP_PX, Rect
from battlesim.ui.toolkit.scrolling import Pane

FILE_ICONS: Final[Mapping[str, str]] = {
    RECORD_SUFFIX: "bookmark",
    ".toml": "flag",
    **dict.fromkeys(PICTURE_SUFFIXES, "zoom"),
}
"""Icons of the files that can be opened, by file suffix."""
MAX_LISTED_ENTRIES: Final = 2000
"""Maximum number of entries listed for a folder."""
PLACES_WIDTH_PX, MAX_PLACES_FRACTION = 300.0, 0.3
"""Width in pixels of the column of places, and its maximum fraction of the page's width."""
DATE_FORMAT: Final = "%d %b %Y, %H:%M"


class FolderEntry(NamedTuple):
    """A subfolder, or a file that can be opened, with its date and its size in bytes."""

    path: Path
    folder: bool
    when: float = 0.0
    size: int = 0

    @property
    def note(self) -> str:
        """The date and size as text."""
        large = f"{self.size / 2**20:.1f} MB" if self.size >= 2**20 else f"{max(1, self.size // 1024)} KB"
        return f"{time.strftime(DATE_FORMAT, time.localtime(self.when))}, {large}"


def list_folder(folder: Path) -> list[FolderEntry]:
    """Return the subfolders sorted by name, then the files that can be opened, newest first.

    Hidden entries are left out. Raises OSError if the folder cannot be read.
    """
    folders, files = list[FolderEntry](), list[FolderEntry]()
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            try:
                known = entry.stat()
            except OSError:
                continue
            if stat.S_ISDIR(known.st_mode):
                folders.append(FolderEntry(Path(entry.path), True))
            elif stat.S_ISREG(known.st_mode) and Path(entry.name).suffix.lower() in FILE_ICONS:
                files.append(FolderEntry(Path(entry.path), False, known.st_mtime, known.st_size))
    folders.sort(key=lambda one: one.path.name.lower())
    files.sort(key=lambda one: (-one.when, one.path.name))
    return [*folders, *files][:MAX_LISTED_ENTRIES]


class FilesPage(Page):
    """The page for choosing a file, with shortcuts to the folders in `places`.

    When `done` is True, `chosen` is the file.
    """

    status_title = "FilesPage"

    def __init__(self, folder: Path, places: Mapping[str, Path], key: str = "") -> None:
        self.places, self.key = places, key
        self.chosen: Path | None = None
        self.message = ""
        self.folder, self.entries = folder, list[FolderEntry]()
        self.open_folder(folder)

    def open_folder(self, folder: Path) -> None:
        """List a folder, or show a message and stay in the current folder if it cannot be read."""
        try:
            self.entries = list_folder(folder)
        except OSError as error:
            self.message = f"{folder}: {error.strerror or error}"
            return
        self.folder, self.message = folder, ""

    # -- display --

    def panes(self, width: float, height: float, marks: FocusState) -> list[Pane]:
        """Return the panes with the places, the folder's entries, the footer and the title bar."""
        y, tall = (
            TOP_BAR_HEIGHT_PX + PANEL_GAP_PX,
            height - TOP_BAR_HEIGHT_PX - FOOTER_HEIGHT_PX - 3 * PANEL_GAP_PX,
        )
        side = min(PLACES_WIDTH_PX, MAX_PLACES_FRACTION * width)
        places, files = (
            Rect(PANEL_GAP_PX, y, side, tall),
            Rect(2 * PANEL_GAP_PX + side, y, width - side - 3 * PANEL_GAP_PX, tall),
        )
        bar = Pane(
            "bar",
            Rect(0, 0, width, TOP_BAR_HEIGHT_PX),
            title_bar(width, "Choose a file"),
            TOP_BAR_HEIGHT_PX,
            edge=False,
        )
        return [
            self._places_pane(places, marks),
            self._files_pane(files, marks),
            self._footer_pane(width, height, marks),
            bar,
        ]

    def _places_pane(self, rect: Rect, marks: FocusState) -> Pane:
        pen = writer_for_pane(rect, marks)
        pen.heading("Places")
        for name, folder in self.places.items():
            pen.row(("go", folder), name, str(folder), folder == self.folder, "layers")
        return pane_of_writer("places", rect, pen)

    def _files_pane(self, rect: Rect, marks: FocusState) -> Pane:
        pen = writer_for_pane(rect, marks)
        files = sum(not one.folder for one in self.entries)
        pen.heading("Files", f"{files} here" if files else "")
        pen.path(self.folder)
        pen.space(6)
        if self.folder.parent != self.folder:
            pen.row(("go", self.folder.parent), "..", "one folder up", icon="undo")
        for one in self.entries:
            if one.folder:
                pen.row(("go", one.path), one.path.name, icon="layers")
            else:
                pen.row(("pick", one.path), one.path.name, one.note, icon=FILE_ICONS[one.path.suffix.lower()])
        if not self.entries:
            pen.paragraph(
                "Nothing to open here: records, scenarios, maps and pictures can be opened.", "body", "dim"
            )
        return pane_of_writer(f"files {self.folder}", rect, pen)

    def _footer_pane(self, width: float, height: float, marks: FocusState) -> Pane:
        rect, pen = page_footer(width, height, marks, self.key)
        words, colour = (self.message, "orange") if self.message else ("Click a file to open it.", "dim")
        lines, _ = fit_in_lines((words,), rect.width - 220, (("small", 2),))
        pen.lines(16, FOOTER_HEIGHT_PX / 2 - 9 * (len(lines) - 1), 18, lines, "small", colour)
        return Pane("foot", rect, pen, FOOTER_HEIGHT_PX)

    # -- commands --

    def _pick(self, path: Path) -> None:
        self.chosen, self.done = path, True

    commands: ClassVar[Mapping[str, Callable[[Any, Any], None]]] = {
        "go": open_folder,
        "pick": _pick,
        "leave": Page.leave,
    }


def choose_file(screen: pygame.Surface, folder: Path, battles: Path, settings: Settings) -> Path | None:
    """Let the user choose a file, starting in the given folder. Return None if the user cancels."""
    places = {"Battles": battles, "Home": Path.home(), "Here": Path.cwd()}
    known = {name: place for name, place in places.items() if place.is_dir()}
    page = FilesPage(folder if folder.is_dir() else Path.home(), known, settings.bindings.key_label("leave"))
    desk = create_page_host(screen, page, settings)
    run_page(desk)
    repost_quit(desk)
    return page.chosen
