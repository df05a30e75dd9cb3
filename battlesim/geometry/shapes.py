"""Points, rings and solids: the plain shapes used by all geometry functions, in inches, with y upwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

Point = tuple[float, float]
Ring = tuple[Point, ...]
"""A closed ring of points; the last point is joined to the first and not repeated."""
Region = tuple[tuple[Ring, ...], ...]
"""An area of the table as polygons, each an outer ring followed by the rings of its holes."""

MAX_OUTLINE_ERROR_IN = 0.0005
"""The maximum deviation of the polygon of a round base from its circle, in inches."""


@dataclass(frozen=True, slots=True)
class Solid:
    """An upright prism on an outer ring with holes, from the height ``bottom`` to ``top`` in inches.

    A filler solid between two adjoining solids lists their ids in ``joins``; ignoring either solid ignores it
    too.
    """

    id: str
    rings: tuple[Ring, ...]
    top: float
    bottom: float = 0.0
    joins: tuple[str, ...] = ()


def rect(x: float, y: float, width: float, height: float, angle: float = 0.0) -> Ring:
    """Return a rectangle centred at (x, y), rotated ``angle`` degrees counter-clockwise."""
    w, h = width / 2.0, height / 2.0
    corners = ((-w, -h), (w, -h), (w, h), (-w, h))
    return placed_ring(corners, x, y, angle)


def regular_polygon(x: float, y: float, radius: float, sides: int, angle: float = 0.0) -> Ring:
    """Return a regular polygon inscribed in a circle. Its first corner is at ``angle`` degrees."""
    step = 2.0 * math.pi / sides
    start = math.radians(angle)
    return tuple(
        (x + radius * math.cos(start + i * step), y + radius * math.sin(start + i * step))
        for i in range(sides)
    )


def circle(x: float, y: float, radius: float, segments: int = 48) -> Ring:
    """Return a polygon with ``segments`` corners on a circle. Round terrain is represented in this way."""
    return regular_polygon(x, y, radius, segments)


def base_ring(x: float, y: float, radius: float) -> Ring:
    """Return the polygon that represents a round base, accurate to ``MAX_OUTLINE_ERROR_IN``."""
    return placed_ring(_about_origin(radius), x, y)


@lru_cache(maxsize=256)
def _about_origin(radius: float) -> Ring:
    sides = 4 * math.ceil(math.pi / math.acos(1.0 - min(1.0, 2.0 * MAX_OUTLINE_ERROR_IN / radius)) / 4.0)
    return regular_polygon(0.0, 0.0, radius * 2.0 / (1.0 + math.cos(math.pi / sides)), sides)


def lines_between(starts: NDArray[np.float64], ends: NDArray[np.float64]) -> NDArray[Any]:
    """Return an array (n,) of straight lines from `starts` to `ends`, both of shape (n, 2)."""
    corners = np.empty((len(starts), 2, 2))
    corners[:, 0], corners[:, 1] = starts, ends
    return np.asarray(shapely.linestrings(corners))


def thick_line(points: Sequence[Point], thickness: float) -> tuple[Ring, ...]:
    """Return the rings of a line that is ``thickness`` inches wide: the outer ring, followed by any holes.

    The line has flat ends and mitred corners. Raises ValueError if the thick line has no area.
    """
    band = shapely.LineString(points).buffer(
        thickness / 2.0, cap_style="flat", join_style="mitre", mitre_limit=2.0
    )
    if band.is_empty or band.geom_type != "Polygon":
        raise ValueError("the points of the line are too close together: move them apart")
    return rings_of(band)[0]


def placed_ring(ring: Sequence[Point], x: float, y: float, angle: float = 0.0) -> Ring:
    """Return a ring rotated counter-clockwise about the origin by ``angle`` degrees, then moved by (x, y)."""
    if angle == 0.0:
        return tuple((x + px, y + py) for px, py in ring)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return tuple((x + px * c - py * s, y + px * s + py * c) for px, py in ring)


def signed_area(ring: Sequence[Point]) -> float:
    """Return the area of a ring in square inches (shoelace formula), positive if it is counter-clockwise."""
    total = 0.0
    for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
        total += x0 * y1 - x1 * y0
    return total / 2.0


def centroid(ring: Sequence[Point]) -> Point:
    """Return the centroid of a ring, or the mean of its points if the ring has no area."""
    area = signed_area(ring)
    if abs(area) < 1e-12:
        return (sum(p[0] for p in ring) / len(ring), sum(p[1] for p in ring) / len(ring))
    cx = cy = 0.0
    ox, oy = ring[0]
    for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
        cross = (x0 - ox) * (y1 - oy) - (x1 - ox) * (y0 - oy)
        cx += (x0 + x1 - 2.0 * ox) * cross
        cy += (y0 + y1 - 2.0 * oy) * cross
    return (ox + cx / (6.0 * area), oy + cy / (6.0 * area))


def band_thickness(rings: Sequence[Sequence[Point]]) -> float:
    """Return the thickness of a band, such as a wall, in inches, from its area and the length of its outline.

    It is exact for open bands with flat ends and mitred corners, whose area is T L and whose outline is 2 T +
    2 L long, and for closed bands (an outer ring and one hole). It is meaningless for other shapes.
    """
    half = (
        sum(math.dist(a, b) for ring in rings for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2.0
    )
    area = abs(signed_area(rings[0])) - sum(abs(signed_area(hole)) for hole in rings[1:])
    if len(rings) > 1:
        return area / half
    return (half - math.sqrt(max(0.0, half * half - 4.0 * area))) / 2.0


def midpoint(a: Point, b: Point) -> Point:
    """Return the point halfway between two points."""
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def is_convex(ring: Sequence[Point]) -> bool:
    """Return whether a ring turns in the same direction at all its corners."""
    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(ring, (*ring[1:], ring[0]), (*ring[2:], *ring[:2]), strict=True)
    ]
    return min(turns) >= -1e-9 or max(turns) <= 1e-9


def ring_bounds(ring: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return the bounds of a ring as (min x, min y, max x, max y)."""
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    return (min(xs), min(ys), max(xs), max(ys))


