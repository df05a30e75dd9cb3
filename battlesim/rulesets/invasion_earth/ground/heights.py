"""Flying models, and which models can touch each other in the air. Lengths are in inches."""

from __future__ import annotations

from battlesim.table.levels import can_touch, support
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

MIN_HEIGHT_IN, MAX_LIFT_IN, MAX_HEIGHT_IN = 2.0, 10.0, 30.0
"""The least height in the air (IE-FLY-06), the most after lifting off, the most of all (IE-FLY-05)."""
SAME_HEIGHT_IN = 1.0
"""The difference of heights within which models in the air meet and templates catch them."""


def is_airborne(table: Table, piece: Piece) -> bool:
    """Return whether a model is in the air; all players may see its height (IE-FLY-08)."""
    return support(table.ground, piece) == "air"


def are_on_one_level(table: Table, a: Piece, b: Piece) -> bool:
    """Return whether two models can touch, both on the ground or at similar heights (IE-GAP-99)."""
    if is_airborne(table, a) != is_airborne(table, b):
        return False
    return can_touch(table.ground, a, b, within=SAME_HEIGHT_IN)
