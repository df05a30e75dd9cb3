"""The control for decisions that allocate points to several recipients."""

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
    """A control for allocating points, with a row for each recipient and signs to change its points.

    Pressing the digit of a row, clicking the row or clicking its piece on the table adds a point.
    """

    status_kind = "AllotPicker"
    decision: AllocatePoints
    warns = True

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with no points allocated."""
        self.given: dict[str, int] = {}
        self._before: list[dict[str, int]] = []

    def rows(self) -> list[PickerRow]:
        """Return the recipients with what each has, then those that may get none, with the reason."""
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
        """Return the pieces of a unit, or the id itself."""
        return tuple(piece.id for piece in self.view.table.pieces_of_unit(UnitId(thing))) or (thing,)

    @property
    def points_left(self) -> int:
        """The number of points still to be allocated."""
        return self.decision.total - sum(self.given.values())

    @property
    def prompt(self) -> AnyText:
        """The prompt, with the number of points left."""
        return phrase("{prompt} · {n} of {total} left", super().prompt, self.points_left, self.decision.total)

    def draft(self) -> dict[str, int]:
        """Return the points that are allocated."""
        return nonzero_points(self.given)

    def set_draft(self, answer: dict[str, int]) -> None:
        """Take an allocation as the draft."""
        self._take(dict(answer))

    def _take(self, given: dict[str, int]) -> None:
        self._before.append(self.given)
        self.given, self.refusal = given, ""

    def choose(self, row: PickerRow) -> None:
        """Give one more point to a row."""
        self.put_cursor(row.key)
        self.turn(1)

    def turn(self, by: int) -> None:
        """Give more points to the current row; show the reason if that is refused."""
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
        """Give one more point to what is clicked: a single piece before the unit it belongs to."""
        found = ([row for row in self.rows() if self.row_matches(row, [thing])] for thing in things)
        rows = next((rows for rows in found if rows), [])
        if button != 1 or not rows:
            return False
        self.choose(min(rows, key=lambda row: (bool(row.blocked), len(row.object_ids))))
        return True

    def handle_key(self, key: int) -> bool:
        """Give one more point for the key of the plus sign without Shift. Return False for other keys."""
        if key != pygame.K_EQUALS:
            return False
        self.turn(1)
        return True

    def back(self) -> None:
        """Undo the last change."""
        if self._before:
            self.given = self._before.pop()

    def own_buttons(self) -> list[PickerButton]:
        """Return the buttons for one more and one less for the current row."""
        return [
            PickerButton("more", "One more", lambda: self.turn(1)),
            PickerButton("less", "One less", lambda: self.turn(-1)),
        ]

    def summary(self) -> AnyText:
        """Return who gets how many, as text."""
        labels = {share.key: with_names(share.label, self.name) for share in self.decision.shares}
        given = [phrase("{} to {}", many, labels[key]) for key, many in nonzero_points(self.given).items()]
        return joined_text(given) or "no points allocated"
