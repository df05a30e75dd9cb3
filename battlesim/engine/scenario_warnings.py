"""Warnings: what a ruleset advises against in a scenario, and plays all the same."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.table.terrain import Ground


@runtime_checkable
class SupportsScenarioWarnings(Protocol):
    """A ruleset that has something to say of scenarios which it does not refuse."""

    def warnings(self, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
        """Each thing that speaks against a scenario, in a sentence without its full stop."""
        ...


def scenario_warnings(ruleset: AnyRuleset, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
    """What speaks against a scenario; nothing where the ruleset has no such rules."""
    return ruleset.warnings(plan, ground) if isinstance(ruleset, SupportsScenarioWarnings) else ()
