"""The sequence of turns, in which the sides activate one unit at a time."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics.alternating_activations import next_side_to_activate
from battlesim.mechanics.turns import PhaseBegan, StepRules, set_counters
from battlesim.table.ids import SideKey
from battlesim.table.phrases import phrase

from ..actions.activation import choose_unit, end_activation, left_to_activate, run_action
from ..actions.beginning import ACTIVATES as FIRST
from ..core.events import ChitsDealt, LimitsReset
from ..core.hidden_units import can_act
from ..core.lookups import active_units, unit_rules
from ..core.state import Battle, Game
from ..core.vehicles import carrier_of
from ..support.request import HOW_MANY
from .counters import deal_units, undealt_units
from .hive import grow, grows
from .set_up import deploy, dig_in, set_up_step
from .victory import battle_outcome

END_PHASE = "SG-GAP-28"


def next_step(state: Battle) -> Step | Outcome:
    """Return the next step of the rules, or the outcome if the battle is over."""
    now = state.game.activation
    if now is not None:
        able = can_act(state, now.unit) or carrier_of(state, now.unit)
        goes_on = now.actions_left and able
        return Step("action") if goes_on else Step("end_activation")
    if state.game.turn == 0:
        return _first_step(state)
    side = next_side_to_activate(state, lambda key: bool(left_to_activate(state, key)))
    if side is None and grows(state):
        return Step("grow")
    if ended := battle_outcome(state, turn_over=side is None):
        return ended
    return Step("activate", (side,)) if side else Step("begin_turn")


def _first_step(state: Battle) -> Step:
    """Return the next step before the first turn."""
    if undealt_units(state):
        return Step("deal_units")
    if step := set_up_step(state):
        return step
    return Step("deal_chits") if lacks_chits(state) else Step("begin_turn")


def lacks_chits(state: Battle) -> bool:
    """Return whether a side with a battery has not received its support request chits yet."""
    return any(battery.side not in state.game.chits for battery in state.game.batteries)


def deal_chits(play: Play[Game]) -> Script[None]:
    """Deal support request chits to each side with a battery: three, a D6 or none, as an option says."""
    how = play.state.game.parameters.support_chits
    for side in dict.fromkeys(SideKey(battery.side) for battery in play.state.game.batteries):
        number = 0 if how == "0" else 3
        if how == "d6":
            text = phrase("the chits of {side}", play.state.table.side(side).name)
            (number,) = yield from play.roll_dice([6], text, rule=HOW_MANY)
        play.emit(ChitsDealt(rule=HOW_MANY, side=side, chits=number))


def begin_turn(play: Play[Game]) -> Script[None]:
    """Begin the next turn: weapons can fire again, and the side that activates first is determined."""
    play.emit(LimitsReset(rule=END_PHASE, fired=True))
    set_counters(play, dict.fromkeys(play.state.game.tally, 0), END_PHASE)
    first = yield from _first_side(play)
    play.emit(PhaseBegan(rule=FIRST, turn=play.state.game.turn + 1, phase=first, fresh=True))


def _first_side(play: Play[Game]) -> Script[SideKey]:
    """Return the side that activates first: as the side with fewer units chooses, or by option."""
    state = play.state
    sides = [side.key for side in state.table.sides]
    if state.game.first and state.game.turn == 0:
        return SideKey(state.game.first)
    how = state.game.parameters.first_activation
    if how == "aliens":
        return next((side for side in sides if _is_automated(state, side)), sides[0])
    counts = {side: len(active_units(state, side)) for side in sides}
    if how == "roll" or counts[sides[0]] == counts[sides[1]]:
        chooser = yield from _rolled(play, sides)
        if how == "roll":
            return chooser
        why = "You rolled higher"
    else:
        chooser, why = min(sides, key=lambda side: counts[side]), "You have fewer units"
    options = [Option(side, state.table.side(side).name) for side in sides]
    text = f"{why}: which side activates first in turn {state.game.turn + 1}?"
    chosen = yield from play.choose_one(
        "first", chooser, text, options, rule=FIRST, least=chooser, begins=chooser
    )
    return SideKey(chosen.key)


def _rolled(play: Play[Game], sides: list[SideKey]) -> Script[SideKey]:
    names = " and ".join(play.state.table.side(side).name for side in sides)
    faces = (0, 0)
    while faces[0] == faces[1]:
        one, two = yield from play.roll_dice([6, 6], f"the first activation ({names})", rule=FIRST)
        faces = (one, two)
    return sides[0] if faces[0] > faces[1] else sides[1]


def _is_automated(state: Battle, side: SideKey) -> bool:
    return any(unit_rules(unit).automated for unit in active_units(state, side))


STEP_SCRIPTS: Mapping[str, StepRules] = {
    "deploy": deploy,
    "dig_in": dig_in,
    "grow": grow,
    "deal_units": deal_units,
    "deal_chits": deal_chits,
    "begin_turn": begin_turn,
    "activate": choose_unit,
    "action": run_action,
    "end_activation": end_activation,
}
