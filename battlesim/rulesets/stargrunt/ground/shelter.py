"""Destinations of broken and routed units: the nearest cover, and their side's table edge."""

from __future__ import annotations

import math

import msgspec

from battlesim.geometry.edge_distances import nearest_outline_point
from battlesim.geometry.shapes import Point, centroid
from battlesim.rulings.movement import EntryOption, Motion
from battlesim.table.ids import SideKey
from battlesim.table.terrain import Terrain
from battlesim.table.units import Unit

from ..core.lookups import enemy_units, leader_of, unit_centre
from ..core.profiles import terrain_kinds
from ..core.state import Battle, Edge, ExitObjective
from .movers import going, mover_class
from .sight import sees_unit

EDGE_KEY = "edge"
INSIDE_IN = 1.5
"""How far inside an area a unit in its cover stands, inches."""
BEHIND_IN = 1.0
"""How far behind a wall or hedge a unit in its cover stands, inches."""


def edge_line(state: Battle, side: SideKey) -> tuple[Point, Point]:
    """Return the two ends of the table edge to which a side retreats."""
    return edge_ends(state, state.game.edges[side])


def edge_ends(state: Battle, edge: Edge) -> tuple[Point, Point]:
    """Return the two ends of a table edge."""
    width, height = state.table.ground.width, state.table.ground.height
    return {
        "south": ((0.0, 0.0), (width, 0.0)),
        "north": ((0.0, height), (width, height)),
        "west": ((0.0, 0.0), (0.0, height)),
        "east": ((width, 0.0), (width, height)),
    }[edge]


def nearest_edge_point(state: Battle, side: SideKey, point: Point) -> Point:
    """Return the point of a side's table edge nearest to a point."""
    (x0, y0), (_, y1) = edge_line(state, side)
    return (point[0], y0) if y0 == y1 else (x0, point[1])


def with_exit(state: Battle, motion: Motion, side: SideKey) -> Motion:
    """Return a motion that may also leave the table over the edge of a side."""
    return over_edge(state, motion, state.game.edges[side])


def exit_of(state: Battle, side: SideKey) -> ExitObjective | None:
    """Return where a side must leave the table, or None if it need not."""
    return next((own for own in state.game.exits if own.side == side), None)


def over_edge(state: Battle, motion: Motion, edge: Edge) -> Motion:
    """Return a motion that may also leave the table over a given edge."""
    way = EntryOption(EDGE_KEY, 0.0, "edge", stretch=edge_ends(state, edge))
    return msgspec.structs.replace(motion, entries=(way,))


def visible_enemy_centres(state: Battle, unit: Unit) -> list[Point]:
    """Return the centres of the enemy units that a unit sees."""
    return [
        unit_centre(state, enemy.id)
        for enemy in enemy_units(state, unit.side)
        if sees_unit(state, unit.id, enemy.id)
    ]


def nearest_cover(state: Battle, unit: Unit) -> Point | None:
    """Return a point in the nearest cover that is no closer to a visible enemy, or None (SG-GAP-82)."""
    here, enemies = unit_centre(state, unit.id), visible_enemy_centres(state, unit)
    mover = mover_class(leader_of(state, unit.id))
    shelters = [terrain for terrain in _shelters(state) if not going(terrain, mover).barred]
    points = [_place_in_cover(terrain, here, enemies) for terrain in shelters]
    away = [p for p in points if all(math.dist(p, e) >= math.dist(here, e) for e in enemies)]
    return min(away, key=lambda point: (round(math.dist(point, here), 3), point), default=None)


def _shelters(state: Battle) -> list[Terrain]:
    kinds = terrain_kinds()
    return [t for t in state.table.ground.terrain if t.kind in kinds and kinds[t.kind].cover]


def _place_in_cover(terrain: Terrain, here: Point, enemies: list[Point]) -> Point:
    """Return where a unit that comes from a point stands in the cover of terrain, away from its enemies."""
    x, y = nearest_outline_point(terrain.rings[0], here)
    if terrain_kinds()[terrain.kind].area:
        return _toward((x, y), centroid(terrain.rings[0]), INSIDE_IN)
    return (
        _toward((x, y), min(enemies, key=lambda e: math.dist(e, (x, y))), -BEHIND_IN) if enemies else (x, y)
    )


def _toward(start: Point, goal: Point, inches: float) -> Point:
    """Return the point so many inches from a start toward a goal, or away from it if negative."""
    far = math.dist(start, goal)
    part = min(inches, far) / far if far else 0.0
    return start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part
