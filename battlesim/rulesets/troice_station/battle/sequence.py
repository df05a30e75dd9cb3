"""The sequence of a battle: what comes next from a settled table, and which rules carry it out."""

from __future__ import annotations

from collections.abc import Mapping

from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics import turns
from battlesim.mechanics.turns import StepRules

from ..acts import activation
from ..command import cards, turn
from ..core.state import NO_CARD, Battle, Game
from ..creatures import program
from . import set_up, victory

MARKERS, LANDING, START, CARDS, END = "markers", "landing", "start", "cards", "end"
SETTING_UP = (MARKERS, LANDING)
PHASES = (START, CARDS, END)
STEPS = {MARKERS: "place_markers", LANDING: "land", START: "start_turn", END: "end_turn"}


def next_step(state: Battle) -> Step | Outcome:
    """What comes next from a settled table; pure."""
    if ended := victory.outcome(state):
        return ended
    if state.game.phase != CARDS:
        return turns.pending_phase_step(state, STEPS[state.game.phase]) or Step("next_phase")
    if state.game.card in cards.QUARTERS:
        waiting = program.to_act(state, cards.QUARTERS[state.game.card])
        return Step("creature") if waiting else Step("end_card")
    if state.game.card != NO_CARD:
        return Step("act")
    return Step("draw") if state.game.deck.left else Step("next_phase")


def next_phase(play: Play[Game]) -> None:
    """The phase that follows; nobody has acted in a new turn."""
    game = play.state.game
    if game.phase in SETTING_UP:
        after = LANDING if game.phase == MARKERS else START
        play.emit(turns.PhaseBegan(rule=turn.NEW_TURN, turn=1, phase=after, fresh=True))
        return
    turns.advance_phase(play, turn.NEW_TURN, START.__eq__)


def _once(rules: StepRules) -> StepRules:
    """Rules that a phase has once."""

    def script(play: Play[Game], phase: str) -> Script[None]:
        turns.mark_phase_step_done(play, turn.NEW_TURN)
        live = rules(play)
        if live is not None:
            yield from live

    return script


def act(play: Play[Game]) -> Script[None]:
    """One act of the marines whose card is in play, or the end of their card."""
    if not (yield from activation.act(play)):
        cards.end(play)


def creature(play: Play[Game]) -> Script[None]:
    """The activation of the creature that is next in its quarter."""
    chosen = yield from program.next_up(play, cards.QUARTERS[play.state.game.card])
    yield from program.activate(play, chosen)


SCRIPTS: Mapping[str, StepRules] = {
    "next_phase": next_phase,
    "place_markers": _once(set_up.place_markers),
    "land": _once(set_up.land),
    "start_turn": _once(turn.start),
    "draw": cards.draw,
    "act": act,
    "creature": creature,
    "end_card": cards.end,
    "end_turn": _once(turn.end),
}
