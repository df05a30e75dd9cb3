"""Warnings about scenarios that a ruleset accepts but that have problems."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.table.terrain import Ground


@runtime_checkable
class SupportsScenarioWarnings(Protocol):
    """The protocol of a ruleset that can warn about problems in a scenario that it accepts."""

    def warnings(self, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
        """Return warnings about a scenario. Each warning is a sentence without a full stop."""
        ...


def scenario_warnings(ruleset: AnyRuleset, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
    """Return the ruleset's warnings about a scenario, or () if there are none."""
    return ruleset.warnings(plan, ground) if isinstance(ruleset, SupportsScenarioWarnings) else ()
