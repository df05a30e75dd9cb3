"""The best march of a group is the one that is found if all its lines are measured."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from battlesim.rulesets.alien_invasion.actions.move_action import move_decision
from battlesim.rulesets.alien_invasion.advice import marching
from battlesim.rulesets.alien_invasion.advice.marching import best_march
from battlesim.rulesets.alien_invasion.core.state import Battle
from battlesim.rulings.measured_move import StraightRun, straight_run
from battlesim.rulings.movement_data import MeasuredMotion
from battlesim.scenarios.library import load_scenario

from .field import Point


def measured_at_once(
    state: Battle, motion: MeasuredMotion, goal: Point, careful: bool
) -> Iterator[tuple[float, Point, StraightRun]]:
    """Yield all lines, with what they leave at best, as if each had been measured beforehand."""
    start = state.table.position_of(motion.piece)
    aims = list(marching._aims(start, goal, motion.allowance))
    runs = [straight_run(state.table, motion, aim) for aim in aims]
    rated = [
        (marching._hopeful(state, run, goal, careful), number, aims[number], run)
        for number, run in enumerate(runs)
        if run.ended != "contact" and not run.excess and run.length
    ]
    for hope, _, aim, run in sorted(rated, key=lambda entry: entry[:2]):
        yield hope, aim, run


@pytest.mark.parametrize("side", ["unit", "spug"])
def test_a_march_is_the_best_of_all_lines_though_few_are_measured(
    side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state: Battle = load_scenario("high_street").initial_state()
    groups = [key for key, unit in state.table.units.items() if unit.side == side and unit.kind != "vehicle"]
    groups = [key for key in groups if move_decision(state, key).motions]
    found = {key: best_march(state, key) for key in groups}
    monkeypatch.setattr(marching, "_by_hope", measured_at_once)
    assert found == {key: best_march(state, key) for key in groups}
    assert any(found.values())
