"""Unit integrity: all figures of a unit must be within a circle or form a chain."""

from __future__ import annotations

from battlesim.rulings.movement import GroupLink
from battlesim.rulings.movement_coherency import group_ties, link_problem
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText

from ..core.lookups import ok_figures
from ..core.state import Battle

INTEGRITY = "SG-INT-01"
CIRCLE_IN, CHAIN_IN = 6.0, 2.0
"""The diameter of the circle, and the largest gap in the chain, in inches (SG-GAP-48)."""
INTEGRITY_LINK = GroupLink(kind="connected", within=CHAIN_IN, circle=CIRCLE_IN)


def integrity_ties(state: Battle, unit: UnitId) -> list[tuple[str, str, bool]]:
    """Return the shortest links that join all figures of a unit, each as two ids and whether it holds."""
    own = {piece.xy: piece.id for piece in ok_figures(state, unit)}
    ties = group_ties(state.table, own.values(), INTEGRITY_LINK)
    return [(own[tie.a], own[tie.b], tie.holds) for tie in ties]


def why_out_of_integrity(state: Battle, unit: UnitId) -> AnyText:
    """Return why a unit is out of integrity, or "" if it is not."""
    return (
        link_problem(state.table, [piece.id for piece in ok_figures(state, unit)], (), INTEGRITY_LINK) or ""
    )
