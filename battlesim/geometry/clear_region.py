"""The part of a zone that keeps its distance from several shapes. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import shapely

from battlesim.geometry.constants import POSITION_QUANTUM_IN, TOL
from battlesim.geometry.freespace import quarter_segments
from battlesim.geometry.paths import rounded_point
from battlesim.geometry.shapes import Point, Region, Ring, polygon_of, rings_of

SAG_IN = TOL / 2
SLACK_IN = SAG_IN + POSITION_QUANTUM_IN
"""How much a distance is increased, so that neither the chords of arcs nor rounding fall short of it."""


def clear_region(zone: Sequence[Ring], shapes: Iterable[tuple[Sequence[Ring], float]]) -> Region:
    """Return the part of a zone in which all points keep the distance of each shape from that shape."""
    grown = [
        polygon_of(rings).buffer(distance + SLACK_IN, quad_segs=quarter_segments(distance + SLACK_IN, SAG_IN))
        for rings, distance in shapes
    ]
    left = shapely.difference(polygon_of(zone), shapely.union_all(grown))
    return tuple(rings_of(left)) if left.area > 0.0 else ()


def nearest_point_in_region(region: Region, point: Point) -> Point | None:
    """Return the point of a region that is nearest to a point, rounded, or None if the region is empty."""
    if not region:
        return None
    area = shapely.multipolygons([polygon_of(rings) for rings in region])
    x, y = shapely.get_coordinates(shapely.shortest_line(area, shapely.Point(point)))[0]
    return rounded_point((float(x), float(y)))
