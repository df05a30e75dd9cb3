"""The parts of a shape that are visible from a point and not hidden behind solids, as seen from above.

Lengths are in inches. The shadow of a solid is the union of the shadows of its edges, each cut off beyond the
shape.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from battlesim.geometry.freespace import Obstacles
from battlesim.geometry.predicates import query_tree
from battlesim.geometry.shapes import Point, polygon_of, rings_of
from battlesim.geometry.templates import PolygonTemplate

Geometries = npt.NDArray[Any]


def unshadowed_parts(
    shape: PolygonTemplate, origin: Point, obstacles: Obstacles, ids: Collection[str]
) -> tuple[PolygonTemplate, ...]:
    """Return the parts of a polygonal template that the given obstacles do not hide from `origin`."""
    region = polygon_of(shape.rings)
    chosen = [k for k in query_tree(obstacles.tree, region, "intersects").tolist() if obstacles.ids[k] in ids]
    if not chosen:
        return (shape,)
    reach = 2.0 * max(math.dist(origin, corner) for corner in shape.ring()) + 1.0
    solids = obstacles.polygons[chosen]
    dark = shapely.union_all([*solids, *_shadows(solids, origin, reach)])
    return tuple(PolygonTemplate(rings) for rings in rings_of(region.difference(dark)))


def _shadows(solids: Geometries, origin: Point, reach: float) -> Geometries:
    """Return the areas behind the edges of solids, up to `reach` inches beyond the edges."""
    lines = shapely.get_parts(shapely.boundary(solids))
    corners, line = shapely.get_coordinates(lines, return_index=True)
    away = corners - origin
    far = np.hypot(away[:, 0], away[:, 1])[:, None]
    beyond = corners + away / np.where(far == 0.0, 1.0, far) * reach
    a = np.flatnonzero(line[:-1] == line[1:])
    four = np.stack([corners[a], corners[a + 1], beyond[a + 1], beyond[a]], axis=1)
    points = shapely.points(four.reshape(-1, 2))
    behind = shapely.convex_hull(shapely.multipoints(points, indices=np.repeat(np.arange(len(a)), 4)))
    return np.asarray(behind[shapely.area(behind) > 0.0])
