"""Positions of pieces, markers, doors, windows, terrain and units on the table, in inches."""

from __future__ import annotations

from battlesim.geometry.outlines import shape_centre
from battlesim.geometry.shapes import Point, midpoint
from battlesim.render.framing import FramedDisc
from battlesim.render.terrain.paint_tools import terrain_shape
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.pieces import Aboard, Inside
from battlesim.table.state import Table

MIN_MARKER_RADIUS_IN = 0.4
"""Smallest radius in inches of the disc that stands for a marker."""


def object_disc(table: Table, thing: str) -> FramedDisc | None:
    """Return the centre and radius of a piece or marker on the table, or None for any other object."""
    if marker := table.markers.get(MarkerId(thing)):
        return marker.x, marker.y, max(marker.radius, MIN_MARKER_RADIUS_IN)
    piece = table.pieces.get(thing)
    return (*piece.xy, piece.radius) if piece is not None and piece.table_position is not None else None


def opening_ends(table: Table, thing: str) -> tuple[Point, Point] | None:
    """Return the two end points of a door or window, or None for any other object."""
    found = table.ground.openings().get(thing)
    return (found[1].start, found[1].end) if found else None


def object_position(table: Table, thing: str) -> Point | None:
    """Return the position of an object, or of the terrain or piece it is in, or None if it has none."""
    if gap := opening_ends(table, thing):
        return midpoint(*gap)
    disc, piece = object_disc(table, thing), table.pieces.get(thing)
    if disc is not None:
        return disc[:2]
    if piece is not None and isinstance(piece.place, Aboard):
        return object_position(table, piece.place.piece)
    ground = piece.place.terrain if piece is not None and isinstance(piece.place, Inside) else thing
    terrain = table.ground.terrain_by_id().get(ground)
    return shape_centre(terrain_shape(terrain)) if terrain else None


def representative_piece(table: Table, thing: str) -> str:
    """Return the id of a piece, or of a unit's first piece, in play if possible; "" for any other object."""
    pieces = table.pieces_of_unit(UnitId(thing))
    unit = next((piece for piece in pieces if piece.in_play), next(iter(pieces), None))
    if thing in table.pieces:
        return thing
    return unit.id if unit else ""
