"""The main advice for automated players: fire where it costs the enemy most, else advance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from battlesim.behaviour.advice import advise_most_options, advise_separate_moves, nearest_piece
from battlesim.engine.decisions import ChooseOne, ChooseSome, Decision
from battlesim.engine.dice import Rng
from battlesim.engine.position_decisions import MoveGroup, PlacePieces
from battlesim.engine.ruleset import Advice
from battlesim.geometry.shapes import Point
from battlesim.table.ids import MarkerId, SideKey, UnitId
from battlesim.table.units import Unit

from ..actions.activation import STOP_KEY
from ..actions.fire_actions import HOLD_KEY
from ..actions.reorganise import REORGANISE
from ..assault.declare import MOVES_OF_AN_ASSAULT
from ..attack.fire_checks import why_no_fire
from ..attack.fire_worth import best_fire
from ..attack.sniping import as_aiming
from ..attack.targeting import Fire, carried_weapons, weapon_of
from ..battle.victory import holder, objectives, scores
from ..core.lookups import active_units, enemy_units, is_suppressed, ok_figures, unit_centre, unit_of
from ..core.marks import IN_POSITION, TRAVELLING
from ..core.state import Battle
from ..core.vehicles import carrier_of
from ..damage.bail_out import LEAVE_KEY, STAY_KEY
from ..electronics.drones import drone_of
from ..ground.cover import is_in_cover
from ..ground.integrity import why_out_of_integrity
from ..ground.shelter import exit_of
from ..ground.sight import sees_unit
from .aliens import alien_wishes, assault_advice, is_automated, spit_advice, which_alien
from .aliens import goal as alien_goal
from .assaults import best_assault_gain, nearest_pairs, who_joins, whom_to_assault, whom_to_fend_off
from .command import command_wishes, whom_to_rally, whom_to_transfer
from .drones import drone_wishes, with_what_to_fire
from .electronics import electronics_wishes, whether_to_jam
from .evacuation import evacuation_goal, evacuation_urgency, evacuation_wishes
from .hidden import (
    hidden_wishes,
    is_under_counter,
    observation_wishes,
    recon_gains,
    where_false_impacts_lie,
    which_counter,
    which_victim,
)
from .spotting import flight_wishes, how_many_markers, spotting_wishes, where_to_fly, which_to_spot
from .support import (
    how_many_chits,
    how_many_rounds,
    mission_advice,
    support_wishes,
    where_to_fall,
    which_battery,
)
from .transport import action_wishes, activation_worth, departure_advice, where_to_get_out, which_carrier
from .vehicles import fighting_goal, holds_its_range, shake_off_worth

REACTION_COST = 0.8
"""What a unit gives up that fires out of turn and is not activated afterwards, in casualties."""
TRAVELS_BEYOND_IN = 24.0
"""How far a unit that sees no enemy must have to go to travel in column, inches."""
MIN_GAIN = 0.15
"""The smallest gain for which a unit fires rather than moves, in casualties."""


class StargruntDoctrine:
    """The knowledge of automated players: the value of states, and advice on decisions."""

    def score(self, state: Battle, side: SideKey) -> float:
        """Return a side's score minus the best score of any other side."""
        totals = scores(state)
        return totals[side] - max((total for key, total in totals.items() if key != side), default=0.0)

    def advise(self, view: Battle, decision: Decision[Any], rng: Rng) -> list[Advice]:
        """Return suggested answers to a decision, best first, or an empty list if there is no advice."""
        advisor = ADVISORS.get(decision.what)
        return advisor(view, decision) if advisor else []


def fire_gains(view: Battle, unit: UnitId) -> dict[str, float]:
    """Return the expected gain, in casualties, of firing at each possible target."""
    view = as_aiming(view, unit)
    found = recon_gains(view, unit)
    for enemy in enemy_units(view, view.table.units[unit].side):
        best = None if why_no_fire(view, unit, enemy.id) else best_fire(view, unit, enemy.id)
        if best:
            found[str(enemy.id)] = best[1]
    return found


def best_fire_gain(view: Battle, unit: UnitId) -> float:
    """Return the expected gain, in casualties, of a unit's best fire action."""
    return max(fire_gains(view, unit).values(), default=0.0)


