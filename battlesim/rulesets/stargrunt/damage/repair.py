"""Repairs of a vehicle's systems, and what it cannot do without them."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import d6_at_least, roll_script, single_roll
from battlesim.mechanics.pieces import set_mark
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction, always_open
from ..core.lookups import ok_figures
from ..core.marks import SYSTEMS_HIT
from ..core.state import Battle, Game

REPAIRS = "SG-NPH-06"
REPAIR_ROLL = d6_at_least(5, REPAIRS)
SYSTEM_KEYS = ("fire", "transfer", "rally", "request", "observe", "shoot_drone")
SENSOR_KEYS = ("ew_on", "ew_spot", "launch_drone", "fly_drone", "drone_spot")
NEEDS_SYSTEMS = (*SYSTEM_KEYS, *SENSOR_KEYS)
"""The actions that use weapons, sensors or communications; driving and loading go on."""


def has_systems_hit(state: Battle, unit: Unit) -> bool:
    """Return whether the systems of a unit's vehicle are out of order."""
    return any(piece.has_mark(SYSTEMS_HIT) for piece in ok_figures(state, unit.id))


def why_systems_forbid(state: Battle, unit: Unit, key: str) -> AnyText:
    """Return why a vehicle whose systems are out of order cannot take an action, or "" if it can.

    Rules: SG-GAP-98.
    """
    if key in NEEDS_SYSTEMS and has_systems_hit(state, unit):
        return "its systems are out of use"
    return ""


def repair_systems(play: Play[Game], unit: UnitId) -> Script[None]:
    """Roll for a vehicle's backup systems, which replace damaged ones."""
    piece = next(p for p in ok_figures(play.state, unit) if p.has_mark(SYSTEMS_HIT))
    text = phrase("{}: backup systems", piece.name)
    if (yield from roll_script(play, single_roll(REPAIR_ROLL), text, rule=REPAIRS, by=piece.id)):
        set_mark(play, [piece.id], SYSTEMS_HIT, 0, REPAIRS)


REPAIR_ACTION = UnitAction("Repair systems", REPAIRS, always_open, repair_systems, has_systems_hit)
