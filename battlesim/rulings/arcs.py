"""Arcs of pieces: is one in another's arc, by what margin, and the outline to draw. Inches and degrees."""

from __future__ import annotations

from battlesim.geometry.arcs import Arc, Bearing, Part, bearing_of, rule_arc, sector, share_in
from battlesim.geometry.hulls import arc_depths, share_in_arc
from battlesim.geometry.shapes import Ring
from battlesim.rulings.measure import Base, Hulled, point_of, seat
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table


def piece_in_arc(table: Table, viewer: Piece, target: Piece, arc: Arc, part: Part = "centre") -> Bearing:
    """Whether a piece is in an arc about another's facing. The apex is the centre of the viewer's base.

    A target inside terrain is at the point of its outline nearest to the viewer. Raises ValueError for a
    viewer that does not stand on the table, since it has no facing, and for a target that is not in play.
    """
    if not isinstance(viewer.place, OnTable):
        raise ValueError(f"{viewer.id} does not stand on the table, so it has no facing")
    apex = (viewer.place.x, viewer.place.y)
    there, at = seat(table, target), point_of(table, target, apex)
    if isinstance(there, Hulled) and part != "centre":
        least, most = arc_depths(apex, viewer.place.facing, arc, there.rings[0])
        return bearing_of(apex, viewer.place.facing, arc, at, least if part == "wholly" else most)
    radius = there.radius if isinstance(there, Base) else 0.0
    return rule_arc(apex, viewer.place.facing, arc, at, radius, part)


def arc_ring(viewer: Piece, arc: Arc, reach: float) -> Ring:
    """Outline of a piece's arc out to ``reach`` inches from its centre. Raises ValueError as ``xy`` does."""
    facing = viewer.place.facing if isinstance(viewer.place, OnTable) else 0.0
    return sector(viewer.xy, facing, arc, reach)


def share_of_base(apex: tuple[float, float], facing: float, arc: Arc, piece: Piece) -> float:
    """The share of a piece's base that lies in an arc, 0 to 1. Raises ValueError as ``xy`` does."""
    ring = piece.outline
    if ring:
        return share_in_arc(apex, facing, arc, ring)
    return share_in(apex, facing, arc, piece.xy, piece.radius)
