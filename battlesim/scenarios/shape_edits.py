"""Functions that move, rotate and resize the shapes of map objects, or move their corners.

A map object is a piece of terrain or an item of scenery. Lengths are in inches, angles in degrees
counter-clockwise, and coordinates are rounded to 0.001 in. Doors and windows move with the edge they are in.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from battlesim.geometry.shapes import Point, Ring, placed_ring, rect, ring_bounds, thick_line
from battlesim.geometry.snapping import closest_point_on_edge, ring_edges
from battlesim.scenarios.maps import OpeningSpec, TerrainSpec
from battlesim.scenarios.shape_specs import ShapeError, ShapeSpec, spec_rings
from battlesim.table.limits import MAX_BASE_WIDTH_IN, MAX_TABLE_SIDE_IN
from battlesim.table.terrain import Dressing

MapObject = TerrainSpec | Dressing
"""Type of an object on a map: a terrain spec, or dressing at one place or along one line."""
COORDINATE_DIGITS = 3
"""Number of decimals of coordinates in maps."""
MIN_SIZE_IN = 0.05
"""Smallest size in inches that editing can give an object."""


def rounded_map_point(point: Sequence[float]) -> Point:
    """Return a point rounded to 0.001 in, the precision of map files."""
    return round(point[0], COORDINATE_DIGITS) + 0.0, round(point[1], COORDINATE_DIGITS) + 0.0


def shape_kind(map_object: MapObject) -> str:
    """Return the type of a map object's shape: "polygon", "rect", "circle" or "line"."""
    if isinstance(map_object, Dressing):
        return "line" if map_object.line else "rect"
    return next(
        (name for name in ("rect", "circle", "line") if getattr(map_object, name) is not None), "polygon"
    )


@lru_cache(maxsize=8192)
def object_outline(map_object: MapObject) -> tuple[Ring, ...]:
    """Return the outline of a map object, followed by its holes, without checking them.

    Return an empty tuple if the shape is not yet complete.
    """
    if isinstance(map_object, Dressing):
        if map_object.places:
            x, y, turn = map_object.places[0]
            return (rect(x, y, *map_object.size, turn),)
        return _thick(map_object.line, map_object.size[1])
    try:
        return spec_rings(_shape(map_object))
    except ShapeError:
        return _invalid_outline(map_object)


@lru_cache(maxsize=8192)
def bounding_box(map_object: MapObject) -> tuple[float, float, float, float]:
    """Return the bounding box (x0, y0, x1, y1) of a map object. It is infinite if there is no outline."""
    rings = object_outline(map_object)
    return ring_bounds(rings[0]) if rings else (math.inf,) * 4


def _shape(thing: TerrainSpec) -> ShapeSpec:
    names = (field.name for field in msgspec.structs.fields(ShapeSpec))
    return ShapeSpec(**{name: getattr(thing, name) for name in names})


def _invalid_outline(thing: TerrainSpec) -> tuple[Ring, ...]:
    """Return the outline of an invalid shape."""
    points = handle_points(thing)
    return (points,) if len(points) > 2 else ()


def _thick(line: tuple[Point, ...], thickness: float) -> tuple[Ring, ...]:
    try:
        return thick_line(line, thickness)
    except ValueError:
        return ()


def object_centre(map_object: MapObject) -> Point:
    """Return the centre of a map object. For a line or polygon, this is the centre of its bounding box."""
    if isinstance(map_object, Dressing) and map_object.places:
        return map_object.places[0][:2]
    if isinstance(map_object, TerrainSpec) and map_object.circle:
        return map_object.circle[:2]
    left, low, right, high = ring_bounds(handle_points(map_object))
    return (left + right) / 2, (low + high) / 2


def object_size(map_object: MapObject) -> Point:
    """Return the width and depth of a map object in inches, measured along the sides of a rectangle."""
    if isinstance(map_object, Dressing) and map_object.places:
        return map_object.size
    if isinstance(map_object, TerrainSpec) and map_object.rect:
        x0, y0, x1, y1 = map_object.rect
        return x1 - x0, y1 - y0
    if isinstance(map_object, TerrainSpec) and map_object.circle:
        return 2 * map_object.circle[2], 2 * map_object.circle[2]
    left, low, right, high = ring_bounds(handle_points(map_object))
    return right - left, high - low


