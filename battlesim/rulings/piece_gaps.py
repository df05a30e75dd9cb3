"""Distances between pieces, wherever they are, edge to edge in plan. Inches."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from battlesim.geometry import edge_distances
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import LimitCheck
from battlesim.geometry.shapes import Point, Ring, base_ring, ring_bounds
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import Aboard, Inside, OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain


def gap_text(gap: float, suffix: str = "") -> AnyText:
    """A distance between edges in words: "touching", or "4.2 in" and `how`."""
    return (
        "touching" if gap <= TOL else phrase("{}{}", precise_length_text(gap), f" {suffix}" if suffix else "")
    )


def precise_length_text(length: float, unit: bool = True) -> AnyText:
    """A length with one decimal, or with two where one would round it to a whole number that it is not.

    Limits are whole inches: what is 1.04 in away is not within 1 in of anything.
    """
    whole = round(length, 0)
    misleads = round(length, 1) == whole and abs(length - whole) > TOL
    return length_text(length, 2 if misleads else 1, unit)


def too_far_text(gap: float, maximum: float) -> AnyText:
    """How far away something is, and by how much too far, in words; "" for what is within the distance."""
    return (
        ""
        if gap <= maximum + TOL
        else phrase("{} away, {} too far", precise_length_text(gap), precise_length_text(gap - maximum))
    )


class MeasuredBase(NamedTuple):
    """Measured at its base."""

    x: float
    y: float
    radius: float


class MeasuredTerrain(NamedTuple):
    """Measured at the outline of the terrain it is inside (outer ring, then holes)."""

    terrain: str
    rings: tuple[Ring, ...]


class MeasuredHull(NamedTuple):
    """Measured at the outline of a base that is not round, about its middle."""

    x: float
    y: float
    rings: tuple[Ring, ...]


MeasuredShape = MeasuredBase | MeasuredHull | MeasuredTerrain
"""Where a piece is measured."""


def measured_shape(table: Table, piece: Piece) -> MeasuredShape:
    """A piece's base, the outline of the terrain it is inside, or the seat of what carries it.

    Raises ValueError for a piece that is not in play.
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
    """Distance of two pieces between their nearest edges, 0 when touching.

    A piece inside terrain is at its outline, two in the same terrain piece are at distance 0, one aboard
    another is at its carrier's base. Raises ValueError for a piece that is not in play.
    """
    return measured_gap(measured_shape(table, a), measured_shape(table, b))


def piece_gaps(table: Table, a: Piece, others: Sequence[Piece]) -> list[float]:
    """Distances from one piece to each of others; see ``piece_gap``."""
    first = measured_shape(table, a)
    seats = [measured_shape(table, other) for other in others]
    outlines = {s: measured_gap(first, s) for s in seats if not isinstance(s, MeasuredBase)}
    bases = iter(_gaps_to_bases(first, [s for s in seats if isinstance(s, MeasuredBase)]))
    return [next(bases) if isinstance(s, MeasuredBase) else outlines[s] for s in seats]


def _gaps_to_bases(first: MeasuredShape, bases: Sequence[MeasuredBase]) -> list[float]:
    if not bases:
        return []
    if isinstance(first, MeasuredBase):
        found = edge_distances.disc_gaps([first], bases)[0]
    else:
        found = edge_distances.gaps_to_shape(bases, first.rings)
    return [float(gap) for gap in np.maximum(found, 0.0)]


def measured_gap(first: MeasuredShape, second: MeasuredShape) -> float:
    """Distance of two seats, 0 when they touch or overlap."""
    if isinstance(first, MeasuredBase):
        if isinstance(second, MeasuredBase):
            return max(0.0, edge_distances.disc_gap(first, second))
        return max(0.0, edge_distances.disc_gap_to_shape(*first, second.rings))
    if isinstance(second, MeasuredBase):
        return max(0.0, edge_distances.disc_gap_to_shape(*second, first.rings))
    return 0.0 if first == second else edge_distances.shape_gap(first.rings, second.rings)


