"""The actions of firing, and of moving and firing."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece

from ..attack.shooting import ask_and_shoot, why_cannot_shoot
from ..core.lookups import is_standing, piece_weapons
from ..core.state import Battle, Game
from ..ground.contact import enemies_in_contact
from ..ground.motion import MOVE
from .move_actions import perform_move

MOVE_AND_FIRE = "IE-GAP-13"


def is_armed(state: Battle, piece: Piece) -> bool:
    """Return whether a model has a missile weapon (IE-GAP-44)."""
    return bool(piece_weapons(piece))


def has_light_weapon(state: Battle, piece: Piece) -> bool:
    """Return whether a model has a weapon that is not heavy."""
    return any(not weapon.heavy for weapon in piece_weapons(piece).values())


def why_cannot_fire(state: Battle, piece: Piece) -> AnyText:
    """Return why a model cannot fire from where it stands, or "" if it can."""
    return why_cannot_shoot(state, piece)


def perform_fire(play: Play[Game], piece: str) -> Script[None]:
    """Ask which enemy a model fires at and resolve the shot."""
    yield from ask_and_shoot(play, piece, moved=False)


def perform_move_and_fire(play: Play[Game], piece: str) -> Script[None]:
    """Ask for a model's move, carry it out, then let the model fire once."""
    yield from perform_move(MOVE, play, piece)
    if is_standing(play.state, piece) and not enemies_in_contact(play.state, play.state.table.piece(piece)):
        yield from ask_and_shoot(play, piece, moved=True)
