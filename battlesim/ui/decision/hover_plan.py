"""A preview of the move to the pointer, computed in the background when the pointer rests."""

from __future__ import annotations

import math

from battlesim.geometry.shapes import Point
from battlesim.ui.decision.pickers.move import MovePicker
from battlesim.ui.decision.pickers.move_plan import MovePlan
from battlesim.ui.toolkit.work_queue import IdentityKey, KeyedResult, WorkQueue


class HoverPlan:
    """A plan of the move that a click at the pointer would make. `at` is the pointer's position in inches."""

    def __init__(self, queue: WorkQueue | None = None) -> None:
        self.at: Point | None = None
        self._last: Point | None = None
        self._result: KeyedResult[MovePlan] = KeyedResult(queue)

    def hover(self, at: Point | None) -> None:
        """Set the point under the pointer, None if the pointer is not over the table."""
        self.at = at and (round(at[0], 1), round(at[1], 1))

    def value(self, move: MovePicker | None) -> MovePlan | None:
        """Return the plan of a move to the point under the pointer, None until it is known."""
        known = self.at and self._result.key == (IdentityKey(move), self.at)
        return self._result.value if known else None

    def update(self, move: MovePicker | None) -> bool:
        """Request the plan of a move if the pointer rests. Return True if a plan has become ready."""
        at, rests = self.at, self.at == self._last
        self._last = at
        if move is not None and at is not None and rests and not _is_where_it_stands(move, at):
            self._result.request((IdentityKey(move), at), lambda: move.group_plan_to(at))
        return self._result.poll()


def _is_where_it_stands(move: MovePicker, at: Point) -> bool:
    """Return True if a point lies on the base of the only piece that moves, as after a click on it."""
    motions = move.decision.motions
    return len(motions) == 1 and math.dist(motions[0].starts[0][0], at) <= motions[0].radius
