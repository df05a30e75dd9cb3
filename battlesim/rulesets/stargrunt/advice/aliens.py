"""The fixed programme of automated aliens: which unit acts, what it assaults, and how it moves and fires."""

from __future__ import annotations

import math
from collections.abc import Iterator

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point
from battlesim.rulings.movement_routes import MotionRoute
from battlesim.rulings.piece_gaps import distance_to_piece, piece_gap
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.units import Unit

from ..actions.activation import PASS_KEY, STOP_KEY
from ..assault.assault import counted_strength
from ..assault.declare import assault_route, longest_assault, why_no_assault
from ..attack.fire_checks import why_no_fire
from ..attack.fire_roll import range_die
from ..attack.targeting import carried_weapons, joint_fire
from ..battle.victory import objectives
from ..core.hidden_units import counters_of
from ..core.lookups import (
    enemy_units,
    figure_profile,
    is_inverted,
    is_suppressed,
    ok_figures,
    unit_centre,
    unit_mobility,
    unit_rules,
)
from ..core.marks import IN_POSITION
from ..core.state import Battle
from ..ground.cover import is_in_cover
from ..ground.sight import sees_unit
from ..morale.aliens import LOSES_HEART

ORDER, ASSAULTS = "SG-GAP-149", "SG-GAP-150"
MOVES, SPITS = "SG-GAP-151", "SG-GAP-152"
STAYS = "SG-GAP-154"
HOLDS_WITHIN_IN, STAYS_UNLESS_WITHIN_IN = 2.0, 6.0
"""How near to an objective an alien unit stays, and how near a human must be for it to leave, inches."""
MIN_RATIO = 0.5
"""The odds at which swarmers and stalkers assault from afar."""
MAX_SPIT_DIE = 8
"""The largest range die against which spitters fire."""
SHOWS_WITHIN_IN = 18.0
"""How near a human in sight must be for a unit under a counter to show itself, inches."""
BRUTE_BASE_IN = 2.0
"""The diameter of the base, inches, of figures that assault at any odds."""


def has_claws(state: Battle, unit: UnitId) -> bool:
    """Return whether a unit has figures that fight in close combat."""
    return any(figure_profile(piece).close_combat for piece in ok_figures(state, unit))


def average_move(state: Battle, unit: UnitId) -> float:
    """Return the average distance of a unit's combat move in inches."""
    return float(unit_mobility(state, unit).die + 1)


def best_assault(state: Battle, unit: UnitId) -> tuple[UnitId, float] | None:
    """Return the enemy that an alien unit would assault, and its distance; None if there is none."""
    if not has_claws(state, unit):
        return None
    found = sorted(_assaults(state, unit), key=lambda each: each[0])
    return (found[0][1], found[0][2]) if found else None


def _assaults(state: Battle, unit: UnitId) -> Iterator[tuple[tuple[float, bool, float], UnitId, float]]:
    """Yield the assaults that the programme allows, each with its rank: odds, suppression, nearness."""
    own, once = counted_strength(state, unit), average_move(state, unit)
    heedless = max(2.0 * piece.radius for piece in ok_figures(state, unit)) >= BRUTE_BASE_IN
    for enemy in enemy_units(state, state.table.units[unit].side):
        if not sees_unit(state, unit, enemy.id) or not _is_near(state, unit, enemy.id, 2.0 * once):
            continue
        way = assault_route(state, unit, enemy.id)
        ratio = own / counted_strength(state, enemy.id)
        dares = ratio >= MIN_RATIO or way.cost <= once or heedless
        if dares and is_in_reach(state, unit, way):
            yield (-ratio, not is_suppressed(enemy), way.cost), enemy.id, way.cost


def is_in_reach(state: Battle, unit: UnitId, way: MotionRoute) -> bool:
    """Return whether a route to an enemy is at most two average combat moves of an alien unit long."""
    return way.arrives and way.cost <= min(2.0 * average_move(state, unit), longest_assault(state, unit))


def _is_near(state: Battle, unit: UnitId, enemy: UnitId, inches: float) -> bool:
    own, foes = ok_figures(state, unit), ok_figures(state, enemy)
    return any(piece_gap(state.table, a, b) <= inches for a in own for b in foes)


def spit_dice(state: Battle, unit: UnitId) -> dict[UnitId, int]:
    """Return the enemies at which the aliens' programme lets a unit fire, each with its range die."""
    found = {}
    for enemy in enemy_units(state, state.table.units[unit].side):
        if not why_no_fire(state, unit, enemy.id):
            die = range_die(state, joint_fire(state, unit, enemy.id))[0].sides
            if die <= MAX_SPIT_DIE:
                found[enemy.id] = die
    return found


def guards_objective(state: Battle, unit: UnitId) -> bool:
    """Return whether an alien unit stays at an objective because no human is near."""
    own = ok_figures(state, unit)
    foes = [p for e in enemy_units(state, state.table.units[unit].side) for p in ok_figures(state, e.id)]
    at_goal = any(
        distance_to_piece(state.table, piece, (marker.x, marker.y)) <= HOLDS_WITHIN_IN
        for objective in objectives(state)
        for marker in [state.table.markers[MarkerId(objective.at)]]
        for piece in own
    )
    return at_goal and all(piece_gap(state.table, a, b) > STAYS_UNLESS_WITHIN_IN for a in own for b in foes)


