"""What pickers are made of: where they stand, their rows and acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from battlesim.table.phrases import AnyText
from battlesim.ui.toolkit.layout import Rect

TURN_STEP_DEG: Final = 15.0
"""Degrees that a key turns a piece."""


class PickerPlacement(NamedTuple):
    """Where table and panel stand on the screen (pixels at interface scale 1), and the scale."""

    table: Rect = Rect(0, 0, 800, 600)
    panel: Rect = Rect(800, 0, 320, 600)
    scale: float = 1.0


FIXED_LINE: Final = -1
"""The number of a line that follows on an answer and cannot be changed."""


@dataclass(frozen=True)
class PickerRow:
    """A line of the list: what it stands for, label and note, the ids it is about; `blocked` says why not.

    `steps` says of a value that counts whether it can go down, and up; `line` is the number of a line that
    follows on an answer, FIXED where that has no other answer.
    """

    key: str
    label: AnyText
    note: AnyText = ""
    object_ids: tuple[str, ...] = ()
    rule: str = ""
    value: AnyText = ""
    on: bool = False
    blocked: AnyText = ""
    steps: tuple[bool, ...] = ()
    line: int = 0

    @property
    def fixed(self) -> bool:
        """Whether it is a line that cannot be changed."""
        return self.line == FIXED_LINE


@dataclass(frozen=True)
class PickerButton:
    """Something else that can be done: its id in the table of keys, its label; `on` marks the weightiest.

    `key` is the key as it is written on the keyboard, "" when it has none.
    """

    id: str
    label: str
    do: Callable[[], None]
    on: bool = False
    key: str = ""


def turn_buttons(turn: Callable[[float], None]) -> list[PickerButton]:
    """Turning something to either side, degrees counter-clockwise."""
    ways = (("turn_left", "Turn left", TURN_STEP_DEG), ("turn_right", "Turn right", -TURN_STEP_DEG))
    return [PickerButton(act, label, partial(turn, by)) for act, label, by in ways]
