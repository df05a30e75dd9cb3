"""Rulings on whether pieces lie in the firing arc of another piece.

Lengths are in inches and angles in degrees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlesim.geometry.arc_range import (
    ArcDepths,
    BaseOutline,
    arc_in_range,
    base_depths_in_region,
    base_fraction_in_region,
)
from battlesim.geometry.arcs import (
    Arc,
    ArcRuling,
    BasePart,
    arc_ruling,
    arc_ruling_at_depth,
    disc_fraction_in_arc,
    sector,
)
from battlesim.geometry.constants import TOL
from battlesim.geometry.hulls import ring_depths_in_arc, ring_fraction_in_arc
from battlesim.geometry.shapes import Ring
from battlesim.rulings.piece_gaps import (
    MeasuredBase,
    MeasuredHull,
    measured_shape,
    piece_gap,
    reference_point,
    wholly_within_check,
)
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table


def piece_arc_ruling(
    table: Table, viewer: Piece, target: Piece, arc: Arc, part: BasePart = "centre"
) -> ArcRuling:
    """Return a ruling on whether a target lies in the viewer's arc, with its margin (how close it was).

    The apex of the arc is the centre of the viewer's base. A target inside terrain is represented by the
    point of the terrain's outline nearest to the viewer. Raises ValueError if the viewer is not on the table,
    because it then has no facing, or if the target is not in play.
    """
    if not isinstance(viewer.place, OnTable):
        raise ValueError(f"{viewer.id} is not on the table, so it has no facing")
    apex = (viewer.place.x, viewer.place.y)
    there, at = measured_shape(table, target), reference_point(table, target, apex)
    if isinstance(there, MeasuredHull) and part != "centre":
        least, most = ring_depths_in_arc(apex, viewer.place.facing, arc, there.rings[0])
        return arc_ruling_at_depth(apex, viewer.place.facing, arc, at, least if part == "wholly" else most)
    radius = there.radius if isinstance(there, MeasuredBase) else 0.0
    return arc_ruling(apex, viewer.place.facing, arc, at, radius, part)


def piece_arc_outline(viewer: Piece, arc: Arc, reach: float) -> Ring:
    """Return the outline of a piece's firing arc out to `reach` inches.

    Raises ValueError if the piece is not on the table.
    """
    facing = viewer.place.facing if isinstance(viewer.place, OnTable) else 0.0
    return sector(viewer.xy, facing, arc, reach)


def base_fraction_in_arc(apex: tuple[float, float], facing: float, arc: Arc, piece: Piece) -> float:
    """Return the fraction (0 to 1) of a piece's base that lies in an arc.

    Raises ValueError if the piece is not on the table.
    """
    ring = piece.outline
    if ring:
        return ring_fraction_in_arc(apex, facing, arc, ring)
    return disc_fraction_in_arc(apex, facing, arc, piece.xy, piece.radius)


class ArcMember(NamedTuple):
    """A piece that lies at least partly in an arc and in range.

    `state` is "partly", "half" (the centre of the base is inside) or "wholly". `margin` is the distance in
    inches that the piece can move before `state` changes, or infinity if no move changes it. `gap` is the gap
    between the piece and the viewer in inches.
    """

    piece: Piece
    fraction: float
    state: str
    margin: float
    gap: float


def arc_members(
    table: Table, viewer: Piece, arc: Arc, reach: float, pieces: Sequence[Piece]
) -> Iterator[ArcMember]:
    """Yield the pieces in the viewer's arc that are at most `reach` inches from the viewer's base.

    Only the part of a base that is both in the arc and in range counts. `reach` may be infinity. Raises
    ValueError if the viewer is not on the table.
    """
    if not isinstance(viewer.place, OnTable):
        raise ValueError(f"{viewer.id} is not on the table, so it has no facing")
    apex, facing, region = viewer.xy, viewer.place.facing, None
    for piece in pieces:
        gap = piece_gap(table, viewer, piece)
        if gap > reach + TOL:
            continue
        whole = wholly_within_check(measured_shape(table, viewer), measured_shape(table, piece), reach)
        if whole is None or whole.margin >= 0.0:
            depths = _depths_in_arc(table, viewer, piece, arc)
            room, share = whole.margin if whole else math.inf, base_fraction_in_arc(apex, facing, arc, piece)
        else:
            region = region or arc_in_range(apex, facing, arc, _outline(viewer), reach)
            depths, room = base_depths_in_region(region, _outline(piece)), math.inf
            share = base_fraction_in_region(region, _outline(piece))
        state = _state(depths)
        if state != "out":
            margin = min(room, *map(abs, depths))
            yield ArcMember(piece, 1.0 if state == "wholly" else share, state, margin, gap)


def _state(depths: ArcDepths) -> str:
    """Return how much of a base is inside: "wholly", "half" (the centre is inside), "partly" or "out"."""
    states = zip(("wholly", "half", "partly"), depths, strict=True)
    return next((state for state, depth in states if depth >= -TOL), "out")


def _depths_in_arc(table: Table, viewer: Piece, piece: Piece, arc: Arc) -> ArcDepths:
    parts: tuple[BasePart, ...] = ("wholly", "centre", "any")
    return ArcDepths(*(piece_arc_ruling(table, viewer, piece, arc, part).inches for part in parts))


def _outline(piece: Piece) -> BaseOutline:
    return BaseOutline(piece.xy, piece.radius, piece.outline)
