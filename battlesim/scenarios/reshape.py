"""What a hand does to the shape of a thing on a map: moved, turned, stretched, its corners pulled.

A thing is a piece of terrain, or dressing at one place or along one line. Inches, degrees counter-clockwise;
places are rounded to a thousandth of an inch. Doors and windows go along with the edge that they are on.
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
from battlesim.scenarios.shapes import ShapeFault, ShapeSpec, rings_of_spec
from battlesim.table.limits import MAX_BASE_WIDTH_IN, MAX_TABLE_SIDE_IN
from battlesim.table.terrain import Dressing

Thing = TerrainSpec | Dressing
DIGITS = 3
LEAST = 0.05
"""Inches: nothing is made smaller by hand."""


def rounded(point: Sequence[float]) -> Point:
    """A place as maps have it."""
    return round(point[0], DIGITS) + 0.0, round(point[1], DIGITS) + 0.0


def form_of(thing: Thing) -> str:
    """Which shape it has: polygon, rect, circle or line."""
    if isinstance(thing, Dressing):
        return "line" if thing.line else "rect"
    return next((name for name in ("rect", "circle", "line") if getattr(thing, name) is not None), "polygon")


@lru_cache(maxsize=8192)
def outline(thing: Thing) -> tuple[Ring, ...]:
    """Its outline and holes, also where no map would take it; none for a shape that is nothing yet."""
    if isinstance(thing, Dressing):
        if thing.places:
            x, y, turn = thing.places[0]
            return (rect(x, y, *thing.size, turn),)
        return _thick(thing.line, thing.size[1])
    try:
        return rings_of_spec(_shape(thing))
    except ShapeFault:
        return _crude(thing)


@lru_cache(maxsize=8192)
def box_of(thing: Thing) -> tuple[float, float, float, float]:
    """Least x, least y, greatest x, greatest y of its outline; of one that is nothing yet, infinite."""
    rings = outline(thing)
    return ring_bounds(rings[0]) if rings else (math.inf,) * 4


def _shape(thing: TerrainSpec) -> ShapeSpec:
    names = (field.name for field in msgspec.structs.fields(ShapeSpec))
    return ShapeSpec(**{name: getattr(thing, name) for name in names})


def _crude(thing: TerrainSpec) -> tuple[Ring, ...]:
    """The outline of a shape that no map takes."""
    points = corners(thing)
    return (points,) if len(points) > 2 else ()


def _thick(line: tuple[Point, ...], thickness: float) -> tuple[Ring, ...]:
    try:
        return thick_line(line, thickness)
    except ValueError:
        return ()


def middle(thing: Thing) -> Point:
    """Its middle: of a line or polygon that of the box about it."""
    if isinstance(thing, Dressing) and thing.places:
        return thing.places[0][:2]
    if isinstance(thing, TerrainSpec) and thing.circle:
        return thing.circle[:2]
    left, low, right, high = ring_bounds(corners(thing))
    return (left + right) / 2, (low + high) / 2


def size(thing: Thing) -> Point:
    """Width and depth: of a rect in its own frame, else of the box about its points."""
    if isinstance(thing, Dressing) and thing.places:
        return thing.size
    if isinstance(thing, TerrainSpec) and thing.rect:
        x0, y0, x1, y1 = thing.rect
        return x1 - x0, y1 - y0
    if isinstance(thing, TerrainSpec) and thing.circle:
        return 2 * thing.circle[2], 2 * thing.circle[2]
    left, low, right, high = ring_bounds(corners(thing))
    return right - left, high - low


def angle(thing: Thing) -> float:
    """How far a rect is turned; 0 for what has no frame of its own."""
    if isinstance(thing, Dressing):
        return thing.places[0][2] if thing.places else 0.0
    return thing.turn


def corners(thing: Thing) -> tuple[Point, ...]:
    """The points that a hand can take it by: its corners, those of its holes, the ends and bends of a line, a
    point of a circle."""
    if isinstance(thing, Dressing):
        return thing.line or rect(*thing.places[0][:2], *thing.size, thing.places[0][2])
    if thing.rect:
        return rect(*middle_of(thing.rect), *size(thing), thing.turn)
    if thing.circle:
        x, y, radius = thing.circle
        return ((x + radius, y),)
    return (*(thing.line or thing.polygon or ()), *(point for hole in thing.holes for point in hole))


def middle_of(box: tuple[float, float, float, float]) -> Point:
    """The middle of x0, y0, x1, y1."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


# -- the whole thing --


def moved(thing: Thing, dx: float, dy: float) -> Thing:
    """Moved."""
    return _mapped(thing, lambda point: (point[0] + dx, point[1] + dy), 0.0)


def turned(thing: Thing, degrees: float, about: Point) -> Thing:
    """Turned about a point."""
    return _mapped(
        thing,
        lambda point: placed_ring(((point[0] - about[0], point[1] - about[1]),), *about, degrees)[0],
        degrees,
    )


