"""Normal moves and combat moves of units."""

from __future__ import annotations

import math

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.paths import polyline_length
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import PlainRoll, roll_script, single_roll
from battlesim.mechanics.group_moves import ask_move_order, leg_travels
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.movement import (
    Leg,
    Motion,
    group_problem,
    suggest_group_legs,
    table_after_legs,
    with_group_occupied,
)
from battlesim.rulings.movement_formation import follower_legs
from battlesim.rulings.movement_legs import leg_along
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.units import Unit

from ..core.events import AttemptFailed
from ..core.lookups import confidence, enemy_units, leader_of, ok_figures, unit_centre, unit_mobility
from ..core.marks import BROKEN, IN_POSITION, SHAKEN
from ..core.movement import COMBAT_FACTOR
from ..core.movement import COMBAT_MOVE as COMBAT
from ..core.state import Battle, Game
from ..core.vehicles import vehicle_of
from ..ground.cover import is_in_cover
from ..ground.integrity import INTEGRITY_LINK
from ..ground.motion import figure_motion, only_retreating, unit_motions
from ..ground.sight import sees_unit
from ..morale.tests import roll_test
from ..wounded.carrying import with_wounded
from .mines import carry_out_travels
from .unit_actions import UnitAction

NORMAL = "SG-MOV-01"
DESTINATION = "SG-MOV-03"
FOLLOWS = "SG-GAP-68"
OUT_OF_POSITION = "SG-POS-03"
LEAVES_COVER = "SG-CLV-04"
MOVE_TEST_THREAT = 2
"""The threat level of the reaction tests for moves (SG-RCT-06, SG-RCT-07)."""


def may_move(play: Play[Game], unit: UnitId, harder: int = 0) -> Script[bool]:
    """Make a unit take a test to leave its position before it moves. Return whether it may move.

    The test may be followed by another to leave cover if the unit is shaken; the marker stays off
    (SG-GAP-166). `harder` is added to the threat level.
    """
    own = play.state.table.units[unit]
    if not own.has_mark(IN_POSITION):
        return True
    if (
        yield from roll_test(play, own, MOVE_TEST_THREAT + harder, "to move out of position", OUT_OF_POSITION)
    ):
        set_mark(play, [unit], IN_POSITION, 0, OUT_OF_POSITION)
        return True
    play.emit(AttemptFailed(rule=OUT_OF_POSITION, what="position"))
    return False


def perform_normal_move(play: Play[Game], unit: UnitId, burdened: bool = False) -> Script[None]:
    """Ask for a move of up to the unit's base mobility and carry it out."""
    if not (yield from may_move(play, unit)):
        return
    allowance = unit_mobility(play.state, unit, burdened).base
    motions = unit_motions(play.state, unit, allowance)
    side, about = play.state.table.units[unit].side, leader_of(play.state, unit).id
    order = yield from ask_move_order(
        play, side, motions, INTEGRITY_LINK, rule=NORMAL, prompt="Normal move", about=about
    )
    yield from carry_out_move(play, unit, order.legs, order.motions, NORMAL, "move")


def perform_combat_move(play: Play[Game], unit: UnitId, burdened: bool = False) -> Script[None]:
    """Ask for the leader's path, roll for the distance, and move the unit along the path.

    The unit stops at the end of the path unless an option says otherwise (SG-GAP-66).
    """
    if not (yield from may_move(play, unit)):
        return
    state, leader = play.state, leader_of(play.state, unit)
    ground = state.table.ground
    far = figure_motion(state, leader, 2.0 * (ground.width + ground.height), apart=0.0)
    if confidence(state.table.units[unit]) == BROKEN and is_in_cover(state, unit):
        far = only_retreating(state, unit, far)
    members = {motion.piece for motion in unit_motions(state, unit, 0.0)}
    far = msgspec.structs.replace(far, occupied=tuple(key for key in far.occupied if key not in members))
    order = yield from ask_move_order(
        play, leader.side, [far], rule=DESTINATION, prompt="Combat move: which way?", about=leader.id
    )
    if not order.legs:
        return
    die = unit_mobility(state, unit, burdened).die
    text = phrase("{}: combat move", state.table.units[unit].name)
    (face,) = yield from roll_script(
        play, single_roll(PlainRoll(sides=(die,), rule=COMBAT)), text, rule=COMBAT, by=leader.id
    )
    inches = COMBAT_FACTOR * face
    motions = with_group_occupied(unit_motions(state, unit, inches))
    way = order.legs[0]
    if not state.game.parameters.stops_at_destination:
        way = msgspec.structs.replace(way, path=lengthened_path(way.path, inches))
    legs = combat_legs(state, motions, way)
    yield from carry_out_move(play, unit, legs, motions, COMBAT, "combat_move")


