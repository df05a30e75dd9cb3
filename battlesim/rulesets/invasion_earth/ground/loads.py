"""Objects that models carry: picked up at their marker, and dropped where the carrier falls."""

from __future__ import annotations

import math

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.pieces import set_mark
from battlesim.table.compound_names import compound_name, subjects
from battlesim.table.events import MarkerPlaced
from battlesim.table.ids import MarkerId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.marks import CARRIES
from ..core.state import OBJECTIVES, Battle, Game, Objective
from .heights import is_airborne

MAX_REACH_IN = 1.0
"""The largest gap between a base and an object that a model takes up, inches."""


def carried_objective(piece: Piece) -> str:
    """Return the marker id of the object that a model carries, or "" if it carries none."""
    return next(iter(subjects((mark.name for mark in piece.marks), CARRIES)), "")


def carrier_of(state: Battle, marker: str) -> Piece | None:
    """Return the model that carries an object, or None if the object is on the table."""
    return next((p for p in state.table.standing_pieces() if carried_objective(p) == marker), None)


def loads_in_reach(state: Battle, piece: Piece) -> list[Objective]:
    """Return the objectives of a model's side whose object is beside the model."""
    return [
        objective
        for objective in state.game.objectives
        if objective.kind == "carry"
        and objective.side == piece.side
        and carrier_of(state, objective.at) is None
        and _is_near(state, piece, objective)
    ]


def _is_near(state: Battle, piece: Piece, objective: Objective) -> bool:
    marker = state.table.markers.get(MarkerId(objective.at))
    if marker is None:
        return False
    return math.dist(piece.xy, (marker.x, marker.y)) - piece.radius <= MAX_REACH_IN + TOL


def can_take_up(state: Battle, piece: Piece) -> bool:
    """Return whether an object is beside a model that carries nothing, so that it can pick it up."""
    return not (carried_objective(piece) or is_airborne(state.table, piece)) and bool(
        loads_in_reach(state, piece)
    )


def why_cannot_take_up(state: Battle, piece: Piece) -> AnyText:
    """Return why a model cannot pick up the object beside it, or "" if it can."""
    return phrase("{} holds it", Ref(state.game.held[piece.id])) if piece.id in state.game.held else ""


def take_up(play: Play[Game], piece: str) -> Script[None]:
    """Make a model pick up the object beside it; the object's marker then moves with the model."""
    objective = loads_in_reach(play.state, play.state.table.piece(piece))[0]
    set_mark(play, [piece], compound_name(CARRIES, objective.at), 1, OBJECTIVES)
    play.log_message(phrase("{model} takes up {}", Ref(piece), Ref(objective.at)), by=piece, rule=OBJECTIVES)
    bring_load(play, piece)
    yield from ()


def bring_load(play: Play[Game], piece: str) -> None:
    """Move the marker of the object that a model carries to the model's position, if it is on the table."""
    own = play.state.table.pieces[piece]
    marker = play.state.table.markers.get(MarkerId(carried_objective(own)))
    if marker is not None and own.table_position is not None and (marker.x, marker.y) != own.xy:
        x, y = own.xy
        play.emit(MarkerPlaced(rule=OBJECTIVES, marker=msgspec.structs.replace(marker, x=x, y=y)))
