"""Support missions: when they arrive, and which of them a side can activate now."""

from __future__ import annotations

from battlesim.table.ids import SideKey

from ..core.state import Battery, Battle, Mission

ARRIVES = "SG-GAP-132"
DELAYS = {"squad": 0, "platoon": 0, "company": 0, "battalion": 1, "regiment": 2, "higher": 2}
"""Turns from the request to the arrival of artillery, by the command level of the battery."""
AIR_DELAY, ORBITAL_DELAY = 1, 2


def delay(battery: Battery) -> int:
    """Return the number of turns until the support of a battery arrives."""
    return {"air": AIR_DELAY, "orbital": ORBITAL_DELAY}.get(battery.kind, DELAYS[battery.level])


def battery_of(state: Battle, mission: Mission) -> Battery:
    """Return the battery of a mission."""
    return next(battery for battery in state.game.batteries if battery.id == mission.battery)


def due_missions(state: Battle, side: SideKey) -> list[Mission]:
    """Return the missions of a side that arrive this turn, each of which counts as a unit to activate."""
    due = [mission for mission in state.game.missions if mission.turn <= state.game.turn]
    return [mission for mission in due if battery_of(state, mission).side == side]
