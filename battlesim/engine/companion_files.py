"""Files beside a scenario that its ruleset reads, and rulesets as one battle has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.table.state import AnyState


@runtime_checkable
class SupportsCompanionFiles(Protocol):
    """The protocol of a ruleset whose scenarios may bring files with kinds of pieces of their own.

    `companion_files` maps keys of the table [rules], which name files, to the type of the content of one.
    """

    companion_files: Mapping[str, Any]

    def for_plan(self, plan: ScenarioPlan) -> AnyRuleset:
        """Return the ruleset with the kinds of a scenario. Raises ScenarioError if they clash with others."""
        ...

    def for_state(self, state: AnyState) -> AnyRuleset:
        """Return the ruleset with the kinds of a battle."""
        ...


def ruleset_for_plan(ruleset: AnyRuleset, plan: ScenarioPlan) -> AnyRuleset:
    """Return the ruleset as a scenario has it. Raises ScenarioError if its files clash with the ruleset."""
    return ruleset.for_plan(plan) if isinstance(ruleset, SupportsCompanionFiles) else ruleset


def ruleset_for_state(ruleset: AnyRuleset, state: AnyState) -> AnyRuleset:
    """Return the ruleset as a battle has it, by its first state."""
    return ruleset.for_state(state) if isinstance(ruleset, SupportsCompanionFiles) else ruleset
