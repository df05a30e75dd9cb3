"""Turning and moving."""

from __future__ import annotations

from functools import partial

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChooseFacing
from battlesim.geometry.arcs import bearing
from battlesim.mechanics.group_moves import ask_move_order, carry_out_legs, is_turn_only
from battlesim.mechanics.pieces import face_piece
from battlesim.rulings.movement import Leg
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..core.lookups import piece_profile
from ..core.state import Game
from ..ground.motion import GAITS, gait_motion, move_rate
from .model_actions import ModelAction

TURN = "IE-GAP-05"


def perform_turn(play: Play[Game], piece: str) -> Script[bool]:
    """Ask for a facing and turn a model on the spot."""
    own = play.state.table.piece(piece)
    words = phrase("{}: turn to which facing?", own.name)
    facing = yield from play.ask(
        ChooseFacing(side=own.side, what="facing", prompt=words, about=piece, rule=TURN)
    )
    face_piece(play, piece, round(facing % 360.0, 3), TURN)
    return play.state.table.piece(piece).place != own.place


def perform_move(gait: str, play: Play[Game], piece: str) -> Script[bool]:
    """Ask for a path in a gait and move a model along it. Return False if it stays where it is."""
    own, rule = play.state.table.piece(piece), GAITS[gait].rule
    motion = gait_motion(play.state, own, gait)
    order = yield from ask_move_order(
        play, own.side, [motion], rule=rule, prompt=GAITS[gait].label, about=piece
    )
    legs = [along_path(leg) for leg in order.legs if not is_turn_only(leg)]
    carry_out_legs(play, legs, lambda state, _: motion, rule, gait)
    return bool(legs)


def along_path(leg: Leg) -> Leg:
    """Return a leg that ends facing along its last segment unless it names another facing."""
    if leg.facing is not None or len(leg.path) < 2:
        return leg
    return msgspec.structs.replace(leg, facing=round(bearing(*leg.path[-2:]), 3))


def move_kind(gait: str) -> ModelAction:
    """Return the kind of action of a gait."""

    def has_rate(piece: Piece) -> bool:
        return move_rate(piece_profile(piece), gait) > 0.0

    return ModelAction(
        GAITS[gait].label, GAITS[gait].rule, lambda state, piece: "", partial(perform_move, gait), has_rate
    )
