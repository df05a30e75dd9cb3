"""A tape laid between two things of the table: what a person measures, at any time. Inches."""

from __future__ import annotations

import math
from typing import NamedTuple

from battlesim.geometry.edge_distances import nearest_outline_point, nearest_outline_points
from battlesim.geometry.shapes import Point, centroid
from battlesim.rulings.measure import Base, Outline, Seat, level, seat, seat_gap, space_distance
from battlesim.table.pieces import Piece
from battlesim.table.state import Table


class Tape(NamedTuple):
    """The nearest points of two edges with their distance, and the distance of the middles, in plan.

    `space` is the distance of the edges in space; None where both are on the table itself.
    """

    start: Point
    end: Point
    edge: float
    centre: float
    space: float | None


def tape(table: Table, first: Piece | Point, second: Piece | Point) -> Tape:
    """Measure between two pieces, or points, as the rulings do.

    Raises ValueError for a piece that is not in play.
    """
    a, b = (seat(table, end) if isinstance(end, Piece) else Base(*end, 0.0) for end in (first, second))
    low, high = (level(table, end) if isinstance(end, Piece) else 0.0 for end in (first, second))
    edge = seat_gap(a, b)
    return Tape(*_ends(a, b), edge, math.dist(_middle(a), _middle(b)), space_distance(edge, low, high))


def _middle(at: Seat) -> Point:
    return centroid(at.rings[0]) if isinstance(at, Outline) else (at.x, at.y)


def _ends(a: Seat, b: Seat) -> tuple[Point, Point]:
    """The nearest points of two edges; of what overlaps the middles."""
    if not isinstance(a, Base) and not isinstance(b, Base):
        return nearest_outline_points(a.rings[0], b.rings[0])
    goal = _middle(b) if isinstance(b, Base) else nearest_outline_point(b.rings[0], _middle(a))
    start = _middle(a) if isinstance(a, Base) else nearest_outline_point(a.rings[0], _middle(b))
    first, second = (at.radius if isinstance(at, Base) else 0.0 for at in (a, b))
    return between(start, goal, first, second)


def between(a: Point, b: Point, first: float, second: float) -> tuple[Point, Point]:
    """The line between two bases without what lies on them; the whole line where they touch."""
    long = math.dist(a, b)
    if long <= first + second:
        return a, b
    dx, dy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    return (a[0] + dx * first, a[1] + dy * first), (b[0] - dx * second, b[1] - dy * second)
