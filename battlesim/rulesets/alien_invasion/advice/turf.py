"""How an automated gang keeps to its turf: whom it minds, where it goes, and when it runs for it."""

from __future__ import annotations

import math

from battlesim.geometry.shapes import Point
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Marker

from ..contact.leaving import nearest_edge
from ..core.lookups import enemy_groups, faction_of, figures_of
from ..core.state import Battle
from .objectives import assigned_spot

TURF = "MT-AUTO-17"
KIND = "turf"
STAYS_IN, MINDS_IN = 12.0, 18.0
Goal = tuple[Point, str]


def turf_of(state: Battle, group: UnitId) -> Marker | None:
    """Return the turf marker of a group's side that is nearest to it, or None if it keeps to no turf."""
    side = state.table.units[group].side
    if not faction_of(state, side).turf:
        return None
    own = [marker for marker in state.table.markers.values() if (marker.kind, marker.side) == (KIND, side)]
    return min(own, key=lambda marker: (_away(state, group, (marker.x, marker.y)), marker.id), default=None)


def minds(state: Battle, group: UnitId, enemy: UnitId) -> bool:
    """Return whether a group reacts to an enemy that is on its turf or has attacked its side."""
    turf = turf_of(state, group)
    attackers = state.game.grudges.get(state.table.units[group].side, ())
    if turf is None or state.table.units[enemy].side in attackers:
        return True
    return _away(state, enemy, (turf.x, turf.y)) <= MINDS_IN


def is_on_turf(state: Battle, group: UnitId, point: Point) -> bool:
    """Return whether a point is near enough to a group's turf for the group to go there."""
    turf = turf_of(state, group)
    return turf is None or math.dist(point, (turf.x, turf.y)) <= STAYS_IN


def turf_goal(state: Battle, group: UnitId, turf: Marker) -> Goal | None:
    """Return where a group that keeps to its turf goes; a last survivor runs for the nearest edge."""
    figures, centre = figures_of(state, group), (turf.x, turf.y)
    ground = state.table.ground
    if len(figures) == 1 and state.game.sizes.get(group, 1) > 1:
        x, y = figures[0].xy
        edges = {"west": (0.0, y), "east": (ground.width, y), "south": (x, 0.0), "north": (x, ground.height)}
        return edges[nearest_edge(ground, (x, y))], "the nearest edge: it is the last of its group"
    if _away(state, group, centre) > STAYS_IN:
        return centre, "its turf"
    spot = assigned_spot(state, group)
    if spot and math.dist(spot[0], centre) <= STAYS_IN:
        return spot
    side = state.table.units[group].side
    intruders = [
        (_away(state, group, figure.xy), figure.id, figure)
        for unit in enemy_groups(state, side)
        if _away(state, unit.id, centre) <= MINDS_IN
        for figure in figures_of(state, unit.id)
    ]
    near = min(intruders, key=lambda entry: entry[:2], default=None)
    return (_within(centre, near[2].xy), f"{near[2].name}, who is on its turf") if near else None


def _within(centre: Point, point: Point) -> Point:
    """Return the point of the turf that is nearest to a point."""
    far = math.dist(centre, point)
    if far <= STAYS_IN:
        return point
    x, y = (c + STAYS_IN * (p - c) / far for c, p in zip(centre, point, strict=True))
    return x, y


def _away(state: Battle, group: UnitId, point: Point) -> float:
    return min(math.dist(figure.xy, point) for figure in figures_of(state, group))
