"""Names for figures that a scenario leaves unnamed, such as "Rifleman 2 of First squad".

Users: Stargrunt, Alien Invasion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from battlesim.engine.scenario_plan import PlannedPiece, PlannedUnit, ScenarioPlan


def with_figure_names(plan: ScenarioPlan, names: Mapping[str, str]) -> ScenarioPlan:
    """Return a scenario plan in which every figure with a known profile has a name.

    `names` has the name of each profile.
    """
    units = tuple(with_names_in_unit(unit, names) for unit in plan.units)
    return msgspec.structs.replace(plan, units=units)


def with_names_in_unit(unit: PlannedUnit, names: Mapping[str, str]) -> PlannedUnit:
    """Return a planned unit in which every figure with a known profile has a name."""
    return msgspec.structs.replace(unit, pieces=tuple(_named_pieces(unit, names)))


def _named_pieces(unit: PlannedUnit, names: Mapping[str, str]) -> Iterator[PlannedPiece]:
    """Yield the figures of a unit; a figure alone has the unit's name, figures of a profile are numbered."""
    totals, numbers = Counter(piece.profile for piece in unit.pieces if not piece.name), Counter[str]()
    for piece in unit.pieces:
        if piece.name or piece.profile not in names or not unit.name:
            yield piece
            continue
        numbers[piece.profile] += 1
        number = f" {numbers[piece.profile]}" if totals[piece.profile] > 1 else ""
        name = f"{names[piece.profile]}{number} of {unit.name}"
        yield msgspec.structs.replace(piece, name=unit.name if len(unit.pieces) == 1 else name)
