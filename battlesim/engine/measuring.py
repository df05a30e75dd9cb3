"""Permission to measure before a decision: to see the distances and odds of possible actions."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import AnyRuleset, Preview, SupportsPreviews
from battlesim.table.state import AnyState


@runtime_checkable
class LimitsMeasuring(Protocol):
    """The protocol of a ruleset that can forbid measuring before a decision."""

    def may_measure(self, state: AnyState) -> bool:
        """Return whether players may see distances and odds before they decide."""
        ...


def may_measure(ruleset: AnyRuleset, state: AnyState) -> bool:
    """Return whether players may see distances and odds before they decide. By default, they may."""
    return ruleset.may_measure(state) if isinstance(ruleset, LimitsMeasuring) else True


def known_preview(
    ruleset: AnyRuleset, view: AnyState, decision: Decision[Any], answer: Any
) -> Preview | None:
    """Return a preview of a legal answer with its odds, or None if the player may not know them.

    Return None as well if the answer has no odds.
    """
    if not isinstance(ruleset, SupportsPreviews) or not may_measure(ruleset, view):
        return None
    return ruleset.preview(view, decision, answer)