def standing_height(table: Table, piece: Piece) -> float:
    """Height of what a piece stands on, inches; 0 inside terrain, that of the carrier for one aboard."""
    match piece.place:
        case OnTable(z=z):
            return z
        case Aboard(carrier):
            return standing_height(table, table.piece(carrier))
    return 0.0


def space_distance(edge: float, first: float, second: float) -> float | None:
    """Distance in space of two bases on their levels: root of (edge squared + difference squared), inches.

    None where both stand on the table itself: then it is the distance in plan.
    """
    return math.hypot(edge, first - second) if first or second else None


def wholly_within_check(first: MeasuredShape, second: MeasuredShape, maximum: float) -> LimitCheck | None:
    """Whether all of the second is within a distance of the first; None for what has no base of its own."""
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
    """Whether a point lies on the base of a standing piece. Raises ValueError as ``xy`` does."""
    ring = piece.outline
    return (
        edge_distances.is_point_in_shape(*point, (ring,))
        if ring
        else math.dist(piece.xy, point) <= piece.radius
    )


def bases_overlap(a: Piece, b: Piece) -> bool:
    """Whether the bases of two standing pieces overlap by more than TOL. Raises ValueError as ``xy`` does."""
    far = math.dist(a.xy, b.xy)
    if far >= a.radius + b.radius - TOL or not (a.hull or b.hull):
        return far < a.radius + b.radius - TOL
    rings = [(piece.outline or base_ring(*piece.xy, piece.radius),) for piece in (a, b)]
    return edge_distances.overlap_width(*rings) > TOL


def reference_point(table: Table, piece: Piece, seen_from: Point) -> Point:
    """The middle of a piece that stands; of one inside terrain the outline's point nearest to another.

    Of one aboard, that of its carrier. Raises ValueError for a piece that is not in play.
    """
    place = measured_shape(table, piece)
    if isinstance(place, MeasuredTerrain):
        return edge_distances.nearest_outline_point(place.rings[0], seen_from)
    return (place.x, place.y)


def distance_to_piece(table: Table, piece: Piece, point: Point) -> float:
    """Distance of a point from a piece's edge, 0 when it is on or in it."""
    return measured_gap(measured_shape(table, piece), MeasuredBase(*point, 0.0))


def within_check(table: Table, a: Piece, b: Piece, maximum: float) -> LimitCheck:
    """Whether two pieces are within a distance of each other (inclusive, up to TOL), and by how much."""
    return edge_distances.limit_check(piece_gap(table, a, b), maximum)


def terrain_gap(table: Table, piece: Piece, terrain: str) -> float:
    """The distance of a piece, wherever it is, from the outline of terrain; 0 inside it."""
    there = MeasuredTerrain(terrain, table.terrain(terrain).rings)
    return max(0.0, measured_gap(measured_shape(table, piece), there))


def terrain_within(ground: Ground, piece: Piece, inches: float) -> list[Terrain]:
    """Terrain within so many inches of a base on the table; what its bounds rule out is not measured."""
    (x, y), reach = piece.xy, piece.radius + inches + TOL
    boxes = ground.cached_value(
        "measure: bounds", lambda: [(t, ring_bounds(t.rings[0])) for t in ground.terrain]
    )
    near = (
        t for t, (x0, y0, x1, y1) in boxes if x0 - reach <= x <= x1 + reach and y0 - reach <= y <= y1 + reach
    )
    return [t for t in near if edge_distances.disc_gap_to_shape(x, y, piece.radius, t.rings) <= inches + TOL]


def grouped_by_distance(distances: Mapping[str, float]) -> list[list[str]]:
    """Things by how far off they are (inches), nearest first; those equally near together, by id."""
    groups: list[list[str]] = []
    for name in sorted(distances, key=lambda i: (distances[i], i)):
        if groups and distances[name] - distances[groups[-1][0]] <= TOL:
            groups[-1].append(name)
        else:
            groups.append([name])
    return [sorted(group) for group in groups]
