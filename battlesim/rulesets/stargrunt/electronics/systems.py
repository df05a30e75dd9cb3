"""Electronic warfare systems: switching them on and off, and the markers that tasks cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battlesim.engine.play import Play, Script
from battlesim.mechanics.contest import ShiftedDie, shifted_die
from battlesim.mechanics.pieces import set_mark
from battlesim.mechanics.turns import change_counter
from battlesim.table.events import DieTag, Modifier
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Mark
from battlesim.table.units import Unit

from ..actions.unit_actions import UnitAction, always_open
from ..core.lookups import unit_rules
from ..core.marks import DRONES_LAUNCHED, EW_MARKERS, EW_ON
from ..core.profiles import tables
from ..core.state import Battle, Game

COSTS, MORE = "SG-EWF-02", "SG-EWF-03"
SWITCHES, LIMIT = "SG-GAP-61", "SG-GAP-64"
MARKERS_OF_TURN = 3
SYSTEM_VALUES, SYSTEM_MARKS = ("electronics", "drone"), (EW_ON, EW_MARKERS, DRONES_LAUNCHED)
"""The values and marks of a unit that belong to its systems and drones."""
SWITCHING_OFF = ("combat_move", "assault", "travel")
"""The actions that switch a system off."""


def has_system(unit: Unit) -> bool:
    """Return whether a unit has an electronic warfare system."""
    return unit_rules(unit).electronics not in ("", "none")


def is_on(unit: Unit) -> bool:
    """Return whether a unit's electronic warfare system is switched on."""
    return unit.has_mark(EW_ON)


def system_die(unit: Unit, markers: int) -> tuple[int, DieTag]:
    """Return the die for a task on which a unit spends a number of markers, and the die's label."""
    shifts = (Modifier(markers - 1, f"{markers} markers", MORE),) if markers > 1 else ()
    tag = DieTag(unit.side, "EW", shifts)
    return _shifted(unit, tag).sides, tag


def _shifted(unit: Unit, tag: DieTag) -> ShiftedDie:
    return shifted_die(tables().electronics[unit_rules(unit).electronics], tag)


def why_not_spent(unit: Unit, markers: int) -> AnyText:
    """Return why a unit cannot spend a number of markers on a task, or "" if it can."""
    if unit.mark_count(EW_MARKERS) < markers:
        return "it has no markers left"
    return "its die is a D12 already" if _shifted(unit, system_die(unit, markers)[1]).over else ""


def spend_markers(play: Play[Game], unit: UnitId, markers: int) -> None:
    """Remove the markers that an attempt costs, even if it fails."""
    left = play.state.table.units[unit].mark_count(EW_MARKERS) - markers
    set_mark(play, [unit], EW_MARKERS, left, COSTS)


def switch_on(play: Play[Game], unit: UnitId) -> Script[None]:
    """Switch a unit's electronic warfare system on, with a full set of markers."""
    play.log_message(phrase("{unit} switches its EW on", play.state.table.units[unit].name), rule=SWITCHES)
    set_mark(play, [unit], EW_ON, 1, SWITCHES)
    set_mark(play, [unit], EW_MARKERS, MARKERS_OF_TURN, SWITCHES)
    yield from ()


def switch_off(play: Play[Game], unit: UnitId) -> None:
    """Switch a unit's electronic warfare system off and remove its markers."""
    if is_on(play.state.table.units[unit]):
        text = phrase("The EW of {unit} is off", play.state.table.units[unit].name)
        play.log_message(text, rule=SWITCHES)
    for mark in (EW_ON, EW_MARKERS):
        set_mark(play, [unit], mark, 0, SWITCHES)


def refill_markers(play: Play[Game], unit: UnitId) -> None:
    """Restore the markers of a unit whose system is on, at its first activation of a turn."""
    own, name = play.state.table.units[unit], f"ew {unit}"
    if not has_system(own) or play.state.game.count(name):
        return
    change_counter(play, name, 1, SWITCHES)
    if is_on(own):
        set_mark(play, [unit], EW_MARKERS, MARKERS_OF_TURN, SWITCHES)


def without_systems(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a unit without its systems and drones, for figures that leave the unit."""
    return {key: value for key, value in rules.items() if key not in SYSTEM_VALUES}


def marks_without_systems(unit: Unit) -> tuple[Mark, ...]:
    """Return the marks of a unit without those of its systems, for figures that leave the unit."""
    return tuple(mark for mark in unit.marks if mark.name not in SYSTEM_MARKS)


def _switch_off_action(play: Play[Game], unit: UnitId) -> Script[None]:
    switch_off(play, unit)
    yield from ()


def _is_off(state: Battle, unit: Unit) -> bool:
    return has_system(unit) and not is_on(unit)


SWITCH_ON = UnitAction("Switch EW on", SWITCHES, always_open, switch_on, _is_off)
SWITCH_OFF = UnitAction(
    "Switch EW off", SWITCHES, always_open, _switch_off_action, lambda state, unit: is_on(unit)
)
