"""The turn sequence: the phases in order, their steps, and the start and end of a turn.

A game turn is one player turn of each side. The next phase begins when the current one has no step left. A
phase with a single step records in `passed` that the step has been run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlesim.engine.play import Play
from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics import turns
from battlesim.mechanics.pieces import clear_marks, set_mark
from battlesim.mechanics.turns import StepRules, mark_phase_step_done, pending_phase_step, set_counters
from battlesim.table.events import MarkerRemoved

from ..activations import bug_activation, infantry_actions
from ..air import strike_run, viking
from ..core.lookups import has_trait, models_in_play
from ..core.marks import ALERT, AMMO, ends_with_game_turn
from ..core.state import BUGS, MI, SET_UP_PHASE, TURN_END_PHASE, Battle, Game, phase_side
from ..ground import unit_activation
from ..troopers.support_acts import RADIO
from . import reinforcements, set_up, victory
from .set_up import TURN

ALERT_RULES: Mapping[str, tuple[str, str]] = {
    MI: ("MI-TURN-03", "All MI models are on Alert"),
    BUGS: ("MI-BTRN-03", "All Arachnid models are on Alert"),
}
PHASE_STEPS: Mapping[str, Callable[[Battle], Step | None]] = {
    SET_UP_PHASE: set_up.next_step,
    "mi_start": lambda state: (
        pending_phase_step(state, "start_of_turn") or set_up.late_deployment_step(state)
    ),
    "mi_activations": unit_activation.next_step,
    "mi_alert": lambda state: pending_phase_step(state, "alert"),
    "mi_strike_runs": strike_run.next_step,
    "bugs_start": lambda state: pending_phase_step(state, "start_of_turn"),
    "bugs_arrivals": reinforcements.next_step,
    "bugs_activations": bug_activation.next_step,
    "bugs_alert": lambda state: pending_phase_step(state, "alert"),
    TURN_END_PHASE: lambda state: pending_phase_step(state, "end_of_game_turn"),
}


def next_step(state: Battle) -> Step | Outcome:
    """Return the next step of the rules, or the outcome if the battle is over."""
    return victory.battle_outcome(state) or PHASE_STEPS[state.game.phase](state) or Step("next_phase")


def begin_player_turn(play: Play[Game], phase: str) -> None:
    """Begin a side's turn, in which its models lose Alert and the Mobile Infantry reload."""
    play, side = play.under_rule(TURN), phase_side(phase)
    set_mark(play, [p.id for p in play.state.table.pieces_of_side(side)], ALERT, 0)
    if side == MI:
        clear_marks(play, play.state.table.pieces_of_side(MI), lambda mark: mark == AMMO, "MI-TRT-08")
        set_counters(play, {"radio_tried": 0}, RADIO)
        viking.send_due_vikings(play)
    mark_phase_step_done(play)


def put_side_on_alert(play: Play[Game], phase: str) -> None:
    """Put every model of the active side that is on the table on Alert."""
    rule, words = ALERT_RULES[phase_side(phase)]
    play = play.under_rule(rule)
    watching = [p.id for p in models_in_play(play.state, phase_side(phase)) if not has_trait(p, "survivors")]
    set_mark(play, watching, ALERT, 1)
    play.log_message(words)
    mark_phase_step_done(play)


def end_game_turn(play: Play[Game], phase: str) -> None:
    """End a game turn: reset its limits and remove smoke that has expired."""
    state = play.state
    clear_marks(play, state.table.pieces.values(), ends_with_game_turn, "MI-GAP-64")
    for marker in state.table.markers.values():
        if 0 < marker.until <= state.game.turn:
            play.emit(MarkerRemoved(rule="MI-GAP-52", marker=marker))
    mark_phase_step_done(play, TURN)


STEP_SCRIPTS: Mapping[str, StepRules] = {
    "deploy": set_up.deploy_unit,
    "draw_entrances": set_up.draw_entrances,
    "place_first_plasma": set_up.place_first_plasma,
    "stand_to": set_up.put_all_on_alert,
    "next_phase": lambda play: turns.advance_phase(play, TURN, phase_side),
    "start_of_turn": begin_player_turn,
    "alert": put_side_on_alert,
    "end_of_game_turn": end_game_turn,
    "mi_activate": unit_activation.activate_unit,
    "action": infantry_actions.run_mi_action,
    "mi_end_activation": unit_activation.end_activation,
    "strike_run": strike_run.fly_strike_run,
    "count_arrivals": reinforcements.count_arrivals,
    "arrive": reinforcements.run_arrival,
    "bug_activate": bug_activation.activate_bugs,
    "bug_surfaced": bug_activation.activate_surfaced,
    "bug_action": bug_activation.run_arachnid_action,
}
