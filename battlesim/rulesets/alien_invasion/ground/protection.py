"""The protection of a group: that of its area, or of the barrier that it mans."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.geometry.shapes import Point
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.table.ids import UnitId
from battlesim.table.levels import PARAPET_TRAIT
from battlesim.table.pieces import Piece

from ..core.lookups import combat_of, figures_of
from ..core.parameters import PartialCover
from ..core.state import Battle
from ..core.terrain import COVER, OPEN, area_of, kind_of, platform_of
from ..core.vehicles import as_placed, vehicle_kind
from .sight import Pairs, manned_barriers

PARTIAL, DEFENDS = "MT-GAP-24", "MT-HTH-13"


def terrain_grade(state: Battle, terrain: str) -> int:
    """Return the grade of protection that a piece of terrain, or a vehicle, gives.

    Rules: MT-TER-14.
    """
    if terrain in state.table.pieces:
        return vehicle_kind(state, state.table.piece(terrain)).protection
    return kind_of(state.table.terrain(terrain)).protection


def group_grade(grades: Sequence[int], counts: PartialCover = "majority") -> int:
    """Return the protection of a group from the grades of its figures."""
    if counts == "all":
        return min(grades, default=OPEN)
    if counts == "any":
        return max(grades, default=OPEN)
    return sorted(grades, reverse=True)[len(grades) // 2] if grades else OPEN


def protection(state: Battle, target: UnitId, pairs: Pairs = frozenset()) -> int:
    """Return the protection of a group against figures that see it, or against its enemies in a combat."""
    combat = combat_of(state, target)
    if combat is not None:
        return defended_grade(state, target)
    viewer = _nearest_viewer(state, pairs)
    barriers = manned_barriers(state, target) if viewer else ()
    grades = [figure_grade(state, figure, barriers, viewer) for figure in figures_of(state, target)]
    return group_grade(grades, state.game.parameters.partial_cover)


def defended_grade(state: Battle, group: UnitId) -> int:
    """Return the protection of a group in a combat, which comes only from terrain that it defends."""
    combat = combat_of(state, group)
    terrain = combat.defended.get(state.table.units[group].side, "") if combat else ""
    return terrain_grade(state, terrain) if terrain else OPEN


def figure_grade(state: Battle, figure: Piece, barriers: Sequence[str], viewer: Point | None) -> int:
    """Return the protection of a figure from the terrain around it and a manned barrier in front of it."""
    area, roof = area_of(state.table, figure), platform_of(figure)
    grades = [terrain_grade(state, area) if area else OPEN]
    if roof and state.table.terrain(roof).has_trait(PARAPET_TRAIT):
        grades.append(COVER)
    if viewer is not None:
        held = ground_obstacles(state.table.ground)
        crossed = (key for key in barriers if held.intersects_segment(viewer, figure.xy, (key,)))
        grades += [terrain_grade(state, key) for key in crossed]
    return max(grades)


def _nearest_viewer(state: Battle, pairs: Pairs) -> Point | None:
    """Return where the figure stands that sees the target from nearest."""
    table = state.table
    standing = {
        key: placed
        for key in {key for pair in pairs for key in pair}
        if (placed := as_placed(table, table.piece(key)))
    }
    near = sorted((math.dist(standing[a].xy, standing[b].xy), a) for a, b in pairs if {a, b} <= set(standing))
    return standing[near[0][1]].xy if near else None
