"""The control for choosing a number between two limits, such as a height."""

from __future__ import annotations

import pygame

from battlesim.engine.number_choice import ChooseNumber
from battlesim.render.drawlist import Item
from battlesim.render.flight_marks import flight_marks
from battlesim.table.levels import ground_level, support
from battlesim.ui.decision.pickers.picker import ROW_DIGIT_KEYS, Picker
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.toolkit.work_queue import WorkQueue

HEIGHT = "height"
"""The key of the question to which height above the table a piece goes."""


class NumberPicker(Picker[float]):
    """A control for choosing a number, with rows of useful numbers and keys that increase or decrease it."""

    status_kind = "NumberPicker"
    decision: ChooseNumber
    lists, follows = True, True

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with the default."""
        self.number = self.decision.now
        self._past: list[float] = []
        self._move_cursor()

    def rows(self) -> list[PickerRow]:
        """Return as many handy numbers as there are digits, evenly spread, and the drafted one."""
        handy = self.decision.handy_numbers()
        most = len(ROW_DIGIT_KEYS) - 1
        spread = {handy[round(k * (len(handy) - 1) / most)] for k in range(most + 1)} if handy else set()
        shown = sorted({*spread, self.decision.now, self.number})
        return [
            PickerRow(f"{number:g}", self.decision.text(number), on=number == self.number) for number in shown
        ]

    def draft(self) -> float:
        """Return the number."""
        return self.number

    def set_draft(self, answer: float) -> None:
        """Set the number, within the limits."""
        self._past.append(self.number)
        self.number = round(min(max(answer, self.decision.least), self.decision.most), 3)
        self.refusal = ""
        self._move_cursor()

    def _move_cursor(self) -> None:
        self.cursor = next(k for k, row in enumerate(self.rows()) if row.on)

    def choose(self, row: PickerRow) -> None:
        """Select one of the handy numbers."""
        self.set_draft(float(row.key))

    def turn(self, by: int) -> None:
        """Change the number by a step."""
        self.set_draft(self.number + by * self.decision.step)

    def handle_key(self, key: int) -> bool:
        """Add a step for the key of the plus sign without Shift. Return False for other keys."""
        if key != pygame.K_EQUALS:
            return False
        self.turn(1)
        return True

    def own_buttons(self) -> list[PickerButton]:
        """Return the buttons for a step more and a step less."""
        step = self.decision.text(self.decision.step)
        return [
            PickerButton("more", f"{step} more", lambda: self.turn(1)),
            PickerButton("less", f"{step} less", lambda: self.turn(-1)),
        ]

    def overlay(self) -> list[Item]:
        """Return the graphics of the height to which a piece on the ground lifts off, if it is one."""
        piece, ground = self.view.table.pieces.get(self.decision.about), self.view.table.ground
        place = piece.table_position if piece else None
        if self.decision.what != HEIGHT or piece is None or place is None or support(ground, piece) == "air":
            return []
        up = self.number - ground_level(ground, place.x, place.y)
        return flight_marks(place.x, place.y, piece.radius, up, piece.outline)

    def back(self) -> None:
        """Undo the last change."""
        if self._past:
            self.number = self._past.pop()
            self._move_cursor()

    def summary(self) -> str:
        """Return the number with its unit."""
        return self.decision.text(self.number)
