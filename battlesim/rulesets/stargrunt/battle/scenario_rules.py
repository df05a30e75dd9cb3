"""The table [rules] of a scenario: objectives."""

from __future__ import annotations

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan, decoded_rules
from battlesim.engine.value_decoding import did_you_mean

from ..core.state import Objective


class ScenarioRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of [rules]."""

    objective: tuple[Objective, ...] = ()


def parse_scenario_rules(plan: ScenarioPlan) -> ScenarioRules:
    """Parse the [rules] of a scenario. Raises ScenarioError with the key of what is wrong."""
    rules = decoded_rules(plan.rules, ScenarioRules)
    markers = [marker.id for marker in plan.markers]
    for number, objective in enumerate(rules.objective):
        if objective.at not in markers:
            remedy = did_you_mean(objective.at, markers)
            raise ScenarioError(f"rules.objective[{number}].at", f"{objective.at!r} is no marker", remedy)
    return rules
