"""Heavy weapons and guided missiles: the dice of the firer and of the target."""

from __future__ import annotations

from typing import Literal

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import roll_script, single_roll
from battlesim.mechanics.contest import MultipleOpposedRoll, ShiftedDie, Successes
from battlesim.table.events import DieTag
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText

from ..core.lookups import unit_rules
from ..core.profiles import SystemGrade, Weapon, tables
from ..core.state import Battle, Game
from ..core.vehicles import vehicle_data, vehicle_of
from ..electronics.interference import roll_against_interference
from .targeting import Fire, weapon_of

ECM = "SG-GMS-02"
BAND_FOR_SIZE_IN = 12.0
"""Inches of a range band for each class of size."""
NO_ECM = "guided missiles find no infantry without ECM"

System = Literal["fire_control", "guidance", "ecm"]


def heavy_weapon(fire: Fire) -> Weapon | None:
    """Return the heavy weapon of a fire action, which fires alone, or None if it has none."""
    weapon = weapon_of(fire.weapons[0])
    return weapon if weapon.size else None


def system_grade(state: Battle, unit: UnitId, system: System) -> SystemGrade:
    """Return the grade of an electronic system of a unit: that of its vehicle, or else of its figures."""
    vehicle = vehicle_of(state, unit)
    data = vehicle_data(vehicle) if vehicle else None
    grade: SystemGrade = getattr(data or unit_rules(state.table.units[unit]), system)
    return grade


def target_size(state: Battle, target: UnitId) -> int:
    """Return the size class of a target, which is 1 for infantry."""
    vehicle = vehicle_of(state, target)
    data = vehicle_data(vehicle) if vehicle else None
    return data.size if data else 1


def heavy_band_length(state: Battle, target: UnitId, weapon: Weapon) -> float:
    """Return a heavy weapon's range band in inches, for its size or, if an option says so, the target's.

    Rules: SG-HVY-02, SG-GAP-89.
    """
    by_weapon = state.game.parameters.heavy_band_by_weapon
    return BAND_FOR_SIZE_IN * (weapon.size if by_weapon else target_size(state, target))


def aiming_die(state: Battle, unit: UnitId, weapon: Weapon) -> tuple[int, DieTag]:
    """Return the die that a heavy weapon adds for aiming: its guidance (a missile) or fire control.

    Rules: SG-HVY-01, SG-GMS-01.
    """
    side = state.table.units[unit].side
    if weapon.guided:
        return tables().guidance[system_grade(state, unit, "guidance")], DieTag(side, "Guidance")
    return tables().fire_control[system_grade(state, unit, "fire_control")], DieTag(side, "Fire control")


def ecm_die(state: Battle, target: UnitId) -> tuple[ShiftedDie, DieTag]:
    """Return a target's electronic countermeasures die against a guided missile, and the die's label."""
    tag = DieTag(state.table.units[target].side, "ECM")
    return ShiftedDie(tables().ecm[system_grade(state, target, "ecm")]), tag


def roll_opposed(
    play: Play[Game], fire: Fire, roll: MultipleOpposedRoll, text: AnyText, by: str
) -> Script[Successes]:
    """Roll the dice of a fire action; the enemy may jam the guidance of a missile."""
    weapon = heavy_weapon(fire)
    if weapon and weapon.guided:
        own, spoofed = play.state.table.units[fire.unit], Successes(0, 0)
        return (yield from roll_against_interference(play, own, "sensors", roll, spoofed, text, by))
    return (yield from roll_script(play, single_roll(roll), text, rule=roll.rule, by=by))


def why_no_missile(state: Battle, fire: Fire) -> AnyText:
    """Return why a guided missile cannot be fired at a target, or "" if it can or is not one."""
    weapon = heavy_weapon(fire)
    if not weapon or not weapon.guided or vehicle_of(state, fire.target):
        return ""
    return NO_ECM if system_grade(state, fire.target, "ecm") == "none" else ""
