"""Shapes that a moving base pushes aside or breaks through: moving, turning and cutting them.

Lengths are in inches and angles in degrees. `rings` are an outer ring followed by holes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point, Ring, placed_ring, polygon_of, rings_of

Rings = tuple[Ring, ...]
ASIDE_STEP_IN, ASIDE_PRECISION_IN = 0.05, 0.001
"""The step with which a free place aside is sought, and the precision to which it is found."""


def moved_rings(rings: Rings, dx: float, dy: float) -> Rings:
    """Return the rings of a shape, moved by (dx, dy)."""
    return tuple(tuple((round(x + dx, 4), round(y + dy, 4)) for x, y in ring) for ring in rings)


def turned_rings(rings: Rings, angle: float) -> Rings:
    """Return the rings of a shape, rotated counter-clockwise about the middle of its bounding rectangle."""
    x, y = rectangle_middle(rings)
    centred = moved_rings(rings, -x, -y)
    return tuple(
        tuple((round(px, 4), round(py, 4)) for px, py in placed_ring(ring, x, y, angle)) for ring in centred
    )


def rectangle_size(rings: Rings) -> tuple[float, float]:
    """Return the length and width of the smallest rotated rectangle around a shape."""
    corners = shapely.get_coordinates(shapely.oriented_envelope(polygon_of(rings)))
    sides = [math.dist(a, b) for a, b in pairwise(corners[:3])]
    return max(sides), min(sides)


def rectangle_middle(rings: Rings) -> Point:
    """Return the middle of the smallest rotated rectangle around a shape."""
    corners = shapely.get_coordinates(shapely.oriented_envelope(polygon_of(rings)))[:4]
    x, y = np.mean(corners, axis=0)
    return float(x), float(y)


def is_clear_of_path(rings: Rings, path: Sequence[Point], radius: float) -> bool:
    """Return whether a base on a path never overlaps a shape by more than `ASIDE_PRECISION_IN`."""
    line = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
    return float(shapely.distance(polygon_of(rings), line)) >= radius - ASIDE_PRECISION_IN


def is_clear_of(
    rings: Rings, others: Sequence[Rings], discs: Sequence[tuple[float, float, float]], size: Point
) -> bool:
    """Return whether a shape lies on a table of the given size without overlapping other shapes or discs."""
    shape = polygon_of(rings)
    x0, y0, x1, y1 = shape.bounds
    if min(x0, y0) < -TOL or x1 > size[0] + TOL or y1 > size[1] + TOL:
        return False
    if any(shapely.distance(shape, shapely.Point(x, y)) < radius - TOL for x, y, radius in discs):
        return False
    return not any(shapely.intersection(shape, polygon_of(other)).area > TOL * TOL for other in others)


def cut_by_path(rings: Rings, path: Sequence[Point], radius: float) -> tuple[Rings, ...]:
    """Return the parts of a shape that remain after a base has broken through it along a path."""
    lane = shapely.buffer(shapely.LineString(path), radius, cap_style="flat", join_style="mitre")
    return rings_of(shapely.difference(polygon_of(rings), lane))
