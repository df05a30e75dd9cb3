"""The decisions that a group is asked with a card, for the question "why not?"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.table.ids import UnitId

from ..actions.card import action_decision
from ..actions.move_action import move_decision, why_cannot_move
from ..actions.shoot_action import target_decision
from ..core.lookups import figures_of
from ..core.state import Battle
from ..core.vehicles import VEHICLE, acting_group
from ..vehicles.decisions import vehicle_decisions


def possible_decisions(state: Battle, piece: str) -> Iterator[Decision[Any]]:
    """Yield the decisions about the group of a figure: its action, its move and its targets."""
    own = state.table.pieces.get(piece)
    group = acting_group(state, own) if own else UnitId("")
    if not group or state.table.units[group].kind == VEHICLE or not figures_of(state, group):
        return
    yield action_decision(state, group)
    yield target_decision(state, group)
    if not why_cannot_move(state, group):
        yield move_decision(state, group)
    yield from vehicle_decisions(state, group)
