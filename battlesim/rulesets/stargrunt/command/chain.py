"""The chain of command: which unit is under which, and how many levels a message bypasses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.ids import UnitId
from battlesim.table.units import Unit

from ..core.lookups import ok_figures, unit_rules
from ..core.state import Battle, CommandLevel

LEVELS = "SG-GAP-34"
COMMAND_LEVELS: tuple[CommandLevel, ...] = get_args(CommandLevel)


def commanders(state: Battle, unit: Unit) -> Iterator[Unit]:
    """Yield the commanders of a unit, starting with its immediate superior."""
    units, above = state.table.units, unit_rules(unit).under
    seen = {unit.id}
    while above and UnitId(above) in units and UnitId(above) not in seen:
        found = units[UnitId(above)]
        seen.add(found.id)
        yield found
        above = unit_rules(found).under


def is_under(state: Battle, unit: Unit, commander: Unit) -> bool:
    """Return whether a unit is under a commander, directly or indirectly."""
    return any(found.id == commander.id for found in commanders(state, unit))


def bypassed_levels(sender: Unit, receiver: Unit) -> int:
    """Return the number of command levels between those of two units."""
    ranks = [COMMAND_LEVELS.index(unit_rules(unit).level) for unit in (sender, receiver)]
    return max(0, abs(ranks[0] - ranks[1]) - 1)


def unit_gap(state: Battle, unit: UnitId, other: UnitId) -> float:
    """Return the smallest distance in inches between the bases of two units, edge to edge."""
    own, others = ok_figures(state, unit), ok_figures(state, other)
    return min(piece_gap(state.table, a, b) for a in own for b in others)
