"""The sequence of a battle: the next step of the rules, and the script that runs it."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics import turns
from battlesim.mechanics.turns import StepRules

from ..actions import activation
from ..command import turn_boundaries, turn_deck
from ..core.state import NO_CARD_ID, Battle, Game
from ..creatures import program
from . import set_up, victory

MARKER_PHASE, LANDING_PHASE, START_PHASE, CARD_PHASE, TURN_END_PHASE = (
    "markers",
    "landing",
    "start",
    "cards",
    "end",
)
SET_UP_PHASES = (MARKER_PHASE, LANDING_PHASE)
TURN_PHASES = (START_PHASE, CARD_PHASE, TURN_END_PHASE)
PHASE_STEPS = {
    MARKER_PHASE: "place_markers",
    LANDING_PHASE: "land",
    START_PHASE: "start_turn",
    TURN_END_PHASE: "end_turn",
}


def next_step(state: Battle) -> Step | Outcome:
    """Return the next step of the rules, or the outcome if the battle is over."""
    if ended := victory.battle_outcome(state):
        return ended
    if state.game.phase != CARD_PHASE:
        return turns.pending_phase_step(state, PHASE_STEPS[state.game.phase]) or Step("next_phase")
    if state.game.card in turn_deck.QUARTER_CARDS:
        waiting = program.creatures_to_act(state, turn_deck.QUARTER_CARDS[state.game.card])
        return Step("creature") if waiting else Step("end_card")
    if state.game.card != NO_CARD_ID:
        return Step("act")
    return Step("draw") if state.game.deck.left else Step("next_phase")


def begin_next_phase(play: Play[Game]) -> None:
    """Begin the next phase; after the last phase of a turn, begin the next turn."""
    game = play.state.game
    if game.phase in SET_UP_PHASES:
        after = LANDING_PHASE if game.phase == MARKER_PHASE else START_PHASE
        play.emit(turns.PhaseBegan(rule=turn_boundaries.NEW_TURN, turn=1, phase=after, fresh=True))
        return
    turns.advance_phase(play, turn_boundaries.NEW_TURN, START_PHASE.__eq__)


def _once(rules: StepRules) -> StepRules:
    """Return step rules that also mark their step as done, so that it runs only once in a phase."""

    def script(play: Play[Game], phase: str) -> Script[None]:
        turns.mark_phase_step_done(play, turn_boundaries.NEW_TURN)
        live = rules(play)
        if live is not None:
            yield from live

    return script


def run_marine_action(play: Play[Game]) -> Script[None]:
    """Run an action of the activated marines, or end their activation if none is left."""
    if not (yield from activation.run_card_action(play)):
        turn_deck.end_card(play)


def run_next_creature(play: Play[Game]) -> Script[None]:
    """Run the activation of the next creature in the quarter of the table whose card has been drawn."""
    chosen = yield from program.choose_next_creature(play, turn_deck.QUARTER_CARDS[play.state.game.card])
    yield from program.activate_creature(play, chosen)


STEP_SCRIPTS: Mapping[str, StepRules] = {
    "next_phase": begin_next_phase,
    "place_markers": _once(set_up.place_markers),
    "land": _once(set_up.land_squads),
    "start_turn": _once(turn_boundaries.start_turn),
    "draw": turn_deck.draw_next_card,
    "act": run_marine_action,
    "creature": run_next_creature,
    "end_card": turn_deck.end_card,
    "end_turn": _once(turn_boundaries.end_turn),
}
