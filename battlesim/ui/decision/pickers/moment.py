"""Picker of a moment: at which point of a way something is done, or that it passes."""

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
"""Pixels of the radius of a stop on the way."""
STOP_CLICK_RADIUS_IN: Final = 1.0
"""Inches about a stop within which a click means it."""


class MomentPicker(OptionPicker[int]):
    """The stops of a way as beads on it; left and right go along them, and the mover stands at the chosen
    one."""

    status_kind = "MomentPicker"
    decision: ChooseMoment

    def rows(self) -> list[PickerRow]:
        """That it passes, then the stops in their order."""
        now, about = self.draft(), (self.decision.about,) if self.decision.about else ()
        stops = [
            PickerRow(str(k), _name(k, stop), "", about, "", length_text(stop.along, 1), k == now)
            for k, stop in enumerate(self.decision.stops)
        ]
        return [PickerRow("pass", "Let it pass", rule=self.decision.rule, on=now == LET_PASS), *stops]

    def draft(self) -> int:
        """The stop of the cursor."""
        return self.cursor - 1

    def set_draft(self, answer: int) -> None:
        """Go to a stop."""
        self.cursor, self.refusal = answer + 1, ""

    def choose(self, row: PickerRow) -> None:
        """Go to a stop; take it when the cursor is there."""
        chosen = LET_PASS if row.key == "pass" else int(row.key)
        if chosen == self.draft():
            self.commit()
        else:
            self.set_draft(chosen)

    def turn(self, by: int) -> None:
        """Along the way and back."""
        self.step(by)

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """The stop nearest to a click on the way."""
        near = min((math.dist(at, stop.point), k) for k, stop in enumerate(self.decision.stops))
        if button != 1 or near[0] > max(STOP_CLICK_RADIUS_IN, self._radius()):
            return False
        self.choose(self.rows()[near[1] + 1])
        return True

    def back(self) -> None:
        """Let it pass."""
        self.set_draft(LET_PASS)

    def own_buttons(self) -> list[PickerButton]:
        """Orders for all later ways."""
        return self.order_buttons("Always at the first")

    def summary(self) -> AnyText:
        """Where it is."""
        many, now = len(self.decision.stops), self.draft()
        if now == LET_PASS:
            return f"{many} moment{'s' * (many > 1)}: left and right go along the way"
        return phrase(
            "{} of {}, after {} of the way", now + 1, many, length_text(self.decision.stops[now].along, 1)
        )

    def view_after(self, draft: int) -> AnyState:
        """With the mover where it would be met."""
        if draft == LET_PASS or self.decision.mover not in self.view.table.pieces:
            return self.view
        place = OnTable(*self.decision.stops[draft].point)
        return self.view.with_table(self.view.table.with_place(self.decision.mover, place))

    def looked_at_points(self) -> list[Point]:
        """Who is asked, and the stop that is looked at."""
        now = self.draft()
        here = self._spots_of(self.decision.about) if self.decision.about else []
        return here if now == LET_PASS else [*here, self.decision.stops[now].point]

    def _radius(self) -> float:
        piece = self.view.table.pieces.get(self.decision.mover)
        return piece.radius if piece else 0.0

    def overlay(self) -> list[Item]:
        """A bead for each stop, and the mover where it would be met."""
        now, items = self.draft(), list[Item]()
        for k, stop in enumerate(self.decision.stops):
            items.append(Dot(Layer.MARKER, *stop.point, STOP_RADIUS_PX, "yellow" if k == now else "sky"))
        if now == LET_PASS:
            return items
        at, mover = self.decision.stops[now].point, self.view.table.pieces.get(self.decision.mover)
        still = ghost(mover, *at, self) if mover else []
        return [*still, *items, CircleOutline(Layer.MARKER, *at, self._radius() + 0.15, "yellow", 2.0)]


def _name(number: int, stop: PathMoment) -> str:
    """A stop's own words, or its number."""
    return f"{stop.words[:1].upper()}{stop.words[1:]}" or f"Moment {number + 1}"
