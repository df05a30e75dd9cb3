"""The rows and buttons of the decision panel, and its placement on the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from battlesim.table.phrases import AnyText
from battlesim.ui.toolkit.layout import Rect

TURN_STEP_DEG: Final = 15.0
"""Angle in degrees by which a key turns a piece."""


class PickerPlacement(NamedTuple):
    """The rectangles of the table and the decision panel on the screen, and the interface scale."""

    table: Rect = Rect(0, 0, 800, 600)
    panel: Rect = Rect(800, 0, 320, 600)
    scale: float = 1.0


FIXED_LINE: Final = -1
"""Number of a follow-up row that cannot be changed."""


@dataclass(frozen=True)
class PickerRow:
    """A row of the panel in which the user makes a decision, with its key, label, note and value.

    `blocked` is the reason why the row cannot be chosen. `object_ids` are the ids of the objects it refers
    to. `steps` says whether its value can decrease and increase. `line` is the number of a decision that
    follows, or FIXED_LINE if it has only one answer.
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
        """True if the row is a follow-up that cannot be changed."""
        return self.line == FIXED_LINE


@dataclass(frozen=True)
class PickerButton:
    """A button of the panel in which the user makes a decision, with its id, label and function.

    `on` is True for the most important button. `key` is the label of its key, or "" if it has no key.
    """

    id: str
    label: str
    do: Callable[[], None]
    on: bool = False
    key: str = ""


def turn_buttons(turn: Callable[[float], None]) -> list[PickerButton]:
    """Return the buttons that turn something to either side, degrees counter-clockwise."""
    ways = (("turn_left", "Turn left", TURN_STEP_DEG), ("turn_right", "Turn right", -TURN_STEP_DEG))
    return [PickerButton(act, label, partial(turn, by)) for act, label, by in ways]
