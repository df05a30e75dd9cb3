"""Snapping of hand-drawn points to corners, edges, right angles and a grid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from battlesim.geometry.shapes import Point

OutlineEdge = tuple[Point, Point]


class SnapResult(NamedTuple):
    """A snapped point and what it snapped to: "corner", "edge", "square", "grid", or "" for nothing."""

    point: Point
    snapped_to: str


class SnapTargets(NamedTuple):
    """The outlines and the grid to which a drawn point can snap, and the maximum distance to an outline."""

    outlines: Sequence[Sequence[Point]]
    reach: float
    grid: float


def snapped_point(raw_point: Point, snap: SnapTargets, previous_points: Sequence[Point] = ()) -> SnapResult:
    """Return a point snapped to a nearby corner, right angle, edge or grid point, in this order of priority.

    `previous_points` are the points of the line that the new point continues. If the angle between a new
    segment and the last segment or an axis is nearly a multiple of 45 degrees, it is adjusted to that
    multiple, and the length of the segment is rounded to the grid.
    """
    corner = _nearest(raw_point, (point for ring in snap.outlines for point in ring), snap.reach)
    if corner:
        return SnapResult(corner, "corner")
    square = _squared(raw_point, snap, previous_points) if previous_points else None
    if square:
        return SnapResult(square, "square")
    edge = _nearest(
        raw_point,
        (closest_point_on_edge(raw_point, line) for ring in snap.outlines for line in ring_edges(ring)),
        snap.reach,
    )
    if edge:
        return SnapResult(edge, "edge")
    return SnapResult(nearest_grid_point(raw_point, snap.grid), "grid" if snap.grid else "")


def snapped_shift(points: Sequence[Point], raw_shift: Point, snap: SnapTargets) -> Point:
    """Return how far to move points that the user drags, so that one of the points snaps to a target."""
    moved = [(x + raw_shift[0], y + raw_shift[1]) for x, y in points]
    corners = [point for ring in snap.outlines for point in ring]
    lines = [line for ring in snap.outlines for line in ring_edges(ring)]
    best: tuple[float, Point] | None = None
    for here in moved:
        there = _nearest(here, corners, snap.reach)
        best = _closer(best, here, there)
    if best is None:
        for here in moved:
            best = _closer(
                best, here, _nearest(here, (closest_point_on_edge(here, line) for line in lines), snap.reach)
            )
    if best is None and moved:
        goal = nearest_grid_point(moved[0], snap.grid)
        best = 0.0, (goal[0] - moved[0][0], goal[1] - moved[0][1])
    more = best[1] if best else (0.0, 0.0)
    return raw_shift[0] + more[0], raw_shift[1] + more[1]


def _closer(best: tuple[float, Point] | None, here: Point, there: Point | None) -> tuple[float, Point] | None:
    if there is None:
        return best
    found = math.dist(here, there), (there[0] - here[0], there[1] - here[1])
    return found if best is None else min(best, found)


def nearest_grid_point(point: Point, grid: float) -> Point:
    """Return the grid point nearest to a point, or the point itself if the grid spacing is 0."""
    return (round(point[0] / grid) * grid, round(point[1] / grid) * grid) if grid else point


def ring_edges(ring: Sequence[Point]) -> Iterator[OutlineEdge]:
    """Return the edges of a closed ring as pairs of points."""
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def closest_point_on_edge(point: Point, line: OutlineEdge) -> Point:
    """Return the point of an edge that is closest to `point`."""
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    long = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / long)) if long else 0.0
    return ax + t * dx, ay + t * dy


def _nearest(at: Point, points: Iterable[Point], reach: float) -> Point | None:
    near = min(points, key=lambda point: math.dist(at, point), default=None)
    return near if near is not None and math.dist(at, near) <= reach else None


def _squared(at: Point, snap: SnapTargets, before: Sequence[Point]) -> Point | None:
    """Snap to a line from the last point at a multiple of 45 degrees, or return None if none is near."""
    (x, y), start = before[-1], 0.0
    if len(before) > 1:
        start = math.degrees(math.atan2(y - before[-2][1], x - before[-2][0]))
    far = math.dist(at, (x, y))
    way = math.degrees(math.atan2(at[1] - y, at[0] - x))
    turns = (start + round((way - start) / 45.0) * 45.0, round(way / 45.0) * 45.0)
    even = min(turns, key=lambda turn: abs((way - turn + 180.0) % 360.0 - 180.0))
    off = math.radians(way - even)
    if abs(far * math.sin(off)) > snap.reach:
        return None
    along = far * math.cos(off)
    along = round(along / snap.grid) * snap.grid if snap.grid else along
    c, s = math.cos(math.radians(even)), math.sin(math.radians(even))
    return x + along * c, y + along * s
