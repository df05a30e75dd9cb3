"""Take-off, landing, and movement in the air."""

from __future__ import annotations

import math

import msgspec

from battlesim.engine.number_choice import ChooseNumber
from battlesim.engine.play import Play, Script
from battlesim.rulings.movement import Motion, ending_space
from battlesim.rulings.piece_placement import obstructions_text
from battlesim.table.levels import altitude, flying_place, foot_height, ground_level, standing_place
from battlesim.table.phrases import AnyText, phrase
from battlesim.table.pieces import OnTable, Piece

from ..core.lookups import is_in_use, piece_profile
from ..core.state import Battle, Game
from ..ground.heights import MAX_HEIGHT_IN, MAX_LIFT_IN, MIN_HEIGHT_IN, is_airborne
from ..ground.motion import MOVE, gait_motion, move_rate
from .model_actions import ModelAction

LIFT_OFF, LIFT_HEIGHT, LAND = "IE-LFT-01", "IE-LFT-02", "IE-LFT-04"
CLIMB = "IE-FLY-04"
MAX_LANDING_HEIGHT_IN = 10.0
"""The height from which a model can still land, inches (IE-LFT-05)."""
HEIGHT_STEP_IN = 0.5
LAST_ACTIONS = ("lift_off", "land")
"""The actions after which a model does nothing further in its turn, even with lightning action.

Rules: IE-LFT-03, IE-LFT-06.
"""


def can_lift_off(state: Battle, piece: Piece) -> bool:
    """Return whether a model can take off, because it can fly and stands on the ground."""
    return bool(piece_profile(piece).fly) and is_in_use(state, "fly") and not is_airborne(state.table, piece)


def is_flying(state: Battle, piece: Piece) -> bool:
    """Return whether a model is in the air (IE-FLY-01)."""
    return is_airborne(state.table, piece)


def height_decision(
    piece: Piece, prompt: AnyText, rule: str, least: float, most: float, now: float
) -> ChooseNumber:
    """Return the decision that asks for the height above the table at which a model flies, in inches."""
    return ChooseNumber(
        side=piece.side,
        what="height",
        prompt=prompt,
        rule=rule,
        about=piece.id,
        least=least,
        most=most,
        now=now,
        step=HEIGHT_STEP_IN,
    )


def change_height(play: Play[Game], piece: str, height: float, how: str, rule: str) -> None:
    """Change a model's height above the table and record the change."""
    own = play.state.table.piece(piece)
    if isinstance(own.place, OnTable) and height != own.place.z:
        place = flying_place(play.state.table.ground, *own.xy, own.facing, round(height, 3))
        play.move_piece(piece, place, how, rule=rule)
        text = phrase("{model} is {height} above the table", own.name, f"{height:.4g} in")
        play.log_message(text, by=piece, rule=rule)


def lift_off(play: Play[Game], piece: str) -> Script[None]:
    """Ask to which height a model takes off, and raise it to that height."""
    own = play.state.table.piece(piece)
    prompt = phrase("{model}: lift off to which height above the table?", own.name)
    level = ground_level(play.state.table.ground, *own.xy)
    limits = level + MIN_HEIGHT_IN, level + MAX_LIFT_IN
    height = yield from play.ask(height_decision(own, prompt, LIFT_HEIGHT, *limits, limits[0]))
    change_height(play, piece, height, "lift_off", LIFT_OFF)


def why_cannot_land(state: Battle, piece: Piece) -> AnyText:
    """Return why a flying model cannot land, or "" if it can."""
    if altitude(state.table.ground, piece) > MAX_LANDING_HEIGHT_IN:
        return phrase("it is more than {height} in above the ground", f"{MAX_LANDING_HEIGHT_IN:g}")
    faults = ending_space(state.table, ground_motion(state, piece)).obstructions(piece.xy)
    return obstructions_text(faults) if faults else ""


def ground_motion(state: Battle, piece: Piece) -> Motion:
    """Return how a flying model could move if it stood on the ground below."""
    place = standing_place(state.table.ground, *piece.xy, piece.facing)
    below = msgspec.structs.replace(piece, place=place)
    return gait_motion(state, below, MOVE)


def land(play: Play[Game], piece: str) -> Script[None]:
    """Bring a flying model down to the ground below it."""
    own, ground = play.state.table.piece(piece), play.state.table.ground
    change_height(play, piece, ground_level(ground, *own.xy), "land", LAND)
    yield from ()


def ask_height(play: Play[Game], piece: str, gait: str) -> Script[Motion]:
    """Ask a flying model for its new height, change to it, and return how far it can still move.

    The total distance, measured as a straight line in space, may not exceed its rate (IE-GAP-98).
    """
    own = play.state.table.piece(piece)
    table, in_space = play.state.table, play.state.table.ground.lengths == "space"
    rate, here = move_rate(table, own, gait), foot_height(table, own)
    level = ground_level(table.ground, *own.xy)
    reach = rate if in_space else MAX_HEIGHT_IN
    least, most = max(level + MIN_HEIGHT_IN, here - reach), min(level + MAX_HEIGHT_IN, here + reach)
    prompt = phrase("{model}: fly at which height above the table?", own.name)
    height = yield from play.ask(height_decision(own, prompt, CLIMB, least, most, here))
    change_height(play, piece, height, "fly", CLIMB)
    left = math.sqrt(max(0.0, rate * rate - (height - here) ** 2))
    return gait_motion(play.state, play.state.table.piece(piece), gait, left if in_space else rate)


LIFT_OFF_ACTION = ModelAction("Lift off", LIFT_OFF, lambda state, piece: "", lift_off, can_lift_off)
LAND_ACTION = ModelAction("Land", LAND, why_cannot_land, land, is_flying)
