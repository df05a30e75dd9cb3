"""The actions of turning, moving, hiding and running away."""

from __future__ import annotations

from functools import partial

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChooseFacing
from battlesim.geometry.arcs import bearing
from battlesim.mechanics.group_moves import ask_move_order, is_turn_only
from battlesim.mechanics.pieces import face_piece, set_mark
from battlesim.rulings.movement import Leg
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..assault import aftermath
from ..core.marks import AT_OPENING, HIDDEN
from ..core.state import Battle, Game
from ..ground.heights import is_airborne
from ..ground.motion import GAITS, gait_motion, move_rate
from ..ground.rooms import can_announce
from ..sighting.hiding import HIDE, can_hide, find_hidden_models, why_cannot_hide
from ..travel.travel import travel_leg
from . import flight
from .model_actions import ModelAction

TURN = "IE-GAP-05"


def perform_turn(play: Play[Game], piece: str) -> Script[None]:
    """Ask for a new facing and turn a model on the spot."""
    own = play.state.table.piece(piece)
    words = phrase("{model}: turn to which facing?", own.name)
    facing = yield from play.ask(
        ChooseFacing(side=own.side, what="facing", prompt=words, about=piece, rule=TURN)
    )
    face_piece(play, piece, round(facing % 360.0, 3), TURN)


def perform_move(gait: str, play: Play[Game], piece: str) -> Script[None]:
    """Ask for a path at a given gait (a way of moving, such as MOVE FAST), and move a model along it."""
    own, rule = play.state.table.piece(piece), GAITS[gait].rule
    if is_airborne(play.state.table, own):
        motion = yield from flight.ask_height(play, piece, gait)
    else:
        motion = gait_motion(play.state, own, gait)
    order = yield from ask_move_order(
        play, own.side, [motion], rule=rule, prompt=GAITS[gait].label, about=piece
    )
    for leg in order.legs:
        if not is_turn_only(leg):
            yield from travel_leg(play, along_path(leg), motion, rule, gait)


def along_path(leg: Leg) -> Leg:
    """Return a move that ends facing along its last segment, unless another facing has been chosen."""
    if leg.facing is not None or len(leg.path) < 2:
        return leg
    return msgspec.structs.replace(leg, facing=round(bearing(*leg.path[-2:]), 3))


def move_action(gait: str) -> ModelAction:
    """Return the action of moving at a given gait, such as MOVE FAST."""

    def has_rate(state: Battle, piece: Piece) -> bool:
        return move_rate(state.table, piece, gait) > 0.0

    return ModelAction(
        GAITS[gait].label, GAITS[gait].rule, lambda state, piece: "", partial(perform_move, gait), has_rate
    )


def perform_hide(play: Play[Game], piece: str) -> Script[None]:
    """Hide a model where it stands."""
    set_mark(play, [piece], HIDDEN, 1, HIDE)
    find_hidden_models(play)
    yield from ()


def perform_run_away(play: Play[Game], piece: str) -> Script[None]:
    """Make a defeated model run away from its winner."""
    aftermath.run_away(play, piece)
    yield from ()


def perform_announce(play: Play[Game], piece: str) -> Script[None]:
    """Announce that a model stands at a door or window, or steps back from it."""
    at_opening = play.state.table.piece(piece).has_mark(AT_OPENING)
    set_mark(play, [piece], AT_OPENING, 0 if at_opening else 1, ANNOUNCED)
    yield from ()


ANNOUNCED = "IE-BLD-06"
ANNOUNCE_ACTION = ModelAction(
    "Step to the opening or back (no action)",
    ANNOUNCED,
    lambda state, piece: "",
    perform_announce,
    can_announce,
)
HIDE_ACTION = ModelAction("Hide", HIDE, why_cannot_hide, perform_hide, can_hide)
RUN_AWAY_ACTION = ModelAction(
    "Run away",
    aftermath.RUN_AWAY,
    aftermath.why_cannot_run_away,
    perform_run_away,
    lambda state, piece: aftermath.binding_winner(state, piece) is not None,
)
