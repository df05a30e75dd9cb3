"""Controls for decisions that assign a value to each of several items, and for rolls of real dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

from battlesim.engine.chance_decisions import RollDice
from battlesim.engine.decisions import Assign
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import Item
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.table.object_marks import highlight_items
from battlesim.ui.toolkit.work_queue import WorkQueue

DIGIT_KEYS: Final = {getattr(pygame, f"K_{n}"): n for n in range(10)} | {
    getattr(pygame, f"K_KP{n}"): n for n in range(10)
}


MAX_CLICKED_FACES: Final = 9
"""Largest number of faces of a die whose row turns to the next face when pressed."""


class AssignPicker(Picker[tuple[str, ...]]):
    """A control for assigning items such as dice, with a row for each item.

    The rows are changed with arrow keys or clicks.
    """

    status_kind = "AssignPicker"
    decision: Assign
    warns = True

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with the default."""
        self.keys: list[str] = list(self.decision.default(self.view))
        self._before: list[list[str]] = []

    def rows(self) -> list[PickerRow]:
        """Return the items, each with its key and the objects that it leads to."""
        leads = self.decision.resulting_ids(self.view, self.draft()) or ((),) * len(self.decision.items)
        return [
            PickerRow(
                str(k),
                item.label,
                f"to {' or '.join(map(self.name, things))}" if things else "",
                things or (item.key,),
                self.decision.rule,
                self._value(k),
            )
            for k, (item, things) in enumerate(zip(self.decision.items, leads, strict=True))
        ]

    def _value(self, k: int) -> str:
        """Return the key of an item, between arrows if it is the current row and can change."""
        name, changes = self.name(self.keys[k]), len(self.decision.items[k].to) > 1
        return f"‹ {name} ›" if changes and k == self.cursor else name

    def name(self, thing: str) -> str:
        """Return the decision's own name for a key, else the name of the object."""
        return self.decision.names.get(thing) or super().name(thing)

    def draft(self) -> tuple[str, ...]:
        """Return the keys of the items in order."""
        return tuple(self.keys)

    def set_draft(self, answer: tuple[str, ...]) -> None:
        """Take the keys of all items as the draft."""
        self._keep()
        self.keys = list(answer)

    def _keep(self) -> None:
        self._before.append(list(self.keys))

    def choose(self, row: PickerRow) -> None:
        """Move the cursor to a row; if it is there already, change to the next key."""
        if int(row.key) == self.cursor:
            self.turn(1)
        else:
            self.cursor = int(row.key)

    def turn(self, by: int) -> None:
        """Change to the next key the item may have; a key in limited supply is swapped with another item."""
        to = self.decision.items[self.cursor].to
        key = to[(to.index(self.keys[self.cursor]) + by) % len(to)]
        self._keep()
        plain, many = self._with({self.cursor: key}), len(self.keys)
        others = [k % many for k in range(self.cursor + 1, self.cursor + many) if self.keys[k % many] == key]
        swaps = (self._with({self.cursor: key, k: self.keys[self.cursor]}) for k in others)
        legal = (keys for keys in (plain, *swaps) if self.check(tuple(keys)) is None)
        self.keys, self.refusal = next(legal, plain), ""

    def _with(self, changes: Mapping[int, str]) -> list[str]:
        """Return the keys with some of them changed."""
        return [changes.get(k, key) for k, key in enumerate(self.keys)]

    def press(self, at: tuple[float, float], things: list[str], button: int) -> bool:
        """Assign a clicked object to the current item if allowed, else select the item it means."""
        to = self.decision.items[self.cursor].to if self.decision.items else ()
        key = next((thing for thing in things if thing in to), "")
        if button != 1 or not key:
            return super().press(at, things, button)
        self._keep()
        self.keys[self.cursor] = key
        self.cursor = (self.cursor + 1) % len(self.decision.items)
        return True

    def back(self) -> None:
        """Undo the last change."""
        if self._before:
            self.keys = self._before.pop()

    def own_buttons(self) -> list[PickerButton]:
        """Return the button that assigns the current key to all items, if that is legal."""
        offered = len(self.decision.items) > 1 and self.check(self._same()) is None
        return [PickerButton("all", "Same for all", lambda: self.set_draft(self._same()))] if offered else []

    def _same(self) -> tuple[str, ...]:
        """Return the current key for every item that may have it, the old ones for the others."""
        key = self.keys[self.cursor]
        pairs = zip(self.decision.items, self.keys, strict=True)
        return tuple(key if key in item.to else old for item, old in pairs)

    def summary(self) -> str:
        """Return how many items have each key: "at" an object on the table, else "x"."""
        counts = {key: self.keys.count(key) for key in dict.fromkeys(self.keys)}
        joined = {key: "at" if self._spots_of(key) else "x" for key in counts}
        return ", ".join(f"{count} {joined[key]} {self.name(key)}" for key, count in counts.items())

    def looked_at_points(self) -> list[Point]:
        """Return the points to look at; with a single row, what is asked about comes last."""
        known = super().looked_at_points()
        return known if len(self.decision.items) > 1 else known[::-1]

    def overlay(self) -> list[Item]:
        """Return the marks of possible objects, of assigned ones and of the current item."""
        if not self.decision.items:
            return []
        now = self.decision.items[self.cursor]
        items = highlight_items(self.view, [key for key in now.to if key not in self.keys], "open")
        known = [key for key in self.keys if key in self.view.table.pieces]
        here = next((row.object_ids for row in self.rows()[self.cursor :]), (now.key,))
        return items + highlight_items(self.view, known, "target") + highlight_items(self.view, here, "here")


