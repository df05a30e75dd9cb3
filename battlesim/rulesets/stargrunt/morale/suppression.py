"""Suppression markers, what they prevent, and their removal."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import set_mark
from battlesim.table.ids import UnitId

from ..core.marks import SUPPRESSED, TRAVELLING
from ..core.state import Game
from ..electronics.drones import crash_drone
from ..electronics.systems import switch_off
from .tests import roll_test

MARKERS = "SG-SUP-04"
REMOVES = "SG-SUP-03"
ENGAGED = "SG-TRV-06"
MAX_MARKERS = 3


def suppress(play: Play[Game], unit: UnitId, rule: str = MARKERS) -> None:
    """Give a unit a suppression marker, up to a maximum of three (SG-GAP-45)."""
    now = play.state.table.units[unit].mark_count(SUPPRESSED)
    set_mark(play, [unit], SUPPRESSED, min(MAX_MARKERS, now + 1), rule)
    switch_off(play, unit)
    crash_drone(play, unit)


def suppress_engaged(play: Play[Game], unit: UnitId, hit: bool, rule: str = MARKERS) -> bool:
    """Suppress a unit that is attacked, if it is hit or in travel mode. Return whether it is suppressed."""
    travels = play.state.table.units[unit].has_mark(TRAVELLING)
    if hit or travels:
        suppress(play, unit, rule if hit else ENGAGED)
    return hit or travels


def shake_off_suppression(play: Play[Game], unit: UnitId) -> Script[None]:
    """Roll to remove one suppression marker: the quality die must exceed the unit's leadership.

    Each action allows one attempt, so an activation allows two (SG-GAP-46).
    """
    own = play.state.table.units[unit]
    if (yield from roll_test(play, own, 0, "to remove suppression", REMOVES)):
        set_mark(play, [unit], SUPPRESSED, own.mark_count(SUPPRESSED) - 1, REMOVES)
