"""Victory points that are recorded when they are scored, and scores that are broken down into parts.

The ruleset stores the points of each side in the field `points` of its state. Users: Mobile Infantry.
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
    """An event in which a side scores victory points."""

    side: SideKey
    points: BoundedNumber
    why: str

    def apply(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state with the points added to the total of the side."""
        points: dict[str, float] = state.game.points
        return state.with_game(points=points | {self.side: points[self.side] + self.points})


class ScorePart(NamedTuple):
    """A part of a score: what earns the points, how often it happened, the points, and the rule."""

    pays: str
    many: int
    points: float
    rule: str

    def row(self) -> PreviewRow:
        """Return this part of the score as a row for a table on the screen."""
        return PreviewRow(self.pays, f"{self.many} in all: {self.points:g} VP", self.rule)


def scoring_rate_text(points: int, every: int, one: str, many: str) -> str:
    """Return a text that says how points are earned, such as "2 VP for each marker".

    If points are earned for several objects, the text is like "1 VP for every 3 bugs".
    """
    return f"{points} VP for " + (f"each {one}" if every == 1 else f"every {every} {many}")


def score_totals(parts: Mapping[SideKey, Iterable[ScorePart]]) -> dict[SideKey, float]:
    """Return a dict that maps each side to its total score, the sum of the parts of its score."""
    return {side: sum((part.points for part in own), 0.0) for side, own in parts.items()}
