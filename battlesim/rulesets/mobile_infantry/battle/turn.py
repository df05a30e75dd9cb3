"""The turn sequence of both sides: phases in order, and which script carries out each step.

A game turn is one player turn of each side. A phase that has a step left gives it; when it has none, the next
phase begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics import turns
from battlesim.mechanics.turns import StepScript

from ..activations import actions, swarm
from ..air import strike_run
from ..core.state import TURN_END, Battle, Game, side_of
from ..ground import units
from . import alert, arrivals, set_up, victory

NextStep = Callable[[Battle], Step | None]

PHASES: Mapping[str, NextStep] = {
    "set_up": set_up.next_step,
    "mi_start": lambda state: alert.start_of_turn(state) or set_up.late_arrivals(state),
    "mi_activations": units.next_step,
    "mi_alert": alert.end_of_turn,
    "mi_strike_runs": strike_run.next_step,
    "bugs_start": alert.start_of_turn,
    "bugs_arrivals": arrivals.next_step,
    "bugs_activations": swarm.next_step,
    "bugs_alert": alert.end_of_turn,
    TURN_END: alert.end_of_game_turn,
}


def next_step(state: Battle) -> Step | Outcome:
    """What comes next from a settled table; pure."""
    ended = victory.outcome(state)
    if ended is not None:
        return ended
    return PHASES[state.game.phase](state) or Step("next_phase")


def next_phase(play: Play[Game]) -> None:
    """Begin the phase that follows; after the last one a new game turn begins."""
    turns.begin_next(play, alert.TURN, side_of)


SCRIPTS: Mapping[str, StepScript] = {
    "next_phase": next_phase,
    **set_up.SCRIPTS,
    **alert.SCRIPTS,
    **units.SCRIPTS,
    **actions.SCRIPTS,
    **strike_run.SCRIPTS,
    **arrivals.SCRIPTS,
    **swarm.SCRIPTS,
}


def script(play: Play[Game], step: Step) -> Script[None]:
    """The rules of one step. Raises KeyError for an unknown step."""
    return turns.script(SCRIPTS, play, step)
