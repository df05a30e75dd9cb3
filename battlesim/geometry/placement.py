"""Placement of round bases: legal positions, positions in contact, dense packing and pushes, in inches."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import shapely

from battlesim.geometry.constants import POSITION_QUANTUM_IN, TOL
from battlesim.geometry.freespace import ROUNDING_SLACK_IN, TABLE_EDGE_ID, Floats, FreeSpace
from battlesim.geometry.paths import rounded_point
from battlesim.geometry.predicates import dwithin
from battlesim.geometry.shapes import Point, Ring, polygon_of

HEX_ROW_HEIGHT = math.sqrt(3.0) / 2.0
FIRST_WINDOW_DIVISOR = 6.0
"""The factor by which the first search window is narrower than the full window."""
CONTACT_DIRECTIONS = 120
"""The number of directions around a disc in which the nearest contact position is sought."""
PACKING_GAP_IN = 0.002
"""The gap left between packed bases, so that rounding cannot make them overlap."""


def nearest_legal_position(
    space: FreeSpace, wanted: Point, reach: float = 12.0, inside: Sequence[Ring] = ()
) -> Point | None:
    """Return the legal position nearest to `wanted`, or None if there is none within `reach` inches.

    If `inside` is given (outer ring, then holes), the centre of the base must lie inside this shape.
    """
    zone = polygon_of(inside) if inside else None
    here = rounded_point(wanted)
    if _legal(space, here, zone):
        return here
    for half in (reach / FIRST_WINDOW_DIVISOR, reach):
        region = space.free_polygons(wanted, half)
        free = region if zone is None else shapely.intersection(region, zone)
        if free.is_empty:
            continue
        foot = shapely.get_coordinates(shapely.shortest_line(free, shapely.Point(wanted)))[0]
        if half == reach or math.dist(foot, wanted) < half:
            return legal_grid_position(space, (float(foot[0]), float(foot[1])), wanted, zone)
    return None


def _legal(space: FreeSpace, point: Point, zone: Any) -> bool:
    spot = np.array([point])
    return bool(space.is_clear_at(spot)[0]) and (
        zone is None or bool(dwithin(zone, shapely.Point(point), TOL))
    )


def legal_grid_position(space: FreeSpace, foot: Point, wanted: Point, zone: Any = None) -> Point | None:
    """Return the legal position nearest to `wanted` among the grid points around the point `foot`.

    Only a few grid steps around `foot` are searched. Return None if none of these positions is legal.
    """
    steps = np.arange(-4, 5) * POSITION_QUANTUM_IN
    dx, dy = np.meshgrid(steps, steps)
    base = rounded_point(foot)
    around = np.round(np.stack([base[0] + dx.ravel(), base[1] + dy.ravel()], axis=1), 3) + 0.0
    far = np.hypot(around[:, 0] - wanted[0], around[:, 1] - wanted[1])
    good = space.is_clear_at(around)
    if zone is not None:
        good &= dwithin(zone, shapely.points(around), TOL)
    order = np.lexsort((around[:, 1], around[:, 0], far))
    best = next((i for i in order if good[i]), None)
    return None if best is None else (float(around[best, 0]), float(around[best, 1]))


def positions_touching_disc(
    space: FreeSpace, centre: Point, radius: float, spacing: float = 0.25
) -> list[Point]:
    """Return free positions in which a base touches a disc, roughly `spacing` inches apart.

    They are in counter-clockwise order, starting in the direction of the x axis.
    """
    ring = radius + space.radius
    count = max(12, math.ceil(2.0 * math.pi * ring / spacing))
    angles = np.arange(count) * (2.0 * math.pi / count)
    spots = np.array(centre) + ring * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return _free_of(space, spots)


def nearest_positions_touching_disc(
    space: FreeSpace, centre: Point, radius: float, wanted: Point
) -> list[Point]:
    """Return the free positions nearest to `wanted` in which a base touches a disc.

    The search covers 120 directions and the exact direction from the centre to `wanted`. All positions at the
    same distance are returned, unless they are close together.
    """
    ring, away = radius + space.radius, math.dist(wanted, centre)
    found = positions_touching_disc(space, centre, radius, math.tau * ring / CONTACT_DIRECTIONS * 1.0001)
    if away > TOL:
        (x, y), (x0, y0), share = wanted, centre, ring / away
        straight = rounded_point((x0 + (x - x0) * share, y0 + (y - y0) * share))
        found = found if space.obstructions(straight) else [straight, *found]
    least = min((math.dist(wanted, place) for place in found), default=math.inf)
    taken: list[Point] = []
    for place in (place for place in found if math.dist(wanted, place) <= least + TOL):
        if all(math.dist(place, other) >= space.radius for other in taken):
            taken.append(place)
    return taken


def positions_touching_outline(space: FreeSpace, rings: Sequence[Ring], spacing: float = 0.25) -> list[Point]:
    """Return free positions in which a base touches a shape from outside, roughly `spacing` inches apart."""
    line = contact_line(rings, space.radius)
    count = max(1, math.ceil(line.length / spacing))
    spots = shapely.get_coordinates(
        shapely.line_interpolate_point(line, np.arange(count) * line.length / count)
    )
    return _free_of(space, spots)


def contact_line(rings: Sequence[Ring], radius: float) -> Any:
    """Return the line of all positions of a base's centre in which the base touches a shape from outside."""
    return polygon_of(rings[:1]).buffer(radius, quad_segs=32).exterior


