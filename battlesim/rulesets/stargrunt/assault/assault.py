"""The course of a close assault, from its first test to its last round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from battlesim.behaviour.advice import mean_point
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.activation import ActionSpent
from battlesim.mechanics.group_moves import leg_travels
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.movement import suggest_group_legs, with_group_occupied
from battlesim.table.ids import UnitId

from ..actions.beginning import ACTIONS, begin_activation
from ..actions.mines import carry_out_travels
from ..actions.move_actions import may_move, perform_combat_move
from ..core.choices import NOBODY_KEY
from ..core.events import AttemptFailed
from ..core.lookups import confidence, fears_terror, figures_of, has_tag, has_terror, ok_figures
from ..core.marks import BROKEN, IN_POSITION, ROUTED
from ..core.state import Battle, Game
from ..core.vehicles import vehicle_of
from ..hidden.reveal import place_if_flipped
from ..morale.confidence import lose_confidence, take_confidence_test
from ..morale.forced import check_surrenders, surrender
from ..morale.panic import test_panic_under_attack
from ..morale.suppression import suppress_engaged
from ..morale.tests import roll_test
from . import combat
from .approach import MOVES, close_in, combat_move
from .claws import claw_at_vehicle, test_assaulted_crew
from .declare import ATTACK_THREATS, MAY_ASSAULT, assault_decision, assault_motion
from .joining import JOINS, AssaultForce, ask_joining
from .withdrawal import FAR_IN, WITHDRAWS, abandon_assault, withdraw

BEGINS, STANDS = "SG-CLA-01", "SG-CLA-03"
BROKEN_DEFENDERS = "SG-GAP-114"
PRESSES_ON = "SG-GAP-128"
DESTROYED_THREAT, WITHDREW_THREAT = 1, 2
"""The threat levels of pressing on after defenders were destroyed, and after they withdrew."""
POWER_ARMOUR_COUNTS = 2


def perform_assault(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask which enemy a unit assaults and which units join in, then fight the assault.

    A unit that joins but fails its test keeps its second action, as the first unit does.
    """
    decision = assault_decision(play.state, unit)
    key = yield from play.ask(decision)
    if key == NOBODY_KEY:
        return
    target = UnitId(key)
    yield from place_if_flipped(play, target)
    joined = yield from ask_joining(play, unit, target)
    force = AssaultForce(play.state, [unit, *joined], target)
    for each in (unit, *joined):
        if not (yield from _begins(play, each, force.dropped)):
            force.drop(each)
    left_out = [each for each in joined if each not in force.units]
    if unit not in force.units:
        play.emit(AttemptFailed(rule=BEGINS, what="assault"))
    else:
        play.emit(ActionSpent(rule=MOVES, action="assault"))
    if force.units:
        yield from _assault(play, force)
    for each in left_out:
        if ok_figures(play.state, each):
            begin_activation(play, each, JOINS, ACTIONS - 1)


def _assault(play: Play[Game], force: AssaultForce) -> Script[None]:
    """Have the defenders stand or withdraw before the units that have begun an assault."""
    place = mean_point([piece.xy for piece in figures_of(play.state, force.target)])
    suppress_engaged(play, force.target, hit=False)
    for unit in force.units:
        yield from test_panic_under_attack(play, force.target, unit, by_fire=False)
    if vehicle_of(play.state, force.target):
        yield from test_assaulted_crew(play, force.target)
        yield from _close_combat(play, force)
    elif (yield from _defenders_stand(play, force.units, force.target)):
        yield from _close_combat(play, force)
    else:
        yield from _take_the_place(play, force, place)


def _begins(play: Play[Game], unit: UnitId, harder: int) -> Script[bool]:
    """Roll the tests that an attacking unit needs: out of position first, or optionally both in one."""
    own, more = play.state.table.units[unit], harder
    if play.state.game.parameters.tests_twice_from_position:
        if not (yield from may_move(play, unit, harder)):
            return False
    elif own.has_mark(IN_POSITION):
        more += 1
    threat = ATTACK_THREATS[confidence(own)] + more
    passed = yield from roll_test(play, own, threat, "to begin a close assault", BEGINS)
    if passed:
        set_mark(play, [unit], IN_POSITION, 0, MAY_ASSAULT)
    return passed


