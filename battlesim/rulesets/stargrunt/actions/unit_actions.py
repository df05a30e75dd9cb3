"""The list of unit actions: for each its label, its rule, why a unit cannot take it, and its script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from battlesim.engine.play import Play, Script
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText
from battlesim.table.units import Unit

from ..core.state import Battle, Game

ClosedReason = Callable[[Battle, Unit], AnyText]
"""A function that returns why a unit cannot take an action, "" if it can."""
ActionScript = Callable[[Play[Game], UnitId], Script[None]]
"""The rules of an action of a unit, by its id."""


class UnitAction(NamedTuple):
    """An action that a unit can take; `is_listed` returns whether it is listed among a unit's actions.

    If it needs a reaction test first, `perform` rolls the test (SG-ACT-02).
    """

    label: str
    rule: str
    why_closed: ClosedReason
    perform: ActionScript
    is_listed: Callable[[Battle, Unit], bool] = lambda state, unit: True


UnitActions = Mapping[str, UnitAction]
"""Actions by key, in the order in which they are listed."""


def always_open(state: Battle, unit: Unit) -> str:
    """Return "", because nothing prevents the action."""
    return ""
