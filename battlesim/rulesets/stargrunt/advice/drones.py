"""Advice on drones and aircraft: whether and with what to fire at them."""

from __future__ import annotations

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Advice
from battlesim.table.units import Unit

from ..attack.targeting import weapon_of
from ..core.lookups import quality_die, unit_of
from ..core.state import Battle
from ..electronics.air_defence import air_shot_chance, drone_shots
from ..electronics.drones import FlyDrone

DRONE_WORTH = 0.6
"""What it is worth to bring a drone down, in casualties."""


def drone_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return what a unit wants to do against drones."""
    chances = [air_shot_chance(shot) for _, shot, option in drone_shots(view, unit) if not option.shut]
    return [("shoot_drone", DRONE_WORTH * max(chances, default=0.0), "brings the drone down")]


def with_what_to_fire(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the unit with the best die, and of its weapons the one that is worth least elsewhere."""
    advice = []
    for option in decision.open_options:
        if option.key != decision.least:
            die, weapon = quality_die(unit_of(view, view.table.piece(option.by[0]))), weapon_of(option.to[0])
            worth = die - 0.1 * (weapon.support + 12 * bool(weapon.shots))
            advice.append(Advice(option.key, worth, f"a D{die} against the target"))
    return sorted(advice, key=lambda each: -each.score)


def where_to_fly(view: Battle, decision: FlyDrone) -> list[Advice]:
    """Advise to stay: nothing is hidden that it could find."""
    return [Advice(decision.start, 0.0, "nothing to look for")]
