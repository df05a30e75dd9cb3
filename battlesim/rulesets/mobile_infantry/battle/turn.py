"""The turn sequence of both sides: phases in order, what each step does, what begins and ends a turn.

A game turn is one player turn of each side. A phase that has a step left gives it; when it has none, the next
phase begins. That the one step of a phase was taken is noted in `passed` under the phase's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlesim.engine.play import Play
from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics import turns
from battlesim.mechanics.pieces import clear_marks, set_mark
from battlesim.mechanics.turns import StepRules, mark_phase_step_done, pending_phase_step, set_counters
from battlesim.table.events import MarkerRemoved

from ..activations import actions, swarm
from ..air import strike_run, viking
from ..core.facts import has, models
from ..core.marks import ALERT, AMMO, of_the_round
from ..core.state import BUGS, MI, SET_UP, TURN_END, Battle, Game, side_of
from ..ground import units
from ..troopers.support import RADIO
from . import arrivals, set_up, victory
from .set_up import TURN

ALL_ON_ALERT: Mapping[str, tuple[str, str]] = {
    MI: ("MI-TURN-03", "All MI models are on Alert"),
    BUGS: ("MI-BTRN-03", "All Arachnid models are on Alert"),
}
PHASES: Mapping[str, Callable[[Battle], Step | None]] = {
    SET_UP: set_up.next_step,
    "mi_start": lambda state: pending_phase_step(state, "start_of_turn") or set_up.late_arrivals(state),
    "mi_activations": units.next_step,
    "mi_alert": lambda state: pending_phase_step(state, "alert"),
    "mi_strike_runs": strike_run.next_step,
    "bugs_start": lambda state: pending_phase_step(state, "start_of_turn"),
    "bugs_arrivals": arrivals.next_step,
    "bugs_activations": swarm.next_step,
    "bugs_alert": lambda state: pending_phase_step(state, "alert"),
    TURN_END: lambda state: pending_phase_step(state, "end_of_game_turn"),
}


def next_step(state: Battle) -> Step | Outcome:
    """What comes next from a settled table; pure."""
    return victory.outcome(state) or PHASES[state.game.phase](state) or Step("next_phase")


def begin(play: Play[Game], phase: str) -> None:
    """A side's models lose Alert for their own turn; the MI reload and may radio again."""
    play, side = play.under_rule(TURN), side_of(phase)
    set_mark(play, [p.id for p in play.state.table.pieces_of_side(side)], ALERT, 0)
    if side == MI:
        clear_marks(play, play.state.table.pieces_of_side(MI), lambda mark: mark == AMMO, "MI-TRT-08")
        set_counters(play, {"radio_tried": 0}, RADIO)
        viking.send_due(play)
    mark_phase_step_done(play)


def stand_to(play: Play[Game], phase: str) -> None:
    """Every model of the side on the table is on Alert, once, but no survivors and nobody aboard."""
    rule, words = ALL_ON_ALERT[side_of(phase)]
    play = play.under_rule(rule)
    watching = [p.id for p in models(play.state, side_of(phase)) if not has(p, "survivors")]
    set_mark(play, watching, ALERT, 1)
    play.log_message(words)
    mark_phase_step_done(play)


def end_round(play: Play[Game], phase: str) -> None:
    """Limits of a game turn are lifted; last turn's smoke goes."""
    state = play.state
    clear_marks(play, state.table.pieces.values(), of_the_round, "MI-GAP-64")
    for marker in state.table.markers.values():
        if 0 < marker.until <= state.game.turn:
            play.emit(MarkerRemoved(rule="MI-GAP-52", marker=marker))
    mark_phase_step_done(play, TURN)


SCRIPTS: Mapping[str, StepRules] = {
    "deploy": set_up.deploy,
    "draw_entrances": set_up.draw_entrances,
    "place_first_plasma": set_up.place_first_plasma,
    "stand_to": set_up.stand_to,
    "next_phase": lambda play: turns.advance_phase(play, TURN, side_of),
    "start_of_turn": begin,
    "alert": stand_to,
    "end_of_game_turn": end_round,
    "mi_activate": units.activate,
    "action": actions.action,
    "mi_end_activation": units.end,
    "strike_run": strike_run.strike_run,
    "count_arrivals": arrivals.count,
    "arrive": arrivals.arrive,
    "bug_activate": swarm.activate,
    "bug_surfaced": swarm.lead_surfaced,
    "bug_action": swarm.action,
}
