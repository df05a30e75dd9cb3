"""Actions that vehicles cannot take."""

from __future__ import annotations

from battlesim.table.phrases import AnyText
from battlesim.table.units import Unit

from ..core.marks import IMMOBILISED
from ..core.state import Battle
from ..core.vehicles import vehicle_of

MOVE_KEYS = ("move", "combat_move", "travel")
FOOT_KEYS = ("assault", "go_in_position", "leave_position", "regroup", "detach", "board", "get_out")
"""The actions of those on foot."""


def why_vehicle_cannot(state: Battle, unit: Unit, key: str) -> AnyText:
    """Return why a vehicle cannot take an action, or "" if it can or the unit is on foot."""
    vehicle = vehicle_of(state, unit.id) if key in MOVE_KEYS or key in FOOT_KEYS else None
    if vehicle is None:
        return ""
    if key in FOOT_KEYS:
        return "vehicles cannot"
    return "the vehicle is immobilised" if vehicle.has_mark(IMMOBILISED) else ""
