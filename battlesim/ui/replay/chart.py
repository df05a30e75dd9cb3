"""The turns, scores and losses of a battle, as data for the timeline of its replay."""

from __future__ import annotations

from typing import NamedTuple

from battlesim.engine.record_replay import Replay
from battlesim.ui.session.view_history import ViewHistory

ScoreCurve = tuple[tuple[int, float], ...]


class BattleChart(NamedTuple):
    """The turns, scores and losses of a battle with `events` events, as data for the timeline.

    A moment is given by the number of events before it. `turns` pairs moments with turn numbers, and `losses`
    pairs moments with side numbers. `scores` maps each side number to a list of moments with scores.
    """

    events: int
    turns: tuple[tuple[int, int], ...]
    scores: dict[int, ScoreCurve]
    losses: tuple[tuple[int, int], ...]

    @property
    def max_score(self) -> float:
        """The largest absolute score of any side, or 1 if all scores are zero."""
        return max((abs(value) for curve in self.scores.values() for _, value in curve), default=1.0) or 1.0


def chart_of(replay: Replay, story: ViewHistory) -> BattleChart:
    """Return the chart of the events that a history knows, with event numbers as in the record."""
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
