"""The decisions that a group is asked with a card, for the question "why not?"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlesim.engine.decisions import Decision

from ..actions.card import action_decision
from ..actions.move_action import move_decision, why_cannot_move
from ..actions.shoot_action import target_decision
from ..core.lookups import figures_of
from ..core.state import Battle


def possible_decisions(state: Battle, piece: str) -> Iterator[Decision[Any]]:
    """Yield the decisions of the group of a figure: its action, its move, its targets."""
    own = state.table.pieces.get(piece)
    if own is None or not figures_of(state, own.unit):
        return
    yield action_decision(state, own.unit)
    yield target_decision(state, own.unit)
    if not why_cannot_move(state, own.unit):
        yield move_decision(state, own.unit)