def ring_problem(rings: Sequence[Sequence[Point]]) -> str:
    """Return the reason why a shape (outer ring, then holes) is invalid, or "" if it is valid."""
    for number, ring in enumerate(rings):
        name = "the outline" if number == 0 else f"hole {number}"
        if not all(math.isfinite(value) for point in ring for value in point):
            return f"{name} has a coordinate that is not a finite number"
        if len(set(ring)) < 3:
            return f"{name} has {len(set(ring))} different points, at least 3 are needed"
        if shapely.MultiPoint(ring).convex_hull.area < 1e-9:
            return f"{name} has no area"
    polygon = shapely.Polygon(rings[0], rings[1:]) if rings else shapely.Polygon()
    if polygon.is_empty:
        return "the outline has no points"
    return "" if polygon.is_valid else _in_words(shapely.is_valid_reason(polygon))


_REASONS = {
    "Self-intersection": "the outline crosses itself",
    "Ring Self-intersection": "the outline touches itself",
    "Hole lies outside shell": "a hole lies outside the outline",
    "Holes are nested": "a hole lies inside another hole",
    "Nested holes": "a hole lies inside another hole",
    "Interior is disconnected": "the holes cut the shape in two",
}


def _in_words(reason: str) -> str:
    """Return a readable form of a GEOS validity reason, which has the form ``Reason[x y]``."""
    what, _, where = reason.partition("[")
    words = _REASONS.get(what.strip(), what.strip().lower())
    place = ", ".join(f"{float(value):g}" for value in where.rstrip("]").split())
    return f"{words} at ({place})" if place else words


def rings_of(geometry: shapely.Geometry) -> tuple[tuple[Ring, ...], ...]:
    """Return the rings of each polygon in a geometry, outer ring first, without closing points."""
    found: list[tuple[Ring, ...]] = []
    for part in shapely.get_parts(geometry):
        if part.geom_type.startswith(("Multi", "GeometryCollection")):
            found.extend(rings_of(part))
        elif part.geom_type == "Polygon" and not part.is_empty:
            found.append(tuple(_open(line) for line in (part.exterior, *part.interiors)))
    return tuple(found)


def polygon_of(rings: Sequence[Sequence[Point]]) -> shapely.Polygon:
    """Return the Shapely polygon with the given outer ring and holes, for use in this package only."""
    return shapely.Polygon(rings[0], rings[1:])


def _open(line: shapely.LinearRing) -> Ring:
    return tuple(map(tuple, shapely.get_coordinates(line)[:-1].tolist()))


@lru_cache(maxsize=4096)
def hull_of_discs(discs: tuple[tuple[float, float, float], ...], segments: int = 48) -> Ring:
    """Return the convex hull of discs (x, y, radius), approximated by polygons with ``segments`` corners."""
    corners = [corner for x, y, radius in discs for corner in circle(x, y, radius, segments)]
    return rings_of(shapely.convex_hull(shapely.multipoints(np.array(corners))))[0][0]
