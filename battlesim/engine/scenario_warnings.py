"""Collect a ruleset's warnings about a scenario that it accepts."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.table.terrain import Ground


@runtime_checkable
class SupportsScenarioWarnings(Protocol):
    """A ruleset that can warn about problems in a scenario that it accepts."""

    def warnings(self, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
        """Return the warnings about a scenario, each a sentence without its full stop."""
        ...


def scenario_warnings(ruleset: AnyRuleset, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
    """Return the ruleset's warnings about a scenario, or () if the ruleset has no warnings."""
    return ruleset.warnings(plan, ground) if isinstance(ruleset, SupportsScenarioWarnings) else ()
