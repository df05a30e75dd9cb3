"""Drones, which are markers of their side: launching and flying them, and how they crash."""

from __future__ import annotations

import math

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.engine.refusal import Refusal
from battlesim.geometry.constants import TOL
from battlesim.geometry.outlines import box, clip, disc
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import set_mark
from battlesim.table.events import MarkerPlaced, MarkerRemoved
from battlesim.table.ids import MarkerId, SideKey, UnitId
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Marker
from battlesim.table.state import AnyState
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction, always_open
from ..core.lookups import active_units, leader_of, unit_rules
from ..core.marks import DRONES_LAUNCHED
from ..core.state import Battle, Game

LAUNCHES, FLIES = "SG-DRN-01", "SG-DRN-02"
BOUND = "SG-GAP-60"
DRONE_KIND = "drone"
DRONES_IN_STORE = 3
DRONE_MOVE_IN = 24.0
DRONE_RADIUS_IN = 0.5
ROUNDING_IN = 0.06
"""Inches by which the polygon in which a drone may fly is larger than its circle, which decides."""
DRONE_ACTIONS = ("fly_drone", "launch_drone", "drone_spot", "stop")
"""What a team may do while its drone flies; anything else makes it crash."""


def has_drones(unit: Unit) -> bool:
    """Return whether a unit is a drone team."""
    return unit_rules(unit).drone not in ("", "none")


def drone_id(unit: UnitId) -> MarkerId:
    """Return the marker id of a team's drone."""
    return MarkerId(f"drone {unit}")


def drone_of(state: Battle, unit: UnitId) -> Marker | None:
    """Return the flying drone of a team, or None if it has none."""
    return state.table.markers.get(drone_id(unit))


def drones(state: Battle) -> list[Marker]:
    """Return all drones that are flying."""
    return [each for each in state.table.markers.values() if each.kind == DRONE_KIND]


def enemy_drones(state: Battle, side: SideKey) -> list[tuple[Unit, Marker]]:
    """Return the flying drones of the enemy, each with its team."""
    teams = [unit for unit in state.table.units.values() if unit.side != side]
    return [(team, drone) for team in teams if (drone := drone_of(state, team.id))]


def why_no_launch(state: Battle, unit: Unit) -> AnyText:
    """Return why a team cannot launch a drone, or "" if it can."""
    if drone_of(state, unit.id):
        return "its drone is in the air"
    return "it has no drone left" if unit.mark_count(DRONES_LAUNCHED) >= DRONES_IN_STORE else ""


def launch_drone(play: Play[Game], unit: UnitId) -> Script[None]:
    """Launch a drone at the position of its team's leader."""
    own = play.state.table.units[unit]
    set_mark(play, [unit], DRONES_LAUNCHED, own.mark_count(DRONES_LAUNCHED) + 1, LAUNCHES)
    play.log_message(phrase("{unit} launches a drone", own.name), rule=LAUNCHES)
    _place(play, own, leader_of(play.state, unit).xy, LAUNCHES)
    yield from ()


def _place(play: Play[Game], unit: Unit, point: Point, rule: str) -> None:
    name = f"Drone of {unit.name}"
    marker = Marker(drone_id(unit.id), DRONE_KIND, *point, DRONE_RADIUS_IN, side=unit.side, name=name)
    play.emit(MarkerPlaced(rule=rule, marker=marker))


class FlyDrone(ChoosePoint, frozen=True, kw_only=True, tag="fly_drone"):
    """The decision to fly a drone to a point of the table within `reach` inches."""

    start: Point
    reach: float

    def check(self, state: AnyState, answer: tuple[float, float]) -> Refusal | None:
        """Return a refusal unless the point is on the table and within the drone's reach."""
        if math.dist(answer, self.start) > self.reach + TOL:
            return Refusal(phrase("a drone can fly at most {distance}", length_text(self.reach)), self.rule)
        return super().check(state, answer)

    def default(self, state: AnyState) -> tuple[float, float]:
        """Return the current position of the drone."""
        return self.start


def flight_decision(state: Battle, unit: Unit, drone: Marker) -> FlyDrone:
    """Return the decision that asks where a team flies its drone."""
    ground, start = state.table.ground, (drone.x, drone.y)
    circle = disc(*start, DRONE_MOVE_IN + TOL + ROUNDING_IN)
    ((ring,),) = clip(circle, box(0.0, 0.0, ground.width, ground.height))
    return FlyDrone(
        side=unit.side,
        what="drone",
        prompt=phrase("{}: fly where?", drone.name),
        rule=FLIES,
        about=leader_of(state, unit.id).id,
        zone=(tuple((float(x), float(y)) for x, y in ring),),
        start=start,
        reach=DRONE_MOVE_IN,
    )


def fly_drone(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask where a team flies its drone, and move it there."""
    own, drone = play.state.table.units[unit], drone_of(play.state, unit)
    if drone is not None:
        point: Point = yield from play.ask(flight_decision(play.state, own, drone))
        play.log_message(phrase("{} flies on", drone.name), rule=FLIES)
        _place(play, own, point, FLIES)


def crash_drone(play: Play[Game], unit: UnitId, rule: str = BOUND) -> None:
    """Remove a team's drone, which is out of control or has been shot down."""
    drone = drone_of(play.state, unit)
    if drone is not None:
        _crash(play, drone, rule)


def _crash(play: Play[Game], drone: Marker, rule: str) -> None:
    play.log_message(phrase("{} crashes", drone.name), rule=rule)
    play.emit(MarkerRemoved(rule=rule, marker=drone))


def crash_uncontrolled_drones(play: Play[Game]) -> None:
    """Remove the drones of teams that have no figures left or have joined another unit."""
    teams = {drone_id(unit.id) for unit in active_units(play.state)}
    for drone in drones(play.state):
        if drone.id not in teams:
            _crash(play, drone, BOUND)


def _flies(state: Battle, unit: Unit) -> bool:
    return drone_of(state, unit.id) is not None


LAUNCH_DRONE = UnitAction(
    "Launch a drone", LAUNCHES, why_no_launch, launch_drone, lambda state, unit: has_drones(unit)
)
FLY_DRONE = UnitAction("Fly the drone", FLIES, always_open, fly_drone, _flies)
