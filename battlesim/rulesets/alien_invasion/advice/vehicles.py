"""What an automated faction does with a vehicle that one of its groups is in: toward its goal, or out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from battlesim.engine.position_decisions import ChooseFacing
from battlesim.engine.ruleset import Advice
from battlesim.geometry.arcs import bearing
from battlesim.geometry.shapes import Point
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece

from ..core.lookups import faction_of, figures_of
from ..core.state import Battle
from ..core.vehicles import acting_group, is_airborne, vehicle_kind, vehicle_with
from ..vehicles.driving import longest_drive, why_cannot_start
from ..vehicles.flight import arrived, landing_problem
from .marching import DIRECTIONS, SHARES, corrected_distance, goal_of

FAR_IN = 24.0
"""The distance that is worth the three actions of a flight: as many moves."""
LANDING_SEARCH_IN = (0.0, 3.0, 6.0, 9.0, 12.0, 15.0, 18.0)


class VehiclePlan(NamedTuple):
    """A plan for a vehicle: the action, the point it goes to, and the corrected distance that is left."""

    action: str
    aim: Point
    left: float
    goal: str


def vehicle_plan(state: Battle, group: UnitId) -> VehiclePlan | None:
    """Return the plan that brings a group in a vehicle nearest to its goal, or None if no plan does."""
    vehicle, found = vehicle_with(state, group), goal_of(state, group)
    if vehicle is None or found is None or why_cannot_start(state, group):
        return None
    goal, name = found
    if is_airborne(state, vehicle):
        return _in_the_air(state, group, vehicle, goal, name)
    if not vehicle_kind(state, vehicle).flies:
        return _best_drive(state, group, vehicle, goal, name)
    far = math.dist(vehicle.xy, goal)
    return VehiclePlan("take_off", vehicle.xy, 0.0, name) if far > FAR_IN else None


def _best_drive(state: Battle, group: UnitId, vehicle: Piece, goal: Point, name: str) -> VehiclePlan | None:
    lead = figures_of(state, group)[0]
    careful = faction_of(state, lead.side).careful

    def left(point: Point) -> float:
        return corrected_distance(state, lead, point, vehicle.id, goal, careful)

    ended = longest_drive(state, vehicle, lead.side)
    near = ended.course.ahead_and_aside(goal)[0]
    ends = [ended.farthest, *(ended.course.point(share * ended.inches) for share in SHARES)]
    ends += [ended.course.point(near)] if 0.0 < near < ended.inches else []
    best = min(ends, key=lambda point: (left(point), point))
    return VehiclePlan("drive", best, left(best), name) if left(best) < left(vehicle.xy) else None


def _in_the_air(state: Battle, group: UnitId, craft: Piece, goal: Point, name: str) -> VehiclePlan | None:
    """Return the landing, if no other place to land is nearer to the goal, or the flight to that place."""
    side = state.table.units[group].side
    spots = (
        spot for spot in _around(state, goal) if not landing_problem(state, arrived(state, craft, spot), side)
    )
    spot = next(spots, craft.xy)
    nearer = math.dist(spot, goal) < math.dist(craft.xy, goal) - 1.0
    if not nearer and not landing_problem(state, craft, side):
        return VehiclePlan("land", craft.xy, 0.0, name)
    return VehiclePlan("fly", spot, 0.0, name) if spot != craft.xy else None


def _around(state: Battle, goal: Point) -> Iterator[Point]:
    """Yield points around a goal, the nearest first."""
    ground = state.table.ground
    for radius in LANDING_SEARCH_IN:
        for step in range(DIRECTIONS if radius else 1):
            angle = math.tau * step / DIRECTIONS
            x, y = goal[0] + radius * math.cos(angle), goal[1] + radius * math.sin(angle)
            if 0.0 <= x <= ground.width and 0.0 <= y <= ground.height:
                yield round(x, 3), round(y, 3)


def facing_to_goal(state: Battle, decision: ChooseFacing) -> float:
    """Return the facing toward the drivers' goal, or the present facing if there is no room to turn."""
    vehicle = state.table.piece(decision.about)
    found = goal_of(state, acting_group(state, vehicle))
    if found is None or found[0] == vehicle.xy:
        return decision.default(state)
    facing = round(bearing(vehicle.xy, found[0]), 1) % 360.0
    return facing if decision.check(state, facing) is None else decision.default(state)


def advise_turn(view: Battle, decision: ChooseFacing) -> list[Advice]:
    """Return advice to turn a vehicle toward its goal."""
    return [Advice(facing_to_goal(view, decision), 1.0, "toward the goal")]
