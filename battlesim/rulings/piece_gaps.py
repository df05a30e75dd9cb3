"""Gaps between the edges of pieces, measured in plan (seen from above) or in space.

Lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from battlesim.geometry import edge_distances
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import LimitCheck
from battlesim.geometry.shapes import Point, Ring, ring_bounds
from battlesim.table.levels import foot_height, gap_in_space
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Aboard, Inside, OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain


def gap_text(gap: float, suffix: str = "") -> AnyText:
    """Return a gap as text: "touching", or its length, such as "4.2 in". `suffix` is added to a length."""
    return (
        "touching" if gap <= TOL else phrase("{}{}", precise_length_text(gap), f" {suffix}" if suffix else "")
    )


def precise_length_text(length: float, unit: bool = True) -> AnyText:
    """Return a length as text with one decimal, or with two if one would round it to a whole number.

    Limits are whole inches. For example, 1.04 in must not be shown as 1.0 in, because it exceeds a limit of 1
    in.
    """
    whole = round(length, 0)
    misleads = round(length, 1) == whole and abs(length - whole) > TOL
    return length_text(length, 2 if misleads else 1, unit)


def too_far_text(gap: float, maximum: float) -> AnyText:
    """Return a text that says by how much a gap exceeds the maximum, or "" if it does not."""
    if gap <= maximum + TOL:
        return ""
    excess = precise_length_text(gap - maximum)
    return phrase("{distance} away, {excess} too far", precise_length_text(gap), excess)


class MeasuredBase(NamedTuple):
    """The circle of a round base, from which distances to other objects are measured."""

    x: float
    y: float
    radius: float


class MeasuredTerrain(NamedTuple):
    """The outline of terrain (an outer ring, then holes). Pieces inside the terrain are measured from it."""

    terrain: str
    rings: tuple[Ring, ...]


class MeasuredHull(NamedTuple):
    """The centre and outline of a base that is not round, from which distances are measured."""

    x: float
    y: float
    rings: tuple[Ring, ...]


MeasuredShape = MeasuredBase | MeasuredHull | MeasuredTerrain
"""The shape from which distances to a piece are measured."""


def measured_shape(table: Table, piece: Piece) -> MeasuredShape:
    """Return the shape from which a piece is measured: its base, its carrier's base or the terrain it is in.

    Raises ValueError if the piece is not in play.
    """
    match piece.place:
        case OnTable(x, y):
            ring = piece.outline
            return MeasuredHull(x, y, (ring,)) if ring else MeasuredBase(x, y, piece.radius)
        case Inside(terrain):
            return MeasuredTerrain(terrain, table.terrain(terrain).rings)
        case Aboard(carrier):
            return measured_shape(table, table.piece(carrier))
    raise ValueError(f"{piece.id} is not in play, so nothing can be measured from it")


def piece_gap(table: Table, a: Piece, b: Piece) -> float:
    """Return the gap in inches between the edges of two pieces, or 0 if they touch.

    The gap is measured in space if the map says so, and otherwise in plan (see `plan_gap`). Raises ValueError
    if either piece is not in play.
    """
    return _by_heights(table, plan_gap(table, a, b), a, b)


def plan_gap(table: Table, a: Piece, b: Piece) -> float:
    """Return the gap in inches between the edges of two pieces in plan, or 0 if they touch or overlap.

    A piece inside terrain is measured from the outline of the terrain, and a piece aboard another from the
    base of its carrier. Two pieces in the same building have a gap of 0. Raises ValueError if either piece is
    not in play.
    """
    return measured_gap(measured_shape(table, a), measured_shape(table, b))


def _by_heights(table: Table, gap: float, a: Piece, b: Piece) -> float:
    if table.ground.lengths != "space":
        return gap
    return gap_in_space(table.ground, gap, foot_height(table, a), foot_height(table, b))


def piece_gaps(table: Table, a: Piece, others: Sequence[Piece]) -> list[float]:
    """Return the gap in inches from a piece to each of the others. Gaps are measured as by `piece_gap`."""
    first = measured_shape(table, a)
    seats = [measured_shape(table, other) for other in others]
    outlines = {s: measured_gap(first, s) for s in seats if not isinstance(s, MeasuredBase)}
    bases = iter(_gaps_to_bases(first, [s for s in seats if isinstance(s, MeasuredBase)]))
    gaps = (next(bases) if isinstance(s, MeasuredBase) else outlines[s] for s in seats)
    return [_by_heights(table, gap, a, other) for gap, other in zip(gaps, others, strict=True)]


def _gaps_to_bases(first: MeasuredShape, bases: Sequence[MeasuredBase]) -> list[float]:
    if not bases:
        return []
    if isinstance(first, MeasuredBase):
        found = edge_distances.disc_gaps([first], bases)[0]
    else:
        found = edge_distances.gaps_to_shape(bases, first.rings)
    return [float(gap) for gap in np.maximum(found, 0.0)]


def measured_gap(first: MeasuredShape, second: MeasuredShape) -> float:
    """Return the gap in inches between two shapes in plan, or 0 if they touch or overlap."""
    if isinstance(first, MeasuredBase):
        if isinstance(second, MeasuredBase):
            return max(0.0, edge_distances.disc_gap(first, second))
        return max(0.0, edge_distances.disc_gap_to_shape(*first, second.rings))
    if isinstance(second, MeasuredBase):
        return max(0.0, edge_distances.disc_gap_to_shape(*second, first.rings))
    return 0.0 if first == second else edge_distances.shape_gap(first.rings, second.rings)


def space_distance(edge: float, first: float, second: float) -> float | None:
    """Return the distance in space, in inches, between two bases with the given gap in plan and heights.

    Return None if both stand on the table surface, because the distance then equals the gap.
    """
    return math.hypot(edge, first - second) if first or second else None


def wholly_within_check(first: MeasuredShape, second: MeasuredShape, maximum: float) -> LimitCheck | None:
    """Check whether the base `second` lies completely within `maximum` inches of the base `first`.

    The result includes the margin. Return None if either shape is terrain.
    """
    if isinstance(first, MeasuredTerrain) or isinstance(second, MeasuredTerrain):
        return None
    if isinstance(first, MeasuredBase) and isinstance(second, MeasuredBase):
        return edge_distances.disc_wholly_within_check(second, first, maximum)
    if isinstance(second, MeasuredBase):
        far = measured_gap(first, second._replace(radius=0.0)) + second.radius
    else:
        far = max(measured_gap(first, MeasuredBase(*corner, 0.0)) for corner in second.rings[0])
    return edge_distances.limit_check(far, maximum)


def base_contains(piece: Piece, point: Point) -> bool:
    """Return whether the base of a piece contains a point.

    Raises ValueError if the piece is not on the table.
    """
    ring = piece.outline
    return (
        edge_distances.is_point_in_shape(*point, (ring,))
        if ring
        else math.dist(piece.xy, point) <= piece.radius
    )


def bases_overlap(a: Piece, b: Piece) -> bool:
    """Return whether two bases overlap by more than `TOL`.

    Raises ValueError if either piece is not on the table.
    """
    return overlap_depth(a, b) > TOL


def overlap_depth(a: Piece, b: Piece) -> float:
    """Return the depth in inches by which two bases overlap in plan. It is 0 or negative if they do not.

    Raises ValueError if either piece is not on the table.
    """
    depth = a.radius + b.radius - math.dist(a.xy, b.xy)
    if depth <= TOL or not (a.hull or b.hull):
        return depth
    first, second = a.outline, b.outline
    if first and second:
        return edge_distances.overlap_width((first,), (second,))
    disc, ring = (b, first) if first else (a, second)
    return -edge_distances.disc_gap_to_shape(*disc.xy, disc.radius, (ring or (),))


def reference_point(table: Table, piece: Piece, seen_from: Point) -> Point:
    """Return the centre of a piece or, if it is inside terrain, the outline point nearest to `seen_from`.

    For a piece aboard another, return the reference point of its carrier. Raises ValueError if the piece is
    not in play.
    """
    place = measured_shape(table, piece)
    if isinstance(place, MeasuredTerrain):
        return edge_distances.nearest_outline_point(place.rings[0], seen_from)
    return (place.x, place.y)


def distance_to_piece(table: Table, piece: Piece, point: Point) -> float:
    """Return the distance in plan from a point to the edge of a piece, or 0 if the point is on the piece."""
    return measured_gap(measured_shape(table, piece), MeasuredBase(*point, 0.0))


def within_check(table: Table, a: Piece, b: Piece, maximum: float) -> LimitCheck:
    """Check whether two pieces are within `maximum` inches of each other, up to the tolerance `TOL`.

    The result includes the margin: how far the gap is from the maximum.
    """
    return edge_distances.limit_check(piece_gap(table, a, b), maximum)


def terrain_gap(table: Table, piece: Piece, terrain: str) -> float:
    """Return the gap in inches between a piece and the outline of terrain, or 0 if the piece is inside."""
    there = MeasuredTerrain(terrain, table.terrain(terrain).rings)
    return max(0.0, measured_gap(measured_shape(table, piece), there))


def terrain_within(ground: Ground, piece: Piece, inches: float) -> list[Terrain]:
    """Return the terrain within `inches` inches of the base of a piece on the table."""
    (x, y), reach = piece.xy, piece.radius + inches + TOL
    boxes = ground.cached_value(
        "measure: bounds", lambda: [(t, ring_bounds(t.rings[0])) for t in ground.terrain]
    )
    near = (
        t for t, (x0, y0, x1, y1) in boxes if x0 - reach <= x <= x1 + reach and y0 - reach <= y <= y1 + reach
    )
    return [t for t in near if edge_distances.disc_gap_to_shape(x, y, piece.radius, t.rings) <= inches + TOL]


def grouped_by_distance(distances: Mapping[str, float]) -> list[list[str]]:
    """Return the ids in groups of equal distance (up to the tolerance `TOL`), nearest group first.

    Distances are in inches.
    """
    groups: list[list[str]] = []
    for name in sorted(distances, key=lambda i: (distances[i], i)):
        if groups and distances[name] - distances[groups[-1][0]] <= TOL:
            groups[-1].append(name)
        else:
            groups.append([name])
    return [sorted(group) for group in groups]
