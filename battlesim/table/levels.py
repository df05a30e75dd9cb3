"""Heights of the ground, of terrain and of pieces. All lengths are in inches.

Heights are measured from the table, except for `altitude`, which is measured from the surface below a piece.
Terrain with the trait `relief`, such as a hill, is part of the ground and raises whatever stands on it. New
places on the table are made only by the functions of this module.
"""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import is_point_in_shape, nearest_outline_point
from battlesim.geometry.shapes import Ring, centroid, ring_bounds
from battlesim.table.pieces import Aboard, Inside, OnTable, Piece, Place
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Opening, Terrain

RELIEF_TRAIT = "relief"
"""The trait of terrain that is ground and lifts what stands on it."""
FLAT_ROOF_TRAIT, PARAPET_TRAIT = "flat_roof", "parapet"
"""Traits of terrain on top of which pieces can stand, and whose edge protects those who do."""

Support = Literal["ground", "air"]
"""What carries a piece: the ground (or terrain on whose top it is posted), or nothing, as it flies."""


def is_relief(terrain: Terrain) -> bool:
    """Return whether a piece of terrain is part of the ground, such as a hill."""
    return terrain.has_trait(RELIEF_TRAIT)


def relief(ground: Ground) -> tuple[Terrain, ...]:
    """Return the hills and other terrain that is part of the ground, highest first. The result is cached."""
    return ground.cached_value("levels: relief", lambda: _highest_first(ground))


def _highest_first(ground: Ground) -> tuple[Terrain, ...]:
    return tuple(sorted(filter(is_relief, ground.terrain), key=lambda terrain: -terrain.height))


def ground_level(ground: Ground, x: float, y: float) -> float:
    """Return the height of the ground at a point: the top of the highest hill there, or 0 without hills."""
    for terrain in relief(ground):
        x0, y0, x1, y1 = ring_bounds(terrain.rings[0])
        near = x0 - TOL <= x <= x1 + TOL and y0 - TOL <= y <= y1 + TOL
        if near and is_point_in_shape(x, y, terrain.rings):
            return terrain.height
    return 0.0


def is_beside_relief(ground: Ground, x: float, y: float, distance: float) -> bool:
    """Return whether the outline of a hill lies within the given distance of a point."""
    rings = (ring for terrain in relief(ground) for ring in terrain.rings)
    return any(math.dist((x, y), nearest_outline_point(ring, (x, y))) <= distance for ring in rings)


def middle_level(ground: Ground, rings: tuple[Ring, ...]) -> float:
    """Return the height of the ground at the centroid of an outline, taken as the height under all of it."""
    return ground_level(ground, *centroid(rings[0])) if relief(ground) else 0.0


def standing_place(ground: Ground, x: float, y: float, facing: float = 0.0, on: str = "") -> OnTable:
    """Return the place of a piece standing at (x, y), on the ground or on top of the terrain `on`.

    Raises KeyError if there is no such terrain.
    """
    return OnTable(x, y, facing, ground.get(on).height if on else ground_level(ground, x, y), on)


def flying_place(ground: Ground, x: float, y: float, facing: float, z: float) -> OnTable:
    """Return the place of a piece flying at (x, y) at height `z`, or on the ground if that is higher."""
    return OnTable(x, y, facing, max(z, ground_level(ground, x, y)))


def shifted_place(
    ground: Ground,
    place: OnTable,
    x: float,
    y: float,
    facing: float | None = None,
    before: Ground | None = None,
) -> OnTable:
    """Return the new place of a piece that moves to (x, y).

    A flying piece keeps its height, and any other piece stands on the ground. A piece on top of terrain stays
    on top while its centre is above that terrain. If the ground under the old place has changed, pass the old
    ground as `before`.
    """
    turned = place.facing if facing is None else facing
    if place.on and (post := ground.terrain_by_id().get(place.on)) and is_point_in_shape(x, y, post.rings):
        return standing_place(ground, x, y, turned, place.on)
    if not place.on and place_altitude(before or ground, place) > TOL:
        return flying_place(ground, x, y, turned, place.z)
    return standing_place(ground, x, y, turned)


def raised_place(ground: Ground, place: OnTable, x: float, y: float) -> OnTable:
    """Return a place moved to the point (x, y), with its height above the ground unchanged."""
    if not relief(ground):
        return msgspec.structs.replace(place, x=x, y=y)
    rise = ground_level(ground, x, y) - ground_level(ground, place.x, place.y)
    return msgspec.structs.replace(place, x=x, y=y, z=place.z + rise)


def place_altitude(ground: Ground, place: Place) -> float:
    """Return the height of a place above the ground or terrain under it, or 0 if it is not on the table."""
    if not isinstance(place, OnTable):
        return 0.0
    post = ground.terrain_by_id().get(place.on) if place.on else None
    return place.z - (post.height if post else ground_level(ground, place.x, place.y))


