"""The attackers' combat moves in a close assault, and the fire at them if they fall short."""

from __future__ import annotations

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import PlainRoll, roll_script, single_roll
from battlesim.mechanics.group_moves import leg_travels
from battlesim.rulings.movement import suggest_group_legs, with_group_occupied
from battlesim.table.ids import UnitId
from battlesim.table.phrases import phrase

from ..actions.mines import carry_out_travels
from ..core.lookups import leader_of, ok_figures, unit_mobility
from ..core.movement import COMBAT_FACTOR
from ..core.state import Battle, Game
from ..ground.motion import legs_toward
from ..morale.suppression import suppress
from .declare import LONG_ENOUGH, assault_motion, assault_route
from .defensive_fire import FIRES, fire_at_attackers
from .joining import AssaultForce
from .withdrawal import abandon_assault

MOVES = "SG-CLA-02"
DRIVEN_BACK = "SG-CLA-22"
REACHES_BEYOND_IN = 6.0
"""How much farther than the nearest figure others may go into contact, inches."""
CONTACT_IN = 0.01
"""The largest gap in inches that is base contact."""


def close_in(play: Play[Game], force: AssaultForce) -> Script[list[UnitId]]:
    """Roll one or two combat moves for each attacking unit and return those that reach the defenders.

    If none arrives with its first move, the defenders may fire. Rules: SG-CLA-20, SG-CLA-23.
    """
    arrived = yield from _units_that_arrive(play, force, force.units)
    force.forget_the_lost(play.state)
    if force.units and not arrived:
        yield from _defensive_fire(play, force)
    short = [unit for unit in force.units if unit not in arrived]
    return arrived + (yield from _units_that_arrive(play, force, short))


def _units_that_arrive(play: Play[Game], force: AssaultForce, units: list[UnitId]) -> Script[list[UnitId]]:
    arrived = list[UnitId]()
    for unit in units:
        if (yield from combat_move(play, unit, force.target)):
            arrived.append(unit)
    return arrived


def _defensive_fire(play: Play[Game], force: AssaultForce) -> Script[None]:
    """Have the defenders fire at one of the attacking units, which may abandon the assault."""
    shot_at = yield from _ask_whom_to_fire_at(play, force)
    abandons = yield from fire_at_attackers(play, force.target, shot_at, force.dropped)
    if abandons:
        yield from abandon_assault(play, shot_at, force.starts)
        suppress(play, shot_at, DRIVEN_BACK)
        force.drop(shot_at)
    force.forget_the_lost(play.state)


def _ask_whom_to_fire_at(play: Play[Game], force: AssaultForce) -> Script[UnitId]:
    if len(force.units) == 1:
        return force.units[0]
    units, leader = play.state.table.units, leader_of(play.state, force.target)
    options = [
        Option(unit, units[unit].name, tuple(piece.id for piece in ok_figures(play.state, unit)))
        for unit in force.units
    ]
    text = "Defensive fire: at which attackers?"
    chosen = yield from play.choose_one("fend_off", leader.side, text, options, rule=FIRES, about=leader.id)
    return UnitId(chosen.key)


def combat_move(play: Play[Game], unit: UnitId, target: UnitId) -> Script[bool]:
    """Roll an attacking unit's combat move. Return whether it reaches the defenders."""
    state, die = play.state, unit_mobility(play.state, unit).die
    text = phrase("{unit} closes in on {foe}", state.table.units[unit].name, state.table.units[target].name)
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
