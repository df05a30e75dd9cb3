"""Rules of sight for a table without a battle, such as a situation."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from battlesim.engine.ruleset import AnyRuleset
from battlesim.rulings.sight_rules import SightRules
from battlesim.table.state import Table


@runtime_checkable
class SupportsTableSight(Protocol):
    """The protocol of a ruleset whose rules of sight depend on where the pieces of a table stand."""

    def table_sight_rules(self, table: Table) -> SightRules:
        """Return the rules of sight for the pieces of a table under the default options."""
        ...


def sight_rules_on(ruleset: AnyRuleset, table: Table) -> SightRules:
    """Return a ruleset's rules of sight for a table under the default options."""
    if isinstance(ruleset, SupportsTableSight):
        return ruleset.table_sight_rules(table)
    return ruleset.sight_rules(None)
