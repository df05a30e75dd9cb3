"""Activations: the choice of the unit that acts, and of its two actions."""

from __future__ import annotations

from collections.abc import Callable, Collection

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_last
from battlesim.engine.play import Play, Script
from battlesim.mechanics.activation import (
    ActionSpent,
    Activation,
    ActivationEnded,
    current_activation,
)
from battlesim.mechanics.alternating_activations import pass_activation, units_to_activate
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import Aboard, Piece
from battlesim.table.units import Unit

from ..assault.assault import perform_assault
from ..assault.declare import MAY_ASSAULT, why_cannot_assault
from ..battle.ground_taken import take_ground
from ..command.detach import DETACH_ACTION, rejoin
from ..command.rally import RALLY_ACTION
from ..command.regroup import REGROUP_ACTION
from ..command.transfer import TRANSFER_ACTION
from ..core.events import LimitsReset
from ..core.hidden_units import counters_of, covers_of, hidden_snipers
from ..core.lookups import active_units, is_inverted, is_suppressed, leader_of, ok_figures, unit_rules
from ..core.marks import DETACHED, PANIC
from ..core.state import Battle, Game
from ..core.vehicles import carrier_of, is_vehicle, riding_units, vehicle_of
from ..damage.repair import REPAIR_ACTION, why_systems_forbid
from ..electronics.air_defence import SHOOT_DRONE
from ..electronics.drones import (
    DRONE_ACTIONS,
    FLY_DRONE,
    LAUNCH_DRONE,
    crash_drone,
    crash_uncontrolled_drones,
)
from ..electronics.spotting import DRONE_SPOT, EW_SPOT
from ..electronics.systems import SWITCH_OFF, SWITCH_ON, SWITCHING_OFF, switch_off
from ..ground.integrity import why_out_of_integrity
from ..hidden.counter_actions import SHIFT_ACTION, SHOW_ACTION, own_counter
from ..hidden.observe import OBSERVE_ACTION
from ..hidden.reveal import mine_under, unit_under
from ..hidden.triggers import turn_over_due
from ..morale.forced import check_surrenders, forced_action
from ..morale.panic import test_panic_at_sight
from ..morale.suppression import REMOVES, shake_off_suppression
from ..support.arrival import resolve_mission
from ..support.missions import ARRIVES, battery_of, due_missions
from ..support.request import REQUEST_ACTION
from ..transport.boarding import BOARD_ACTION, GET_OUT_ACTION, why_riding
from ..transport.departures import settle_departures
from . import fire_actions, move_actions, position_actions
from .beginning import ACTIONS, ACTIVATES, begin_activation, forget_who_fired
from .reaction_fire import ask_reaction_fire, may_be_interrupted
from .reorganise import REORGANISE_ACTION
from .travel import TRAVEL_MOVE, why_travelling
from .unit_actions import UnitAction, UnitActions, always_open
from .vehicle_actions import why_vehicle_cannot

PASSES = "SG-GAP-27"
TWO_ACTIONS = "SG-ACT-01"
PASS_KEY, STOP_KEY = "pass", "stop"
SUPPRESSED_KEYS = ("shake_off", "reorganise", "transfer", "rally", "request", "observe", "show")
"""What a suppressed unit may do."""
SCATTERED_KEYS = ("shake_off", "reorganise")
"""What a unit out of integrity may do (SG-GAP-49)."""
FREE_ACTIONS = ("leave_position",)
"""What costs no action by option."""
COUNTER_KEYS, SNIPER_KEYS = ("show", "move", "shake_off"), ("show", "shift", "fire")
"""What units under counters may do, and hidden snipers; all others show themselves first."""

UNIT_ACTIONS: UnitActions = {
    "fire": fire_actions.FIRE_ACTION,
    "move": move_actions.NORMAL_MOVE,
    "combat_move": move_actions.COMBAT_MOVE,
    "travel": TRAVEL_MOVE,
    "assault": UnitAction(
        "Close assault", MAY_ASSAULT, why_cannot_assault, perform_assault, lambda state, unit: True
    ),
    "go_in_position": position_actions.GO_IN_POSITION,
    "leave_position": position_actions.LEAVE_POSITION,
    "shake_off": UnitAction(
        "Remove suppression",
        REMOVES,
        always_open,
        shake_off_suppression,
        lambda state, unit: is_suppressed(unit),
    ),
    "reorganise": REORGANISE_ACTION,
    "transfer": TRANSFER_ACTION,
    "rally": RALLY_ACTION,
    "regroup": REGROUP_ACTION,
    "detach": DETACH_ACTION,
    "request": REQUEST_ACTION,
    "ew_on": SWITCH_ON,
    "ew_off": SWITCH_OFF,
    "launch_drone": LAUNCH_DRONE,
    "fly_drone": FLY_DRONE,
    "drone_spot": DRONE_SPOT,
    "ew_spot": EW_SPOT,
    "shoot_drone": SHOOT_DRONE,
    "observe": OBSERVE_ACTION,
    "show": SHOW_ACTION,
    "shift": SHIFT_ACTION,
    "board": BOARD_ACTION,
    "get_out": GET_OUT_ACTION,
    "repair": REPAIR_ACTION,
}


