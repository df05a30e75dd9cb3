"""The picker of a moment: at which point of a path to act, or to let it pass."""

from __future__ import annotations

import math
from typing import Final

from battlesim.engine.moment_choice import LET_PASS, ChooseMoment, PathMoment
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import CircleOutline, Dot, Item, Layer
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import OnTable
from battlesim.table.state import AnyState
from battlesim.ui.decision.pickers.options import OptionPicker
from battlesim.ui.decision.pickers.picker_overlay import ghost
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow

STOP_RADIUS_PX: Final = 6.5
"""Radius in pixels of a stop on the path."""
STOP_CLICK_RADIUS_IN: Final = 1.0
"""Distance in inches from a stop within which a click selects it."""


class MomentPicker(OptionPicker[int]):
    """The picker of a moment: the stops are beads on a path, and the mover is shown at the selected one.

    Left and right go along the path.
    """

    status_kind = "MomentPicker"
    decision: ChooseMoment

    def rows(self) -> list[PickerRow]:
        """Return the row for letting it pass, then the stops in order."""
        now, about = self.draft(), (self.decision.about,) if self.decision.about else ()
        stops = [
            PickerRow(str(k), _name(k, stop), "", about, "", length_text(stop.along, 1), k == now)
            for k, stop in enumerate(self.decision.stops)
        ]
        return [PickerRow("pass", "Let it pass", rule=self.decision.rule, on=now == LET_PASS), *stops]

    def draft(self) -> int:
        """Return the selected stop, LET_PASS for none."""
        return self.cursor - 1

    def set_draft(self, answer: int) -> None:
        """Move the cursor to a stop, or to letting it pass."""
        self.cursor, self.refusal = answer + 1, ""

    def choose(self, row: PickerRow) -> None:
        """Select a stop; confirm it if it is selected already."""
        chosen = LET_PASS if row.key == "pass" else int(row.key)
        if chosen == self.draft():
            self.commit()
        else:
            self.set_draft(chosen)

    def turn(self, by: int) -> None:
        """Move along the path."""
        self.step(by)

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """Select the stop nearest to a click on the path."""
        near = min((math.dist(at, stop.point), k) for k, stop in enumerate(self.decision.stops))
        if button != 1 or near[0] > max(STOP_CLICK_RADIUS_IN, self._radius()):
            return False
        self.choose(self.rows()[near[1] + 1])
        return True

    def back(self) -> None:
        """Select letting it pass."""
        self.set_draft(LET_PASS)

    def own_buttons(self) -> list[PickerButton]:
        """Return the buttons of standing orders for all later paths."""
        return self.order_buttons("Always at the first")

    def summary(self) -> AnyText:
        """Return the position of the selected stop as text."""
        many, now = len(self.decision.stops), self.draft()
        if now == LET_PASS:
            return f"{many} moment{'s' * (many > 1)}: left and right move along the path"
        return phrase(
            "{} of {}, after {} of the path", now + 1, many, length_text(self.decision.stops[now].along, 1)
        )

    def view_after(self, draft: int) -> AnyState:
        """Return the view with the moving piece at the selected stop."""
        if draft == LET_PASS or self.decision.mover not in self.view.table.pieces:
            return self.view
        place = OnTable(*self.decision.stops[draft].point)
        return self.view.with_table(self.view.table.with_place(self.decision.mover, place))

    def looked_at_points(self) -> list[Point]:
        """Return the point of what is asked about, and the selected stop."""
        now = self.draft()
        here = self._spots_of(self.decision.about) if self.decision.about else []
        return here if now == LET_PASS else [*here, self.decision.stops[now].point]

    def _radius(self) -> float:
        piece = self.view.table.pieces.get(self.decision.mover)
        return piece.radius if piece else 0.0

    def overlay(self) -> list[Item]:
        """Return a bead for each stop, and the mover at the selected one."""
        now, items = self.draft(), list[Item]()
        for k, stop in enumerate(self.decision.stops):
            items.append(Dot(Layer.MARKER, *stop.point, STOP_RADIUS_PX, "yellow" if k == now else "sky"))
        if now == LET_PASS:
            return items
        at, mover = self.decision.stops[now].point, self.view.table.pieces.get(self.decision.mover)
        still = ghost(mover, *at, self) if mover else []
        return [*still, *items, CircleOutline(Layer.MARKER, *at, self._radius() + 0.15, "yellow", 2.0)]


def _name(number: int, stop: PathMoment) -> str:
    """Return the text of a stop, or its number."""
    return f"{stop.words[:1].upper()}{stop.words[1:]}" or f"Moment {number + 1}"
