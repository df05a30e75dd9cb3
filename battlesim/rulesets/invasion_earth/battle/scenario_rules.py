"""The table [rules] of a scenario: which sections of the advanced rules are in use."""

from __future__ import annotations

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.engine.value_decoding import did_you_mean

from ..core.parameters import SECTIONS


class ScenarioRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of [rules]; `advanced` counts if the option advanced_rules is "list"."""

    advanced: tuple[str, ...] = ()


def parse_scenario_rules(plan: ScenarioPlan) -> ScenarioRules:
    """Parse the [rules] of a scenario. Raises ScenarioError with the key of what is wrong."""
    try:
        rules = msgspec.convert(plan.rules, type=ScenarioRules)
    except msgspec.ValidationError as error:
        raise ScenarioError("rules", str(error), "see docs/scenarios.md") from None
    for section in rules.advanced:
        if section not in SECTIONS:
            fault = f"{section!r} is not a section of the advanced rules"
            raise ScenarioError("rules.advanced", fault, did_you_mean(section, SECTIONS))
    return rules
