"""Rules of sight for a table on which no battle is played, such as a small example for testing."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.state import Table


@runtime_checkable
class SupportsTableSight(Protocol):
    """The protocol of a ruleset whose rules of sight depend on the positions of the pieces."""

    def table_sight_rules(self, table: Table) -> SightRules:
        """Return the rules of sight for the pieces on a table, under the default options."""
        ...


def sight_rules_on(ruleset: AnyRuleset, table: Table) -> SightRules:
    """Return the rules of sight of a ruleset for a table, under the default options."""
    if isinstance(ruleset, SupportsTableSight):
        return ruleset.table_sight_rules(table)
    return ruleset.sight_rules(None)