def _free_of(space: FreeSpace, spots: Floats) -> list[Point]:
    spots = np.round(spots, 3) + 0.0
    return [(float(x), float(y)) for x, y in spots[space.is_clear_at(spots)]]


def hex_lattice_points(centre: Point, pitch: float, rings: int) -> Floats:
    """Return the points (n, 2) of a hexagonal lattice around a centre, sorted by distance from it."""
    q, r = np.meshgrid(np.arange(-rings, rings + 1), np.arange(-rings, rings + 1))
    keep = np.abs(q + r) <= rings
    x = (q[keep] + r[keep] / 2.0) * pitch
    y = r[keep] * HEX_ROW_HEIGHT * pitch
    order = np.lexsort((np.round(np.arctan2(y, x), 9), np.round(np.hypot(x, y), 9)))
    return np.stack([centre[0] + x[order], centre[1] + y[order]], axis=1)


def packed_positions(
    space: FreeSpace, count: int, centre: Point, inside: Sequence[Ring] = (), wholly: bool = False
) -> list[Point]:
    """Return up to `count` legal positions close to `centre` in which bases do not overlap each other.

    If `inside` is given, the centres of the bases must lie in this shape; if `wholly` is true, the whole
    bases must. Fewer positions are returned if there is not enough space.
    """
    zone = polygon_of(inside) if inside else None
    shrunk = zone.buffer(-space.radius) if zone is not None and wholly else zone
    pitch = 2.0 * space.radius + PACKING_GAP_IN
    size = space.obstacles.width + space.obstacles.height if zone is None else _extent(zone, centre)
    for rings in _growing(count, size / pitch):
        spots = np.round(hex_lattice_points(centre, pitch, rings), 3) + 0.0
        good = space.is_clear_at(spots)
        if shrunk is not None:
            good &= dwithin(shrunk, shapely.points(spots), TOL)
        if good.sum() >= count or rings >= size / pitch:
            break
    return [(float(x), float(y)) for x, y in spots[good][:count]]


def _growing(count: int, most: float) -> Iterable[int]:
    rings = max(2, math.ceil(math.sqrt(count / 3.0)) + 1)
    while rings < most:
        yield rings
        rings *= 2
    yield max(2, math.ceil(most))


def _extent(zone: Any, around: Point) -> float:
    x0, y0, x1, y1 = zone.bounds
    return math.hypot(
        max(abs(x0 - around[0]), abs(x1 - around[0])), max(abs(y0 - around[1]), abs(y1 - around[1]))
    )


