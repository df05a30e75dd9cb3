"""The sequence of a battle: the roll for the first turn, then rounds in which each side takes a turn."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics import turns
from battlesim.mechanics.turns import PhaseBegan, StepRules
from battlesim.table.ids import SideKey

from ..actions.activation import models_to_act, run_action
from ..core.state import BEGIN_PHASE, Battle, Game, OrderDecided
from .victory import ENDING, IDLE_ROUNDS, battle_outcome

ORDER = "IE-GAP-02"
TURN = "IE-GAP-03"


def next_step(state: Battle) -> Step | Outcome:
    """Return the outcome of the battle, or the next step of its rules."""
    if state.game.phase == BEGIN_PHASE:
        return Step("decide_order")
    if ended := battle_outcome(state):
        return ended
    return Step("act") if models_to_act(state) else Step("end_turn")


def decide_order(play: Play[Game]) -> Script[None]:
    """Decide who takes the first turn of every round: by a roll, ties rolled again, or as the option says."""
    order = [side.key for side in play.state.table.sides]
    first = play.state.game.parameters.first_player
    if first == "roll_off":
        order = yield from _rolled_order(play, order)
    elif first == "side_2":
        order = [order[1], order[0], *order[2:]]
    play.emit(OrderDecided(rule=ORDER, order=tuple(order)))
    play.emit(PhaseBegan(rule=ORDER, turn=1, phase=order[0], fresh=True))


def _rolled_order(play: Play[Game], sides: list[SideKey]) -> Script[list[SideKey]]:
    """Return sides in the order of a roll; those that tie roll again among themselves."""
    if len(sides) < 2:
        return sides
    names = ", ".join(play.state.table.side(side).name for side in sides)
    faces = yield from play.roll_dice([6] * len(sides), f"the order of the turns ({names})", rule=ORDER)
    found: list[SideKey] = []
    for face in sorted(set(faces), reverse=True):
        tied = [side for side, own in zip(sides, faces, strict=True) if own == face]
        found += yield from _rolled_order(play, tied)
    return found


def end_turn(play: Play[Game]) -> None:
    """End the turn of a side; after the last side the next round begins."""
    last = play.state.game.phase == play.state.game.phases[-1]
    if last:
        turns.change_counter(play, IDLE_ROUNDS, 1, ENDING)
    turns.advance_phase(play, TURN, str)


STEP_SCRIPTS: Mapping[str, StepRules] = {
    "decide_order": decide_order,
    "act": run_action,
    "end_turn": end_turn,
}
