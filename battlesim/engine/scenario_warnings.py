"""Collect what a ruleset advises against in a scenario that it still accepts."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.table.terrain import Ground


@runtime_checkable
class SupportsScenarioWarnings(Protocol):
    """A ruleset that can warn about scenarios which it accepts."""

    def warnings(self, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
        """Return the objections to a scenario, each a sentence without its full stop."""
        ...


def scenario_warnings(ruleset: AnyRuleset, plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
    """Return the warnings of a ruleset about a scenario; none if it has no such rules."""
    return ruleset.warnings(plan, ground) if isinstance(ruleset, SupportsScenarioWarnings) else ()
