"""A close assault from its test to its last round."""

from __future__ import annotations

from battlesim.behaviour.advice import mean_point
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point
from battlesim.mechanics.activation import ActionSpent
from battlesim.mechanics.chance import PlainRoll, roll_script, single_roll
from battlesim.mechanics.group_moves import leg_travels
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.movement import suggest_group_legs, with_group_occupied
from battlesim.table.ids import UnitId
from battlesim.table.phrases import phrase

from ..actions.mines import carry_out_travels
from ..actions.move_actions import may_move, perform_combat_move
from ..core.events import AttemptFailed
from ..core.lookups import (
    confidence,
    figure_profile,
    figures_of,
    has_tag,
    leader_of,
    ok_figures,
    unit_mobility,
)
from ..core.marks import BROKEN, IN_POSITION, ROUTED
from ..core.movement import COMBAT_FACTOR
from ..core.state import Battle, Game
from ..core.vehicles import vehicle_of
from ..ground.motion import legs_toward
from ..hidden.reveal import place_if_flipped
from ..morale.confidence import lose_confidence, take_confidence_test
from ..morale.forced import check_surrenders, surrender
from ..morale.panic import test_panic_under_attack
from ..morale.suppression import suppress
from ..morale.tests import roll_test
from . import combat
from .claws import claw_at_vehicle, test_assaulted_crew
from .declare import (
    ATTACK_THREATS,
    LONG_ENOUGH,
    MAY_ASSAULT,
    NOBODY_KEY,
    assault_decision,
    assault_motion,
    assault_route,
)
from .defensive_fire import fire_at_attackers
from .withdrawal import FAR_IN, WITHDRAWS, abandon_assault, withdraw

BEGINS, MOVES, STANDS = "SG-CLA-01", "SG-CLA-02", "SG-CLA-03"
TERROR = "SG-CLA-05"
BROKEN_DEFENDERS = "SG-GAP-114"
ODDS = "SG-GAP-112"
PRESSES_ON = "SG-GAP-128"
DESTROYED_THREAT, WITHDREW_THREAT = 1, 2
"""The threat levels of pressing on after defenders were destroyed, and after they withdrew."""
DRIVEN_BACK = "SG-CLA-22"
REACHES_BEYOND_IN = 6.0
"""How much farther than the nearest figure others may go into contact, inches."""
CONTACT_IN = 0.01
"""The largest gap in inches that is base contact."""
POWER_ARMOUR_COUNTS = 2


def perform_assault(play: Play[Game], unit: UnitId) -> Script[None]:
    """Ask for an enemy unit and fight the assault out."""
    decision = assault_decision(play.state, unit)
    key = yield from play.ask(decision)
    if key == NOBODY_KEY:
        return
    target = UnitId(key)
    yield from place_if_flipped(play, target)
    if not (yield from _begins(play, unit)):
        play.emit(AttemptFailed(rule=BEGINS, what="assault"))
        return
    play.emit(ActionSpent(rule=MOVES, action="assault"))
    yield from test_panic_under_attack(play, target, unit, by_fire=False)
    if vehicle_of(play.state, target):
        yield from test_assaulted_crew(play, target)
        yield from _close_in(play, unit, target)
    elif (yield from _defenders_stand(play, unit, target)):
        yield from _close_in(play, unit, target)
    else:
        yield from _take_the_place(play, unit, target)


def _begins(play: Play[Game], unit: UnitId) -> Script[bool]:
    """Roll the tests that an attacking unit needs: out of position first, or by option both in one."""
    own, more = play.state.table.units[unit], 0
    if play.state.game.parameters.tests_twice_from_position:
        if not (yield from may_move(play, unit)):
            return False
    elif own.has_mark(IN_POSITION):
        more = 1
    threat = ATTACK_THREATS[confidence(own)] + more
    passed = yield from roll_test(play, own, threat, "to begin a close assault", BEGINS)
    if passed:
        set_mark(play, [unit], IN_POSITION, 0, MAY_ASSAULT)
    return passed


def counted_strength(state: Battle, unit: UnitId) -> int:
    """Return the strength of a unit for the odds: figures in power armour count as two (SG-CLA-04)."""
    heavy = (has_tag(piece, "power_armour") for piece in ok_figures(state, unit))
    return sum(POWER_ARMOUR_COUNTS if each else 1 for each in heavy)


def has_terror(state: Battle, unit: UnitId) -> bool:
    """Return whether a unit has the TERROR effect."""
    return any("terror" in figure_profile(piece).tags for piece in ok_figures(state, unit))


def stand_threat(state: Battle, unit: UnitId, target: UnitId) -> int:
    """Return the threat level of the stand test: the odds, by option at least 1, doubled by TERROR."""
    odds = counted_strength(state, unit) // counted_strength(state, target)
    odds = max(state.game.parameters.least_odds, odds)
    frightened = has_terror(state, unit) and not has_terror(state, target)
    return 2 * odds if frightened else odds


