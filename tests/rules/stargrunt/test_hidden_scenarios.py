"""What a scenario may say about counters, and what it is told if it is wrong."""

from __future__ import annotations

import msgspec
import pytest

from battlesim.engine.scenario_plan import ScenarioError
from battlesim.rulesets.stargrunt import RULESET
from battlesim.scenarios.library import load_scenario


def first_state(rules=None, unit_rules=None):
    """The first brood with other [rules], or with more in the rules of its swarm."""
    read = load_scenario("first_brood")
    replace = msgspec.structs.replace
    units = [
        replace(unit, rules=unit.rules | (unit_rules or {})) if unit.id == "swarm" else unit
        for unit in read.plan.units
    ]
    plan = replace(read.plan, rules=read.plan.rules | (rules or {}), units=tuple(units))
    return RULESET.setup(plan, read.ground)


@pytest.mark.rule("SG-GAP-143")
def test_counters_without_points_begin_where_the_units_would_and_in_cover():
    state = first_state({"counters": {}})
    lie = [piece for piece in state.table.standing_pieces() if piece.kind == "counter"]
    assert len(lie) == 3


@pytest.mark.rule("SG-GAP-143")
@pytest.mark.parametrize(
    ("rules", "unit_rules", "key"),
    [
        ({"counters": {"aliens": [[8, 8]]}}, {}, "rules.counters.aliens"),
        ({"counters": {"alien": [[8, 8]]}}, {}, "rules.counters.alien"),
        ({"points": {"identified": {"peple": 1}}}, {}, "rules.points.identified.peple"),
        ({}, {"independent": True, "decoys": [[1, 1], [2, 2]]}, "unit.swarm.rules.decoys"),
        ({}, {"sensors": "keen"}, "unit[2].rules.sensors"),
    ],
)
def test_wrong_counters_are_named_by_their_key(rules, unit_rules, key):
    with pytest.raises(ScenarioError) as error:
        first_state(rules, unit_rules)
    assert error.value.key == key and error.value.remedy