def object_angle(map_object: MapObject) -> float:
    """Return the rotation of a rectangle in degrees, or 0 for any other shape."""
    if isinstance(map_object, Dressing):
        return map_object.places[0][2] if map_object.places else 0.0
    return map_object.turn


def handle_points(map_object: MapObject) -> tuple[Point, ...]:
    """Return the points at which a map object can be dragged: its corners, or a single point of a circle."""
    if isinstance(map_object, Dressing):
        return map_object.line or rect(*map_object.places[0][:2], *map_object.size, map_object.places[0][2])
    if map_object.rect:
        return rect(*box_centre(map_object.rect), *object_size(map_object), map_object.turn)
    if map_object.circle:
        x, y, radius = map_object.circle
        return ((x + radius, y),)
    return (
        *(map_object.line or map_object.polygon or ()),
        *(point for hole in map_object.holes for point in hole),
    )


def box_centre(box: tuple[float, float, float, float]) -> Point:
    """Return the centre of a box given as (x0, y0, x1, y1)."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


# -- the whole object --


def moved_object(map_object: MapObject, dx: float, dy: float) -> MapObject:
    """Return a copy of a map object moved by dx and dy inches."""
    return _mapped(map_object, lambda point: (point[0] + dx, point[1] + dy), 0.0)


def turned_object(map_object: MapObject, degrees: float, centre: Point) -> MapObject:
    """Return a copy of a map object rotated about `centre`, in degrees counter-clockwise."""
    return _mapped(
        map_object,
        lambda point: placed_ring(((point[0] - centre[0], point[1] - centre[1]),), *centre, degrees)[0],
        degrees,
    )


def _mapped(thing: MapObject, to: Callable[[Point], Point], degrees: float) -> MapObject:
    """Return the object moved by a rigid motion: `to` maps points, `degrees` is its angle."""

    def all_of(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(rounded_map_point(to(point)) for point in points)

    if isinstance(thing, Dressing):
        places = tuple((*rounded_map_point(to((x, y))), _even(turn + degrees)) for x, y, turn in thing.places)
        return msgspec.structs.replace(thing, places=places, line=all_of(thing.line))
    new: dict[str, Any] = {}
    if thing.rect:
        wide, deep = object_size(thing)
        new = {"rect": _box(to(object_centre(thing)), wide, deep), "turn": _even(thing.turn + degrees)}
    elif thing.circle:
        new = {"circle": (*rounded_map_point(to(thing.circle[:2])), thing.circle[2])}
    else:
        name = "line" if thing.line else "polygon"
        new = {name: all_of(handle_points(thing)[: len(getattr(thing, name) or ())])}
        new["holes"] = tuple(map(all_of, thing.holes))
    openings = tuple(
        msgspec.structs.replace(
            opening, start=rounded_map_point(to(opening.start)), end=rounded_map_point(to(opening.end))
        )
        for opening in thing.openings
    )
    return msgspec.structs.replace(thing, **new, openings=openings)


def _even(degrees: float) -> float:
    return round(degrees % 360.0, 2) % 360.0


def _box(at: Point, wide: float, deep: float) -> tuple[float, float, float, float]:
    x, y = at
    return (
        *rounded_map_point((x - wide / 2, y - deep / 2)),
        *rounded_map_point((x + wide / 2, y + deep / 2)),
    )


def centred_at(map_object: MapObject, x: float, y: float) -> MapObject:
    """Return a copy of a map object with its centre moved to (x, y)."""
    here = object_centre(map_object)
    return moved_object(map_object, x - here[0], y - here[1])


def turned_to(map_object: MapObject, degrees: float) -> MapObject:
    """Return a copy of a map object rotated about its centre to the given angle in degrees."""
    return turned_object(map_object, degrees - object_angle(map_object), object_centre(map_object))


def resized(map_object: MapObject, wide: float, deep: float) -> MapObject:
    """Return a copy of a map object scaled about its centre to the given width and depth.

    For a circle, `wide` is the diameter.
    """
    wide, deep = (min(max(value, MIN_SIZE_IN), MAX_TABLE_SIDE_IN) for value in (wide, deep))
    if isinstance(map_object, Dressing) and map_object.places:
        return msgspec.structs.replace(
            map_object, size=(min(wide, MAX_BASE_WIDTH_IN), min(deep, MAX_BASE_WIDTH_IN))
        )
    at = object_centre(map_object)
    if isinstance(map_object, TerrainSpec) and map_object.rect:
        return with_openings_kept(map_object, msgspec.structs.replace(map_object, rect=_box(at, wide, deep)))
    if isinstance(map_object, TerrainSpec) and map_object.circle:
        return with_openings_kept(
            map_object, msgspec.structs.replace(map_object, circle=(*at, round(wide / 2, COORDINATE_DIGITS)))
        )
    now = object_size(map_object)
    kx, ky = (new / old if old else 1.0 for new, old in zip((wide, deep), now, strict=True))
    points = [(at[0] + (x - at[0]) * kx, at[1] + (y - at[1]) * ky) for x, y in handle_points(map_object)]
    return with_corners(map_object, points)


# -- corners --


def with_corners(map_object: MapObject, points: Sequence[Point]) -> MapObject:
    """Return a copy of a polygon or line with its corners at the given points."""
    rest = [rounded_map_point(point) for point in points]
    if isinstance(map_object, Dressing):
        return msgspec.structs.replace(map_object, line=tuple(rest))
    name = "line" if map_object.line else "polygon"
    own = len(getattr(map_object, name) or ())
    first, rest = tuple(rest[:own]), rest[own:]
    holes = []
    for hole in map_object.holes:
        holes.append(tuple(rest[: len(hole)]))
        rest = rest[len(hole) :]
    return with_openings_kept(
        map_object, msgspec.structs.replace(map_object, **{name: first}, holes=tuple(holes))
    )


def with_corner_at(map_object: MapObject, number: int, target_point: Point) -> MapObject:
    """Return a map object with a corner moved to a point. A rectangle keeps its opposite corner."""
    if shape_kind(map_object) == "rect":
        return _pulled_rect(map_object, number, target_point)
    if isinstance(map_object, TerrainSpec) and map_object.circle:
        radius = round(max(math.dist(map_object.circle[:2], target_point), MIN_SIZE_IN), COORDINATE_DIGITS)
        return with_openings_kept(
            map_object, msgspec.structs.replace(map_object, circle=(*map_object.circle[:2], radius))
        )
    points = list(handle_points(map_object))
    points[number] = target_point
    return with_corners(map_object, points)


def _pulled_rect(thing: MapObject, number: int, to: Point) -> MapObject:
    still, turn = handle_points(thing)[(number + 2) % 4], math.radians(object_angle(thing))
    dx, dy = to[0] - still[0], to[1] - still[1]
    along, across = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
    wide, deep = max(abs(along), MIN_SIZE_IN), max(abs(across), MIN_SIZE_IN)
    at = ((still[0] + to[0]) / 2, (still[1] + to[1]) / 2)
    if isinstance(thing, Dressing):
        place = (*rounded_map_point(at), thing.places[0][2])
        return msgspec.structs.replace(
            thing,
            places=(place,),
            size=rounded_map_point((min(wide, MAX_BASE_WIDTH_IN), min(deep, MAX_BASE_WIDTH_IN))),
        )
    return with_openings_kept(thing, msgspec.structs.replace(thing, rect=_box(at, wide, deep)))


def with_edge_at(map_object: MapObject, number: int, target_point: Point) -> MapObject:
    """Return a rectangle resized so that an edge passes through a point. The opposite edge stays in place.

    `number` is the index of the corner at which the edge begins.
    """
    points = handle_points(map_object)
    (ax, ay), (bx, by), far = points[number], points[(number + 1) % 4], points[(number + 2) % 4]
    long = math.dist((ax, ay), (bx, by)) or 1.0
    nx, ny = (by - ay) / long, (ax - bx) / long
    out = (target_point[0] - ax) * nx + (target_point[1] - ay) * ny
    out = max(out, MIN_SIZE_IN - ((ax - far[0]) * nx + (ay - far[1]) * ny))
    return _pulled_rect(map_object, number, (ax + out * nx, ay + out * ny))


def with_corner_added(map_object: MapObject, point: Point) -> tuple[MapObject, int]:
    """Return a map object with a corner added to the edge nearest to a point, and the index of that corner.

    A rectangle becomes a polygon. Circles and scenery at points are returned unchanged, with the index -1.
    """
    polygon = as_polygon(map_object)
    own, closed = _own_points(polygon)
    if not own:
        return map_object, -1
    lines = list(ring_edges(own)) if closed else list(itertools.pairwise(own))
    near = min(range(len(lines)), key=lambda k: math.dist(point, closest_point_on_edge(point, lines[k])))
    more = (*own[: near + 1], rounded_map_point(point), *own[near + 1 :])
    return _with_own_points(polygon, more), near + 1


def without_corner(map_object: MapObject, number: int) -> MapObject:
    """Return a map object without one of its corners, or unchanged if too few corners would be left."""
    own, closed = _own_points(map_object)
    if number >= len(own) or len(own) <= (3 if closed else 2):
        return map_object
    return _with_own_points(map_object, (*own[:number], *own[number + 1 :]))


def as_polygon(map_object: MapObject) -> MapObject:
    """Return a map object with its rectangle converted to a polygon. Other shapes are returned unchanged."""
    if isinstance(map_object, TerrainSpec) and map_object.rect:
        return msgspec.structs.replace(
            map_object, rect=None, turn=0.0, polygon=tuple(map(rounded_map_point, handle_points(map_object)))
        )
    return map_object


def _own_points(thing: MapObject) -> tuple[tuple[Point, ...], bool]:
    """Return the points of a line or of a polygon's outline, and whether they form a closed ring."""
    if isinstance(thing, Dressing):
        return thing.line, False
    return (thing.line, False) if thing.line else (thing.polygon or (), True)


