"""Checks of a scenario's forces that several rulesets share."""

from __future__ import annotations

import pytest

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.mechanics.force_checks import check_side_count
from battlesim.testing.table import make_sides


def plan(sides: int) -> ScenarioPlan:
    """A scenario without units that has some sides."""
    keys = [f"side_{k}" for k in range(sides)]
    return ScenarioPlan(id="x", ruleset="toy", title="x", sides=make_sides(*keys), units=())


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        (0, "side: the scenario has 0 sides, but this game needs 2 (add 2 [[side]] tables)"),
        (1, "side: the scenario has 1 side, but this game needs 2 (add a [[side]] table)"),
        (3, "side: the scenario has 3 sides, but this game needs 2 (remove a [[side]] table)"),
        (5, "side: the scenario has 5 sides, but this game needs 2 (remove 3 [[side]] tables)"),
    ],
)
def test_a_scenario_with_too_few_or_too_many_sides_says_what_to_do(sides: int, words: str) -> None:
    with pytest.raises(ScenarioError) as error:
        check_side_count(plan(sides), 2)
    assert str(error.value) == words


def test_a_scenario_with_as_many_sides_as_needed_is_accepted() -> None:
    check_side_count(plan(2), 2)
