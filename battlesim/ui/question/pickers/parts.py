"""What pickers are made of: where they stand, their rows and acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from battlesim.table.phrases import AnyText
from battlesim.ui.parts.layout import Rect

TURN: Final = 15.0
"""Degrees that a key turns a piece."""


class Seat(NamedTuple):
    """Where table and panel stand on the screen (pixels at interface scale 1), and the scale."""

    table: Rect = Rect(0, 0, 800, 600)
    panel: Rect = Rect(800, 0, 320, 600)
    scale: float = 1.0


FIXED: Final = -1
"""The number of a line that follows on an answer and cannot be changed."""


@dataclass(frozen=True)
class Row:
    """A line of the list: what it stands for, label and note, the ids it is about; `blocked` says why not.

    `steps` says of a value that counts whether it can go down, and up; `line` is the number of a line that
    follows on an answer, FIXED where that has no other answer.
    """

    key: str
    label: AnyText
    note: AnyText = ""
    at: tuple[str, ...] = ()
    rule: str = ""
    value: AnyText = ""
    on: bool = False
    blocked: AnyText = ""
    steps: tuple[bool, ...] = ()
    line: int = 0

    @property
    def fixed(self) -> bool:
        """Whether it is a line that cannot be changed."""
        return self.line == FIXED


@dataclass(frozen=True)
class Act:
    """Something else that can be done: its id in the table of keys, its label; `on` marks the weightiest.

    `key` is the key as it is written on the keyboard, "" when it has none.
    """

    id: str
    label: str
    do: Callable[[], None]
    on: bool = False
    key: str = ""


def turning(turn: Callable[[float], None]) -> list[Act]:
    """Turning something to either side, degrees counter-clockwise."""
    ways = (("turn_left", "Turn left", TURN), ("turn_right", "Turn right", -TURN))
    return [Act(act, label, partial(turn, by)) for act, label, by in ways]
