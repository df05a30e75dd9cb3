"""Picker of points that are handed out: who gets how many."""

from __future__ import annotations

import pygame

from battlesim.engine.point_allocation import AllocatePoints, PointRecipient, nonzero_points
from battlesim.geometry.shapes import Point
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, joined_text, phrase, with_names
from battlesim.ui.decision.pickers.options import OptionPicker
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.toolkit.work_queue import WorkQueue


class AllotPicker(OptionPicker[dict[str, int]]):
    """A row for each who may be given points, with the number between signs that change it.

    Its digit, a click on it, or a click on the table on one whom it means, gives it one more.
    """

    status_kind = "AllotPicker"
    decision: AllocatePoints
    warns = True

    def begin(self, queue: WorkQueue | None) -> None:
        """Nothing is given yet."""
        self.given: dict[str, int] = {}
        self._before: list[dict[str, int]] = []

    def rows(self) -> list[PickerRow]:
        """Who may be given points, with what each has; then who may not, and why."""
        shares = sorted(self.decision.shares, key=lambda share: bool(share.shut))
        return [self._row(share) for share in shares]

    def _row(self, share: PointRecipient) -> PickerRow:
        label, rule = with_names(share.label, self.name), self.decision.rule
        at = tuple(dict.fromkeys(piece for thing in share.at for piece in self._meant(thing)))
        if share.shut:
            return PickerRow(share.key, label, "", at, rule, blocked=with_names(share.shut, self.name))
        many = self.given.get(share.key, 0)
        limit = f"at most {share.most}" if share.most < self.decision.total else ""
        note = joined_text(words for words in (with_names(share.note, self.name), limit) if words)
        steps = (many > 0, many < share.capacity and self.points_left > 0)
        return PickerRow(share.key, label, note, at, rule, str(many), many > 0, steps=steps)

    def _meant(self, thing: str) -> tuple[str, ...]:
        """A thing, or the pieces of a unit."""
        return tuple(piece.id for piece in self.view.table.pieces_of_unit(UnitId(thing))) or (thing,)

    @property
    def points_left(self) -> int:
        """How many are still to be given."""
        return self.decision.total - sum(self.given.values())

    @property
    def prompt(self) -> AnyText:
        """What is asked, and what is left to give."""
        return phrase("{} · {} of {} left", super().prompt, self.points_left, self.decision.total)

    def draft(self) -> dict[str, int]:
        """What is given."""
        return nonzero_points(self.given)

    def set_draft(self, answer: dict[str, int]) -> None:
        """Give these and no others."""
        self._take(dict(answer))

    def _take(self, given: dict[str, int]) -> None:
        self._before.append(self.given)
        self.given, self.refusal = given, ""

    def choose(self, row: PickerRow) -> None:
        """One more for a row."""
        self.put_cursor(row.key)
        self.turn(1)

    def turn(self, by: int) -> None:
        """So many more for the row of the cursor; what cannot be is refused in words."""
        row = self.current()
        if row is None:
            return
        many = self.given.get(row.key, 0) + by
        changed = {**self.given, row.key: max(many, 0)}
        refused = self.decision.partial_refusal(changed) if by > 0 else None
        if refused:
            self.refusal, self.rule = refused.reason, refused.rule
        else:
            self._take(changed)

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """One more for whoever is meant by a click: a piece alone before the unit that it is of."""
        found = ([row for row in self.rows() if self.row_matches(row, [thing])] for thing in things)
        rows = next((rows for rows in found if rows), [])
        if button != 1 or not rows:
            return False
        self.choose(min(rows, key=lambda row: (bool(row.blocked), len(row.object_ids))))
        return True

    def handle_key(self, key: int) -> bool:
        """The key of the plus sign without shift gives one more, too."""
        if key != pygame.K_EQUALS:
            return False
        self.turn(1)
        return True

    def back(self) -> None:
        """The last change undone."""
        if self._before:
            self.given = self._before.pop()

    def own_buttons(self) -> list[PickerButton]:
        """One more and one less for the row of the cursor."""
        return [
            PickerButton("more", "One more", lambda: self.turn(1)),
            PickerButton("less", "One less", lambda: self.turn(-1)),
        ]

    def summary(self) -> AnyText:
        """Who gets how many."""
        labels = {share.key: with_names(share.label, self.name) for share in self.decision.shares}
        given = [phrase("{} to {}", many, labels[key]) for key, many in nonzero_points(self.given).items()]
        return joined_text(given) or "nobody is given any"