def counted_strength(state: Battle, *units: UnitId) -> int:
    """Return the strength of units for the odds; figures in power armour count double (SG-CLA-04)."""
    heavy = (has_tag(piece, "power_armour") for unit in units for piece in ok_figures(state, unit))
    return sum(POWER_ARMOUR_COUNTS if each else 1 for each in heavy)


def stand_threat(state: Battle, units: Iterable[UnitId], target: UnitId) -> int:
    """Return the threat level of the defenders' test: the odds, doubled if the attackers cause terror.

    An option sets a minimum for the odds. Rules: SG-CLA-05, SG-GAP-112.
    """
    attackers = tuple(units)
    odds = counted_strength(state, *attackers) // counted_strength(state, target)
    odds = max(state.game.parameters.least_odds, odds)
    frightened = any(has_terror(state, unit) for unit in attackers) and fears_terror(state, target)
    return 2 * odds if frightened else odds


def _defenders_stand(play: Play[Game], units: Sequence[UnitId], target: UnitId) -> Script[bool]:
    """Have the defenders take their stand test; broken and routed ones do not stand."""
    enemy = play.state.table.units[target]
    if confidence(enemy) == ROUTED:
        surrender(play, target)
        return False
    if confidence(enemy) == BROKEN:
        lose_confidence(play, target, confidence(enemy) - ROUTED, BROKEN_DEFENDERS)
        return False
    threat = stand_threat(play.state, units, target)
    return (yield from take_confidence_test(play, target, threat, STANDS))


def _take_the_place(play: Play[Game], force: AssaultForce, place: Point) -> Script[None]:
    """Have the defenders withdraw, and put the attackers on the place that they leave (SG-CLA-06)."""
    yield from withdraw(play, force.target, force.units)
    for unit in force.units:
        yield from _move_to(play, unit, place)
    check_surrenders(play)
    for unit in force.units:
        yield from _press_on(play, unit, WITHDREW_THREAT)


def _move_to(play: Play[Game], unit: UnitId, place: Point) -> Script[None]:
    figures = ok_figures(play.state, unit)
    motions = with_group_occupied(assault_motion(play.state, piece, FAR_IN) for piece in figures)
    legs = suggest_group_legs(play.state.table, motions, None, place)
    allowed = {motion.piece: motion for motion in motions}
    parts = leg_travels(play.state, legs, lambda state, piece: allowed[piece])
    yield from carry_out_travels(play, parts, WITHDRAWS, "assault")


def _press_on(play: Play[Game], unit: UnitId, threat: int) -> Script[None]:
    """Optionally, have winners test to make one more combat move, which may begin a new assault."""
    own = play.state.table.units[unit]
    if not play.state.game.parameters.follows_through or not ok_figures(play.state, unit):
        return
    if (yield from roll_test(play, own, threat, "to press on", PRESSES_ON)):
        decision = assault_decision(play.state, unit)
        open_to = [option for option in decision.open_options if option.key != NOBODY_KEY]
        key = (yield from play.ask(decision)) if open_to else NOBODY_KEY
        if key == NOBODY_KEY:
            yield from perform_combat_move(play, unit)
        elif (yield from _defenders_stand(play, [unit], UnitId(key))):
            if (yield from combat_move(play, unit, UnitId(key))):
                yield from combat.fight(play, [unit], [UnitId(key)])
        else:
            yield from withdraw(play, UnitId(key), [unit])


def _close_combat(play: Play[Game], force: AssaultForce) -> Script[None]:
    """Have the attackers close in, and those that arrive fight; the others may stay or go back."""
    arrived = yield from close_in(play, force)
    if arrived and (yield from _fight(play, arrived, force)):
        threat = WITHDREW_THREAT if ok_figures(play.state, force.target) else DESTROYED_THREAT
        for unit in arrived:
            yield from _press_on(play, unit, threat)
    for unit in force.units:
        if unit not in arrived and ok_figures(play.state, unit):
            yield from abandon_assault(play, unit, force.starts, may_stay=True)


def _fight(play: Play[Game], arrived: Sequence[UnitId], force: AssaultForce) -> Script[bool]:
    """Have units fight the defenders, or claw at a vehicle; return whether they have won."""
    if vehicle_of(play.state, force.target) is None:
        return (yield from combat.fight(play, arrived, [force.target], force.dropped))
    for unit in arrived:
        if vehicle := vehicle_of(play.state, force.target):
            yield from claw_at_vehicle(play, unit, vehicle)
    return not ok_figures(play.state, force.target)