def _with_own_points(thing: MapObject, points: tuple[Point, ...]) -> MapObject:
    if isinstance(thing, Dressing):
        return msgspec.structs.replace(thing, line=points)
    name = "line" if thing.line else "polygon"
    return msgspec.structs.replace(thing, **{name: points})


# -- doors and windows --


def with_openings_kept(old: TerrainSpec, new: TerrainSpec) -> TerrainSpec:
    """Return reshaped terrain with its doors and windows on the same edges as before.

    They are narrowed if an edge is too short.
    """
    if not old.openings:
        return new
    before, after = (_edges_of(piece) for piece in (old, new))
    if len(before) != len(after):
        return new
    openings = tuple(_carried_opening(opening, before, after) for opening in old.openings)
    return msgspec.structs.replace(new, openings=openings)


def _edges_of(piece: TerrainSpec) -> list[tuple[Point, Point]]:
    return [line for ring in object_outline(piece) for line in ring_edges(ring)]


def _carried_opening(
    opening: OpeningSpec, before: list[tuple[Point, Point]], after: list[tuple[Point, Point]]
) -> OpeningSpec:
    at = ((opening.start[0] + opening.end[0]) / 2, (opening.start[1] + opening.end[1]) / 2)
    number = min(range(len(before)), key=lambda k: math.dist(at, closest_point_on_edge(at, before[k])))
    (a, b), line = before[number], after[number]
    fraction = math.dist(a, at) / (math.dist(a, b) or 1.0)
    wide = math.dist(opening.start, opening.end)
    forward = math.dist(a, opening.start) <= math.dist(a, opening.end)
    start, end = segment_around(line, fraction * math.dist(*line), wide)
    return msgspec.structs.replace(opening, start=start if forward else end, end=end if forward else start)


def segment_around(line: tuple[Point, Point], along: float, wide: float) -> tuple[Point, Point]:
    """Return the part of a line segment that is `wide` inches long and centred `along` inches from the start.

    Near an end of the segment, the part is shifted so that it stays within the segment.
    """
    long = math.dist(*line)
    wide = min(wide, long)
    first = min(max(along - wide / 2, 0.0), long - wide)
    (ax, ay), (bx, by) = line

    def at(far: float) -> Point:
        t = far / long if long else 0.0
        return rounded_map_point((ax + (bx - ax) * t, ay + (by - ay) * t))

    return at(first), at(first + wide)


def nearest_edge(map_object: TerrainSpec, point: Point) -> tuple[tuple[Point, Point], float] | None:
    """Return the edge of a terrain outline nearest to a point, and the distance between edge and point.

    Return None if the terrain has no outline.
    """
    lines = _edges_of(map_object)
    if not lines:
        return None
    line = min(lines, key=lambda line: math.dist(point, closest_point_on_edge(point, line)))
    return line, math.dist(point, closest_point_on_edge(point, line))
