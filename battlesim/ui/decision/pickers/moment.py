"""The control for choosing when to react to another piece's move, and with which piece."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

from battlesim.engine.moment_choice import LET_PASS, ChooseMoment, PathMoment
from battlesim.geometry.shapes import Point
from battlesim.render.drawlist import CircleOutline, Dot, Item, Layer
from battlesim.table.levels import shifted_place, standing_place
from battlesim.table.phrases import AnyText, Ref, length_text, percent, phrase
from battlesim.table.state import AnyState
from battlesim.ui.decision.pickers.options import OptionPicker
from battlesim.ui.decision.pickers.picker_overlay import ghost
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.table.object_marks import highlight_items
from battlesim.ui.toolkit.work_queue import WorkQueue

STOP_RADIUS_PX: Final = 6.5
"""Radius in pixels of a stop on the path."""
STOP_CLICK_RADIUS_IN: Final = 1.0
"""Distance in inches from a stop within which a click selects it."""
GROUP_LENGTH_IN: Final = 0.5
"""Inches of path within which the moments of several pieces are one stop."""
PASS_ROW: Final = "pass"


class MomentPicker(OptionPicker[int]):
    """A control for choosing when to react to a move. The choices are points on the moving piece's path.

    The left and right keys go along the path. If several pieces can react, moments close together are shown
    as a single point, with a list of the pieces that can react there. Otherwise all moments are listed. The
    best moment is selected at first.
    """

    status_kind = "MomentPicker"
    decision: ChooseMoment

    def begin(self, queue: WorkQueue | None) -> None:
        """Select the best moment, or letting it pass if none is known to have a chance."""
        self._group = 0
        self.set_draft(self.decision.best)

    @cached_property
    def groups(self) -> list[list[int]]:
        """The indices of the moments at each stop, the best chance first; all at one if one piece acts."""
        stops = self.decision.stops
        if len({stop.by for stop in stops}) < 2:
            return [list(range(len(stops)))]
        found: list[list[int]] = []
        for k in sorted(range(len(stops)), key=lambda k: stops[k].along):
            if not found or stops[k].along - stops[found[-1][0]].along >= GROUP_LENGTH_IN:
                found.append([])
            found[-1].append(k)
        return [sorted(group, key=lambda k: (-(stops[k].known_chance or 0.0), k)) for group in found]

    def rows(self) -> list[PickerRow]:
        """Return the row for letting it pass, then the moments of the stop."""
        passes = PickerRow(PASS_ROW, "Let it pass", rule=self.decision.rule, on=self.draft() == LET_PASS)
        return [passes, *map(self._row, self.groups[self._group])]

    def _row(self, number: int) -> PickerRow:
        stop = self.decision.stops[number]
        by, along = (stop.by,) if stop.by else (), length_text(stop.along, 1)
        words = f"{stop.words[:1].upper()}{stop.words[1:]}" or f"Moment {number + 1}"
        chance = stop.known_chance
        best = ", the best" if number == self.decision.best else ""
        odds = "" if chance is None else f"{percent(chance)}{best}"
        if len(self.groups) > 1:
            note = phrase("{}, after {}", stop.words, along) if stop.words else phrase("after {}", along)
            return PickerRow(str(number), self.name(stop.by), note, by, "", odds, number == self.draft())
        return PickerRow(str(number), words, odds, by, "", along, number == self.draft())

    def draft(self) -> int:
        """Return the selected moment, LET_PASS for none."""
        return LET_PASS if self.cursor == 0 else self.groups[self._group][self.cursor - 1]

    def set_draft(self, answer: int) -> None:
        """Move the cursor to a moment, or to letting it pass."""
        self.refusal, self.cursor = "", 0
        if answer != LET_PASS:
            self._group = next(k for k, group in enumerate(self.groups) if answer in group)
            self.cursor = self.groups[self._group].index(answer) + 1

    def choose(self, row: PickerRow) -> None:
        """Select a moment; confirm it if it is selected already."""
        chosen = LET_PASS if row.key == PASS_ROW else int(row.key)
        if chosen == self.draft():
            self.commit()
        else:
            self.set_draft(chosen)

    def turn(self, by: int) -> None:
        """Move along the path: to the same piece at the next stop, or the best one there."""
        if len(self.groups) == 1:
            self.step(by)
            return
        now = self.draft()
        if now != LET_PASS:
            self._group = (self._group + by) % len(self.groups)
        acting = self.decision.stops[now].by if now != LET_PASS else ""
        group = self.groups[self._group]
        self.set_draft(next((k for k in group if self.decision.stops[k].by == acting), group[0]))

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """Select the moment nearest to a click on the path, or that of a clicked piece at this stop."""
        if button != 1:
            return False
        near = min((math.dist(at, stop.point), k) for k, stop in enumerate(self.decision.stops))
        if near[0] > max(STOP_CLICK_RADIUS_IN, self._radius()):
            return len(self.groups) > 1 and super().press(at, things, button)
        group = next(group for group in self.groups if near[1] in group)
        chosen = group[0] if len(self.groups) > 1 else near[1]
        if self.draft() in (group if len(self.groups) > 1 else (chosen,)):
            self.commit()
        else:
            self.set_draft(chosen)
        return True

    def back(self) -> None:
        """Select letting it pass."""
        self.set_draft(LET_PASS)

    def own_buttons(self) -> list[PickerButton]:
        """Return the button that lets all pass at once, and those of standing orders for later paths."""
        return [
            PickerButton("no", "Let it pass", self._pass),
            *self.order_buttons("Always at the first"),
        ]

    def _pass(self) -> None:
        self.set_draft(LET_PASS)
        self.commit()

    def summary(self) -> AnyText:
        """Return the position of the selected moment as text."""
        several, now = len(self.groups) > 1, self.draft()
        many = len(self.groups) if several else len(self.decision.stops)
        if now == LET_PASS:
            kind = "stop" if several else "moment"
            return f"{many} {kind}{'s' * (many > 1)}: left and right move along the path"
        along = length_text(self.decision.stops[now].along, 1)
        number = (self._group if several else now) + 1
        return phrase("{number} of {total}, after {distance} of the path", number, many, along)

    def draft_text(self) -> AnyText:
        """Return who acts and where, as it is written on a line of an act."""
        now = self.draft()
        if now == LET_PASS:
            return "let it pass"
        stop = self.decision.stops[now]
        along = length_text(stop.along, 1)
        return phrase("{} after {}", Ref(stop.by), along) if stop.by else phrase("after {}", along)

    def view_after(self, draft: int) -> AnyState:
        """Return the view with the moving piece at the selected stop."""
        if draft == LET_PASS or self.decision.mover not in self.view.table.pieces:
            return self.view
        table, point = self.view.table, self.decision.stops[draft].point
        before = table.piece(self.decision.mover).table_position or standing_place(table.ground, *point)
        place = shifted_place(table.ground, before, *point)
        return self.view.with_table(table.with_place(self.decision.mover, place))

    def looked_at_points(self) -> list[Point]:
        """Return the point of the piece that would act, and the selected stop."""
        now = self.draft()
        by = self.decision.about if now == LET_PASS else self._acting(self.decision.stops[now])
        here = self._spots_of(by) if by else []
        return here if now == LET_PASS else [*here, self.decision.stops[now].point]

    def _acting(self, stop: PathMoment) -> str:
        return stop.by or self.decision.about

    def _radius(self) -> float:
        piece = self.view.table.pieces.get(self.decision.mover)
        return piece.radius if piece else 0.0

    def overlay(self) -> list[Item]:
        """Return a bead for each stop, rings around the pieces that can act, and the mover where it stops."""
        now, stops, items = self.draft(), self.decision.stops, list[Item]()
        several = len(self.groups) > 1
        beads = [group[0] for group in self.groups] if several else list(range(len(stops)))
        here = self.groups[self._group][0] if several and now != LET_PASS else now
        for k in beads:
            colour = "yellow" if k == here else "sky"
            items.append(Dot(Layer.MARKER, *stops[k].point, STOP_RADIUS_PX, colour))
        if several:
            able = [stops[k].by for k in self.groups[self._group]]
            items += highlight_items(self.view, able, "open")
        if now == LET_PASS:
            return items
        at, mover = stops[now].point, self.view.table.pieces.get(self.decision.mover)
        still = ghost(mover, *at, self) if mover else []
        items += highlight_items(self.view, [self._acting(stops[now])], "here")
        return [*still, *items, CircleOutline(Layer.MARKER, *at, self._radius() + 0.15, "yellow", 2.0)]
