"""Turning a loose object out of the way before a move."""

from __future__ import annotations

import math

from battlesim.engine.number_choice import ChooseNumber
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import MilestonePassed
from battlesim.rulings.piece_gaps import terrain_gap
from battlesim.rulings.shoving import free_places, free_turn, turned_terrain
from battlesim.table.events import TerrainChanged
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.state import Battle, Game
from ..ground.loose import (
    MAX_PUSHED_IN,
    MAX_SWIVELLED_IN,
    STANDS_IN,
    has_unstoppable_force,
    is_loose,
    longest_side,
)
from ..ground.motion import MOVE
from .model_actions import ModelAction
from .move_actions import perform_move

SWIVEL = "IE-UNS-05"
MAX_TURNED_IN = 2.0
"""How far the middle of the short end of an object turns in one turn, inches along the arc."""
CONTACT_IN = 0.02
STEP_DEG = 5.0


def objects_in_contact(state: Battle, piece: Piece) -> list[Terrain]:
    """Return the loose objects touching a model that are too long to be pushed."""
    return [
        terrain
        for terrain in state.table.ground.terrain
        if is_loose(terrain)
        and longest_side(terrain) > MAX_PUSHED_IN
        and terrain_gap(state.table, piece, terrain.id) <= CONTACT_IN
    ]


def can_swivel(state: Battle, piece: Piece) -> bool:
    """Return whether a model with unstoppable force touches a loose object that it can turn."""
    return has_unstoppable_force(state, piece) and bool(objects_in_contact(state, piece))


def _why_not(state: Battle, terrain: Terrain) -> AnyText:
    if longest_side(terrain) > MAX_SWIVELLED_IN:
        return phrase("it is longer than {length} in", f"{MAX_SWIVELLED_IN:g}")
    return "it was swivelled in this turn" if _milestone(terrain) in state.game.passed else ""


def _milestone(terrain: Terrain) -> str:
    return f"{terrain.id} swivelled"


def why_cannot_swivel(state: Battle, piece: Piece) -> AnyText:
    """Return why a model has no object to turn, or "" if it has one."""
    reasons = [_why_not(state, terrain) for terrain in objects_in_contact(state, piece)]
    return "" if "" in reasons else reasons[0]


def max_turn(terrain: Terrain) -> float:
    """Return the largest angle in degrees by which an object can be turned."""
    return round(math.degrees(MAX_TURNED_IN / (longest_side(terrain) / 2.0)), 1)


def swivel_and_move(play: Play[Game], piece: str) -> Script[None]:
    """Ask which object a model turns and how far, turn it, then let the model move."""
    own = play.state.table.piece(piece)
    able = [t for t in objects_in_contact(play.state, own) if not _why_not(play.state, t)]
    chosen = yield from play.choose_one(
        "swivelled",
        own.side,
        phrase("{model}: swivel which object?", own.name),
        [Option(terrain.id, phrase("{}", Ref(terrain.id)), (terrain.id,)) for terrain in able],
        rule=SWIVEL,
        about=piece,
    )
    terrain = play.state.table.terrain(chosen.key)
    most = max_turn(terrain)
    angle = yield from play.ask(
        ChooseNumber(
            side=own.side,
            what="swivel",
            prompt="Turn it how far counter-clockwise?",
            rule=SWIVEL,
            about=piece,
            least=-most,
            most=most,
            now=0.0,
            step=STEP_DEG,
            unit="°",
        )
    )
    turned = free_turn(terrain, angle, free_places(play.state.table, terrain, STANDS_IN))
    play.emit(MilestonePassed(rule=SWIVEL, what=_milestone(terrain)))
    if turned:
        play.emit(TerrainChanged(rule=SWIVEL, old=terrain, new=turned_terrain(terrain, turned)))
        play.log_message(
            phrase("{model} swivels {object} by {angle}", Ref(piece), Ref(terrain.id), f"{abs(turned):g}°"),
            by=piece,
            rule=SWIVEL,
        )
    yield from perform_move(MOVE, play, piece)


SWIVEL_ACTION = ModelAction(
    "Swivel an object and move", SWIVEL, why_cannot_swivel, swivel_and_move, can_swivel
)
