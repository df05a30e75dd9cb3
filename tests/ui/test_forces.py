"""The forces of a scenario on the start screen, in words."""

from __future__ import annotations

import pytest

from battlesim.report.unit_names import kind_name
from battlesim.rulesets import registry
from battlesim.ui.start.catalogue import forces, load_scenario_preview
from tests.support.ours import SCENARIOS


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_list_of_forces_says_names_and_no_keys(name: str) -> None:
    found = load_scenario_preview(name)
    kinds = [kind for force in forces(found, found.state.table) for _, kind in force.units]
    names = {
        str(found.scenario.ruleset.profile(kind)["name"]) for kind in found.scenario.ruleset.piece_kinds()
    }
    assert kinds and {part.split("× ")[-1] for words in kinds for part in words.split(", ")} <= names


def test_a_kind_that_its_ruleset_does_not_name_is_told_by_its_key_in_words() -> None:
    assert kind_name(registry.load_ruleset("toy"), "heavy_mech") == "Heavy mech"
