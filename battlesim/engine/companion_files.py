"""Files beside a scenario that add kinds of pieces to a ruleset, and rulesets extended by these files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.table.state import AnyState


@runtime_checkable
class SupportsCompanionFiles(Protocol):
    """The protocol of a ruleset to which a scenario can add kinds of pieces, defined in its own files.

    `companion_files` maps each key of the [rules] table that names a file to the type of the file's content.
    """

    companion_files: Mapping[str, Any]

    def for_plan(self, plan: ScenarioPlan) -> AnyRuleset:
        """Return the ruleset extended by a scenario's kinds of pieces. Raises ScenarioError on conflict."""
        ...

    def for_state(self, state: AnyState) -> AnyRuleset:
        """Return the ruleset extended by the kinds of pieces in a battle."""
        ...


def ruleset_for_plan(ruleset: AnyRuleset, plan: ScenarioPlan) -> AnyRuleset:
    """Return a ruleset extended by the kinds of pieces in a scenario's files.

    Raises ScenarioError if the files conflict with the ruleset.
    """
    return ruleset.for_plan(plan) if isinstance(ruleset, SupportsCompanionFiles) else ruleset


def ruleset_for_state(ruleset: AnyRuleset, state: AnyState) -> AnyRuleset:
    """Return a ruleset extended by the kinds of pieces in a battle. `state` is the battle's first state."""
    return ruleset.for_state(state) if isinstance(ruleset, SupportsCompanionFiles) else ruleset