def altitude(ground: Ground, piece: Piece) -> float:
    """Return the height of a flying piece above the ground or terrain below it, or 0 for any other piece."""
    return max(0.0, place_altitude(ground, piece.place))


def support(ground: Ground, piece: Piece) -> Support:
    """Return "air" if a piece is flying, and "ground" otherwise."""
    return "air" if altitude(ground, piece) > TOL else "ground"


def foot_height(table: Table, piece: Piece) -> float:
    """Return the height of a piece's foot above the table.

    A piece inside terrain has the height of the ground there, and a piece aboard another the height of its
    carrier. For a piece off the table, return 0.
    """
    match piece.place:
        case OnTable(z=z):
            return z
        case Inside(terrain):
            return middle_level(table.ground, table.terrain(terrain).rings)
        case Aboard(carrier):
            return foot_height(table, table.piece(carrier))
    return 0.0


def can_touch(ground: Ground, a: Piece, b: Piece, within: float | None = None) -> bool:
    """Return whether two pieces are close enough in height to touch. Two pieces on the ground always are.

    If one of them flies, they must overlap in height or, if `within` is given, differ by at most `within`
    inches.
    """
    if not isinstance(a.place, OnTable) or not isinstance(b.place, OnTable):
        return True
    if support(ground, a) == support(ground, b) == "ground":
        return True
    if within is not None:
        return abs(a.place.z - b.place.z) <= within + TOL
    return a.place.z < b.place.z + b.height - TOL and b.place.z < a.place.z + a.height - TOL


def gap_in_space(ground: Ground, gap: float, first: float, second: float) -> float:
    """Return the gap between two points in space, or `gap` itself if the rules measure only horizontally.

    `gap` is the horizontal gap, and `first` and `second` are the heights of the two points.
    """
    return math.hypot(gap, first - second) if ground.lengths == "space" and first != second else gap


def horizontal_reach(ground: Ground, reach: float, first: float, second: float) -> float | None:
    """Return the largest horizontal gap that a range of `reach` inches can span between two heights.

    Return None if the difference in height alone is greater than the range.
    """
    if ground.lengths != "space" or first == second:
        return reach
    return math.sqrt(reach * reach - (first - second) ** 2) if reach >= abs(first - second) else None


def is_between(low: float, height: float, bottom: float, top: float) -> bool:
    """Return whether a body and an obstacle overlap in height.

    The body stands at `low` and has the given height. The obstacle extends from `bottom` to `top`.
    """
    return low < top - TOL and low + height > bottom + TOL


def raised_terrain(terrain: Terrain, by: float) -> Terrain:
    """Return a copy of the terrain raised by the given number of inches. An underside at 0 stays at 0."""
    if not by:
        return terrain
    bottom = terrain.bottom + by if terrain.bottom else 0.0
    openings = tuple(_raised_opening(opening, by) for opening in terrain.openings)
    return msgspec.structs.replace(terrain, height=terrain.height + by, bottom=bottom, openings=openings)


def _raised_opening(opening: Opening, by: float) -> Opening:
    return msgspec.structs.replace(opening, sill=opening.sill + by, top=opening.top + by)


def terrain_above_ground(ground: Ground, terrain: Terrain) -> Terrain:
    """Return terrain with its heights measured from the ground under it. Hills are returned unchanged."""
    return terrain if is_relief(terrain) else raised_terrain(terrain, -middle_level(ground, terrain.rings))


def terrain_on_relief(ground: Ground) -> tuple[Terrain, ...]:
    """Return all terrain with its heights above the ground converted to heights above the table."""
    if not relief(ground):
        return ground.terrain
    return tuple(
        t if is_relief(t) else raised_terrain(t, middle_level(ground, t.rings)) for t in ground.terrain
    )


def lying_terrain(ground: Ground) -> tuple[Terrain, ...]:
    """Return all terrain with its heights measured from the ground under it. The result is cached.

    These heights decide, for example, whether a piece beside the terrain can cross it.
    """
    return ground.cached_value(
        "levels: lying", lambda: tuple(terrain_above_ground(ground, each) for each in ground.terrain)
    )


def terrain_at(ground: Ground, x: float, y: float) -> list[Terrain]:
    """Return the terrain at a point, topmost first: the objects that stand on the ground, then the hills."""
    lying = (terrain for terrain in reversed(ground.terrain) if not is_relief(terrain))
    return [each for each in (*lying, *relief(ground)) if is_point_in_shape(x, y, each.rings)]


def terrain_on_ground(ground: Ground, terrain: Terrain, rings: tuple[Ring, ...]) -> Terrain:
    """Return terrain moved to a new outline, with its height above the ground unchanged."""
    by = middle_level(ground, rings) - middle_level(ground, terrain.rings)
    return raised_terrain(msgspec.structs.replace(terrain, rings=rings), by)