def _mapped(thing: Thing, to: Callable[[Point], Point], degrees: float) -> Thing:
    """Where a motion of the plane takes it."""

    def all_of(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(rounded(to(point)) for point in points)

    if isinstance(thing, Dressing):
        places = tuple((*rounded(to((x, y))), _even(turn + degrees)) for x, y, turn in thing.places)
        return msgspec.structs.replace(thing, places=places, line=all_of(thing.line))
    new: dict[str, Any] = {}
    if thing.rect:
        wide, deep = size(thing)
        new = {"rect": _box(to(middle(thing)), wide, deep), "turn": _even(thing.turn + degrees)}
    elif thing.circle:
        new = {"circle": (*rounded(to(thing.circle[:2])), thing.circle[2])}
    else:
        name = "line" if thing.line else "polygon"
        new = {name: all_of(corners(thing)[: len(getattr(thing, name) or ())])}
        new["holes"] = tuple(map(all_of, thing.holes))
    openings = tuple(
        msgspec.structs.replace(one, start=rounded(to(one.start)), end=rounded(to(one.end)))
        for one in thing.openings
    )
    return msgspec.structs.replace(thing, **new, openings=openings)


def _even(degrees: float) -> float:
    return round(degrees % 360.0, 2) % 360.0


def _box(at: Point, wide: float, deep: float) -> tuple[float, float, float, float]:
    x, y = at
    return (*rounded((x - wide / 2, y - deep / 2)), *rounded((x + wide / 2, y + deep / 2)))


def put_at(thing: Thing, x: float, y: float) -> Thing:
    """With its middle at a place."""
    here = middle(thing)
    return moved(thing, x - here[0], y - here[1])


def faced(thing: Thing, degrees: float) -> Thing:
    """Turned about its middle, so that it lies at an angle."""
    return turned(thing, degrees - angle(thing), middle(thing))


def stretched(thing: Thing, wide: float, deep: float) -> Thing:
    """Of another width and depth about its middle. A circle takes the first as its diameter."""
    wide, deep = (min(max(value, LEAST), MAX_TABLE_SIDE_IN) for value in (wide, deep))
    if isinstance(thing, Dressing) and thing.places:
        return msgspec.structs.replace(
            thing, size=(min(wide, MAX_BASE_WIDTH_IN), min(deep, MAX_BASE_WIDTH_IN))
        )
    at = middle(thing)
    if isinstance(thing, TerrainSpec) and thing.rect:
        return carried(thing, msgspec.structs.replace(thing, rect=_box(at, wide, deep)))
    if isinstance(thing, TerrainSpec) and thing.circle:
        return carried(thing, msgspec.structs.replace(thing, circle=(*at, round(wide / 2, DIGITS))))
    now = size(thing)
    kx, ky = (new / old if old else 1.0 for new, old in zip((wide, deep), now, strict=True))
    points = [(at[0] + (x - at[0]) * kx, at[1] + (y - at[1]) * ky) for x, y in corners(thing)]
    return with_corners(thing, points)


# -- corners --


def with_corners(thing: Thing, points: Sequence[Point]) -> Thing:
    """A polygon or line with other corners, as many as it has."""
    rest = [rounded(point) for point in points]
    if isinstance(thing, Dressing):
        return msgspec.structs.replace(thing, line=tuple(rest))
    name = "line" if thing.line else "polygon"
    own = len(getattr(thing, name) or ())
    first, rest = tuple(rest[:own]), rest[own:]
    holes = []
    for hole in thing.holes:
        holes.append(tuple(rest[: len(hole)]))
        rest = rest[len(hole) :]
    return carried(thing, msgspec.structs.replace(thing, **{name: first}, holes=tuple(holes)))


def pulled(thing: Thing, number: int, to: Point) -> Thing:
    """With a corner at another place. The corner of a rect that lies across stays where it is."""
    if form_of(thing) == "rect":
        return _pulled_rect(thing, number, to)
    if isinstance(thing, TerrainSpec) and thing.circle:
        radius = round(max(math.dist(thing.circle[:2], to), LEAST), DIGITS)
        return carried(thing, msgspec.structs.replace(thing, circle=(*thing.circle[:2], radius)))
    points = list(corners(thing))
    points[number] = to
    return with_corners(thing, points)


def _pulled_rect(thing: Thing, number: int, to: Point) -> Thing:
    still, turn = corners(thing)[(number + 2) % 4], math.radians(angle(thing))
    dx, dy = to[0] - still[0], to[1] - still[1]
    along, across = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
    wide, deep = max(abs(along), LEAST), max(abs(across), LEAST)
    at = ((still[0] + to[0]) / 2, (still[1] + to[1]) / 2)
    if isinstance(thing, Dressing):
        place = (*rounded(at), thing.places[0][2])
        return msgspec.structs.replace(
            thing, places=(place,), size=rounded((min(wide, MAX_BASE_WIDTH_IN), min(deep, MAX_BASE_WIDTH_IN)))
        )
    return carried(thing, msgspec.structs.replace(thing, rect=_box(at, wide, deep)))


def widened(thing: Thing, number: int, to: Point) -> Thing:
    """A rect with the edge after a corner as far out as a place; the edge across stays where it is."""
    points = corners(thing)
    (ax, ay), (bx, by), far = points[number], points[(number + 1) % 4], points[(number + 2) % 4]
    long = math.dist((ax, ay), (bx, by)) or 1.0
    nx, ny = (by - ay) / long, (ax - bx) / long
    out = (to[0] - ax) * nx + (to[1] - ay) * ny
    out = max(out, LEAST - ((ax - far[0]) * nx + (ay - far[1]) * ny))
    return _pulled_rect(thing, number, (ax + out * nx, ay + out * ny))


def bent(thing: Thing, point: Point) -> tuple[Thing, int]:
    """With one more corner on the edge that is nearest to a point, and its number. A rect becomes a polygon;
    a circle and dressing at a place stay as they are, with number -1."""
    made = as_polygon(thing)
    own, closed = _own_points(made)
    if not own:
        return thing, -1
    lines = list(ring_edges(own)) if closed else list(itertools.pairwise(own))
    near = min(range(len(lines)), key=lambda k: math.dist(point, closest_point_on_edge(point, lines[k])))
    more = (*own[: near + 1], rounded(point), *own[near + 1 :])
    return _with_own(made, more), near + 1


def straightened(thing: Thing, number: int) -> Thing:
    """Without a corner, as long as enough are left."""
    own, closed = _own_points(thing)
    if number >= len(own) or len(own) <= (3 if closed else 2):
        return thing
    return _with_own(thing, (*own[:number], *own[number + 1 :]))


def as_polygon(thing: Thing) -> Thing:
    """A rect as the polygon that it is; all else as it is."""
    if isinstance(thing, TerrainSpec) and thing.rect:
        return msgspec.structs.replace(
            thing, rect=None, turn=0.0, polygon=tuple(map(rounded, corners(thing)))
        )
    return thing


def _own_points(thing: Thing) -> tuple[tuple[Point, ...], bool]:
    """The corners of a line or of the outline of a polygon, and whether they close."""
    if isinstance(thing, Dressing):
        return thing.line, False
    return (thing.line, False) if thing.line else (thing.polygon or (), True)


def _with_own(thing: Thing, points: tuple[Point, ...]) -> Thing:
    if isinstance(thing, Dressing):
        return msgspec.structs.replace(thing, line=points)
    name = "line" if thing.line else "polygon"
    return msgspec.structs.replace(thing, **{name: points})


# -- doors and windows --


def carried(old: TerrainSpec, new: TerrainSpec) -> TerrainSpec:
    """A changed piece with its doors and windows on the same edges, as wide as they were where that goes."""
    if not old.openings:
        return new
    before, after = (_edges_of(piece) for piece in (old, new))
    if len(before) != len(after):
        return new
    openings = tuple(_carried(one, before, after) for one in old.openings)
    return msgspec.structs.replace(new, openings=openings)


def _edges_of(piece: TerrainSpec) -> list[tuple[Point, Point]]:
    return [line for ring in outline(piece) for line in ring_edges(ring)]


def _carried(
    one: OpeningSpec, before: list[tuple[Point, Point]], after: list[tuple[Point, Point]]
) -> OpeningSpec:
    at = ((one.start[0] + one.end[0]) / 2, (one.start[1] + one.end[1]) / 2)
    number = min(range(len(before)), key=lambda k: math.dist(at, closest_point_on_edge(at, before[k])))
    (a, b), line = before[number], after[number]
    share = math.dist(a, at) / (math.dist(a, b) or 1.0)
    wide = math.dist(one.start, one.end)
    forward = math.dist(a, one.start) <= math.dist(a, one.end)
    start, end = stretch(line, share * math.dist(*line), wide)
    return msgspec.structs.replace(one, start=start if forward else end, end=end if forward else start)


def stretch(line: tuple[Point, Point], along: float, wide: float) -> tuple[Point, Point]:
    """The part of a line that is so wide about a place so far along it, moved to where the line goes."""
    long = math.dist(*line)
    wide = min(wide, long)
    first = min(max(along - wide / 2, 0.0), long - wide)
    (ax, ay), (bx, by) = line

    def at(far: float) -> Point:
        t = far / long if long else 0.0
        return rounded((ax + (bx - ax) * t, ay + (by - ay) * t))

    return at(first), at(first + wide)


def edge_at(thing: TerrainSpec, point: Point) -> tuple[tuple[Point, Point], float] | None:
    """The edge of its outline that is nearest to a point, and how far away; None where it has none."""
    lines = _edges_of(thing)
    if not lines:
        return None
    line = min(lines, key=lambda line: math.dist(point, closest_point_on_edge(point, line)))
    return line, math.dist(point, closest_point_on_edge(point, line))
