"""What the window shows of a moment: turn, phase, scores, who is at it."""

from __future__ import annotations

from battlesim.engine.ruleset import Facts
from battlesim.table.ids import NO_UNIT

from ..core.marks import SURFACED
from ..core.state import Battle, side_of
from .victory import ends, parts, totals

PHASE_NAMES = {
    "set_up": "Set-up",
    "mi_start": "MI activations",
    "mi_activations": "MI activations",
    "mi_alert": "MI on alert",
    "mi_strike_runs": "Strike runs",
    "bugs_start": "Arrivals",
    "bugs_arrivals": "Arrivals",
    "bugs_activations": "Arachnid activations",
    "bugs_alert": "Arachnids on alert",
    "turn_end": "End of turn",
}


def facts(state: Battle) -> Facts:
    """Turn, phase and scores in this ruleset's words."""
    game, now = state.game, state.game.activation
    paying = parts(state)
    names = tuple(dict.fromkeys(PHASE_NAMES[phase] for phase in game.phases))
    waiting = {piece.unit for piece in state.table.pieces.values() if piece.has(SURFACED)}
    waiting |= {now.unit} if now else set()
    return Facts(
        turn=min(game.turn, game.parameters.turns),
        turns=game.parameters.turns,
        phase=PHASE_NAMES[game.phase],
        phases=names,
        active=side_of(game.phase),
        scores=totals(paying),
        points={side: tuple(part.row() for part in own) for side, own in paying.items()},
        ends=ends(state),
        unit=now.unit if now else NO_UNIT,
        actions_left=now.actions_left if now else 0,
        done=tuple(name for name in game.acted if name not in waiting),
        units={unit.id: unit.name for unit in game.units.values()},
    )
