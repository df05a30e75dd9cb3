"""What a figure would be asked as the table stands: each question made as it is put, about one alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.option import closed_if
from battlesim.mechanics import piece_decisions
from battlesim.mechanics.act_types import act_options
from battlesim.table.pieces import Piece

from ..acts import activation, fire, moves
from ..attack import flame, shooting
from ..core.facts import can, is_up, move_of
from ..core.state import CREATURES, MARINES, Battle
from ..creatures import acts
from ..ground.motion import motion, mover
from ..overwatch import watch


def offers(state: Battle, piece: str) -> Iterator[Decision[Any]]:
    """What a figure is asked when its card is in play, and on Overwatch; nothing for who lies or is gone."""
    own = state.table.piece(piece)
    if not is_up(state, piece):
        return
    if own.side == MARINES:
        yield from _marine(state, own)
    elif own.side == CREATURES:
        yield from _creature(state, own)


def _marine(state: Battle, piece: Piece) -> Iterator[Decision[Any]]:
    yield activation.turn_of(state, piece)
    yield activation.by_itself(state, piece)
    yield piece_decisions.piece_move_decision(
        piece, moves.able_to(state, moves.MOVING, piece.id, 0), moves.MOVE
    )
    aims = flame.options(state, piece) if can(piece, "template") else shooting.targets(state, piece)
    why = shooting.why_not(state, piece)
    yield piece_decisions.piece_decision(
        piece, "shot", "Fire", (closed_if(why, aim) for aim in aims), fire.ORDER
    )
    yield watch.answers(state, piece)


def _creature(state: Battle, piece: Piece) -> Iterator[Decision[Any]]:
    yield piece_decisions.piece_decision(
        piece, "creature", "Act", act_options(acts.ACTS, state, [piece], tuple(acts.ACTS))
    )
    yield piece_decisions.piece_move_decision(
        piece, motion(state, mover(piece), move_of(state, piece), crosses=True)
    )
