"""Nothing is hidden in this game: each side knows the whole battle."""

from __future__ import annotations

import pytest

from battlesim.engine.dice import derived_rng
from battlesim.rulesets.invasion_earth import RULESET
from battlesim.scenarios.library import load_scenario, scenario_files
from battlesim.testing.case import case_from_scenario

SCENARIOS = [name for name in sorted(scenario_files()) if load_scenario(name).plan.ruleset == RULESET.key]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("answers", [0, 12])
def test_a_view_is_the_battle_and_there_is_nothing_to_guess(scenario: str, answers: int) -> None:
    state = case_from_scenario(scenario, answers=answers).state
    for side in state.table.sides:
        view = RULESET.view(state, side.key)
        assert view == state
        assert RULESET.determinize(view, derived_rng("guess", answers)) == state
