"""The decisions that a figure might be asked now, as they would be shown to its player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.option import closed_if
from battlesim.mechanics import piece_decisions
from battlesim.mechanics.act_types import act_options
from battlesim.table.pieces import Piece

from ..actions import activation, fire_actions, move_actions
from ..attack import flame, shooting
from ..core.lookups import has_ability, is_active_or_marker, move_allowance
from ..core.state import CREATURES, MARINES, Battle
from ..creatures import creature_actions
from ..ground.motion import foot_motion, piece_as_mover
from ..overwatch import reactions


def possible_decisions(state: Battle, piece: str) -> Iterator[Decision[Any]]:
    """Yield the decisions that a figure may be asked in its activation and on Overwatch."""
    own = state.table.piece(piece)
    if not is_active_or_marker(state, piece):
        return
    if own.side == MARINES:
        yield from _marine(state, own)
    elif own.side == CREATURES:
        yield from _creature(state, own)


def _marine(state: Battle, piece: Piece) -> Iterator[Decision[Any]]:
    yield activation.card_decision(state, piece)
    yield activation.single_figure_decision(state, piece)
    yield piece_decisions.piece_move_decision(
        piece, move_actions.figure_motion(state, move_actions.MOVE_KIND, piece.id, 0), move_actions.MOVE
    )
    aims = (
        flame.flame_options(state, piece)
        if has_ability(piece, "template")
        else shooting.target_options(state, piece)
    )
    why = shooting.why_cannot_shoot(state, piece)
    yield piece_decisions.piece_decision(
        piece, "shot", "Fire", (closed_if(why, aim) for aim in aims), fire_actions.ORDER
    )
    yield reactions.overwatch_decision(state, piece)


def _creature(state: Battle, piece: Piece) -> Iterator[Decision[Any]]:
    yield piece_decisions.piece_decision(
        piece,
        "creature",
        "Act",
        act_options(
            creature_actions.CREATURE_ACTIONS, state, [piece], tuple(creature_actions.CREATURE_ACTIONS)
        ),
    )
    yield piece_decisions.piece_move_decision(
        piece, foot_motion(state, piece_as_mover(piece), move_allowance(state, piece), crosses=True)
    )
