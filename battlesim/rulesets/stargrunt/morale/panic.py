"""Panic: what makes green and untrained troops test for it, once per battle."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import set_mark
from battlesim.table.ids import UnitId
from battlesim.table.units import Unit

from ..core.lookups import (
    active_units,
    enemy_units,
    fears_terror,
    has_tag,
    has_terror,
    ok_figures,
    unit_rules,
)
from ..core.marks import PANIC, PANIC_TESTED
from ..core.state import Battle, Game
from ..electronics.drones import crash_drone
from ..ground.sight import sees_unit
from .tests import roll_test

TEST, PANICS = "SG-PAN-04", "SG-PAN-05"
CAUSES = {"untrained": "SG-PAN-01", "green": "SG-PAN-02", "regular": "SG-PAN-03"}


def may_panic(unit: Unit) -> bool:
    """Return whether a unit has yet to take its panic test (SG-GAP-86)."""
    rules = unit_rules(unit)
    return not rules.automated and rules.quality in CAUSES and not unit.has_mark(PANIC_TESTED)


def is_frightened(state: Battle, unit: Unit) -> bool:
    """Return whether a unit sees something for which troops of its quality must test for panic."""
    quality = unit_rules(unit).quality
    if quality not in ("untrained", "green"):
        return False
    for enemy in enemy_units(state, unit.side):
        armoured = any(has_tag(piece, "power_armour") for piece in ok_figures(state, enemy.id))
        if (quality == "untrained" or armoured) and sees_unit(state, unit.id, enemy.id):
            return True
    return False


def test_panic_at_sight(play: Play[Game]) -> Script[None]:
    """Make each unit that sees something frightening for the first time take a panic test."""
    for unit in active_units(play.state):
        if may_panic(unit) and is_frightened(play.state, unit):
            yield from take_panic_test(play, unit.id)


def test_panic_under_attack(
    play: Play[Game], unit: UnitId, attacker: UnitId, *, by_fire: bool
) -> Script[None]:
    """Make a unit take a panic test if troops of its quality fear being fired at or assaulted."""
    own = play.state.table.units[unit]
    if not may_panic(own) or not ok_figures(play.state, unit):
        return
    quality = unit_rules(own).quality
    fired_at = quality == "green" and by_fire
    terrified = has_terror(play.state, attacker) and fears_terror(play.state, unit)
    if fired_at or (quality == "regular" and terrified):
        yield from take_panic_test(play, unit)


def take_panic_test(play: Play[Game], unit: UnitId) -> Script[None]:
    """Roll the panic test of a unit and apply the result."""
    own = play.state.table.units[unit]
    set_mark(play, [unit], PANIC_TESTED, 1, TEST)
    if not (yield from roll_test(play, own, 0, "not to panic", CAUSES[unit_rules(own).quality])):
        set_mark(play, [unit], PANIC, 1, PANICS)
        crash_drone(play, unit)
