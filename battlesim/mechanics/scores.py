"""Victory points: booked when they are scored, and scores that are explained by their parts.

A ruleset's own part of the state keeps what is booked as `points`, by side. Users: Mobile Infantry.
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
        """Book the points."""
        points: dict[str, float] = state.game.points
        return state.with_game(points=points | {self.side: points[self.side] + self.points})


class ScorePart(NamedTuple):
    """A part of a score: what pays and how, how much of it there is, the points for it, the rule."""

    pays: str
    many: int
    points: float
    rule: str

    def row(self) -> PreviewRow:
        """The part as the window shows it."""
        return PreviewRow(self.pays, f"{self.many} in all: {self.points:g} VP", self.rule)


def scoring_rate_text(points: int, every: int, one: str, many: str) -> str:
    """So many points for each, or for every few."""
    return f"{points} VP for " + (f"each {one}" if every == 1 else f"every {every} {many}")


def score_totals(parts: Mapping[SideKey, Iterable[ScorePart]]) -> dict[SideKey, float]:
    """What the parts of each score come to."""
    return {side: sum((part.points for part in own), 0.0) for side, own in parts.items()}