def waiting_units(state: Battle, side: SideKey) -> list[Unit]:
    """Return the units of a side that can act and have not been activated this turn."""
    waiting = set(units_to_activate(state, side))
    units = [unit for unit in active_units(state, side) if unit.id in waiting]
    units += riding_units(state, side)
    able = [unit for unit in units if not unit.has_mark(DETACHED) and not unit_rules(unit).covers]
    able += [unit for unit in hidden_snipers(state, side) if not _has_acted(state, unit)]
    return [unit for unit in able if not _has_ridden(state, unit)]


def _has_acted(state: Battle, unit: Unit) -> bool:
    return any(piece.id in state.game.acted for piece in state.table.pieces_of_unit(unit.id))


def _has_ridden(state: Battle, unit: Unit) -> bool:
    """Return whether a unit was activated this turn aboard a vehicle, its own or another."""
    own = state.table.pieces_of_unit(unit.id)
    rides = any(is_vehicle(piece) or isinstance(piece.place, Aboard) for piece in own)
    return rides and _has_acted(state, unit)


def left_to_activate(state: Battle, side: SideKey) -> int:
    """Return the number of units and due support missions that a side has yet to activate."""
    return len(waiting_units(state, side)) + len(due_missions(state, side))


def may_pass(state: Battle, side: SideKey) -> bool:
    """Return whether a side may pass, because it has fewer units left to activate than the enemy."""
    others = [key for key in state.game.phases if key != side]
    fewer = left_to_activate(state, side) < sum(left_to_activate(state, SideKey(key)) for key in others)
    return state.game.parameters.may_pass and fewer


def choose_unit(play: Play[Game], side: SideKey) -> Script[None]:
    """Ask a side which unit it activates, or whether it passes."""
    units = waiting_units(play.state, side)
    options = [
        Option(
            unit.id,
            unit.name,
            tuple(piece.id for piece in _members(play.state, unit.id)),
            _name_under(play.state, unit),
        )
        for unit in units
    ]
    missions = {mission.id: mission for mission in due_missions(play.state, side)}
    options += [
        Option(key, phrase("Fire mission: {}", battery_of(play.state, mission).name), rule=ARRIVES)
        for key, mission in missions.items()
    ]
    if may_pass(play.state, side):
        options.append(Option(PASS_KEY, "Pass", rule=PASSES))
    chosen = yield from play.choose_one("unit", side, "Activate which unit?", options, rule=ACTIVATES)
    if chosen.key == PASS_KEY:
        pass_activation(play, side, PASSES)
    elif chosen.key in missions:
        yield from resolve_mission(play, missions[chosen.key])
        pass_activation(play, side, ARRIVES)
    else:
        begin_activation(play, UnitId(chosen.key))


def _name_under(state: Battle, unit: Unit) -> str:
    """Return what its own side knows of a counter, "" of any other unit."""
    counter = own_counter(state, unit.id) if is_inverted(unit) else None
    under = unit_under(state, counter) if counter else None
    return ("a dummy" if under is None else state.table.units[under].name) if counter else ""


