"""The data of a battle for the timeline: turns, scores and losses over its events."""

from __future__ import annotations

from typing import NamedTuple

from battlesim.engine.record_replay import Replay
from battlesim.ui.session.view_history import ViewHistory

ScoreCurve = tuple[tuple[int, float], ...]


class BattleChart(NamedTuple):
    """The turns, scores and losses of a whole battle over its number of `events`.

    `turns` are (events before it, number), `scores` by the side's number are (events before it, value),
    `losses` are (events before it, number of the side that lost a piece).
    """

    events: int
    turns: tuple[tuple[int, int], ...]
    scores: dict[int, ScoreCurve]
    losses: tuple[tuple[int, int], ...]

    @property
    def max_score(self) -> float:
        """The largest score of any side at any moment, at least 1."""
        return max((abs(value) for curve in self.scores.values() for _, value in curve), default=1.0) or 1.0


def chart_of(replay: Replay, story: ViewHistory) -> BattleChart:
    """Return the chart of a record for the events that a history knows; events count as in the record."""
    numbers = {side.key: side.number for side in story.state(0).table.sides}
    curves: dict[int, list[tuple[int, float]]] = {number: [] for number in numbers.values()}
    turns: list[tuple[int, int]] = []
    losses: list[tuple[int, int]] = []
    state, at = replay.record.state, 0
    for line in story.lines:
        last = story.all_event_count(line.last)
        for event in replay.events[at:last]:
            state = event.apply(state)
        at = max(at, last)
        if not turns or turns[-1][1] != line.turn:
            turns.append((story.all_event_count(line.first), line.turn))
        for key, value in story.ruleset.facts(story.view(state)).scores.items():
            curve = curves.get(numbers.get(key, 0), [])
            if not curve or curve[-1][1] != value:
                curve.append((at, value))
        pieces = state.table.pieces
        losses += [(at, numbers[pieces[name].side]) for name in line.lost if name in pieces]
    kept = {number: tuple(curve) for number, curve in curves.items() if curve}
    return BattleChart(len(replay), tuple(turns), kept, tuple(losses))
