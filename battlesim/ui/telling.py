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
from battlesim.ui.incoming import INCOMING

VARIABLE: Final = "BATTLESIM_STATUS"
EVERY: Final = 0.02
"""Seconds between two writings."""
Pixels = tuple[int, int, int, int]


class Control(msgspec.Struct, frozen=True):
    """A place that answers to the pointer: its panel, command and value, words, and where it is.

    `seen` is False for one that is scrolled away or covered, `focused` True where the keyboard is.
    """

    panel: str
    command: str
    value: str
    words: str
    at: Pixels
    seen: bool = True
    focused: bool = False


class Row(msgspec.Struct, frozen=True):
    """A line of the open question: its key in the rules, words, value, the key that chooses it."""

    key: str
    label: str
    value: str = ""
    press: str = ""
    on: bool = False
    blocked: str = ""


class Asked(msgspec.Struct, frozen=True):
    """The open question: its number and kind, who is asked what, the rows, the cursor, what can be done.

    `acts` are chords of keys with their words; `refusal` is why the draft is, or would be, refused.
    """

    number: int
    kind: str
    side: SideKey
    what: str
    prompt: str
    rows: tuple[Row, ...]
    cursor: int
    acts: tuple[tuple[str, str], ...]
    summary: str = ""
    refusal: str = ""


class Screen(msgspec.Struct, frozen=True):
    """All of it. `kind` is menu or battle; `over` the words of a battle that has ended.

    `words` are those of a page, in a battle those of the card of odds. `table` is where the table is shown;
    `pieces` where they stand, by id; `inch` the pixels of an inch.
    """

    kind: str
    size: tuple[int, int]
    controls: tuple[Control, ...]
    title: str = ""
    words: tuple[str, ...] = ()
    help: bool = False
    asked: Asked | None = None
    table: Pixels = (0, 0, 0, 0)
    inch: float = 0.0
    pieces: dict[str, tuple[int, int]] = {}
    newest: bool = True
    thinking: str = ""
    over: str = ""
    line: str = ""


class Teller:
    """Keeps the file up to date, at most every `EVERY` seconds; `frames` counts what was looked at."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.frames = 0
        self._written = b""
        self._next = 0.0

    def tell(self, screen: Callable[[], Screen]) -> None:
        """Have the file say what the screen says now."""
        self.frames += 1
        if self.path is None or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        said = {"frames": self.frames, "listening": INCOMING.listening, "screen": screen()}
        raw = msgspec.json.encode(said)
        with suppress(OSError):  # a disk that is full for now ends no battle
            write_atomically(self.path, raw, to_disk=False)


def teller() -> Teller:
    """The one that the environment asks for. Raises InputError where its file cannot be."""
    name = os.environ.get(VARIABLE, "")
    path = Path(name) if name else None
    if path and (os.path.isdir(path) or not os.path.isdir(path.absolute().parent)):
        raise InputError(VARIABLE, "", f"{path} cannot be a file", "name one in a folder that is there")
    return Teller(path)