def _members(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the figures of a unit that can act or, for one that rides in a vehicle, the vehicle."""
    carrier = carrier_of(state, unit)
    return ok_figures(state, unit) or ([carrier] if carrier else [])


def run_action(play: Play[Game]) -> Script[None]:
    """Ask which action the activated unit takes and carry it out; even a failed action is spent."""
    unit = current_activation(play.state).unit
    forced = forced_action(play.state, play.state.table.units[unit])
    if forced is not None:
        crash_drone(play, unit)
        taken = yield from forced(play, unit)
        play.emit(ActionSpent(rule=TWO_ACTIONS, action="forced", count=taken))
    else:
        yield from _chosen_action(play, unit)
    yield from turn_over_due(play, unit)
    settle_departures(play, unit)
    check_surrenders(play)
    take_ground(play)
    crash_uncontrolled_drones(play)
    if ok_figures(play.state, unit):
        rejoin(play, unit)
    yield from test_panic_at_sight(play)


def _chosen_action(play: Play[Game], unit: UnitId) -> Script[None]:
    decision, now = action_decision(play.state, play.state.table.units[unit]), current_activation(play.state)
    key = yield from play.ask(decision)
    if key == STOP_KEY:
        play.emit(ActionSpent(rule=TWO_ACTIONS, action=key, count=ACTIONS))
        return
    free = key == "show" or (key in FREE_ACTIONS and play.state.game.parameters.free_ip_removal)
    if not free:
        play.emit(ActionSpent(rule=UNIT_ACTIONS[key].rule, action=key))
    if play.state.game.parameters.reaction_fire and may_be_interrupted(now, key):
        yield from ask_reaction_fire(play, unit)
        if not can_still(play.state, unit, key):
            return
    if key in SWITCHING_OFF:
        switch_off(play, unit)
    if key not in DRONE_ACTIONS:
        crash_drone(play, unit)
    yield from UNIT_ACTIONS[key].perform(play.under_rule(UNIT_ACTIONS[key].rule), unit)


def can_still(state: Battle, unit: UnitId, key: str) -> bool:
    """Return whether a unit can still carry out the action that it has chosen."""
    if not ok_figures(state, unit):
        return False
    own = state.table.units[unit]
    return forced_action(state, own) is None and not why_closed(state, own, key)


def end_activation(play: Play[Game]) -> None:
    """End the current activation, after which the other side activates a unit.

    If an option says so, weapons that have fired may then fire again. Rules: SG-GAP-157.
    """
    now = current_activation(play.state)
    forget_who_fired(play, now.unit)
    again = isinstance(now.outer, Activation)
    play.emit(ActivationEnded(rule=TWO_ACTIONS, acted=() if again else now.members))
    play.emit(LimitsReset(rule=TWO_ACTIONS, fired=not play.state.game.parameters.fires_once_a_turn))
    if play.state.game.activation is None:
        pass_activation(play, now.side, ACTIVATES)


def action_keys(state: Battle, unit: Unit) -> Collection[str]:
    """Return the keys of the actions listed for a unit; a hidden unit has fewer, a mine has none."""
    if covers_of(state, unit.id):
        return SNIPER_KEYS
    own = counters_of(state, unit.id)
    if any(mine_under(state, counter) for counter in own):
        return ()
    return COUNTER_KEYS if own else UNIT_ACTIONS.keys()


def action_decision(state: Battle, unit: Unit) -> ChooseOne:
    """Return the decision on a unit's action; unavailable actions are listed with the reason."""
    leader = leader_of(state, unit.id)
    options = [
        Option(
            key, action.label, rule=action.rule, by=(leader.id,), act=key, shut=why_closed(state, unit, key)
        )
        for key, action in UNIT_ACTIONS.items()
        if key in action_keys(state, unit) and action.is_listed(state, unit)
    ]
    return ChooseOne(
        side=unit.side,
        what="action",
        prompt=phrase("{}: which action?", unit.name),
        rule=TWO_ACTIONS,
        about=leader.id,
        options=(*closed_last(options), Option(STOP_KEY, "No more actions")),
        least=STOP_KEY,
    )


def _why_suppressed(state: Battle, unit: Unit, key: str) -> AnyText:
    free = key in SUPPRESSED_KEYS or vehicle_of(state, unit.id) is not None
    return "" if free or not is_suppressed(unit) else "the unit is suppressed"


def _why_panicked(state: Battle, unit: Unit, key: str) -> AnyText:
    return "the unit is in panic" if unit.has_mark(PANIC) else ""


def _why_scattered(state: Battle, unit: Unit, key: str) -> AnyText:
    return "" if key in SCATTERED_KEYS else why_out_of_integrity(state, unit.id)


ActionBan = Callable[[Battle, Unit, str], AnyText]
ACTION_BANS: tuple[ActionBan, ...] = (
    why_riding,
    why_vehicle_cannot,
    _why_panicked,
    _why_suppressed,
    why_travelling,
    _why_scattered,
    why_systems_forbid,
)
"""The states that close actions to a unit, in the order in which their reasons are told.

Rules: SG-SUP-01, SG-INT-02. Confident and steady units may do anything (SG-CLV-02, SG-CLV-03).
"""


def why_closed(state: Battle, unit: Unit, key: str) -> AnyText:
    """Return why a unit cannot take an action, or "" if it can."""
    barred = next((why for ban in ACTION_BANS if (why := ban(state, unit, key))), "")
    return barred or UNIT_ACTIONS[key].why_closed(state, unit)
