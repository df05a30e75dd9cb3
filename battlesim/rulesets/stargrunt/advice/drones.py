"""Advice on firing at drones and aircraft."""

from __future__ import annotations

from battlesim.engine.ruleset import Advice
from battlesim.table.units import Unit

from ..attack.targeting import weapon_of
from ..core.state import Battle
from ..electronics.air_defence import AirDefence, air_shot_chance, drone_decision
from ..electronics.drones import enemy_drones

DRONE_WORTH = 0.6
"""What it is worth to bring a drone down, in casualties."""


ONE_SHOT_VALUE = 12
"""What a weapon for one shot counts beside the sides of support dice."""


def drone_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return the actions against drones that a unit considers, each with a score."""
    if not enemy_drones(view, unit.side):
        return []
    chances = _chances(view, drone_decision(view, unit)).values()
    return [("shoot_drone", DRONE_WORTH * max(chances, default=0.0), "brings the drone down")]


def with_what_to_fire(view: Battle, decision: AirDefence) -> list[Advice]:
    """Return advice on air defence: the best chance, with the weapon that is least useful elsewhere."""
    chances = _chances(view, decision)
    ranked = sorted(chances, key=lambda key: (-chances[key], _value(decision.shot(view, key).weapon)))
    return [Advice(key, chances[key], f"brings it down at {chances[key]:.0%}") for key in ranked]


def _chances(view: Battle, decision: AirDefence) -> dict[str, float]:
    keys = [option.key for option in decision.open_options if option.key != decision.least]
    return {key: air_shot_chance(decision.shot(view, key)) for key in keys}


def _value(key: str) -> int:
    return weapon_of(key).support + ONE_SHOT_VALUE * bool(weapon_of(key).shots)
