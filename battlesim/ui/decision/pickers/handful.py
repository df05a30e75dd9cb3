"""The control for entering many alike real dice at once: how many show each face."""

from __future__ import annotations

from typing import Any

from battlesim.engine.chance_decisions import RollDice
from battlesim.ui.decision.pickers.assign import DIGIT_KEYS, DicePicker
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.toolkit.work_queue import WorkQueue


def dice_picker(decision: RollDice, *rest: Any) -> Picker[tuple[int, ...]]:
    """Return the control for a roll of real dice: by faces if they are a handful, else die by die."""
    return (HandfulPicker if decision.is_handful else DicePicker)(decision, *rest)


class HandfulPicker(Picker[tuple[int, ...]]):
    """A control for entering a roll of many real dice.

    For each face, the user types the number of dice that show it.
    """

    status_kind = "HandfulPicker"
    decision: RollDice

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with no dice entered."""
        self.counts: list[int] = [0] * self.decision.dice[0]

    @property
    def left(self) -> int:
        """The number of dice that are still to be entered."""
        return len(self.decision.dice) - sum(self.counts)

    def rows(self) -> list[PickerRow]:
        """Return the faces, each with the number of dice that show it."""
        return [
            PickerRow(str(k), f"Dice that show {k + 1}", value=str(count), on=bool(count))
            for k, count in enumerate(self.counts)
        ]

    def row_keys(self) -> dict[str, PickerRow]:
        """Return no keys: digits are typed."""
        return {}

    def common_buttons(self) -> list[PickerButton]:
        """Return the common buttons without the default, as real dice have none."""
        return [act for act in super().common_buttons() if act.id != "default"]

    def own_buttons(self) -> list[PickerButton]:
        """Return the button that gives all dice that are left to the current face."""
        return [PickerButton("all", "All that are left", self._take_rest)] if self.left else []

    def _take_rest(self) -> None:
        self.counts[self.cursor] += self.left

    def draft(self) -> tuple[int, ...] | None:
        """Return the faces in order once all dice are entered, else None."""
        if self.left:
            return None
        return tuple(face for face, count in enumerate(self.counts, 1) for _ in range(count))

    def set_draft(self, answer: tuple[int, ...]) -> None:
        """Take the faces as the draft."""
        self.counts = [answer.count(face) for face in range(1, len(self.counts) + 1)]

    def choose(self, row: PickerRow) -> None:
        """Select a face; if it is selected already, add a die to it."""
        if int(row.key) == self.cursor:
            self.turn(1)
        self.cursor = int(row.key)

    def turn(self, by: int) -> None:
        """Add a die to the current face, or take one away."""
        self.counts[self.cursor] = min(max(self.counts[self.cursor] + by, 0), self._room)

    @property
    def _room(self) -> int:
        """The largest number of dice that the current face can have."""
        return self.counts[self.cursor] + self.left

    def handle_key(self, key: int) -> bool:
        """Take a typed digit of a number of dice. Return False for other keys."""
        if key not in DIGIT_KEYS:
            return False
        digit = DIGIT_KEYS[key]
        more = 10 * self.counts[self.cursor] + digit
        number = more if more <= self._room else digit
        self.refusal = "" if number <= self._room else f"at most {self._room} dice can show {self.cursor + 1}"
        if not self.refusal:
            self.counts[self.cursor] = number
        return True

    def digits(self) -> list[int]:
        """Return the digits that can be typed."""
        return [digit for digit in range(10) if digit <= self._room]

    def back(self) -> None:
        """Clear the last face that has dice."""
        known = [k for k, count in enumerate(self.counts) if count]
        if known:
            self.cursor = known[-1]
            self.counts[self.cursor] = 0

    def missing_text(self) -> str:
        """Return how many dice are still to be entered."""
        return self.summary()

    def summary(self) -> str:
        """Return how many dice are still to be entered."""
        many = len(self.decision.dice)
        return f"{self.left} of {many} dice are left" if self.left else f"all {many} dice are entered"
