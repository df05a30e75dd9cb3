"""How large the table is: as the map has it, or by the number of factions and an option."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from battlesim.engine.scenario_plan import ScenarioError, ScenarioPlan
from battlesim.geometry.shapes import Point
from battlesim.table.pieces import OnTable
from battlesim.table.terrain import Dressing, Ground

from ..core.parameters import Parameters

STANDARD, OPTION = "MT-SET-07", "MT-GAP-74"
OPTION_KEY = "table_size"
TableNeed = Literal["standard", "small"]
Need = TableNeed | msgspec.UnsetType
Size = tuple[float, float]
SIZES_IN: dict[str, Size] = {"72x48": (72.0, 48.0), "96x48": (96.0, 48.0), "48x48": (48.0, 48.0)}
MAX_USUAL_FACTIONS, MAX_SMALL_FIGURES = 4, 15


def table_size(plan: ScenarioPlan, factions: int, parameters: Parameters, need: Need) -> Size | None:
    """Return the width and height of the table in inches, None if the map decides them.

    A size that is chosen as an option comes before what the scenario needs. Raises ScenarioError if a
    table is to be small for factions that are too large for it.
    """
    if OPTION_KEY in plan.chosen and parameters.table != "by_factions":
        return SIZES_IN[parameters.table]
    if need == "small":
        for side in plan.sides:
            figures = sum(len(unit.pieces) for unit in plan.units if unit.side == side.key)
            if figures > MAX_SMALL_FIGURES:
                message = f"{side.key} has {figures} figures ({STANDARD})"
                raise ScenarioError("rules.table", message, f"at most {MAX_SMALL_FIGURES} on a small table")
        return SIZES_IN["48x48"]
    if need == "standard" or OPTION_KEY in plan.chosen:
        return SIZES_IN["72x48" if factions <= MAX_USUAL_FACTIONS else "96x48"]
    return None


def sized_ground(
    plan: ScenarioPlan, ground: Ground, factions: int, parameters: Parameters, need: Need
) -> Ground:
    """Return the ground at the size that is called for, without the terrain that has no place on it.

    Raises ScenarioError if a piece or marker of the scenario would not be on the table.
    """
    size = table_size(plan, factions, parameters, need)
    if size is None or size == (ground.width, ground.height):
        return ground
    width, height = size
    places = [(f"{piece.key}.places", piece.place) for unit in plan.units for piece in unit.pieces]
    points = [(key, (place.x, place.y)) for key, place in places if isinstance(place, OnTable)]
    points += [(f"marker {marker.id}", (marker.x, marker.y)) for marker in plan.markers]
    for key, (x, y) in points:
        if x > width or y > height:
            message = f"is not on a table of {width:g} x {height:g} in ({OPTION})"
            raise ScenarioError(key, message, "choose a larger table")
    kept = tuple(each for each in ground.terrain if _are_on(each.rings[0], size))
    dressing = tuple(each for each in ground.dressing or () if _are_on(_dressing_points(each), size))
    return msgspec.structs.replace(
        ground, width=width, height=height, terrain=kept, dressing=dressing or msgspec.UNSET
    )


def _are_on(points: Iterable[Point], size: Size) -> bool:
    return all(x <= size[0] and y <= size[1] for x, y in points)


def _dressing_points(dressing: Dressing) -> list[Point]:
    return [*((x, y) for x, y, _ in dressing.places), *dressing.line]
