"""Heights of flyers, and distances that count them. Lengths are in inches."""

from __future__ import annotations

import math

from battlesim.geometry.constants import TOL
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.pieces import Piece

from ..core.state import Battle

MIN_HEIGHT_IN, MAX_LIFT_IN, MAX_HEIGHT_IN = 2.0, 10.0, 30.0
"""The least height in the air (IE-FLY-06), the most after lifting off, the most of all (IE-FLY-05)."""
SAME_HEIGHT_IN = 1.0
"""The difference of heights within which models in the air meet and templates catch them."""


def altitude(piece: Piece) -> float:
    """Return the height of a model above the table, 0 on the ground; all players see it (IE-FLY-08)."""
    return piece.altitude


def is_airborne(piece: Piece) -> bool:
    """Return whether a model is in the air."""
    return altitude(piece) > TOL


def model_gap(state: Battle, a: Piece, b: Piece) -> float:
    """Return the distance between the bases of two models, in space unless the option says in plan.

    Rules: IE-FLY-07.
    """
    gap = piece_gap(state.table, a, b)
    return math.hypot(gap, altitude(a) - altitude(b)) if state.game.parameters.measures_heights else gap


def are_on_one_level(a: Piece, b: Piece) -> bool:
    """Return whether two models can touch: both on the ground, or both in the air at nearly one height.

    Rules: IE-GAP-99.
    """
    if is_airborne(a) != is_airborne(b):
        return False
    return abs(altitude(a) - altitude(b)) <= SAME_HEIGHT_IN + TOL


def is_at_level(piece: Piece, level: float) -> bool:
    """Return whether a template at a height catches a model of that height: all on the ground, few above.

    Rules: IE-GAP-58.
    """
    return abs(altitude(piece) - level) <= SAME_HEIGHT_IN + TOL
