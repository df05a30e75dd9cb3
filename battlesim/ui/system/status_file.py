"""A machine-readable report of the screen in a file, for screen readers and other assistive programs.

If the environment variable `BATTLESIM_STATUS` names a file, the window keeps one JSON document there with all
controls (text, key and rect), the open decision and the positions of the pieces. Positions are in screen
pixels, x to the right and y down; `listening` says whether a key press would count. The report contains only
what can be seen.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from battlesim.file_writing import write_atomically
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.ids import SideKey
from battlesim.ui.system.event_queue import EVENT_QUEUE

STATUS_VARIABLE: Final = "BATTLESIM_STATUS"
MIN_WRITE_INTERVAL_S: Final = 0.02
"""Minimum number of seconds between two writes of the status file."""
PixelRect = tuple[int, int, int, int]


class ControlReport(msgspec.Struct, frozen=True):
    """A control on the screen as it is written to the status file.

    It has a panel, a command, a value, a text and a rectangle in pixels. `seen` is False if the control is
    scrolled out of view or covered, and `focused` is True if it has the keyboard focus.
    """

    panel: str
    command: str
    value: str
    words: str
    at: PixelRect
    seen: bool = True
    focused: bool = False


class RowReport(msgspec.Struct, frozen=True):
    """A row of the decision to be made, as it is written to the status file.

    It has a key used by the rules, a label, a value and a key of the keyboard.
    """

    key: str
    label: str
    value: str = ""
    press: str = ""
    on: bool = False
    blocked: str = ""


class OpenDecisionReport(msgspec.Struct, frozen=True):
    """The decision to be made as it is written to the status file, with its side, prompt, rows and cursor.

    `acts` holds pairs of a key combination and a label. `refusal` is the reason why the current answer would
    be refused.
    """

    number: int
    kind: str
    side: SideKey
    what: str
    prompt: str
    rows: tuple[RowReport, ...]
    cursor: int
    acts: tuple[tuple[str, str], ...]
    summary: str = ""
    refusal: str = ""


class ScreenReport(msgspec.Struct, frozen=True):
    """The whole screen as it is written to the status file.

    `kind` is "menu" or "battle", and `over` is the text shown at the end of a battle. `words` are the texts
    of a page or, in a battle, of the odds card. `table` is the rectangle of the table, `pieces` maps piece
    ids to positions, and `inch` is the number of pixels per inch. `waiting` is True while playback waits for
    a key after an announcement.
    """

    kind: str
    size: tuple[int, int]
    controls: tuple[ControlReport, ...]
    title: str = ""
    words: tuple[str, ...] = ()
    help: bool = False
    asked: OpenDecisionReport | None = None
    table: PixelRect = (0, 0, 0, 0)
    inch: float = 0.0
    pieces: dict[str, tuple[int, int]] = {}
    newest: bool = True
    thinking: str = ""
    over: str = ""
    line: str = ""
    waiting: bool = False


class StatusWriter:
    """A writer that updates the status file from time to time. `frames` is the number of frames so far."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.frames = 0
        self._written = b""
        self._next = 0.0

    def update(self, screen: Callable[[], ScreenReport]) -> None:
        """Write the current screen to the status file if the last write is long enough ago."""
        self.frames += 1
        if self.path is None or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + MIN_WRITE_INTERVAL_S
        said = {"frames": self.frames, "listening": EVENT_QUEUE.accepts_keys, "screen": screen()}
        raw = msgspec.json.encode(said)
        with suppress(OSError):  # a full disk must not end a battle
            write_atomically(self.path, raw, to_disk=False)


def create_status_writer() -> StatusWriter:
    """Create the writer for the environment's status file. Raises InputError if it is not writable."""
    name = os.environ.get(STATUS_VARIABLE, "")
    path = Path(name) if name else None
    if path and (os.path.isdir(path) or not os.path.isdir(path.absolute().parent)):
        raise InputError(
            STATUS_VARIABLE, "", f"{path} cannot be written as a file", "name a file in an existing folder"
        )
    return StatusWriter(path)
