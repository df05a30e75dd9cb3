"""Names for figures that a scenario leaves unnamed, such as "Rifleman 2 of First squad"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit, ScenarioPlan

from ..core.profiles import profiles


def with_figure_names(plan: ScenarioPlan) -> ScenarioPlan:
    """Return a scenario plan in which every figure with a known profile has a name."""
    return msgspec.structs.replace(plan, units=tuple(map(with_names_in_unit, plan.units)))


def with_names_in_unit(unit: PlannedUnit) -> PlannedUnit:
    """Return a planned unit in which every figure with a known profile has a name."""
    return msgspec.structs.replace(unit, pieces=tuple(_named_pieces(unit)))


def _named_pieces(unit: PlannedUnit) -> Iterator[PlannedPiece]:
    """Yield the figures of a unit; a figure alone has the unit's name, figures of a profile are numbered."""
    totals, numbers = Counter(piece.profile for piece in unit.pieces if not piece.name), Counter[str]()
    for piece in unit.pieces:
        if piece.name or piece.profile not in profiles():
            yield piece
            continue
        numbers[piece.profile] += 1
        number = f" {numbers[piece.profile]}" if totals[piece.profile] > 1 else ""
        name = f"{profiles()[piece.profile].name}{number} of {unit.name}"
        yield msgspec.structs.replace(piece, name=unit.name if len(unit.pieces) == 1 else name)
