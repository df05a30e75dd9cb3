"""The declaration of a close assault: possible targets, the distance, and the test to begin it."""

from __future__ import annotations

from collections.abc import Callable

from battlesim.engine.decisions import ChooseOne
from battlesim.geometry.constants import TOL
from battlesim.rulings.movement import Motion
from battlesim.rulings.movement_routes import MotionRoute, route_into_contact
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.ids import UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..core.choices import choose_or_none, unit_options, why_none_is_open
from ..core.lookups import confidence, enemy_units, ok_figures, unit_mobility
from ..core.marks import CONFIDENT, PANIC, SHAKEN, STEADY, SUPPRESSED, TRAVELLING
from ..core.state import Battle
from ..ground.integrity import why_out_of_integrity
from ..ground.motion import figure_motion
from ..ground.sight import sees_unit
from .claws import why_no_claws

MAY_ASSAULT = "SG-GAP-110"
LONG_ENOUGH = "SG-GAP-111"
MOVES_OF_AN_ASSAULT = 2
ATTACK_THREATS = {CONFIDENT: 0, STEADY: 1, SHAKEN: 3}
"""The threat level of the test to begin an assault, by confidence."""


def assault_route(state: Battle, unit: UnitId, target: UnitId) -> MotionRoute:
    """Return the route by which the nearest figure of a unit comes into contact with an enemy unit."""
    pairs = [(a, b) for a in ok_figures(state, unit) for b in ok_figures(state, target)]
    gaps = [(round(piece_gap(state.table, a, b), 3), a.id, b.id) for a, b in pairs]
    _, first_id, foe_id = min(gaps)
    first, foe = state.table.piece(first_id), state.table.piece(foe_id)
    motion = assault_motion(state, first, 1000.0)
    return route_into_contact(state.table, motion, first.xy, foe.id)


def assault_motion(state: Battle, piece: Piece, allowance: float) -> Motion:
    """Return how an attacking figure may move: into contact, and past figures of its own unit."""
    return figure_motion(state, piece, allowance, apart=0.0)


def longest_assault(state: Battle, unit: UnitId) -> float:
    """Return the maximum distance of a unit's assault in inches: two combat moves with the highest rolls."""
    return MOVES_OF_AN_ASSAULT * 2.0 * unit_mobility(state, unit).die


def _why_not_ready(state: Battle, unit: Unit, target: Unit) -> AnyText:
    if confidence(unit) < SHAKEN:
        return "it is broken"
    states = {SUPPRESSED: "is suppressed", PANIC: "is in panic", TRAVELLING: "travels in column"}
    barred = next((f"it {text}" for mark, text in states.items() if unit.has_mark(mark)), "")
    return barred or why_out_of_integrity(state, unit.id)


def _why_not_in_sight(state: Battle, unit: Unit, target: Unit) -> AnyText:
    return "" if sees_unit(state, unit.id, target.id) else "no figure sees it"


def _why_too_far(state: Battle, unit: Unit, target: Unit) -> AnyText:
    longest = longest_assault(state, unit.id)
    own, foes = ok_figures(state, unit.id), ok_figures(state, target.id)
    if min(piece_gap(state.table, a, b) for a in own for b in foes) > longest + TOL:
        return f"more than {longest:g} in away"
    route = assault_route(state, unit.id, target.id)
    if not route.arrives:
        return "there is no way to it"
    return "" if route.cost <= longest + TOL else f"more than {longest:g} in by the shortest way"


ASSAULT_CHECKS: tuple[Callable[[Battle, Unit, Unit], AnyText], ...] = (
    _why_not_ready,
    why_no_claws,
    _why_not_in_sight,
    _why_too_far,
)


def why_no_assault(state: Battle, unit: UnitId, target: UnitId) -> AnyText:
    """Return why a unit cannot assault an enemy unit, or "" if it can."""
    units = state.table.units
    return next((why for check in ASSAULT_CHECKS if (why := check(state, units[unit], units[target]))), "")


def assault_decision(state: Battle, unit: UnitId) -> ChooseOne:
    """Return the decision that asks which enemy a unit assaults; by default it assaults none."""
    own = state.table.units[unit]
    options = unit_options(
        state,
        enemy_units(state, own.side),
        lambda enemy: why_no_assault(state, unit, enemy.id),
        rule=MAY_ASSAULT,
        act="assault",
        by=(unit,),
    )
    prompt = phrase("{}: assault whom?", own.name)
    return choose_or_none(state, own, prompt, options, what="enemy", rule=MAY_ASSAULT, none_text="Nobody")


def why_cannot_assault(state: Battle, unit: Unit) -> AnyText:
    """Return why a unit has no enemy to assault, or "" if it has one."""
    if "assault" in state.game.attempted:
        return "it has failed to begin an assault in this activation"
    now = state.game.activation
    if now is None or now.actions_left < MOVES_OF_AN_ASSAULT:
        return "an assault takes both actions"
    reasons = [why_no_assault(state, unit.id, enemy.id) for enemy in enemy_units(state, unit.side)]
    return why_none_is_open(reasons, "no enemy can be reached")
