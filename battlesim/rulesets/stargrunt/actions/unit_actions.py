"""The actions of units, each with its label, its rule, why it is closed, and its script."""

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
    """An action of units. It is listed for the units for which `is_listed` is true.

    Few actions need a reaction test first; those roll it in `perform` (SG-ACT-02).
    """

    label: str
    rule: str
    why_closed: ClosedReason
    perform: ActionScript
    is_listed: Callable[[Battle, Unit], bool] = lambda state, unit: True


UnitActions = Mapping[str, UnitAction]
"""Actions by key, in the order in which they are listed."""


def always_open(state: Battle, unit: Unit) -> str:
    """Return no reason against an action."""
    return ""
