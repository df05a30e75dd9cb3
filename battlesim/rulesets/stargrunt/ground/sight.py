"""Lines of sight between figures, from base centre to base centre at eye height."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache

import msgspec

from battlesim.geometry.shapes import Point
from battlesim.rulings.sight import Cover, SightRules, pair_verdicts
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Piece

from ..core.lookups import figures_of, leader_of, ok_figures
from ..core.profiles import CoverGrade, profiles, terrain_kinds
from ..core.state import Battle

LINE_OF_SIGHT = "SG-GAP-18"
COVER = "SG-GAP-24"
WOOD_DEPTH_IN = 6.0
"""Inches of wood that a line of sight may run through in all (SG-GAP-25)."""
WOODS = ("wood", "woods")


NEAR_IN = 1.0
"""How near to a figure's base a line must cross a feature for its cover, inches."""
COVER_NAMES: dict[CoverGrade, Cover] = {"": "none", "soft": "partial", "hard": "full"}
"""The general name of each grade of cover."""


@cache
def sight_rules() -> SightRules:
    """Return the rules that decide what figures see and how much cover the ground gives."""
    grades = {kind: COVER_NAMES[known.cover] for kind, known in terrain_kinds().items() if known.cover}
    return msgspec.structs.replace(line_of_sight(), near_cover=grades, near_cover_within=NEAR_IN)


@cache
def line_of_sight() -> SightRules:
    """Return the rules that decide what figures see, without cover, which is slower to compute.

    Vehicles and wrecks block sight.
    """
    areas = tuple(kind for kind, known in terrain_kinds().items() if known.area and kind not in WOODS)
    return SightRules(
        mode="line",
        lines="centres",
        depth=dict.fromkeys(WOODS, WOOD_DEPTH_IN),
        stands_in=areas,
        solid_pieces=tuple(kind for kind, known in profiles().items() if known.vehicle),
    )


def seen_pairs(state: Battle, unit: UnitId, other: UnitId) -> frozenset[tuple[str, str]]:
    """Return pairs of ids: a figure of a unit that can act, and a figure of another unit that it sees.

    The pairs are computed once per table, for all units of other sides together.
    """
    own, their = state.table.units[unit], state.table.units[other]
    if own.side == their.side:
        return _seen_pairs(state, unit, figures_of(state, other)).get(other, frozenset())
    return state.table.cached_value(
        ("stargrunt: sight", unit), lambda: _seen_pairs(state, unit, _figures_of_others(state, own.side))
    ).get(other, frozenset())


def _figures_of_others(state: Battle, side: SideKey) -> list[Piece]:
    units = [unit.id for unit in state.table.units.values() if unit.side != side]
    return [piece for unit in units for piece in figures_of(state, unit)]


def _seen_pairs(
    state: Battle, unit: UnitId, targets: Sequence[Piece]
) -> dict[UnitId, frozenset[tuple[str, str]]]:
    """Return the pairs of figures of which the first one sees the second, by the unit of the second."""
    pairs = [(a, b) for a in ok_figures(state, unit) for b in targets]
    seen = pair_verdicts(state.table, line_of_sight(), pairs, with_blockers=False)
    found = defaultdict[UnitId, list[tuple[str, str]]](list)
    for (a, b), verdict in zip(pairs, seen, strict=True):
        if verdict.visible:
            found[b.unit].append((a.id, b.id))
    return {other: frozenset(each) for other, each in found.items()}


def sees_unit(state: Battle, unit: UnitId, other: UnitId) -> bool:
    """Return whether a figure of a unit that can act sees any figure of another unit."""
    return bool(seen_pairs(state, unit, other))


def line_ends(state: Battle, unit: UnitId, other: UnitId) -> tuple[str, str]:
    """Return the ids of the figures between which the line from a unit to another unit is drawn.

    These are the two leaders, or else a figure that sees the other unit and a figure that it sees.
    """
    leaders = (leader_of(state, unit).id, leader_of(state, other).id)
    seen = seen_pairs(state, unit, other)
    return leaders if leaders in seen else min(seen, default=leaders)


def sees_point(state: Battle, figure: Piece, point: Point) -> bool:
    """Return whether a figure sees a point on the ground, as if a similar figure stood there."""
    there = msgspec.structs.replace(figure, id="", place=standing_place(state.table.ground, *point))
    (verdict,) = pair_verdicts(state.table, line_of_sight(), [(figure, there)], with_blockers=False)
    return verdict.visible
