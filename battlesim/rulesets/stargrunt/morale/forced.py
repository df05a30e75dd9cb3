"""The actions that broken, routed and panicked units must take."""

from __future__ import annotations

import math
from collections.abc import Callable

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import PlainRoll, roll_script, single_roll
from battlesim.mechanics.group_moves import leg_travels
from battlesim.mechanics.pieces import remove_from_play, set_mark
from battlesim.rulings.movement import Leg, Motion, leg_into, leg_toward, table_after_leg
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..actions.mines import make_forced_travels
from ..core.lookups import (
    active_units,
    confidence,
    enemy_units,
    is_suppressed,
    leader_of,
    ok_figures,
    unit_mobility,
    unit_rules,
)
from ..core.marks import BROKEN, IN_POSITION, PANIC, ROUTED
from ..core.movement import COMBAT_FACTOR, COMBAT_MOVE
from ..core.state import Battle, Game
from ..core.vehicles import carrier_of
from ..electronics.systems import switch_off
from ..ground.cover import is_in_cover
from ..ground.motion import figure_motion
from ..ground.shelter import EDGE_KEY, nearest_cover, nearest_edge_point, with_exit
from ..wounded.abandoning import test_abandonment
from .confidence import lose_confidence
from .independent import has_no_levels, leave_for_good
from .suppression import shake_off_suppression
from .tests import test_roll

TO_COVER, WITHDRAWS = "SG-CLV-05", "SG-CLV-08"
SURRENDERS = "SG-CLV-09"
SURRENDER_IN = 12.0
SHAKES_PANIC, PANIC_COSTS = "SG-PAN-06", "SG-PAN-07"
NORMAL_KEY, COMBAT_KEY = "move", "combat_move"

ForcedAction = Callable[[Play[Game], UnitId], Script[int]]
"""The rules of a forced action; it returns how many actions it takes."""


def forced_action(state: Battle, unit: Unit) -> ForcedAction | None:
    """Return the action a unit must take next, or None if its player chooses; panic first (SG-GAP-47)."""
    if unit.has_mark(PANIC):
        return shake_off_panic
    if carrier_of(state, unit.id) is not None:
        return None
    if confidence(unit) == ROUTED:
        return remove_suppression if is_suppressed(unit) else withdraw_from_table
    if confidence(unit) == BROKEN and not is_in_cover(state, unit.id):
        return remove_suppression if is_suppressed(unit) else go_to_cover
    return None


def remove_suppression(play: Play[Game], unit: UnitId) -> Script[int]:
    """Make a unit try to remove a suppression marker before it moves."""
    yield from shake_off_suppression(play, unit)
    return 1


def shake_off_panic(play: Play[Game], unit: UnitId) -> Script[int]:
    """Make a unit spend its activation on a reaction test to end its panic; a 1 lowers its confidence."""
    own = play.state.table.units[unit]
    now = play.state.game.activation
    left = now.actions_left if now else 1
    if left < 2:
        return left
    roll = test_roll(own, 0, SHAKES_PANIC)
    text, by = phrase("{unit} to shake off panic", own.name), leader_of(play.state, unit).id
    (face,) = yield from play.roll_dice(roll.sides, text, rule=SHAKES_PANIC, by=by)
    if roll.value_of([face]):
        set_mark(play, [unit], PANIC, 0, SHAKES_PANIC)
    if face == 1 and has_no_levels(play.state, own):
        leave_for_good(play, own)
    elif face == 1:
        lose_confidence(play, unit, 1, PANIC_COSTS)
    return left


def go_to_cover(play: Play[Game], unit: UnitId) -> Script[int]:
    """Move a broken unit to the nearest cover or else its table edge; its player chooses the kind of move."""
    own, leader = play.state.table.units[unit], leader_of(play.state, unit)
    options = [Option(NORMAL_KEY, "Normal move"), Option(COMBAT_KEY, "Combat move")]
    text = phrase("{unit} is broken and goes to cover: how?", own.name)
    chosen = yield from play.choose_one("retreat", own.side, text, options, rule=TO_COVER, about=leader.id)
    inches = unit_mobility(play.state, unit).base
    if chosen.key == COMBAT_KEY:
        inches = yield from _combat_distance(play, unit)
    goal = nearest_cover(play.state, own) or nearest_edge_point(play.state, own.side, leader.xy)
    yield from move_toward(play, unit, goal, inches, phrase("{unit} goes to cover", own.name), TO_COVER)
    yield from test_abandonment(play, unit)
    return 1


