"""Shapes for drawing, made of rings of points, with functions to join, cut, grow and stroke them.

A `Shape` is a tuple of polygons, a polygon is its outer ring followed by its holes, and a ring is an open
float array of shape (n, 2). Lengths are in the unit of the caller: inches on the table, pixels on a panel.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from battlesim.geometry import predicates

Array = NDArray[np.float64]
Shape = tuple[tuple[Array, ...], ...]
Cap = Literal["round", "flat", "square"]
Join = Literal["round", "mitre", "bevel"]
EMPTY_SHAPE: Shape = ()


def polygon(points: ArrayLike, *holes: ArrayLike) -> Shape:
    """Return a shape that consists of one polygon, given by its outer ring and its holes."""
    return (tuple(np.asarray(ring, np.float64) for ring in (points, *holes)),)


def box(x0: float, y0: float, x1: float, y1: float) -> Shape:
    """Return an axis-aligned rectangle with opposite corners (x0, y0) and (x1, y1)."""
    return polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def oval(x: float, y: float, rx: float, ry: float, degrees: float = 0.0, points: int = 48) -> Shape:
    """Return an ellipse centred at (x, y) with radii `rx` and `ry`, rotated by `degrees`."""
    a = np.linspace(0.0, 2.0 * math.pi, points, endpoint=False)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    u, v = rx * np.cos(a), ry * np.sin(a)
    return (((np.column_stack((x + u * c - v * s, y + u * s + v * c))),),)


def disc(x: float, y: float, r: float, points: int = 48) -> Shape:
    """Return a circle of radius `r` centred at (x, y)."""
    return oval(x, y, r, r, points=points)


def annulus(x: float, y: float, outer: float, inner: float) -> Shape:
    """Return the ring between two circles centred at (x, y)."""
    return polygon(disc(x, y, outer)[0][0], disc(x, y, inner)[0][0]) if inner > 0 else disc(x, y, outer)


def rounded_box(x: float, y: float, width: float, height: float, r: float) -> Shape:
    """Return a rectangle whose corners are rounded with radius `r`."""
    r = min(r, width / 2, height / 2)
    if r <= 0:
        return box(x, y, x + width, y + height)
    a = np.linspace(0, math.pi / 2, 7)
    corners = ((width - r, height - r, 0), (r, height - r, 1), (r, r, 2), (width - r, r, 3))
    arcs = [
        np.column_stack((x + cx + r * np.cos(a + k * math.pi / 2), y + cy + r * np.sin(a + k * math.pi / 2)))
        for cx, cy, k in corners
    ]
    return (((np.vstack(arcs)),),)


def star(x: float, y: float, r: float, rays: int = 5, inner: float = 0.45) -> Shape:
    """Return a star with one ray that points toward -y, which is up in pictures."""
    k = np.arange(2 * rays)
    d, a = np.where(k % 2 == 0, r, r * inner), k * math.pi / rays
    return ((np.column_stack((x + d * np.sin(a), y - d * np.cos(a))),),)


def stroke(points: ArrayLike, width: float, cap: Cap = "round", join: Join = "round") -> Shape:
    """Return a band of the given width along an open line."""
    line = LineString(np.asarray(points, np.float64))
    return _shape(line.buffer(width / 2, quad_segs=6, cap_style=cap, join_style=join))


def dashes(points: ArrayLike, dash: float, gap: float, width: float, closed: bool = False) -> Shape:
    """Return the dashes of a dashed line. Each dash is `dash` long and has square ends.

    The space between two dashes is `gap` long.
    """
    ring = np.asarray(points, np.float64)
    line = LineString(np.vstack((ring, ring[:1])) if closed else ring)
    cuts = [
        substring(line, at, min(at + dash, line.length)) for at in np.arange(0.0, line.length, dash + gap)
    ]
    return _shape(MultiLineString([c for c in cuts if c.length > 0]).buffer(width / 2, cap_style="flat"))


def ring_dashes(ring: ArrayLike, length: float, gap: float) -> list[Array]:
    """Return dashes along a closed ring, all of one length near `length` and with `gap` between them."""
    line = shapely.LinearRing(np.asarray(ring))
    count = max(1, round(line.length / (length + gap)))
    step = line.length / count
    parts = [substring(line, k * step, (k + 1) * step - gap) for k in range(count)]
    return [np.asarray(part.coords) for part in parts]


def outline_band(shape: Shape, width: float) -> Shape:
    """Return a band of the given width along the boundary of a shape, including its holes."""
    return _shape(_geometry(shape).boundary.buffer(width / 2, quad_segs=4))


def hatch_bands(shape: Shape, step: float, width: float) -> Shape:
    """Return the slanting parallel bands of a hatched shape. `step` is their spacing."""
    lines = _slanted(shape, step)
    return _shape(lines.buffer(width / 2, cap_style="flat").intersection(_geometry(shape)))


def hatch_lines(shape: Shape, step: float) -> list[Array]:
    """Return the slanting parallel lines of a hatched shape, each given by its two ends."""
    inside = shapely.get_parts(_slanted(shape, step).intersection(_geometry(shape)))
    return [np.asarray(part.coords) for part in inside if part.geom_type == "LineString"]


def _slanted(shape: Shape, step: float) -> MultiLineString:
    x0, y0, x1, y1 = shape_bounds(shape)
    d = y1 - y0
    return MultiLineString([[(x, y1), (x + d, y0)] for x in np.arange(x0 - d, x1, step)])


def grow(shape: Shape, distance: float, join: Join = "round", segments: int = 4) -> Shape:
    """Return a shape grown by `distance` on all sides. If the distance is negative, the shape is shrunk.

    A shrunk shape may be empty. `segments` is the number of segments per quarter of a rounded corner.
    """
    return _shape(_geometry(shape).buffer(distance, quad_segs=segments, join_style=join))


def join(*shapes: Shape) -> Shape:
    """Return the union of the given shapes."""
    return _shape(shapely.union_all([_geometry(s) for s in shapes]))


def cut(shape: Shape, *others: Shape) -> Shape:
    """Return the part of a shape that lies outside all of the other shapes."""
    return _shape(_geometry(shape).difference(shapely.union_all([_geometry(s) for s in others])))


def clip(shape: Shape, other: Shape) -> Shape:
    """Return the intersection of two shapes."""
    return _shape(_geometry(shape).intersection(_geometry(other)))


def transformed(shape: Shape, m: Sequence[float]) -> Shape:
    """Return a shape transformed by the affine matrix with the six elements `m`."""
    turn, shift = np.array([[m[0], m[2]], [m[1], m[3]]]), np.array([m[4], m[5]])
    return tuple(tuple(ring @ turn + shift for ring in rings) for rings in shape)


def shape_bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Return the bounds of a shape (min x, min y, max x, max y). Raises ValueError if it is empty."""
    outer = shape[0][0] if len(shape) == 1 else np.concatenate([rings[0] for rings in shape])
    low, high = outer.min(0), outer.max(0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def shape_area(shape: Shape) -> float:
    """Return the area of a shape whose polygons do not overlap."""
    return sum(_area(rings[0]) - sum(_area(hole) for hole in rings[1:]) for rings in shape)


def shape_centre(shape: Shape) -> tuple[float, float]:
    """Return the centroid of a shape."""
    point = _geometry(shape).centroid
    return float(point.x), float(point.y)


def contains_points(shape: Shape, points: ArrayLike) -> NDArray[np.bool_]:
    """Return, for each of the points (n, 2), whether it lies in the shape."""
    geometry = _geometry(shape)
    shapely.prepare(geometry)
    p = np.asarray(points, np.float64).reshape(-1, 2)
    return np.asarray(predicates.contains_xy(geometry, p[:, 0], p[:, 1]), np.bool_)


def points_along(points: ArrayLike, step: float, start: float = 0.0, closed: bool = False) -> Array:
    """Return points along a line at intervals of `step`, each with the direction of the line there.

    The result has shape (n, 4). Each row is x, y and the two components of a unit vector.
    """
    line = np.asarray(points, np.float64)
    if closed:
        line = np.vstack((line, line[:1]))
    leg = np.diff(line, axis=0)
    length = np.hypot(leg[:, 0], leg[:, 1])
    leg, line, length = leg[length > 0], line[:-1][length > 0], length[length > 0]
    ends = np.cumsum(length)
    at = np.arange(start, ends[-1] + 1e-9, step)
    k = np.minimum(np.searchsorted(ends, at, side="right"), len(ends) - 1)
    unit = leg[k] / length[k, None]
    return np.hstack((line[k] + unit * (at - (ends[k] - length[k]))[:, None], unit))


def line_length(points: ArrayLike) -> float:
    """Return the length of an open line, given by its points."""
    leg = np.diff(np.asarray(points, np.float64), axis=0)
    return float(np.hypot(leg[:, 0], leg[:, 1]).sum())


def oriented_box(shape: Shape) -> tuple[float, float, float, float, float]:
    """Return the smallest rotated rectangle around a shape as (x, y, length, breadth, angle).

    (x, y) is its centre, and the angle is in degrees.
    """
    corners = np.asarray(_geometry(shape).minimum_rotated_rectangle.exterior.coords)[:4]
    sides = np.diff(corners[:3], axis=0)
    long, short = np.hypot(sides[:, 0], sides[:, 1])
    lead = sides[0]
    if short > long + 1e-6:
        lead, long, short = sides[1], short, long
    x, y = corners.mean(0)
    degrees = math.degrees(math.atan2(lead[1], lead[0]))
    return float(x), float(y), float(long), float(short), (degrees + 90.0) % 180.0 - 90.0


def middle_line(shape: Shape) -> Array:
    """Return the line along the middle of a long shape.

    For a plain band, the line is exact. For any other shape, it is the axis of the smallest rectangle around
    it.
    """
    ring, half = shape[0][0], len(shape[0][0]) // 2
    if len(shape[0]) == 1 and len(ring) % 2 == 0 and half >= 2:
        turns = [np.roll(ring, -k, axis=0) for k in range(half)]
        pairs = min(((t[:half], t[::-1][:half]) for t in turns), key=lambda p: _widest(*p))
        middle = (pairs[0] + pairs[1]) / 2
        if line_length(middle) > _perimeter(ring) * 0.3:
            return np.asarray(middle)
    x, y, long, _, degrees = oriented_box(shape)
    c, s = math.cos(math.radians(degrees)) * long / 2, math.sin(math.radians(degrees)) * long / 2
    return np.array([(x - c, y - s), (x + c, y + s)])


def from_rings(rings: Iterable[Iterable[Sequence[float]]]) -> Shape:
    """Return a shape that consists of one polygon, given as lists of points for its outer ring and holes."""
    return polygon(*[list(ring) for ring in rings])


def _widest(left: Array, right: Array) -> float:
    return float(np.hypot(*(left - right).T).max())


def _perimeter(ring: Array) -> float:
    return line_length(np.vstack((ring, ring[:1])))


def _area(ring: Array) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2


def _geometry(shape: Shape) -> BaseGeometry:
    """Return a shape as a Shapely geometry of polygons, dropping lines and points left by repairs."""
    parts = [Polygon(rings[0], rings[1:]) for rings in shape]
    whole = parts[0] if len(parts) == 1 else MultiPolygon(parts)
    return whole if whole.is_valid else shapely.make_valid(whole).buffer(0.0)


def _shape(geometry: BaseGeometry) -> Shape:
    found: list[tuple[Array, ...]] = []
    for part in shapely.get_parts(geometry):
        if part.geom_type == "Polygon" and not part.is_empty:
            found.append(tuple(np.asarray(r.coords)[:-1, :2] for r in (part.exterior, *part.interiors)))
        elif part.geom_type.startswith(("Multi", "GeometryCollection")):
            found.extend(_shape(part))
    return tuple(found)