def lengthened_path(path: tuple[Point, ...], inches: float) -> tuple[Point, ...]:
    """Return a path of the given length in inches, extended in the direction of its last segment."""
    missing = inches - polyline_length(path)
    (x0, y0), (x1, y1) = path[-2:]
    last = math.dist((x0, y0), (x1, y1))
    if missing <= 0.0 or last == 0.0:
        return path
    part = 1.0 + missing / last
    return (*path[:-1], (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part))


def combat_legs(state: Battle, motions: tuple[Motion, ...], way: Leg) -> tuple[Leg, ...]:
    """Return the moves of a unit whose leader follows a path as far as possible, the others beside it."""
    table = state.table
    lead = next(motion for motion in motions if motion.piece == way.piece)
    first = leg_along(table, lead, way.path)
    if first is not None:
        legs = (first, *follower_legs(table, motions, INTEGRITY_LINK, (first,), first.end))
        if group_problem(table, motions, legs, INTEGRITY_LINK) is None:
            return legs
    return suggest_group_legs(table, motions, INTEGRITY_LINK, way.end)


def carry_out_move(
    play: Play[Game], unit: UnitId, legs: tuple[Leg, ...], motions: tuple[Motion, ...], rule: str, how: str
) -> Script[bool]:
    """Move a unit, unless it is shaken and fails the test to leave cover. Return whether it moved."""
    if not legs:
        return False
    own = play.state.table.units[unit]
    allowed = {motion.piece: motion for motion in motions}
    after = play.state.with_table(table_after_legs(play.state.table, allowed, legs))
    stays = needs_shaken_test(play.state, after, own) and not (
        yield from roll_test(play, own, MOVE_TEST_THREAT, "to leave cover", LEAVES_COVER)
    )
    if stays:
        play.emit(AttemptFailed(rule=LEAVES_COVER, what="leave_cover"))
        return False
    parts = leg_travels(play.state, legs, lambda state, piece: allowed[piece])
    return (yield from carry_out_travels(play, parts, rule, how))


def needs_shaken_test(before: Battle, after: Battle, unit: Unit) -> bool:
    """Return whether a shaken unit must pass a reaction test to make a move (SG-GAP-81).

    Vehicles need no test to move, turn or drive backward (SG-GAP-72).
    """
    if confidence(unit) != SHAKEN or vehicle_of(before, unit.id):
        return False
    leaves = is_in_cover(before, unit.id) and not is_in_cover(after, unit.id)
    nearer = _is_nearer_to_an_enemy(before, after, unit)
    match before.game.parameters.shaken_test:
        case "leave_cover":
            return leaves and nearer is not False
        case "leave_or_advance":
            return leaves or nearer is True
        case "leave_and_advance":
            return leaves and nearer is True


def _is_nearer_to_an_enemy(before: Battle, after: Battle, unit: Unit) -> bool | None:
    """Return whether a move ends nearer to a visible enemy, False if farther from all, None if neither.

    A unit that leaves the table ends nearer to nobody.
    """
    if not ok_figures(after, unit.id):
        return None
    old, new = unit_centre(before, unit.id), unit_centre(after, unit.id)
    changes = [
        math.dist(new, centre) - math.dist(old, centre)
        for enemy in enemy_units(before, unit.side)
        if sees_unit(before, unit.id, enemy.id)
        for centre in [unit_centre(before, enemy.id)]
    ]
    if any(change < 0.0 for change in changes):
        return True
    return False if changes and all(change > 0.0 for change in changes) else None


def why_cannot_move(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit cannot try to move again in this activation, or "" if it can."""
    if unit.has_mark(IN_POSITION) and "position" in state.game.attempted:
        return "it has failed to get out of position in this activation"
    return "it has failed to leave cover in this activation" if "leave_cover" in state.game.attempted else ""


NORMAL_MOVE = UnitAction("Normal move", NORMAL, why_cannot_move, with_wounded(perform_normal_move))
"""Either kind of move may follow the other (SG-GAP-67)."""
COMBAT_MOVE = UnitAction("Combat move", COMBAT, why_cannot_move, with_wounded(perform_combat_move))