class DicePicker(Picker[tuple[int, ...]]):
    """A control for entering rolls of real dice. In the row for each die, its face is typed or clicked."""

    status_kind = "DicePicker"
    decision: RollDice

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with no face known, and no die whose face may get another digit."""
        self.faces: list[int] = [0] * len(self.decision.dice)
        self._typing = -1

    def rows(self) -> list[PickerRow]:
        """Return the dice with their faces."""
        notes = self.decision.each or ("",) * len(self.faces)
        return [
            PickerRow(
                str(k), f"Die {k + 1} (D{sides})", notes[k], value=str(face) if face else "?", on=bool(face)
            )
            for k, (sides, face) in enumerate(zip(self.decision.dice, self.faces, strict=True))
        ]

    def row_keys(self) -> dict[str, PickerRow]:
        """Return no keys: digits are typed."""
        return {}

    def common_buttons(self) -> list[PickerButton]:
        """Return the common buttons without the default, as real dice have none."""
        return [act for act in super().common_buttons() if act.id != "default"]

    def draft(self) -> tuple[int, ...] | None:
        """Return the faces once all are known, else None."""
        return tuple(self.faces) if all(self.faces) else None

    def set_draft(self, answer: tuple[int, ...]) -> None:
        """Take the faces as the draft."""
        self.faces = list(answer)

    def choose(self, row: PickerRow) -> None:
        """Select a die and turn it to its next face; one with many faces is cleared for typing."""
        self.cursor = int(row.key)
        if self.decision.dice[self.cursor] <= MAX_CLICKED_FACES:
            self.turn(1)
        else:
            self.faces[self.cursor] = 0

    def turn(self, by: int) -> None:
        """Turn the current die to another face."""
        sides = self.decision.dice[self.cursor]
        face = self.faces[self.cursor]
        self.faces[self.cursor] = (face - 1 + by) % sides + 1 if face else (1 if by > 0 else sides)
        self._typing = -1

    def handle_key(self, key: int) -> bool:
        """Take a typed digit of a face; move on once the face is complete. Return False for other keys."""
        if key not in DIGIT_KEYS:
            return False
        die, face = self._die_and_face(DIGIT_KEYS[key])
        sides = self.decision.dice[die]
        self.refusal = ""
        if 1 <= face <= sides:
            self.cursor, self.faces[die] = die, face
            self._typing = die if 10 * face <= sides else -1
            if 10 * face > sides:
                self._next()
        else:
            self.refusal = f"a D{sides} has no face {face}"
        return True

    def _die_and_face(self, digit: int) -> tuple[int, int]:
        """Return the die that a digit is for, and its face with that digit.

        A digit that makes no face together with the one before it begins the face of the next die.
        """
        die = self.cursor
        if self._typing != die:
            return die, digit
        more = 10 * self.faces[die] + digit
        if more <= self.decision.dice[die]:
            return die, more
        return min(die + 1, len(self.faces) - 1), digit

    def digits(self) -> list[int]:
        """Return the digits that make a face of the current die, or of the next one."""
        found = ((digit, *self._die_and_face(digit)) for digit in range(10))
        return [digit for digit, die, face in found if 1 <= face <= self.decision.dice[die]]

    def commit(self) -> None:
        """Confirm the faces; if some are missing, a face that could get another digit is complete."""
        if self.draft() is None and self._typing == self.cursor:
            self.cursor, self._typing, self.refusal = self.faces.index(0), -1, ""
        else:
            super().commit()

    def _next(self) -> None:
        self.cursor = min(self.cursor + 1, len(self.faces) - 1)

    def back(self) -> None:
        """Clear the last known face."""
        known = [k for k, face in enumerate(self.faces) if face]
        if known:
            self.cursor = known[-1]
            self.faces[self.cursor], self._typing = 0, -1

    def missing_text(self) -> str:
        """Return how many faces are still to be typed."""
        return self.summary()

    def summary(self) -> str:
        """Return what is still to be typed."""
        known, many = len([face for face in self.faces if face]), len(self.faces)
        if known == many:
            return "all faces are typed" if many > 1 else "the face is typed"
        if not known:
            return f"type {many} face{'s' * (many > 1)}"
        key = self.model.bindings.key_label("answer")
        return f"type {many - known} more" + (f"; {key}: next die" if self._typing == self.cursor else "")
