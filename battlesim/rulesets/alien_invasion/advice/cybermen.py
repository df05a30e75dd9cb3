"""Where an automated faction with a Leader goes, and how it keeps him behind the others."""

from __future__ import annotations

import math

from battlesim.geometry.shapes import Point
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..core.lookups import all_figures, enemy_figures, faction_of, figure_kind, figures_of, groups_of
from ..core.state import Battle
from ..cybermen.leader import has_leader
from ..ground.sight import pairs_seen

LED = "MT-AUTO-16"
Goal = tuple[Point, str]


def prey_in_sight(state: Battle, group: UnitId) -> Goal | None:
    """Return the position of the figure that a group's faction hunts, if a figure of the faction sees it."""
    side = state.table.units[group].side
    prey = [f for f in enemy_figures(state, side) if f.kind == faction_of(state, side).hunts]
    own = all_figures(state, [unit.id for unit in groups_of(state, side)])
    if prey and pairs_seen(state, own, prey):
        return prey[0].xy, prey[0].name
    return None


def nearest_humanoid(state: Battle, group: UnitId) -> Goal | None:
    """Return the position of the nearest humanoid enemy."""
    figures = figures_of(state, group)
    others = [f for f in enemy_figures(state, figures[0].side) if figure_kind(state, f).humanoid]
    near = min(others, key=lambda other: (_away(figures, other.xy), other.id), default=None)
    return (near.xy, f"the nearest of human shape, {near.name}") if near else None


def stays_behind(state: Battle, group: UnitId, goal: Point) -> bool:
    """Return whether the Leader's group waits because no other group of the faction is nearer to the goal."""
    side = state.table.units[group].side
    if not faction_of(state, side).led or not has_leader(state, group):
        return False
    others = [unit.id for unit in groups_of(state, side) if unit.id != group]
    own = _away(figures_of(state, group), goal)
    return bool(others) and all(_away(figures_of(state, other), goal) >= own for other in others)


def _away(figures: list[Piece], point: Point) -> float:
    return min(math.dist(figure.xy, point) for figure in figures)