def push_base(
    space: FreeSpace, start: Point, direction: float, distance: float
) -> tuple[Point, tuple[str, ...]]:
    """Return where a base stops when pushed in a straight line, and the ids of the objects that stop it.

    `direction` is in degrees. The first contact is computed exactly. Objects that the base overlaps by more
    than `TOL` at the start do not stop it, but objects that it only touches do. The end is on the grid of
    `POSITION_QUANTUM_IN`.
    """
    angle = math.radians(direction)
    ux, uy = math.cos(angle), math.sin(angle)
    room = space.without_overlaps_at(start)
    stops = [
        (max(0.0, free), name)
        for free, name in (*_edge_stops(room, start, ux, uy), *_disc_stops(room, start, ux, uy, distance))
    ]
    stops += _solid_stops(room, start, ux, uy, distance)
    travelled = min([distance, *(free for free, _ in stops)])
    hit = sorted(
        name
        for free, name in stops
        if free <= travelled + ROUNDING_SLACK_IN and travelled < distance - ROUNDING_SLACK_IN
    )
    end = rounded_point((start[0] + travelled * ux, start[1] + travelled * uy))
    if travelled <= ROUNDING_SLACK_IN:
        return start, tuple(hit)
    if not room.is_clear_at(np.array([end]))[0]:
        end = legal_grid_position(room, end, (start[0] + travelled * ux, start[1] + travelled * uy)) or start
    return end, tuple(hit)


def _edge_stops(space: FreeSpace, start: Point, ux: float, uy: float) -> list[tuple[float, str]]:
    size = (space.obstacles.width, space.obstacles.height)
    stops = []
    for at, step, most in zip(start, (ux, uy), size, strict=True):
        if abs(step) > ROUNDING_SLACK_IN:
            wall = most - space.radius if step > 0.0 else space.radius
            stops.append(((wall - at) / step, TABLE_EDGE_ID))
    return stops


def _disc_stops(
    space: FreeSpace, start: Point, ux: float, uy: float, distance: float
) -> list[tuple[float, str]]:
    """Return the free distance to each base in the sweep: along - sqrt((r1 + r2)^2 - off^2)."""
    if not len(space.discs):
        return []
    dx, dy = space.discs[:, 0] - start[0], space.discs[:, 1] - start[1]
    along, off = dx * ux + dy * uy, dx * uy - dy * ux
    sum_radii = space.discs[:, 2] + space.radius
    meets = (along > ROUNDING_SLACK_IN) & (np.abs(off) < sum_radii - TOL)
    free = along - np.sqrt(np.maximum(sum_radii**2 - off**2, 0.0))
    return [
        (float(free[i]), space.names[i])
        for i in np.flatnonzero(meets & (free < distance - ROUNDING_SLACK_IN))
    ]


def _solid_stops(
    space: FreeSpace, start: Point, ux: float, uy: float, distance: float
) -> list[tuple[float, str]]:
    """Return the free distance to each solid, the minimum over its corners and offset edges."""
    line = shapely.LineString([start, (start[0] + distance * ux, start[1] + distance * uy)])
    stops = []
    for i in space._near_solids(line, space.radius - TOL - ROUNDING_SLACK_IN)[1]:
        coords = [
            np.asarray(shapely.get_coordinates(r)) for r in shapely.get_rings(space.obstacles.polygons[i])
        ]
        free = min(_ring_stop(ring - np.array(start), ux, uy, space.radius) for ring in coords)
        if free < distance - ROUNDING_SLACK_IN:
            stops.append((max(0.0, free), space.obstacles.ids[i]))
    return stops


def _ring_stop(ring: Floats, ux: float, uy: float, radius: float) -> float:
    """Return the distance a disc moves along (ux, uy) from the origin until it touches a ring."""
    along, off = ring @ np.array([ux, uy]), ring @ np.array([-uy, ux])
    with np.errstate(invalid="ignore"):
        corner = np.where(
            (np.abs(off) < radius - ROUNDING_SLACK_IN) & (along > 0.0),
            along - np.sqrt(radius**2 - off**2),
            np.inf,
        )
    a0, o0, a1, o1 = along[:-1], off[:-1], along[1:], off[1:]
    da, do = a1 - a0, o1 - o0
    size = np.hypot(da, do)
    edge = np.full(len(a0), np.inf)
    for sign in (1.0, -1.0):  # the edge, offset to either side by the radius, meets the line off = 0
        na, no = -do / size * radius * sign, da / size * radius * sign
        with np.errstate(divide="ignore", invalid="ignore"):
            share = -(o0 + no) / do
        meets = (share >= 0.0) & (share <= 1.0) & (na < 0.0)
        edge = np.where(meets, np.minimum(edge, a0 + na + share * da), edge)
    ahead = edge[edge > -TOL]
    return float(min(corner.min(), ahead.min() if len(ahead) else np.inf))
