"""Unit integrity: all figures in a circle, or joined in a chain."""

from __future__ import annotations

from battlesim.rulings.movement import GroupLink
from battlesim.rulings.movement_coherency import link_problem
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText

from ..core.lookups import ok_figures
from ..core.state import Battle

INTEGRITY = "SG-INT-01"
CIRCLE_IN, CHAIN_IN = 6.0, 2.0
"""The diameter of the circle, and the largest gap in the chain, in inches (SG-GAP-48)."""
INTEGRITY_LINK = GroupLink(kind="connected", within=CHAIN_IN, circle=CIRCLE_IN)


def why_out_of_integrity(state: Battle, unit: UnitId) -> AnyText:
    """Return why a unit is out of integrity, "" if it is not."""
    return (
        link_problem(state.table, [piece.id for piece in ok_figures(state, unit)], (), INTEGRITY_LINK) or ""
    )
