"""Decisions whose answers are secrets, so that players at one screen hand over before they are shown."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import AnyRuleset
from battlesim.table.state import AnyState


@runtime_checkable
class SupportsSecretDecisions(Protocol):
    """The protocol of a ruleset in which a side may answer a decision in secret."""

    def is_secret(self, view: AnyState, decision: Decision[Any]) -> bool:
        """Return whether only the side that makes a decision learns its answer."""
        ...


def is_secret_decision(ruleset: AnyRuleset, view: AnyState, decision: Decision[Any]) -> bool:
    """Return whether only the side that makes a decision learns its answer."""
    return isinstance(ruleset, SupportsSecretDecisions) and ruleset.is_secret(view, decision)
