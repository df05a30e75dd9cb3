"""Where a point is meant that a hand has put somewhere near: on a corner, an edge, a right angle, a grid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from battlesim.geometry.shapes import Point

Line = tuple[Point, Point]


class Snapped(NamedTuple):
    """A point, and what it was drawn to: "corner", "edge", "square", "grid" or ""."""

    point: Point
    to: str


class Snap(NamedTuple):
    """What draws points: outlines (each closed), as far as `reach` inches; a grid of so many inches, 0 for
    none."""

    outlines: Sequence[Sequence[Point]]
    reach: float
    grid: float


def snapped(at: Point, snap: Snap, before: Sequence[Point] = ()) -> Snapped:
    """The point that is meant. `before` are the points of a line that it goes on: where the last stretch
    turns by nearly a right angle, or a half of one, it turns by just that, and its length is one of the grid.

    A corner goes before a right angle, that before an edge, that before the grid.
    """
    corner = _nearest(at, (point for ring in snap.outlines for point in ring), snap.reach)
    if corner:
        return Snapped(corner, "corner")
    square = _squared(at, snap, before) if before else None
    if square:
        return Snapped(square, "square")
    edge = _nearest(at, (foot(at, line) for ring in snap.outlines for line in edges(ring)), snap.reach)
    if edge:
        return Snapped(edge, "edge")
    return Snapped(on_grid(at, snap.grid), "grid" if snap.grid else "")


def shift(points: Sequence[Point], by: Point, snap: Snap) -> Point:
    """How far to move points that a hand moves by about so much: one of them comes to a corner of another
    thing, else to an edge, else the first one to the grid."""
    moved = [(x + by[0], y + by[1]) for x, y in points]
    corners = [point for ring in snap.outlines for point in ring]
    lines = [line for ring in snap.outlines for line in edges(ring)]
    best: tuple[float, Point] | None = None
    for here in moved:
        there = _nearest(here, corners, snap.reach)
        best = _closer(best, here, there)
    if best is None:
        for here in moved:
            best = _closer(best, here, _nearest(here, (foot(here, line) for line in lines), snap.reach))
    if best is None and moved:
        goal = on_grid(moved[0], snap.grid)
        best = 0.0, (goal[0] - moved[0][0], goal[1] - moved[0][1])
    more = best[1] if best else (0.0, 0.0)
    return by[0] + more[0], by[1] + more[1]


def _closer(best: tuple[float, Point] | None, here: Point, there: Point | None) -> tuple[float, Point] | None:
    if there is None:
        return best
    found = math.dist(here, there), (there[0] - here[0], there[1] - here[1])
    return found if best is None else min(best, found)


def on_grid(at: Point, grid: float) -> Point:
    """The nearest point of a grid; the point itself where there is none."""
    return (round(at[0] / grid) * grid, round(at[1] / grid) * grid) if grid else at


def edges(ring: Sequence[Point]) -> Iterator[Line]:
    """The edges of a closed outline."""
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def foot(at: Point, line: Line) -> Point:
    """The point of a straight line between two points that is nearest to a point."""
    (ax, ay), (bx, by) = line
    dx, dy = bx - ax, by - ay
    long = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((at[0] - ax) * dx + (at[1] - ay) * dy) / long)) if long else 0.0
    return ax + t * dx, ay + t * dy


def _nearest(at: Point, points: Iterable[Point], reach: float) -> Point | None:
    near = min(points, key=lambda point: math.dist(at, point), default=None)
    return near if near is not None and math.dist(at, near) <= reach else None


def _squared(at: Point, snap: Snap, before: Sequence[Point]) -> Point | None:
    """A point on a line from the last of some points in an even direction, as far as one of them is near."""
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
