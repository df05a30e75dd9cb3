"""Clipping of lines and areas to a table whose lower left corner is (0, 0). Lengths are in inches."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point, Ring, polygon_of, rings_of


def is_on_table(points: Sequence[Point], width: float, height: float, slack: float = 0.0) -> bool:
    """Return whether all points lie on the table, or at most `slack` inches outside it."""
    return all(-slack <= x <= width + slack and -slack <= y <= height + slack for x, y in points)


def last_point_on_table(start: Point, end: Point, width: float, height: float) -> Point:
    """Return the last point of a segment that is on the table. The segment must start on the table."""
    (x0, y0), (x1, y1) = start, end
    share = min(_stay(x0, x1, width), _stay(y0, y1, height))
    return (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)


def _stay(start: float, end: float, most: float) -> float:
    """Return the fraction of a segment, along one axis, that lies between 0 and `most`."""
    if end < 0.0:
        return start / (start - end)
    return (most - start) / (end - start) if end > most else 1.0


def lines_on_table(points: Sequence[Point], width: float, height: float) -> tuple[Ring, ...]:
    """Return the parts of an open polyline that lie on the table, in order from its start."""
    if is_on_table(points, width, height):
        return (tuple(points),)
    cut = shapely.clip_by_rect(shapely.LineString(points), -TOL, -TOL, width + TOL, height + TOL)
    return tuple(
        tuple((min(max(x, 0.0), width), min(max(y, 0.0), height)) for x, y in part.coords)
        for part in shapely.get_parts(cut)
        if part.geom_type == "LineString" and not part.is_empty
    )


def areas_on_table(rings: Sequence[Ring], width: float, height: float) -> tuple[tuple[Ring, ...], ...]:
    """Return the parts of a polygon that lie on the table, each as an outline followed by its holes."""
    if is_on_table(rings[0], width, height):
        return (tuple(rings),)
    return rings_of(polygon_of(rings).intersection(shapely.box(0, 0, width, height)))
