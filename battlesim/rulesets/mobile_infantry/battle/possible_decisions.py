"""The decisions that a model would be asked now, with reasons for unavailable options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battlesim.engine.decisions import Decision
from battlesim.engine.option import closed_option
from battlesim.engine.why_query import narrowed_to_piece
from battlesim.mechanics import piece_decisions
from battlesim.table.pieces import Aboard, Piece

from ..activations import bug_actions, bug_activation, move_previews
from ..air import interception, strike_run, viking
from ..arachnids import bug_fire, bug_movement, screech
from ..core.lookups import has_trait, is_model
from ..core.marks import CAPTIVE
from ..core.state import BUGS, MI, Battle
from ..ground import captives, movement, unit_activation
from ..reactions import reactions
from ..troopers import shooting, support_acts


def possible_decisions(state: Battle, piece: str) -> Iterator[Decision[Any]]:
    """Yield the decisions that a model would be asked when activated or able to react."""
    own = state.table.piece(piece)
    if own.has_mark(CAPTIVE):
        held = closed_option(own.id, own.name, "it is a captive", captives.TAKEN)
        yield piece_decisions.piece_decision(own, "activate", "Act", (held,))
    if not is_model(own) or not own.in_play or isinstance(own.place, Aboard):
        return
    if own.side == BUGS:
        yield from _bug(state, own)
    elif own.side == MI:
        yield from _trooper(state, own)


def _trooper(state: Battle, piece: Piece) -> Iterator[Decision[Any]]:
    if has_trait(piece, "airstrike"):
        yield strike_run.release_decision(state, piece)
        return
    yield narrowed_to_piece(unit_activation.activation_decision(state), piece)
    if has_trait(piece, "aircraft"):
        yield piece_decisions.piece_move_decision(piece, viking.viking_motion(state, piece.id), viking.FLIGHT)
        yield viking.move_end_decision(state, piece)
    else:
        yield piece_decisions.piece_move_decision(
            piece, movement.model_motion(state, piece.id), move_previews.RATING
        )
    yield shooting.target_decision(state, piece)
    if not has_trait(piece, "aircraft"):
        yield piece_decisions.piece_decision(
            piece,
            "support",
            "Support acts",
            support_acts.support_options(state, [piece]),
            support_acts.SUPPORT,
        )
    yield reactions.fire_at_will_decision(state, piece)
    yield reactions.beat_feet_decision(state, piece)


def _bug(state: Battle, bug: Piece) -> Iterator[Decision[Any]]:
    yield narrowed_to_piece(bug_activation.activation_decision(state), bug)
    yield bug_actions.action_decision(state, (bug.id,), bug.id, "Which Action?")
    (on_foot,) = bug_movement.bug_motions(state, [bug.id])
    yield piece_decisions.piece_move_decision(bug, on_foot, bug_movement.MOVE)
    if bug_movement.can_fly(state, bug):
        (flown,) = bug_movement.bug_motions(state, [bug.id], flying=True)
        yield piece_decisions.piece_move_decision(bug, flown, bug_movement.FLIGHT)
    yield bug_fire.bug_target_decision(state, bug.id)
    yield screech.screech_decision(state, bug)
    if bug.kind == "hopper":
        yield interception.interception_decision(state, bug)
