"""Heights of the ground and of pieces above it; moves, sight, templates, measuring and pictures all ask here.

Terrain with the trait `relief` is ground: it lifts what stands on it. All heights are inches above the table,
`altitude` alone is measured from what is below. Every new position on the table is made here.
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

Support = Literal["ground", "air"]
"""What carries a piece: the ground (or terrain on whose top it is posted), or nothing, as it flies."""


def is_relief(terrain: Terrain) -> bool:
    """Return whether a terrain piece is ground, such as a hill."""
    return terrain.has_trait(RELIEF_TRAIT)


def relief(ground: Ground) -> tuple[Terrain, ...]:
    """Return the terrain that is ground, highest first, cached with the ground."""
    return ground.cached_value("levels: relief", lambda: _highest_first(ground))


def _highest_first(ground: Ground) -> tuple[Terrain, ...]:
    return tuple(sorted(filter(is_relief, ground.terrain), key=lambda terrain: -terrain.height))


def ground_level(ground: Ground, x: float, y: float) -> float:
    """Return the height of the highest relief at a point, its border included; 0 on the bare table."""
    for terrain in relief(ground):
        x0, y0, x1, y1 = ring_bounds(terrain.rings[0])
        near = x0 - TOL <= x <= x1 + TOL and y0 - TOL <= y <= y1 + TOL
        if near and is_point_in_shape(x, y, terrain.rings):
            return terrain.height
    return 0.0


def is_beside_relief(ground: Ground, x: float, y: float, distance: float) -> bool:
    """Return whether the outline of relief lies within a distance of a point."""
    rings = (ring for terrain in relief(ground) for ring in terrain.rings)
    return any(math.dist((x, y), nearest_outline_point(ring, (x, y))) <= distance for ring in rings)


def middle_level(ground: Ground, rings: tuple[Ring, ...]) -> float:
    """Return the ground level under the middle of an outline, which is that of all that lies in it."""
    return ground_level(ground, *centroid(rings[0])) if relief(ground) else 0.0


def standing_place(ground: Ground, x: float, y: float, facing: float = 0.0, on: str = "") -> OnTable:
    """Return the place of a piece that stands at a point: on the ground there, or on top of terrain `on`.

    Raises KeyError if there is no such terrain.
    """
    return OnTable(x, y, facing, ground.get(on).height if on else ground_level(ground, x, y), on)


def flying_place(ground: Ground, x: float, y: float, facing: float, z: float) -> OnTable:
    """Return the place of a piece in the air at a height, or on the ground if that is higher."""
    return OnTable(x, y, facing, max(z, ground_level(ground, x, y)))


def shifted_place(
    ground: Ground,
    place: OnTable,
    x: float,
    y: float,
    facing: float | None = None,
    before: Ground | None = None,
) -> OnTable:
    """Return a place moved to another point, at its height in the air or else on the ground there.

    What is posted on terrain stays on it as long as its centre does. `before` is the ground that the place
    was on, if it was a different one.
    """
    turned = place.facing if facing is None else facing
    if place.on and (post := ground.terrain_by_id().get(place.on)) and is_point_in_shape(x, y, post.rings):
        return standing_place(ground, x, y, turned, place.on)
    if not place.on and place_altitude(before or ground, place) > TOL:
        return flying_place(ground, x, y, turned, place.z)
    return standing_place(ground, x, y, turned)


def raised_place(ground: Ground, place: OnTable, x: float, y: float) -> OnTable:
    """Return a place put at another point for a question, as high above the ground as before."""
    if not relief(ground):
        return msgspec.structs.replace(place, x=x, y=y)
    rise = ground_level(ground, x, y) - ground_level(ground, place.x, place.y)
    return msgspec.structs.replace(place, x=x, y=y, z=place.z + rise)


def place_altitude(ground: Ground, place: Place) -> float:
    """Return the height of a place above the ground or the terrain that carries it; 0 off the table."""
    if not isinstance(place, OnTable):
        return 0.0
    post = ground.terrain_by_id().get(place.on) if place.on else None
    return place.z - (post.height if post else ground_level(ground, place.x, place.y))


def altitude(ground: Ground, piece: Piece) -> float:
    """Return the height of a piece above what is below it, 0 if that carries it or it is off the table."""
    return max(0.0, place_altitude(ground, piece.place))


def support(ground: Ground, piece: Piece) -> Support:
    """Return what carries a piece: "ground", or "air" if it flies."""
    return "air" if altitude(ground, piece) > TOL else "ground"


def foot_height(table: Table, piece: Piece) -> float:
    """Return the height of a piece's foot above the table; inside terrain it is on the ground there.

    A piece aboard another is as high as its carrier, and one off the table at 0.
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
    """Return whether heights let two pieces touch: on the ground always, as it is one surface.

    In the air their bodies must share a height, or their feet differ by at most `within` inches if given.
    """
    if not isinstance(a.place, OnTable) or not isinstance(b.place, OnTable):
        return True
    if support(ground, a) == support(ground, b) == "ground":
        return True
    if within is not None:
        return abs(a.place.z - b.place.z) <= within + TOL
    return a.place.z < b.place.z + b.height - TOL and b.place.z < a.place.z + a.height - TOL


