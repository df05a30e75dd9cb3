"""The picker of the point toward which a group moves, of which one figure is measured."""

from __future__ import annotations

from battlesim.engine.measured_moves import MeasuredMove
from battlesim.geometry.shapes import Point, Ring
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.table.phrases import AnyText, Ref, length_text, phrase, with_names
from battlesim.ui.decision.pickers.picker_overlay import ghost
from battlesim.ui.decision.pickers.point import PointPicker
from battlesim.ui.toolkit.work_queue import WorkQueue

END_TEXTS = {
    "feature": "{}, into {}",
    "barrier": "{}, across {}",
    "contact": "{}, into contact with {}",
    "obstacle": "{}, stopped by {}",
    "edge": "{}, to the edge of the table",
}
"""How the length of a line and what ended it are said."""


class MeasuredPicker(PointPicker):
    """A control for a group move in which a single figure moves in a straight line, which is drawn."""

    status_kind = "MeasuredPicker"
    decision: MeasuredMove

    def move_near(self, at: Point) -> None:
        """Move the point anywhere on the table, but no farther than a figure gets."""
        ground = self.view.table.ground
        x, y = min(max(at[0], 0.0), ground.width), min(max(at[1], 0.0), ground.height)
        self._free = (round(x, 3), round(y, 3))
        run = self.decision.straight_run(self.view.table, self._free)
        self.point = run.end if run.excess else self._free
        self.refusal = ""

    def summary(self) -> AnyText:
        """Return how long the line is, and what ends it."""
        run = self.decision.straight_run(self.view.table, self.point)
        length = length_text(run.length, 1)
        words = END_TEXTS.get(run.ended, "{}") if run.by or run.ended == "edge" else "{}"
        ends = phrase(words, length, *(Ref(key) for key in run.by[:1] if "{}, " in words))
        return with_names(ends, self._spoken_name)

    def _spoken_name(self, key: str) -> str:
        terrain = self.view.table.ground.terrain_by_id().get(key)
        return terrain.spoken_name if terrain else self.name(key)

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with the default."""
        super().begin(queue)
        self._reaches: dict[str, Ring] = {}

    def _reach(self, piece: str) -> Ring:
        if piece not in self._reaches:
            self._reaches[piece] = self.decision.reach(self.view.table, piece)
        return self._reaches[piece]

    def overlay(self) -> list[Item]:
        """Return the graphics: how far the measured figure gets, its line, and the figure at its end."""
        run = self.decision.straight_run(self.view.table, self.point)
        reach = self._reach(run.piece)
        items = list(overlays.reach_overlay(((reach,),))) if reach else []
        piece = self.view.table.piece(run.piece)
        if not run.length:
            return [*items, *overlays.hover_ring(*run.end, piece.radius)]
        return [
            *items,
            *overlays.move_path((run.start, run.end), self.summary()),
            *ghost(piece, *run.end, self),
        ]
