"""The decisions that a model would be asked in its own turn, used to explain why it cannot act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.mechanics import piece_decisions

from ..actions.activation import action_decision
from ..assault.fighting import assault_decision
from ..attack.shooting import shot_decision
from ..core.lookups import is_standing
from ..core.state import Battle
from ..ground.motion import GAITS, MOVE, gait_motion


def possible_decisions(state: Battle, piece: str) -> Iterator[Decision[Any]]:
    """Yield the decisions of a model about its action, its move, its target and its assault."""
    if not is_standing(state, piece):
        return
    own = state.table.piece(piece)
    yield action_decision(state, own)
    yield piece_decisions.piece_move_decision(own, gait_motion(state, own, MOVE), GAITS[MOVE].rule)
    yield shot_decision(state, own, moved=False)
    yield assault_decision(state, own)