def _defenders_stand(play: Play[Game], unit: UnitId, target: UnitId) -> Script[bool]:
    """Have the defenders take their stand test; broken and routed ones do not stand."""
    enemy = play.state.table.units[target]
    if confidence(enemy) == ROUTED:
        surrender(play, target)
        return False
    if confidence(enemy) == BROKEN:
        lose_confidence(play, target, confidence(enemy) - ROUTED, BROKEN_DEFENDERS)
        return False
    threat = stand_threat(play.state, unit, target)
    return (yield from take_confidence_test(play, target, threat, STANDS))


def _take_the_place(play: Play[Game], unit: UnitId, target: UnitId) -> Script[None]:
    """Have the defenders withdraw, and put the attackers on the place that they leave (SG-CLA-06)."""
    place = _place_of(play.state, target)
    yield from withdraw(play, target, unit)
    motions = with_group_occupied(
        assault_motion(play.state, piece, FAR_IN) for piece in ok_figures(play.state, unit)
    )
    legs = suggest_group_legs(play.state.table, motions, None, place)
    allowed = {motion.piece: motion for motion in motions}
    parts = leg_travels(play.state, legs, lambda state, piece: allowed[piece])
    yield from carry_out_travels(play, parts, WITHDRAWS, "assault")
    check_surrenders(play)
    yield from _press_on(play, unit, WITHDREW_THREAT)


def _place_of(state: Battle, unit: UnitId) -> Point:
    figures = figures_of(state, unit)
    return mean_point([piece.xy for piece in figures]) if figures else (0.0, 0.0)


def _press_on(play: Play[Game], unit: UnitId, threat: int) -> Script[None]:
    """By option, have winners test to make one more combat move, which may begin a new assault."""
    own = play.state.table.units[unit]
    if not play.state.game.parameters.follows_through or not ok_figures(play.state, unit):
        return
    if (yield from roll_test(play, own, threat, "to press on", PRESSES_ON)):
        decision = assault_decision(play.state, unit)
        open_to = [option for option in decision.open_options if option.key != NOBODY_KEY]
        key = (yield from play.ask(decision)) if open_to else NOBODY_KEY
        if key == NOBODY_KEY:
            yield from perform_combat_move(play, unit)
        elif (yield from _defenders_stand(play, unit, UnitId(key))):
            if (yield from _combat_move(play, unit, UnitId(key))):
                yield from combat.fight(play, unit, UnitId(key))
        else:
            yield from withdraw(play, UnitId(key), unit)


def _close_in(play: Play[Game], unit: UnitId, target: UnitId) -> Script[None]:
    """Roll one or two combat moves; the defenders fire between them, and who arrives fights.

    Rules: SG-CLA-20, SG-CLA-23.
    """
    starts = {piece.id: piece.xy for piece in ok_figures(play.state, unit)}
    arrived = yield from _combat_move(play, unit, target)
    if not arrived:
        if (yield from fire_at_attackers(play, target, unit)):
            yield from abandon_assault(play, unit, starts)
            suppress(play, unit, DRIVEN_BACK)
            return
        arrived = bool(ok_figures(play.state, unit)) and (yield from _combat_move(play, unit, target))
    if arrived:
        yield from _fight(play, unit, target)
        if not ok_figures(play.state, target):
            yield from _press_on(play, unit, DESTROYED_THREAT)
    elif ok_figures(play.state, unit):
        yield from abandon_assault(play, unit, starts, may_stay=True)


def _fight(play: Play[Game], unit: UnitId, target: UnitId) -> Script[None]:
    if vehicle := vehicle_of(play.state, target):
        yield from claw_at_vehicle(play, unit, vehicle)
    else:
        yield from combat.fight(play, unit, target)


def _combat_move(play: Play[Game], unit: UnitId, target: UnitId) -> Script[bool]:
    """Roll a combat move toward the defenders; return whether it brings the attackers into contact."""
    state, die = play.state, unit_mobility(play.state, unit).die
    text = phrase("{} closes in on {}", state.table.units[unit].name, state.table.units[target].name)
    (face,) = yield from roll_script(
        play, single_roll(PlainRoll(sides=(die,), rule=MOVES)), text, rule=MOVES, by=leader_of(state, unit).id
    )
    inches = COMBAT_FACTOR * face
    route = assault_route(state, unit, target)
    arrives = route.arrives and route.cost <= inches + TOL
    reach = inches + REACHES_BEYOND_IN if arrives else inches
    motions = with_group_occupied(assault_motion(state, piece, reach) for piece in ok_figures(state, unit))
    foes = tuple(piece.id for piece in ok_figures(state, target))
    goal = state.table.piece(min(foes, key=lambda key: _gap(state, unit, key))).xy
    if arrives:
        legs = suggest_group_legs(state.table, motions, None, goal, foes, CONTACT_IN)
    else:
        legs = legs_toward(state.table, motions, route.path[-1])
    allowed = {motion.piece: motion for motion in motions}
    parts = leg_travels(play.state, legs, lambda now, piece: allowed[piece])
    yield from carry_out_travels(play, parts, LONG_ENOUGH, "assault")
    return arrives and bool(ok_figures(play.state, unit))


def _gap(state: Battle, unit: UnitId, foe: str) -> float:
    x, y = state.table.piece(foe).xy
    return min((own.xy[0] - x) ** 2 + (own.xy[1] - y) ** 2 for own in ok_figures(state, unit))
