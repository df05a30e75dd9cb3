"""Victory points that are recorded when they are scored, and scores explained by their parts.

A ruleset keeps the recorded points by side in the field `points` of its own state. Users: Mobile Infantry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from battlesim.engine.ruleset import PreviewRow
from battlesim.table.events import Event
from battlesim.table.ids import SideKey
from battlesim.table.limits import BoundedNumber
from battlesim.table.state import State


class PointsScored(Event, frozen=True, tag="PointsScored"):
    """A side scored victory points."""

    side: SideKey
    points: BoundedNumber
    why: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Add the points to the side's total."""
        points: dict[str, float] = state.game.points
        return state.with_game(points=points | {self.side: points[self.side] + self.points})


class ScorePart(NamedTuple):
    """A part of a score: the event that earns points, its number of occurrences, the points, and the rule."""

    pays: str
    many: int
    points: float
    rule: str

    def row(self) -> PreviewRow:
        """Return the part as a row to show in the window."""
        return PreviewRow(self.pays, f"{self.many} in all: {self.points:g} VP", self.rule)


def scoring_rate_text(points: int, every: int, one: str, many: str) -> str:
    """Return the text of a scoring rate, such as "2 VP for each marker" or "1 VP for every 3 bugs"."""
    return f"{points} VP for " + (f"each {one}" if every == 1 else f"every {every} {many}")


def score_totals(parts: Mapping[SideKey, Iterable[ScorePart]]) -> dict[SideKey, float]:
    """Return each side's total, the sum of its score parts."""
    return {side: sum((part.points for part in own), 0.0) for side, own in parts.items()}