def gap_in_space(ground: Ground, gap: float, first: float, second: float) -> float:
    """Return the length of a gap in plan between two heights, in space if lengths on this ground are."""
    return math.hypot(gap, first - second) if ground.lengths == "space" and first != second else gap


def plan_reach(ground: Ground, reach: float, first: float, second: float) -> float | None:
    """Return the gap in plan that has the length `reach` between two heights, None if every gap is longer."""
    if ground.lengths != "space" or first == second:
        return reach
    return math.sqrt(reach * reach - (first - second) ** 2) if reach >= abs(first - second) else None


def is_between(low: float, height: float, bottom: float, top: float) -> bool:
    """Return whether a body of some height with its foot at `low` shares a height with what is in its way."""
    return low < top - TOL and low + height > bottom + TOL


def raised_terrain(terrain: Terrain, by: float) -> Terrain:
    """Return terrain with its top and openings higher by some inches; a bottom of 0 stays at the table."""
    if not by:
        return terrain
    bottom = terrain.bottom + by if terrain.bottom else 0.0
    openings = tuple(_raised_opening(opening, by) for opening in terrain.openings)
    return msgspec.structs.replace(terrain, height=terrain.height + by, bottom=bottom, openings=openings)


def _raised_opening(opening: Opening, by: float) -> Opening:
    return msgspec.structs.replace(opening, sill=opening.sill + by, top=opening.top + by)


def terrain_above_ground(ground: Ground, terrain: Terrain) -> Terrain:
    """Return terrain with heights measured from the ground on which it lies; relief stays as it is."""
    return terrain if is_relief(terrain) else raised_terrain(terrain, -middle_level(ground, terrain.rings))


def terrain_on_relief(ground: Ground) -> tuple[Terrain, ...]:
    """Return terrain given by its heights above the ground with what lies on relief raised by it."""
    if not relief(ground):
        return ground.terrain
    return tuple(
        t if is_relief(t) else raised_terrain(t, middle_level(ground, t.rings)) for t in ground.terrain
    )


def lying_terrain(ground: Ground) -> tuple[Terrain, ...]:
    """Return all terrain with heights measured from the ground on which it lies, cached with the ground.

    What terrain does to a piece beside it, such as whether it can be crossed or is a door, is read from this.
    """
    return ground.cached_value(
        "levels: lying", lambda: tuple(terrain_above_ground(ground, each) for each in ground.terrain)
    )


def terrain_at(ground: Ground, x: float, y: float) -> list[Terrain]:
    """Return the terrain at a point: first what lies on the ground, the last of it first, then the hills.

    Of hills the highest is first.
    """
    lying = (terrain for terrain in reversed(ground.terrain) if not is_relief(terrain))
    return [each for each in (*lying, *relief(ground)) if is_point_in_shape(x, y, each.rings)]


def terrain_on_ground(ground: Ground, terrain: Terrain, rings: tuple[Ring, ...]) -> Terrain:
    """Return terrain moved to another outline, as high above the ground there as it was where it lay."""
    by = middle_level(ground, rings) - middle_level(ground, terrain.rings)
    return raised_terrain(msgspec.structs.replace(terrain, rings=rings), by)