def _which_unit(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the unit whose fire gains most; suppressed units act last."""
    if any(is_automated(unit) for unit in active_units(view, decision.side)):
        return which_alien(view, decision)
    advice = mission_advice(view, decision.side)
    for option in decision.open_options:
        if option.key not in view.table.units:
            continue
        unit = UnitId(option.key)
        if carrier_of(view, unit):
            advice.append(
                Advice(option.key, activation_worth(view, view.table.units[unit]), "aboard a vehicle")
            )
            continue
        gain = best_fire_gain(view, unit)
        late = is_suppressed(view.table.units[unit])
        urgency = evacuation_urgency(view, view.table.units[unit])
        advice.append(Advice(option.key, gain + urgency - late, f"fire worth {gain:.2f} casualties"))
    return sorted(advice, key=lambda each: -each.score)


def _which_action(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise to shake off suppression, else to fire, else to close in or take cover."""
    unit = unit_of(view, view.table.piece(decision.about))
    open_keys = [option.key for option in decision.open_options]
    if is_automated(unit):
        wanted = alien_wishes(view, unit)
    else:
        wanted = hidden_wishes(view, unit) if is_under_counter(view, unit) else _wishes(view, unit)
    wishes = [(key, worth, why) for key, worth, why in wanted if key in open_keys]
    return [Advice(key, worth, why) for key, worth, why in sorted(wishes, key=lambda each: -each[1])]


def _wishes(view: Battle, unit: Unit) -> list[tuple[str, float, str]]:
    if drone := drone_of(view, unit.id):
        return flight_wishes(view, unit, drone)
    if carrier_of(view, unit.id):
        return [(STOP_KEY, 0.05, "it rides along"), *action_wishes(view, unit)]
    gain = best_fire_gain(view, unit.id)
    assault = best_assault_gain(view, unit.id)
    helps = evacuation_wishes(view, unit)
    waits = (unit.has_mark(IN_POSITION) and holds_objective(view, unit)) or holds_its_range(view, unit)
    waits, travels = waits or helps is not None, helps is None and travels_on(view, unit)
    rests = is_in_cover(view, unit.id) and gain > 0.0
    return [
        ("shake_off", shake_off_worth(view, unit), "suppressed units can do little"),
        ("repair", 3.0, "without its systems the vehicle cannot fire"),
        ("fire", gain if gain >= MIN_GAIN else 0.0, f"worth {gain:.2f} casualties"),
        ("assault", assault / MOVES_OF_AN_ASSAULT, f"worth {assault:.2f} casualties for both actions"),
        (
            "go_in_position",
            0.14 if rests or holds_objective(view, unit) else 0.0,
            "in cover with targets in sight",
        ),
        ("combat_move", 0.0 if waits else 0.12, "closes in"),
        ("travel", 0.13 if travels else 0.0, "no enemy is in sight, and it is far"),
        ("reorganise", 0.125 if unit.has_mark(TRAVELLING) else 0.0, "forms up to fight"),
        ("move", 0.0 if waits else 0.1, "closes in"),
        (STOP_KEY, 0.05, "nothing is worth more"),
        *command_wishes(view, unit, best_fire_gain),
        *support_wishes(view, unit),
        *electronics_wishes(view, unit),
        *drone_wishes(view, unit),
        *observation_wishes(view, unit),
        *spotting_wishes(view, unit),
        *(action_wishes(view, unit) if helps is None else helps),
    ]


def travels_on(view: Battle, unit: Unit) -> bool:
    """Return whether a unit should march in single file, as it sees no enemy and has far to go."""
    if not ok_figures(view, unit.id):
        return False
    goal, here = destination(view, unit), unit_centre(view, unit.id)
    far = goal is not None and _distance(here, goal) > TRAVELS_BEYOND_IN
    return far and not any(sees_unit(view, unit.id, enemy.id) for enemy in enemy_units(view, unit.side))


def holds_objective(view: Battle, unit: Unit) -> bool:
    """Return whether a unit is near an objective that its side holds."""
    return bool(ok_figures(view, unit.id)) and any(
        holder(view, objective) == unit.side
        and _distance(unit_centre(view, unit.id), _marker_point(view, objective.at)) < 6.0
        for objective in objectives(view)
    )


def _marker_point(view: Battle, marker: str) -> Point:
    found = view.table.markers[MarkerId(marker)]
    return found.x, found.y


def _distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def destination(view: Battle, unit: Unit) -> Point | None:
    """Return the point to which a unit should go: the nearest objective not held, else the nearest enemy."""
    here = unit_centre(view, unit.id)
    wanted = [
        _marker_point(view, objective.at)
        for objective in objectives(view)
        if holder(view, objective) != unit.side
    ]
    if wanted:
        return min(wanted, key=lambda point: _distance(here, point))
    enemies = [
        (piece, piece.xy) for enemy in enemy_units(view, unit.side) for piece in ok_figures(view, enemy.id)
    ]
    return nearest_piece(here, enemies).point


def _where_to(view: Battle, decision: MoveGroup) -> list[Advice]:
    leader = view.table.piece(decision.about)
    unit = unit_of(view, leader)
    if decision.rule == REORGANISE and why_out_of_integrity(view, unit.id):
        return advise_separate_moves(view, decision, leader.xy, "back to the leader")
    if goal := evacuation_goal(view, unit):
        return advise_separate_moves(view, decision, goal, "toward the wounded")
    if exit_of(view, unit.side):
        return departure_advice(view, decision, unit)
    own = alien_goal(view, unit.id) if is_automated(unit) else fighting_goal(view, unit)
    goal = own if own or is_automated(unit) else destination(view, unit)
    return advise_separate_moves(view, decision, goal, "toward its goal") if goal else []


def _at_whom(view: Battle, decision: ChooseOne) -> list[Advice]:
    own = unit_of(view, view.table.piece(decision.about))
    if is_automated(own):
        return spit_advice(view, own.id)
    unit = own.id
    gains = sorted(fire_gains(view, unit).items(), key=lambda pair: -pair[1])
    return [Advice(key, gain, f"worth {gain:.2f} casualties") for key, gain in gains] or [
        Advice(HOLD_KEY, 0.0, "nobody can be hit")
    ]


def _whom_to_assault(view: Battle, decision: ChooseOne) -> list[Advice]:
    unit = unit_of(view, view.table.piece(decision.about))
    return assault_advice(view, unit.id) if is_automated(unit) else whom_to_assault(view, decision)


def _best_fire(view: Battle, decision: ChooseSome | ChooseOne) -> Fire | None:
    """Return the best fire action at the target that the options of a choice of weapons name."""
    unit = unit_of(view, view.table.piece(decision.about)).id
    best = best_fire(view, unit, UnitId(decision.open_options[0].to[0]))
    return best[0] if best else None


def _which_weapons(view: Battle, decision: ChooseSome) -> list[Advice]:
    keys = [option.key for option in decision.open_options]
    fire = _best_fire(view, decision)
    chosen = tuple(key for key in keys if not fire or key in fire.weapons) or tuple(keys)
    return [Advice(chosen, 1.0, "what gains most at this target")]


def _which_gun(view: Battle, decision: ChooseOne) -> list[Advice]:
    fire = _best_fire(view, decision)
    keys = [option.key for option in decision.open_options if fire and option.key in fire.weapons]
    return [Advice(key, 1.0, "what gains most at this target") for key in keys]


def _stays_aboard(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise to stay in an immobilised vehicle while it has a weapon that works, else to leave it."""
    vehicle = view.table.piece(decision.about)
    armed = bool(carried_weapons(view, vehicle.unit))
    why = "it can still fire" if armed else "it can neither move nor fire"
    return [Advice(STAY_KEY if armed else LEAVE_KEY, 1.0, why)]


def _strongest_small_arms(view: Battle, decision: ChooseOne) -> list[Advice]:
    shares = {
        option.key: weapon_of(option.key).firepower * len(option.at) for option in decision.open_options
    }
    return [Advice(key, share, f"firepower {share:g}") for key, share in shares.items()]


def _who_takes_up(view: Battle, decision: ChooseOne) -> list[Advice]:
    return [
        Advice(option.key, float(option.key != decision.about), "a weapon lies idle")
        for option in decision.open_options
        if option.at
    ]


def _whom_to_transfer(view: Battle, decision: ChooseOne) -> list[Advice]:
    return whom_to_transfer(view, decision, best_fire_gain)


def _first(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise that the own side activates first."""
    return [Advice(decision.side, 1.0, "to fire first")]


def _where_to_deploy(view: Battle, decision: PlacePieces) -> list[Advice]:
    return [Advice(decision.default(view), 1.0, "beside the others")]


def _all_that_may(view: Battle, decision: ChooseSome) -> list[Advice]:
    """Advise as many squads as may begin in position."""
    keys = tuple(option.key for option in decision.open_options)
    return [Advice(keys[: decision.most], 1.0, "in cover already")]


def _who_reacts(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Advise the unit whose fire at the mover gains most, none if its own activation would gain more."""
    mover = unit_of(view, view.table.piece(decision.about)).id
    gains = [
        (fire_gains(view, UnitId(option.key)).get(mover, 0.0), option.key)
        for option in decision.open_options
        if option.key != decision.least
    ]
    advice = [Advice(key, gain - REACTION_COST, f"worth {gain:.2f} casualties") for gain, key in gains]
    advice.append(Advice(decision.least, 0.0, "keeps its activation"))
    return sorted(advice, key=lambda each: -each.score)


def _run(view: Battle, decision: ChooseOne) -> list[Advice]:
    return [Advice("combat_move", 1.0, "a combat move goes farther on average")]


ADVISORS: Mapping[str, Callable[[Any, Any], list[Advice]]] = {
    "unit": _which_unit,
    "action": _which_action,
    "move": _where_to,
    "target": _at_whom,
    "weapons": _which_weapons,
    "gun": _which_gun,
    "bail_out": _stays_aboard,
    "small_arms": _strongest_small_arms,
    "carry": advise_most_options("nobody is left behind"),
    "take_up": _who_takes_up,
    "enemy": _whom_to_assault,
    "join": who_joins,
    "pairs": nearest_pairs,
    "fend_off": whom_to_fend_off,
    "transfer": _whom_to_transfer,
    "rally": whom_to_rally,
    "first": _first,
    "deploy": _where_to_deploy,
    "dug_in": _all_that_may,
    "retreat": _run,
    "carrier": which_carrier,
    "get_out": where_to_get_out,
    "battery": which_battery,
    "impact": where_to_fall,
    "rounds": how_many_rounds,
    "chits": how_many_chits,
    "jam": whether_to_jam,
    "react": _who_reacts,
    "air_shot": with_what_to_fire,
    "drone": where_to_fly,
    "spot": which_to_spot,
    "markers": how_many_markers,
    "counter": which_counter,
    "victim": which_victim,
    "false_impact": where_false_impacts_lie,
}
DOCTRINE = StargruntDoctrine()
