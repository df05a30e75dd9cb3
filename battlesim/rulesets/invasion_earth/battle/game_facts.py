"""The facts about a moment of a battle that the window shows."""

from __future__ import annotations

from battlesim.engine.ruleset import GameFacts
from battlesim.mechanics.turns import shown_turn_and_phase
from battlesim.table.ids import SideKey

from ..actions.activation import models_to_act
from ..core.state import BEGIN_PHASE, Battle
from .turn_steps import turn_steps
from .victory import end_conditions, round_limit, score_rows, scores


def game_facts(state: Battle) -> GameFacts:
    """Return the round, the active side and the scores."""
    game = state.game
    rounds = round_limit(state)
    turn, phase = shown_turn_and_phase(game, rounds or max(1, game.turn))
    names = {side.key: f"Turn of {side.name}" for side in state.table.sides}
    begins = phase == BEGIN_PHASE
    return GameFacts(
        turn=max(1, turn),
        turns=rounds,
        phase="Begin" if begins else names[SideKey(phase)],
        phases=tuple(names[SideKey(key)] for key in game.phases),
        active="" if begins else SideKey(phase),
        scores=scores(state),
        points=score_rows(state),
        ends=end_conditions(state),
        actions_left=0 if begins else len(models_to_act(state)),
        done=game.acted,
        units={unit.id: unit.name for unit in state.table.units.values()},
        turn_word="Round",
        turns_word="rounds",
        hits_word="HITS",
        steps=turn_steps(state),
    )
