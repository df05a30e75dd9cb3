"""Measuring before deciding: whether players see distances and odds of what they only consider."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from battlesim.engine.decisions import Decision
from battlesim.engine.ruleset import AnyRuleset, Preview, SupportsPreviews
from battlesim.table.state import AnyState


@runtime_checkable
class LimitsMeasuring(Protocol):
    """A ruleset that can forbid players to measure before they decide."""

    def may_measure(self, state: AnyState) -> bool:
        """Return whether players may measure, and see odds, before they decide."""
        ...


def may_measure(ruleset: AnyRuleset, state: AnyState) -> bool:
    """Return whether players may measure, and see odds, before they decide; by default they may."""
    return ruleset.may_measure(state) if isinstance(ruleset, LimitsMeasuring) else True


def known_preview(
    ruleset: AnyRuleset, view: AnyState, decision: Decision[Any], answer: Any
) -> Preview | None:
    """Return the preview of a legal answer; None if there are no odds, or the player may not know them."""
    if not isinstance(ruleset, SupportsPreviews) or not may_measure(ruleset, view):
        return None
    return ruleset.preview(view, decision, answer)
