"""The decisions that a unit would be asked in its activation, used to explain why it cannot act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from battlesim.engine.decisions import ChooseOne, Decision
from battlesim.engine.position_decisions import MoveGroup
from battlesim.rulings.movement import with_group_occupied

from ..actions.activation import action_decision
from ..actions.fire_actions import target_decision
from ..actions.move_actions import NORMAL
from ..assault.declare import assault_decision
from ..attack.targeting import carried_weapons
from ..command.rally import rally_decision
from ..command.transfer import commands_others, transfer_decision
from ..core.lookups import ok_figures, unit_mobility, unit_of
from ..core.state import Battle
from ..ground.integrity import INTEGRITY_LINK
from ..ground.motion import unit_motions
from ..support.request import batteries_of, battery_decision


def possible_decisions(state: Battle, piece: str) -> Iterator[Decision[Any]]:
    """Yield the decisions of a figure's unit about its action, its move, its targets and its orders."""
    own = state.table.pieces.get(piece)
    if own is None or not ok_figures(state, own.unit):
        return
    unit = unit_of(state, own)
    yield _of_unit(action_decision(state, unit))
    motions = unit_motions(state, unit.id, unit_mobility(state, unit.id).base)
    yield MoveGroup(
        side=unit.side,
        what="move",
        prompt="Normal move",
        rule=NORMAL,
        about=piece,
        motions=with_group_occupied(motions),
        link=INTEGRITY_LINK,
    )
    if carried_weapons(state, unit.id):
        yield _of_unit(target_decision(state, unit.id))
    yield _of_unit(assault_decision(state, unit.id))
    if commands_others(state, unit):
        yield _of_unit(transfer_decision(state, unit))
        yield _of_unit(rally_decision(state, unit))
    if batteries_of(state, unit.side):
        yield _of_unit(battery_decision(state, unit))


def _of_unit(decision: ChooseOne) -> ChooseOne:
    """Return a decision whose options are those of every figure of the unit."""
    options = tuple(msgspec.structs.replace(option, by=()) for option in decision.options)
    return msgspec.structs.replace(decision, options=options)
