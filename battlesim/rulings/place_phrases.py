"""Phrases that describe points and directions by objects on the table, for players with real miniatures.

Examples are "2.3 in north of the sentry" for a point, and "toward the north-east corner of House 1" for a
move. Lengths are in inches and measured in plan, from the edge of a base or a corner of terrain.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from battlesim.geometry.arcs import bearing, signed_turn
from battlesim.geometry.compass import compass_name
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import is_point_in_shape, nearest_outline_point, path_length
from battlesim.geometry.shapes import Point, Ring, band_thickness, ring_bounds
from battlesim.rulings.tape import tape_between
from battlesim.table.levels import is_relief
from battlesim.table.phrases import AnyText, Ref, length_text, phrase
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain

MAX_NAMED_CORNERS: Final = 8
"""The largest number of corners of an outline whose corners are named; a rounder one has none."""
MAX_LANDMARK_DISTANCE_IN: Final = 24.0
"""The largest distance of a landmark to which a phrase refers."""
MAX_AIM_OFF_DEG: Final = 6.0
"""The largest angle between a move and the direction to the landmark that it is said to go toward."""
MIN_ROOM_WIDTH_IN: Final = 1.0
"""Least thickness of terrain that a point is inside of; it is on a thinner one, such as a wall or a hedge."""
MIN_STRAIGHT_FRACTION: Final = 0.9
"""Least distance between the ends of a path, as a fraction of its length, for it to have a direction."""


class Landmark(NamedTuple):
    """A named point on the table. `distance` is its distance in inches from the point to be described."""

    point: Point
    name: AnyText
    distance: float


def nameless_terrain(table: Table) -> frozenset[str]:
    """Return the ids of terrain without a name, which players cannot find by what a phrase calls it."""
    return frozenset(terrain.id for terrain in table.ground.terrain if not terrain.name)


def place_text(table: Table, point: Point, without: Collection[str] = ()) -> AnyText:
    """Return a phrase that describes a point by the nearest landmark, such as "2.3 in north of the sentry".

    Pieces and terrain whose ids are in `without` are not used as landmarks.
    """
    piece = next((p for p in table.standing_pieces() if _stands_at(p.xy, p.radius, point)), None)
    if piece is not None and piece.id not in without:
        return phrase("on {}", Ref(piece.id))
    around = (terrain for terrain in table.ground.terrain if _is_named_inside(terrain, point, without))
    inside = min(around, key=is_relief, default=None)
    if inside is None:
        return _offset_text(
            [*_piece_landmarks(table, point, without), *_ground_landmarks(table, point, without)], point
        )
    named = named_corners(inside.rings[0])
    corners = [Landmark(at, f"its {name} corner", math.dist(at, point)) for at, name in named]
    fixed = corners or _ground_landmarks(table, point, {*without, inside.id})
    offset = _offset_text([*_piece_landmarks(table, point, without), *fixed], point)
    where = "on" if is_relief(inside) or band_thickness(inside.rings) < MIN_ROOM_WIDTH_IN else "inside"
    return phrase("{} {}, {}", where, Ref(inside.id), offset)


def _offset_text(landmarks: Sequence[Landmark], point: Point) -> AnyText:
    """Return a phrase for a point by its distance and compass direction from the nearest landmark."""
    found = min(landmarks, key=lambda landmark: landmark.distance)
    if found.distance <= TOL:
        return phrase("at {}", found.name)
    way = compass_name(bearing(found.point, point))
    return phrase("{distance} {direction} of {landmark}", length_text(found.distance, 1), way, found.name)


def heading_text(table: Table, start: Point, end: Point, without: Collection[str] = ()) -> AnyText:
    """Return a phrase for the direction of a move, such as "toward the sentry" or a compass direction.

    Only landmarks straight ahead that the move has not passed are named. Return "" if the two points are the
    same.
    """
    if math.dist(start, end) <= TOL:
        return ""
    way = bearing(start, end)
    ahead = [
        (abs(signed_turn(way, bearing(start, landmark.point))), landmark)
        for landmark in _landmarks(table, start, without)
        if math.dist(start, end) < math.dist(start, landmark.point) <= MAX_LANDMARK_DISTANCE_IN
    ]
    off, landmark = min(ahead, key=lambda found: found[0], default=(180.0, None))
    if landmark is None or off > MAX_AIM_OFF_DEG:
        return compass_name(way)
    return phrase("toward {}", landmark.name)


def course_text(table: Table, path: Sequence[Point], without: Collection[str] = ()) -> AnyText:
    """Return a phrase for a path: the direction of a nearly straight path, or the end of any other."""
    start, end = path[0], path[-1]
    if math.dist(start, end) >= MIN_STRAIGHT_FRACTION * path_length(path):
        return heading_text(table, start, end, without)
    return phrase("and ends {}", place_text(table, end, without))


def _landmarks(table: Table, point: Point, without: Collection[str]) -> list[Landmark]:
    return [*_piece_landmarks(table, point, without), *_ground_landmarks(table, point, without)]


def _piece_landmarks(table: Table, point: Point, without: Collection[str]) -> list[Landmark]:
    """Return the pieces on the table as landmarks, with their distances from the edges of the bases."""
    pieces = [piece for piece in table.standing_pieces() if piece.id not in without]
    gaps = [max(0.0, tape_between(table, piece, point).gap) for piece in pieces]
    return [
        Landmark(piece.xy, phrase("{}", Ref(piece.id)), gap) for piece, gap in zip(pieces, gaps, strict=True)
    ]


def _ground_landmarks(table: Table, point: Point, without: Collection[str]) -> list[Landmark]:
    """Return the corners of terrain and table as landmarks, and outlines with too many corners to name."""
    ground = table.ground
    corners = ground.cached_value("place landmarks", lambda: list(_corners_of_ground(ground)))
    rounded = [
        (t.id, nearest_outline_point(t.rings[0], point), phrase("{}", Ref(t.id)))
        for t in ground.terrain
        if len(t.rings[0]) > MAX_NAMED_CORNERS
    ]
    return [
        Landmark(at, name, math.dist(at, point))
        for owner, at, name in (*corners, *rounded)
        if owner not in without
    ]


def _corners_of_ground(ground: Ground) -> Iterator[tuple[str, Point, AnyText]]:
    """Yield the named corners of the table and the terrain, each with its terrain id ("" for the table)."""
    edges = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height))
    for at, name in named_corners(edges):
        yield "", at, f"the {name} corner of the table"
    for terrain in ground.terrain:
        for at, name in named_corners(terrain.rings[0]):
            yield terrain.id, at, phrase("the {direction} corner of {object}", name, Ref(terrain.id))


def named_corners(ring: Ring) -> list[tuple[Point, str]]:
    """Return the corners of an outline that can be named by a compass direction, with their names.

    If several corners lie in the same direction from the middle, only the outermost corner is named. If an
    outline has more than `MAX_NAMED_CORNERS` corners, no corner is named.
    """
    if len(ring) > MAX_NAMED_CORNERS:
        return []
    names = _corner_names(ring)
    x0, y0, x1, y1 = ring_bounds(ring)
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    outermost = {
        name: max(
            (at for at, own in zip(ring, names, strict=True) if own == name),
            key=lambda at: math.dist(at, middle),
        )
        for name in dict.fromkeys(names)
    }
    return [(at, name) for name, at in outermost.items()]


def _corner_names(ring: Sequence[Point]) -> list[str]:
    """Return the compass direction of each corner from the middle, with the outline scaled to a square."""
    x0, y0, x1, y1 = ring_bounds(ring)
    wide, deep = max(x1 - x0, TOL), max(y1 - y0, TOL)
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    return [
        compass_name(bearing((0.0, 0.0), ((x - middle[0]) / wide, (y - middle[1]) / deep))) for x, y in ring
    ]


def _stands_at(centre: Point, radius: float, point: Point) -> bool:
    return math.dist(centre, point) <= radius


def _is_named_inside(terrain: Terrain, point: Point, without: Collection[str]) -> bool:
    return terrain.id not in without and is_point_in_shape(*point, terrain.rings)
