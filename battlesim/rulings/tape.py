"""Measurements between any two objects on the table, which users can make at any time. Lengths in inches."""

from __future__ import annotations

import math
from typing import NamedTuple

from battlesim.geometry.edge_distances import nearest_outline_point, nearest_outline_points
from battlesim.geometry.shapes import Point, centroid
from battlesim.rulings.piece_gaps import (
    MeasuredBase,
    MeasuredShape,
    MeasuredTerrain,
    measured_gap,
    measured_shape,
    space_distance,
)
from battlesim.table.levels import foot_height, ground_level
from battlesim.table.pieces import Piece
from battlesim.table.state import Table


class TapeMeasure(NamedTuple):
    """A measurement between two objects in plan (seen from above), with their nearest points and their gap.

    The distance between their centres is included. `space` is the distance between the edges in space, or
    None if both objects are on the table surface.
    """

    start: Point
    end: Point
    gap: float
    centre_distance: float
    space: float | None


def tape_between(table: Table, first: Piece | Point, second: Piece | Point) -> TapeMeasure:
    """Return a measurement between two pieces or points. Raises ValueError if a piece is not in play."""
    a, b = (
        measured_shape(table, end) if isinstance(end, Piece) else MeasuredBase(*end, 0.0)
        for end in (first, second)
    )
    low, high = (
        foot_height(table, end) if isinstance(end, Piece) else ground_level(table.ground, *end)
        for end in (first, second)
    )
    edge = measured_gap(a, b)
    return TapeMeasure(*_ends(a, b), edge, math.dist(_middle(a), _middle(b)), space_distance(edge, low, high))


def _middle(at: MeasuredShape) -> Point:
    return centroid(at.rings[0]) if isinstance(at, MeasuredTerrain) else (at.x, at.y)


def _ends(a: MeasuredShape, b: MeasuredShape) -> tuple[Point, Point]:
    """Return the nearest points of two shapes, or their centres if round bases overlap."""
    if not isinstance(a, MeasuredBase) and not isinstance(b, MeasuredBase):
        return nearest_outline_points(a.rings[0], b.rings[0])
    goal = _middle(b) if isinstance(b, MeasuredBase) else nearest_outline_point(b.rings[0], _middle(a))
    start = _middle(a) if isinstance(a, MeasuredBase) else nearest_outline_point(a.rings[0], _middle(b))
    first, second = (at.radius if isinstance(at, MeasuredBase) else 0.0 for at in (a, b))
    return segment_between_bases(start, goal, first, second)


def segment_between_bases(a: Point, b: Point, first: float, second: float) -> tuple[Point, Point]:
    """Return the segment between the edges of two round bases, or between their centres if they touch."""
    long = math.dist(a, b)
    if long <= first + second:
        return a, b
    dx, dy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    return (a[0] + dx * first, a[1] + dy * first), (b[0] - dx * second, b[1] - dy * second)
