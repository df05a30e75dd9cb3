"""The sequence of a battle: the roll for the first turn, then rounds with a turn for each side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from battlesim.engine.play import Play, Script, optional_script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics import turns
from battlesim.mechanics.pieces import clear_marks
from battlesim.mechanics.turns import MilestonePassed, PhaseBegan, StepRules
from battlesim.table.compound_names import kind_of
from battlesim.table.ids import SideKey

from ..actions import repairs
from ..actions.activation import models_to_act, run_action
from ..assault import aftermath
from ..attack import suppression
from ..core.events import OrderDecided
from ..core.lookups import is_in_use, own_models
from ..core.marks import ACTED_ONCE, BUSY, DIRECTS, FROZEN, PERCEIVED
from ..core.state import BEGIN_PHASE, WAITING_STEP, Battle, Game
from ..forced import fear, impetuous, stupidity
from ..sighting import observers, sightings
from ..waiting import waiting
from ..waiting.reactions import offer_last_shots
from .set_up import choose_edges, deploy, set_up_step
from .victory import ENDING, IDLE_ROUNDS, battle_outcome

ORDER = "IE-GAP-02"
TURN = "IE-GAP-03"


def next_step(state: Battle) -> Step | Outcome:
    """Return the next step of the rules, or the outcome if the battle is over."""
    if state.game.phase == BEGIN_PHASE:
        return set_up_step(state) or Step("decide_order")
    if ended := battle_outcome(state):
        return ended
    if fear.newly_exposed(state):
        return Step("fear_at_once")
    if name := pending_start_step(state):
        return Step("start", (name,))
    return Step("act") if models_to_act(state) else Step("end_turn")


def decide_order(play: Play[Game]) -> Script[None]:
    """Decide which side has the first turn of each round: by a roll, rerolling ties, or as an option says."""
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


TURN_MARKS = (PERCEIVED, BUSY, DIRECTS, FROZEN, ACTED_ONCE)
"""The kinds of marks that last for one turn.

Rules: IE-OBS-18.
"""


class StartStep(NamedTuple):
    """A step at the start of a side's turn: whether it has anything to do, and its rules."""

    is_due: Callable[[Battle], bool]
    run: StepRules


def _prepare_turn(play: Play[Game]) -> None:
    """Bind suppressed models, let waiting ones react again, and record who sees whom."""
    side = play.state.game.phase
    suppression.begin_suppressed_turn(play, side)
    waiting.clear_reactions(play, side)
    waiting.end_suppressed_waits(play, side)
    clear_marks(play, own_models(play.state, side), lambda name: kind_of(name) in TURN_MARKS, TURN)
    if is_in_use(play.state, "sighting"):
        sightings.take_picture(play)


def _ask_who_waits(play: Play[Game]) -> Script[None]:
    """Ask what lies in wait if reports or impetuous models follow; else the list of models offers it."""
    if observers.new_reports(play.state) or impetuous.is_due(play.state):
        yield from waiting.ask_who_waits(play)


def _has_observers(state: Battle) -> bool:
    return is_in_use(state, "sighting") and bool(observers.networks(state, state.game.phase))


START_STEPS: Mapping[str, StartStep] = {
    "picture": StartStep(lambda state: True, _prepare_turn),
    "repairs": StartStep(lambda state: bool(repairs.fixing_models(state)), repairs.finish_repairs),
    "stupidity": StartStep(stupidity.is_due, stupidity.check_detachments),
    "escapes": StartStep(lambda state: bool(state.game.held), aftermath.roll_escapes),
    "fear": StartStep(fear.is_due, fear.test_models),
    WAITING_STEP: StartStep(lambda state: True, _ask_who_waits),
    "reports": StartStep(_has_observers, observers.pass_on_positions),
    "impetuous": StartStep(impetuous.is_due, impetuous.act_impetuously),
}
"""The steps at the beginning of a turn, in order."""
REPEATED_STEPS = ("stupidity", "fear", "impetuous")
"""Steps that run for one model at a time, until they are no longer due."""


def pending_start_step(state: Battle) -> str:
    """Return the step that comes next at the start of a turn, or "" if all have been run."""
    over = state.game.passed
    return next((name for name, step in START_STEPS.items() if name not in over and step.is_due(state)), "")


def run_start_step(play: Play[Game], name: str) -> Script[None]:
    """Run a step at the start of a turn; some steps are run again for each further model."""
    yield from optional_script(START_STEPS[name].run(play))
    if name not in REPEATED_STEPS:
        play.emit(MilestonePassed(rule=TURN, what=name))


def end_turn(play: Play[Game]) -> Script[None]:
    """End the turn of a side; after the last side, the next round begins."""
    side = play.state.game.phase
    yield from offer_last_shots(play)
    fear.end_exposure(play)
    suppression.end_suppressed_turn(play, side)
    stupidity.end_stupid_turn(play, side)
    aftermath.forget_combats(play, side)
    aftermath.end_broken_holds(play)
    if side == play.state.game.phases[-1]:
        turns.change_counter(play, IDLE_ROUNDS, 1, ENDING)
    turns.advance_phase(play, TURN, str)


STEP_SCRIPTS: Mapping[str, StepRules] = {
    "choose_edges": choose_edges,
    "deploy": deploy,
    "decide_order": decide_order,
    "start": run_start_step,
    "act": run_action,
    "fear_at_once": fear.test_exposed,
    "end_turn": end_turn,
}
