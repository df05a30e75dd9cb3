"""Where groups underground and figures in vehicles are, as a point of the table."""

from __future__ import annotations

import msgspec

from battlesim.geometry.shapes import Point
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Piece

from .state import Battle
from .vehicles import as_placed


def below_marker_id(group: UnitId) -> MarkerId:
    """Return the id of the marker that shows where a group is underground."""
    return MarkerId(f"below:{group}")


def point_below(state: Battle, group: UnitId) -> Point:
    """Return the point beneath which a group is. Raises KeyError if it is not underground."""
    marker = state.table.markers[below_marker_id(group)]
    return marker.x, marker.y


def where_it_is(state: Battle, figure: Piece) -> Piece:
    """Return a figure placed where it stands, where its vehicle stands, or above its position underground."""
    placed = as_placed(state.table, figure)
    if placed is not None:
        return placed
    above = standing_place(state.table.ground, *point_below(state, figure.unit))
    return msgspec.structs.replace(figure, place=above)