def goal(state: Battle, unit: UnitId) -> Point | None:
    """Return the point to which an alien unit moves: the nearest human in sight, or else an objective."""
    here, own = unit_centre(state, unit), state.table.units[unit]
    enemies = enemy_units(state, own.side)
    seen = [unit_centre(state, enemy.id) for enemy in enemies if sees_unit(state, unit, enemy.id)]
    if seen:
        return min(seen, key=lambda point: math.dist(point, here))
    markers = [state.table.markers[MarkerId(each.at)] for each in objectives(state)]
    points = [(marker.x, marker.y) for marker in markers] or [unit_centre(state, e.id) for e in enemies]
    return min(points, key=lambda point: math.dist(point, here), default=None)


def goal_distance(state: Battle, unit: UnitId) -> float:
    """Return the distance in inches from a unit to the nearest objective, or 0 if there is none."""
    markers = [state.table.markers[MarkerId(each.at)] for each in state.game.objectives]
    here = unit_centre(state, unit)
    return min((math.dist((marker.x, marker.y), here) for marker in markers), default=0.0)


def sees_prey(state: Battle, unit: UnitId) -> bool:
    """Return whether a hidden alien unit sees an enemy figure within 18 in."""
    enemies = enemy_units(state, state.table.units[unit].side)
    return any(
        sees_unit(state, unit, enemy.id) and _is_near(state, unit, enemy.id, SHOWS_WITHIN_IN)
        for enemy in enemies
    )


def counter_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return the actions that an alien counter considers, with scores: units attack, and dummies move on."""
    return [
        ("shake_off", 9.0, f"suppression first ({LOSES_HEART})"),
        ("show", 8.0 if sees_prey(view, unit.id) else 0.0, f"a human within 18 in ({MOVES})"),
        ("move", 1.0, f"closes in ({MOVES})"),
        (STOP_KEY, 0.1, "nothing to gain"),
    ]


def which_alien(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice on the alien unit to activate next, in the order of the programme."""
    ranked = sorted(
        (_rank(view, UnitId(option.key)), option.key)
        for option in decision.open_options
        if option.key != PASS_KEY
    )
    keys = [option.key for option in decision.open_options]
    if PASS_KEY in keys and all(rank[0] >= 4 for rank, _ in ranked):
        return [Advice(PASS_KEY, 1.0, f"only suppressed units are left ({ORDER})")]
    return [Advice(key, -float(place), f"next in order ({ORDER})") for place, (_, key) in enumerate(ranked)]


def _rank(view: Battle, unit: UnitId) -> tuple[float, float]:
    """Return the group of a unit in the order of the programme, and its place in the group."""
    own = view.table.units[unit]
    if is_suppressed(own):
        return 5.0, 0.0
    if is_inverted(own):
        return 4.0, goal_distance(view, unit)
    if assault := best_assault(view, unit):
        return 1.0, assault[1]
    if dice := spit_dice(view, unit):
        return 2.0, float(min(dice.values()))
    here = unit_centre(view, unit)
    far = min((math.dist(here, unit_centre(view, e.id)) for e in enemy_units(view, own.side)), default=0.0)
    return 3.0, far


def alien_wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    """Return the actions that an alien unit considers, each with a score and the rule behind it."""
    key = unit.id
    if counters_of(view, key):
        return counter_wishes(view, unit)
    assault = best_assault(view, key)
    ready = assault is not None and not why_no_assault(view, key, assault[0])
    spits = bool(spit_dice(view, key))
    shooter = bool(carried_weapons(view, key))
    waits = unit.has_mark(IN_POSITION)
    hides = shooter and is_in_cover(view, key) and not waits
    return [
        ("shake_off", 9.0, f"suppression first ({LOSES_HEART})"),
        ("assault", 8.0 if ready else 0.0, f"within two combat moves ({ASSAULTS})"),
        ("fire", 7.0 if spits else 0.0, f"a range die of D8 or less ({SPITS})"),
        ("reorganise", 0.5, "out of integrity"),
        ("go_in_position", 3.0 if hides and not spits else 0.0, f"in cover after its shot ({SPITS})"),
        ("leave_position", 2.0 if waits and not spits else 0.0, f"moves closer ({SPITS})"),
        ("combat_move", 0.0 if spits or guards_objective(view, key) else 1.0, f"closes in ({MOVES})"),
        (STOP_KEY, 0.1, f"stays at the objective, or nothing to gain ({STAYS})"),
    ]


def assault_advice(view: Battle, unit: UnitId) -> list[Advice]:
    """Return advice to assault the enemy that the aliens' programme prescribes."""
    found = best_assault(view, unit)
    return [Advice(found[0], 1.0, f"the best odds ({ASSAULTS})")] if found else []


def spit_advice(view: Battle, unit: UnitId) -> list[Advice]:
    """Return advice to fire at the target with the lowest range die."""
    dice = spit_dice(view, unit)
    return [Advice(key, -float(die), f"range die D{die} ({SPITS})") for key, die in dice.items()]


def is_automated(unit: Unit) -> bool:
    """Return whether a unit acts by the aliens' fixed programme."""
    return unit_rules(unit).automated
