"""What of a shape lies open to a point, and not behind something. Inches, in plan.

The shadow of a solid is the union of the shadows of its edges, each cut off beyond the reach of the shape.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

import shapely

from battlesim.geometry.freespace import Obstacles
from battlesim.geometry.shapes import Point, polygon_of, rings_of
from battlesim.geometry.templates import Shape


def lit(shape: Shape, origin: Point, held: Obstacles, ids: Collection[str]) -> tuple[Shape, ...]:
    """The parts of a shape that are not behind any of the solids named, as seen from a point."""
    region = polygon_of(shape.rings)
    chosen = [k for k in held.tree.query(region, predicate="intersects").tolist() if held.ids[k] in ids]
    if not chosen:
        return (shape,)
    reach = 2.0 * max(math.dist(origin, corner) for corner in shape.ring()) + 1.0
    dark = [part for k in chosen for part in _shadows(held.polygons[k], origin, reach)]
    return tuple(Shape(rings) for rings in rings_of(region.difference(shapely.union_all(dark))))


def _shadows(solid: Any, origin: Point, reach: float) -> list[Any]:
    """A solid with the shadows of its edges."""
    found = [solid]
    for line in shapely.get_parts(solid.boundary):
        corners = list(line.coords)
        found += [_behind(a, b, origin, reach) for a, b in pairwise(corners)]
    return [shape for shape in found if not shape.is_empty and shape.area > 0.0]


def _behind(a: Sequence[float], b: Sequence[float], origin: Point, reach: float) -> Any:
    """What lies behind an edge."""
    far = [_beyond(corner, origin, reach) for corner in (b, a)]
    return shapely.MultiPoint([(a[0], a[1]), (b[0], b[1]), *far]).convex_hull


def _beyond(corner: Sequence[float], origin: Point, reach: float) -> Point:
    x, y = corner[0] - origin[0], corner[1] - origin[1]
    away = math.hypot(x, y) or 1.0
    return corner[0] + x / away * reach, corner[1] + y / away * reach
