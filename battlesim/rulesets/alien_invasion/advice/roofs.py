"""When an automated group jumps up to a roof, and down again."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Advice
from battlesim.rulings.piece_placement import placements_near
from battlesim.table.ids import UnitId
from battlesim.table.levels import standing_place

from ..actions.roof_actions import landing_area, landing_jumps, may_jump, why_cannot_jump
from ..attack.shooting import targets
from ..core.lookups import figures_of
from ..core.state import FOG, Battle
from ..core.terrain import platform_of
from .burrow_plans import Worth
from .valuation import VALUES

UP, DOWN = 45.0, 41.0


def roof_plans(state: Battle, group: UnitId) -> list[Worth]:
    """Return the jump of a group that sees nobody: up where it would see an enemy from the roof, or down."""
    if group in state.game.below or not may_jump(state, group):
        return []
    if why_cannot_jump(state, group) or targets(state, group):
        return []
    if platform_of(figures_of(state, group)[0]):
        return [(DOWN, "jump", f"{VALUES}: nobody is seen from up here")]
    if roof_with_view(state, group) is None:
        return []
    return [(UP, "jump", f"{VALUES}: to shoot from the roof")]


def roof_with_view(state: Battle, group: UnitId) -> str | None:
    """Return the first roof within a jump from which an enemy is seen, None if there is none; kept."""
    key = ("alien_invasion: roof", group, state.game.combats, state.game.count(FOG))
    return state.table.cached_value(key, lambda: _roof_with_view(state, group))


def _roof_with_view(state: Battle, group: UnitId) -> str | None:
    for jump in landing_jumps(state, group):
        area, table = landing_area(state, group, jump), state.table
        for spot in placements_near(table, area, figures_of(state, group), jump.edge):
            place = standing_place(table.ground, spot.x, spot.y, spot.facing, jump.roof)
            table = table.with_place(spot.piece, place)
        if targets(state.with_table(table), group):
            return jump.roof
    return None


def advise_roof(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Name the roof from which an enemy is seen."""
    roof = roof_with_view(view, UnitId(decision.about))
    return [Advice(roof or decision.default(view), UP, f"{VALUES}: with a view")]
