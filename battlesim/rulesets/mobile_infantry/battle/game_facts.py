"""The facts about a moment of a battle that the window shows."""

from __future__ import annotations

from battlesim.engine.ruleset import GameFacts
from battlesim.mechanics import turns
from battlesim.mechanics.scores import score_totals
from battlesim.table.ids import NO_UNIT

from ..core.marks import SURFACED
from ..core.profiles import display_names
from ..core.state import Battle, phase_side
from . import victory


def game_facts(state: Battle) -> GameFacts:
    """Return the facts about a state, such as turn, phase and scores, in the terms of this ruleset."""
    game, now, called = state.game, state.game.activation, display_names()["phases"]
    turn, phase = turns.shown_turn_and_phase(game, game.parameters.turns)
    paying = victory.score_parts(state)
    waiting = {piece.unit for piece in state.table.pieces.values() if piece.has_mark(SURFACED)}
    waiting |= {now.unit} if now else set()
    return GameFacts(
        turn=turn,
        turns=game.parameters.turns,
        phase=called[phase],
        phases=tuple(dict.fromkeys(called[phase] for phase in game.phases)),
        active=phase_side(phase),
        scores=score_totals(paying),
        points={side: tuple(part.row() for part in own) for side, own in paying.items()},
        ends=victory.end_conditions(state),
        unit=now.unit if now else NO_UNIT,
        actions_left=now.actions_left if now else 0,
        done=tuple(name for name in game.acted if name not in waiting),
        units={unit.id: unit.name for unit in game.units.values()},
    )