def withdraw_from_table(play: Play[Game], unit: UnitId) -> Script[int]:
    """Move a routed unit to its table edge and off it, unless it surrenders first (SG-GAP-84)."""
    if surrender_if_near(play, unit):
        return 2
    own = play.state.table.units[unit]
    inches = yield from _combat_distance(play, unit)
    goal = nearest_edge_point(play.state, own.side, leader_of(play.state, unit).xy)
    yield from move_toward(play, unit, goal, inches, phrase("{} withdraws", own.name), WITHDRAWS, leaves=True)
    yield from test_abandonment(play, unit)
    return 1


def _combat_distance(play: Play[Game], unit: UnitId) -> Script[float]:
    die, own = unit_mobility(play.state, unit).die, play.state.table.units[unit]
    text, by = phrase("{}: combat move", own.name), leader_of(play.state, unit).id
    roll = PlainRoll(sides=(die,), rule=COMBAT_MOVE)
    (face,) = yield from roll_script(play, single_roll(roll), text, rule=COMBAT_MOVE, by=by)
    switch_off(play, unit)
    return COMBAT_FACTOR * face


def move_toward(
    play: Play[Game], unit: UnitId, goal: Point, inches: float, text: AnyText, rule: str, leaves: bool = False
) -> Script[None]:
    """Announce a move of a unit toward a point, then move each figure as far as it can go."""
    set_mark(play, [unit], IN_POSITION, 0, rule)
    table, side = play.state.table, play.state.table.units[unit].side
    legs, motions = list[Leg](), dict[str, Motion]()
    for piece in sorted(ok_figures(play.state, unit), key=lambda p: (math.dist(p.xy, goal), p.id)):
        motion = figure_motion(play.state.with_table(table), piece, inches, apart=0.0)
        motion = with_exit(play.state, motion, side) if leaves else motion
        leg = leg_into(table, motion, EDGE_KEY).leg if leaves else None
        leg = leg or leg_toward(table, motion, goal)
        if leg is not None:
            motions[piece.id] = motion
            legs.append(leg)
            table = table_after_leg(table, motion, leg)
    parts = leg_travels(play.state, legs, lambda state, key: motions[key])
    yield from make_forced_travels(play, parts, "retreat", text, rule)


def surrender_if_near(play: Play[Game], unit: UnitId) -> bool:
    """Remove a routed unit that has an enemy within 12 in (SG-GAP-85). Return whether it was removed."""
    own = play.state.table.units[unit]
    figures = ok_figures(play.state, unit)
    if unit_rules(own).automated:
        return False
    enemies = [p for enemy in enemy_units(play.state, own.side) for p in ok_figures(play.state, enemy.id)]
    near = any(piece_gap(play.state.table, a, b) <= SURRENDER_IN for a in figures for b in enemies)
    cornered = not (play.state.game.parameters.surrenders_only_cornered and has_way_out(play.state, own))
    gives_up = near and cornered
    if gives_up:
        surrender(play, unit)
    return gives_up


def has_way_out(state: Battle, unit: Unit) -> bool:
    """Return whether any figure of a unit can reach its side's table edge, however far it is."""
    far = 4.0 * (state.table.ground.width + state.table.ground.height)
    motions = (with_exit(state, figure_motion(state, p, far), unit.side) for p in ok_figures(state, unit.id))
    return any(leg_into(state.table, motion, EDGE_KEY).leg is not None for motion in motions)


def surrender(play: Play[Game], unit: UnitId) -> None:
    """Remove a unit that surrenders or is given no quarter by aliens."""
    play.log_message(phrase("{} surrenders", play.state.table.units[unit].name), rule=SURRENDERS)
    for piece in ok_figures(play.state, unit):
        remove_from_play(play, piece.id, SURRENDERS)


def check_surrenders(play: Play[Game]) -> None:
    """Make each routed unit surrender that has an enemy near enough after an action."""
    for unit in active_units(play.state):
        if confidence(unit) == ROUTED:
            surrender_if_near(play, unit.id)
