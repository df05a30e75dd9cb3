"""Assaults in a model's own turn, and continuing to fight after a defeat."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.table.pieces import Piece

from ..assault import aftermath, fighting
from ..core.lookups import is_standing
from ..core.state import Battle, Game
from ..ground.contact import are_in_contact
from ..ground.motion import MOVE
from ..travel.travel import travel_leg
from ..waiting.waiting import end_waiting
from .model_actions import ModelAction


def perform_assault(play: Play[Game], piece: str) -> Script[None]:
    """Ask which enemy a model assaults, move it into contact, and fight."""
    decision = fighting.assault_decision(play.state, play.state.table.piece(piece))
    chosen = decision.chosen_option((yield from play.ask(decision)))
    if chosen.key != fighting.NO_ENEMY_KEY:
        yield from assault(play, piece, chosen.key)


def assault(play: Play[Game], piece: str, enemy: str, free: bool = False, gait: str = MOVE) -> Script[None]:
    """Move a model into contact with an enemy and fight, unless a reaction stops it.

    A `free` assault may begin with a change of facing; it moves at a gait (way of moving).
    """
    table = play.state.table
    own, target = table.piece(piece), table.piece(enemy)
    if not are_in_contact(play.state, own, target):
        leg = fighting.charge_leg(play.state, own, target, free, gait)
        if leg is None:
            return
        motion = fighting.charge_motion(play.state, own, free, gait)
        if not (yield from travel_leg(play, leg, motion, fighting.ASSAULT, "charge")):
            return
    table = play.state.table
    if not is_standing(play.state, enemy) or not are_in_contact(
        play.state, table.piece(piece), table.piece(enemy)
    ):
        return
    fighting.face_enemy(play, piece, enemy)
    end_waiting(play, enemy)
    yield from fighting.fight(play, piece, enemy)


def stay_and_fight(play: Play[Game], piece: str) -> Script[None]:
    """Make a defeated model fight its winner again without moving."""
    winner = aftermath.binding_winner(play.state, play.state.table.piece(piece))
    if winner is not None:
        yield from assault(play, piece, winner.id)


def is_bound(state: Battle, piece: Piece) -> bool:
    """Return whether a model's choice of actions is limited by a lost combat."""
    return aftermath.binding_winner(state, piece) is not None


ASSAULT_ACTION = ModelAction(
    "Assault", fighting.ASSAULT, fighting.why_cannot_assault, perform_assault, lambda state, piece: True
)
STAY_ACTION = ModelAction("Stay and fight", "IE-GAP-84", lambda state, piece: "", stay_and_fight, is_bound)
