"""Advice against a scenario that is played all the same: unequal forces, large or overlapping terrain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from battlesim.engine.scenario_plan import ScenarioPlan
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import overlap_width
from battlesim.geometry.shapes import ring_bounds
from battlesim.table.ids import SideKey
from battlesim.table.terrain import Ground

from ..core.factions import FigureKind, planned_factions
from ..core.lookups import MEAN_DIE
from ..core.parameters import resolve_parameters
from ..core.terrain import area_ids, barrier_ids, house_ids, kind_of

UNEQUAL, SMALL_AREAS = "MT-SET-05", "MT-TER-01"
MAX_AREA_SIDE_IN = 8.0


def scenario_warnings(plan: ScenarioPlan, ground: Ground) -> tuple[str, ...]:
    """Return warnings about a scenario that makes a poor battle."""
    return (*_unequal_forces(plan), *_large_areas(ground), *_overlaps(ground))


def planned_dice(plan: ScenarioPlan) -> dict[SideKey, float]:
    """Return the shooting dice with which each faction begins."""
    factions = planned_factions(plan)
    known_sides = (side.key for side in plan.sides if side.key in factions)
    found = {side: 0.0 for side in known_sides if factions[side].has_cards}
    for unit in (unit for unit in plan.units if unit.side in found):
        known = factions[unit.side].figure
        found[unit.side] += sum(_worth(known[p.profile]) for p in unit.pieces if p.profile in known)
    return found


def _worth(kind: FigureKind) -> float:
    """Return the dice of a figure: those of an initial roll on average, those of close combat by half.

    Rules: MT-GAP-69.
    """
    if kind.issued:
        return 0.0
    if kind.initial_roll:
        return MEAN_DIE
    return float(kind.dice) or kind.close_dice / 2


def _unequal_forces(plan: ScenarioPlan) -> Iterator[str]:
    """Yield the factions whose dice are too far from the mean of all."""
    tolerance = resolve_parameters(plan.options).balance_percent
    dice, titles = planned_dice(plan), {key: own.title for key, own in planned_factions(plan).items()}
    mean = sum(dice.values()) / max(1, len(dice))
    for side, own in dice.items():
        if tolerance and 100.0 * abs(own - mean) > tolerance * mean:
            yield f"{titles[side]}: {own:g} shooting dice, while the mean is {mean:g} ({UNEQUAL})"


def _large_areas(ground: Ground) -> Iterator[str]:
    """Yield the areas that are larger than two groups can fill; houses and rivers may be."""
    houses = house_ids(ground)
    for key in area_ids(ground):
        terrain = ground.get(key)
        x0, y0, x1, y1 = ring_bounds(terrain.rings[0])
        large = max(x1 - x0, y1 - y0) > MAX_AREA_SIDE_IN
        if large and key not in houses and not kind_of(terrain).soft:
            size = f"{x1 - x0:g} x {y1 - y0:g} in"
            better = f"several small areas play better, by parts = {MAX_AREA_SIDE_IN:g} in the map"
            yield f"{terrain.display_name} is {size}: {better} ({SMALL_AREAS})"


def _overlaps(ground: Ground) -> Iterator[str]:
    """Yield the pairs of features that lie over each other."""
    features = [ground.get(key) for key in (*area_ids(ground), *barrier_ids(ground))]
    for one, other in combinations(features, 2):
        if overlap_width(one.rings, other.rings) > TOL:
            yield f"{one.display_name} and {other.display_name} overlap ({SMALL_AREAS})"
