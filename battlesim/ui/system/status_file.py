"""What the screen says, as data in a file: for screen readers and other programs that help a person.

With `BATTLESIM_STATUS=FILE` in the environment the window keeps one JSON document in that file: every control
with its words, its key and its place, the open question, and where the pieces stand. Places are pixels of the
screen, x to the right, y down; `listening` says whether a key would count. It tells what can be seen and
changes nothing.
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
"""Seconds between two writings."""
PixelRect = tuple[int, int, int, int]


class ControlReport(msgspec.Struct, frozen=True):
    """A place that answers to the pointer: its panel, command and value, words, and where it is.

    `seen` is False for one that is scrolled away or covered, `focused` True where the keyboard is.
    """

    panel: str
    command: str
    value: str
    words: str
    at: PixelRect
    seen: bool = True
    focused: bool = False


class RowReport(msgspec.Struct, frozen=True):
    """A line of the open question: its key in the rules, words, value, the key that chooses it."""

    key: str
    label: str
    value: str = ""
    press: str = ""
    on: bool = False
    blocked: str = ""


class OpenDecisionReport(msgspec.Struct, frozen=True):
    """The open question: its number and kind, who is asked what, the rows, the cursor, what can be done.

    `acts` are chords of keys with their words; `refusal` is why the draft is, or would be, refused.
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
    """All of it. `kind` is menu or battle; `over` the words of a battle that has ended.

    `words` are those of a page, in a battle those of the card of odds. `table` is where the table is shown;
    `pieces` where they stand, by id; `inch` the pixels of an inch.
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


class StatusWriter:
    """Keeps the file up to date, at most every `MIN_WRITE_INTERVAL_S` seconds; `frames` counts what was
    looked at.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.frames = 0
        self._written = b""
        self._next = 0.0

    def update(self, screen: Callable[[], ScreenReport]) -> None:
        """Have the file say what the screen says now."""
        self.frames += 1
        if self.path is None or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + MIN_WRITE_INTERVAL_S
        said = {"frames": self.frames, "listening": EVENT_QUEUE.accepts_keys, "screen": screen()}
        raw = msgspec.json.encode(said)
        with suppress(OSError):  # a disk that is full for now ends no battle
            write_atomically(self.path, raw, to_disk=False)


def create_status_writer() -> StatusWriter:
    """The one that the environment asks for. Raises InputError where its file cannot be."""
    name = os.environ.get(STATUS_VARIABLE, "")
    path = Path(name) if name else None
    if path and (os.path.isdir(path) or not os.path.isdir(path.absolute().parent)):
        raise InputError(
            STATUS_VARIABLE, "", f"{path} cannot be a file", "name one in a folder that is there"
        )
    return StatusWriter(path)
