"""Advice on spotting enemy counters with electronic sensors and drones."""

from __future__ import annotations

import math

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Advice
from battlesim.table.pieces import Marker, Piece
from battlesim.table.units import Unit

from ..core.lookups import unit_of
from ..core.marks import EW_MARKERS
from ..core.state import Battle
from ..electronics.drones import FlyDrone, drone_of, has_drones, why_no_launch
from ..electronics.spotting import drone_roll, enemy_counters, ew_spotting_roll, why_not_in_drone_sight
from ..electronics.systems import is_on
from .hidden import SPOTTING_WORTH

LAUNCH_WORTH, FLIGHT_WORTH = 0.35, 0.2
"""What it is worth to launch a drone, and to fly it to the nearest counter, in casualties."""
KEPT_MARKERS = 1
"""The markers that an EW unit keeps for the enemy's calls."""


def ew_chances(view: Battle, unit: Unit) -> dict[str, float]:
    """Return the chance that an electronic warfare unit spots each counter with one marker."""
    rolls = {counter.id: ew_spotting_roll(view, unit, counter, 1) for counter in enemy_counters(view, unit)}
    return {key: roll.first_higher_chance() for key, roll in rolls.items()}


def drone_chances(view: Battle, unit: Unit, drone: Marker) -> dict[str, float]:
    """Return the chance that a drone spots each counter in its sight."""
    seen = [each for each in enemy_counters(view, unit) if not why_not_in_drone_sight(view, drone, each)]
    rolls = {counter.id: drone_roll(view, unit, drone, counter) for counter in seen}
    return {key: roll.first_higher_chance() if roll else 1.0 for key, roll in rolls.items()}


def spotting_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return the actions that an electronic warfare unit or drone team considers for spotting counters."""
    wishes = []
    if is_on(unit) and unit.mark_count(EW_MARKERS) > KEPT_MARKERS:
        best = max(ew_chances(view, unit).values(), default=0.0)
        wishes.append(("ew_spot", SPOTTING_WORTH * best, f"spots a counter at {best:.0%}"))
    if has_drones(unit) and enemy_counters(view, unit) and not why_no_launch(view, unit):
        wishes.append(("launch_drone", LAUNCH_WORTH, "counters are to be spotted"))
    return wishes


def flight_wishes(view: Battle, unit: Unit, drone: Marker) -> list[tuple[str, float, str]]:
    """Return the actions that a team considers while its drone flies; any other would make it crash."""
    best = max(drone_chances(view, unit, drone).values(), default=0.0)
    far = min((_gap(drone, counter) for counter in enemy_counters(view, unit)), default=0.0)
    return [
        ("drone_spot", SPOTTING_WORTH * best, f"spots a counter at {best:.0%}"),
        ("fly_drone", FLIGHT_WORTH if far > 1.0 else 0.0, "to the nearest counter"),
        ("stop", 0.05, "nothing to look for"),
    ]


def _gap(drone: Marker, counter: Piece) -> float:
    return math.dist((drone.x, drone.y), counter.xy)


def where_to_fly(view: Battle, decision: FlyDrone) -> list[Advice]:
    """Return advice to fly a drone to the nearest enemy counter, or as far toward it as possible."""
    unit, (x, y) = unit_of(view, view.table.piece(decision.about)), decision.start
    counters = [counter.xy for counter in enemy_counters(view, unit)]
    goal = min(counters, key=lambda point: math.dist(point, (x, y)), default=(x, y))
    part = min(1.0, decision.reach / max(math.dist(goal, (x, y)), decision.reach))
    point = (round(x + (goal[0] - x) * part, 3), round(y + (goal[1] - y) * part, 3))
    legal = decision.check(view, point) is None
    return [Advice(point if legal else (x, y), 1.0, "over the nearest counter")]


def which_to_spot(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to spot the counter with the best chance."""
    unit = unit_of(view, view.table.piece(decision.about))
    drone = drone_of(view, unit.id)
    chances = drone_chances(view, unit, drone) if drone else ew_chances(view, unit)
    ranked = sorted(chances.items(), key=lambda pair: -pair[1])
    return [Advice(key, chance, f"spotted at {chance:.0%}") for key, chance in ranked]


def how_many_markers(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to use all markers except those kept for jamming the enemy's messages."""
    last = decision.open_options[max(0, len(decision.open_options) - 1 - KEPT_MARKERS)]
    return [Advice(last.key, 1.0, "one marker is kept for the enemy's calls")]
