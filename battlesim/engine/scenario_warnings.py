"""Warnings of a ruleset about scenarios that it accepts."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.table.terrain import Ground


@runtime_checkable
class SupportsScenarioWarnings(Protocol):
    """The protocol of a ruleset that can warn of problems in a scenario that it accepts."""

    def warnings(self, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
        """Return warnings about a scenario, each a sentence without a full stop."""
        ...


def scenario_warnings(ruleset: AnyRuleset, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
    """Return the ruleset's warnings about a scenario, or () if the ruleset has none."""
    return ruleset.warnings(plan, ground) if isinstance(ruleset, SupportsScenarioWarnings) else ()
