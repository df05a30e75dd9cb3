"""The facing of figures, which is drawn but has no effect on the rules."""

from __future__ import annotations

import msgspec

from battlesim.engine.play import Play
from battlesim.geometry.arcs import bearing
from battlesim.geometry.shapes import Point
from battlesim.table.pieces import OnTable

from ..core.state import Game

TURNING = "TS-GAP-04"


def turn_to(play: Play[Game], piece: str, point: Point) -> None:
    """Turn a figure on the table to face a point, unless it stands on that point."""
    place = play.state.table.piece(piece).place
    if not isinstance(place, OnTable) or (place.x, place.y) == point:
        return
    facing = round(bearing((place.x, place.y), point), 1) % 360.0
    if facing != place.facing:
        play.move_piece(piece, msgspec.structs.replace(place, facing=facing), "turn", rule=TURNING)
