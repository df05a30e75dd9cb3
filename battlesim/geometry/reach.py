"""Where a base can get to with an allowance, as rings (inches).

On ground without costs the region is exact up to its arcs, which are drawn inside the true ones (`ARC`).
Where ground costs, or solids may be climbed, it is an inner region: everything in it can be reached, by way
of sampled places of entering and leaving what costs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from battlesim.geometry.constants import TOL
from battlesim.geometry.costs import CostedGround
from battlesim.geometry.freespace import Floats, FreeSpace
from battlesim.geometry.paths import Tree, grow
from battlesim.geometry.shapes import Point, Ring, rings_of
from battlesim.geometry.visibility import (
    Fan,
    Flags,
    Ints,
    Spots,
    Walls,
    cross,
    fan,
    settle,
    spots_of,
    walls_at,
)

ARC = 0.002
"""Greatest distance between a drawn arc and the true one."""
LEAST = 0.02
"""Corners that leave less allowance than this add nothing that can be seen."""
SEEDS = 0.4
"""Spacing of the places where costly ground is entered and left."""
Region = tuple[tuple[Ring, ...], ...]


def reach_region(
    space: FreeSpace, starts: Sequence[Point], allowance: float, ground: CostedGround, ends: FreeSpace
) -> Region:
    """Polygons (outer ring, then holes) of where the base can end a move from one of the starts."""
    legal = _union([_legal(space.freed_at(start), start, allowance, ground, ends) for start in starts])
    legal = shapely.simplify(legal, ARC / 4.0)
    return tuple(rings for rings in rings_of(legal) if shapely.Polygon(rings[0]).area > LEAST * LEAST)


def _legal(space: FreeSpace, start: Point, allowance: float, ground: CostedGround, ends: FreeSpace) -> Any:
    """Where the base can end from one start: what it reaches without what is in the way of ends only."""
    reached = _union(_from(space, start, allowance, ground))
    if reached.is_empty:
        return reached
    return shapely.difference(reached, ends.besides(space).taken(shapely.box(*reached.bounds)))


def _from(space: FreeSpace, start: Point, allowance: float, ground: CostedGround) -> list[Any]:
    """Polygons of all that is reached from a start: beside what costs, in it, and beyond it."""
    shut = space if ground.free else ground.blocking(space, [*ground.shapes, *ground.walls])
    open_ground = _parts(shut.region(start, allowance + 0.05))
    trees = _trees(open_ground, {start: 0.0}, allowance)
    room = shapely.Polygon() if ground.free else space.region(start, allowance)
    pieces, exits = list[Any](), dict[Point, float]()
    for key, factor, fee in _costly(ground, start, allowance):
        zone = _zone(room, ground, key)
        inside, beyond = _through(zone, start, trees, allowance, factor, fee)
        pieces += inside if key in ground.shapes else []
        exits |= {point: min(paid, exits.get(point, math.inf)) for point, paid in beyond.items()}
    return [*pieces, *_pieces([*trees, *_trees(open_ground, exits, allowance)], allowance)]


def _through(
    zone: Any, start: Point, trees: Sequence[Tree], allowance: float, factor: float, fee: float
) -> tuple[list[Any], dict[Point, float]]:
    """What is reached in a zone that costs, and where it is left, for what, sooner than by ways around."""
    rim = _rim(zone)
    entry = _costs(trees, rim) + fee
    if shapely.dwithin(zone, shapely.Point(start), TOL):
        rim, entry = np.concatenate([rim, [start]]), np.append(entry, 0.0)
    pieces = []
    exits = np.full(len(rim), math.inf)
    for i in np.flatnonzero(entry < allowance - LEAST):
        piece, seen = _inside(zone, tuple(rim[i].tolist()), (allowance - entry[i]) / factor, rim)
        pieces += [piece] if piece is not None else []
        exits[seen] = np.minimum(exits, entry[i] + factor * np.hypot(*(rim - rim[i]).T))[seen]
    better = exits < np.minimum(entry, allowance) - LEAST
    return pieces, dict(zip(map(tuple, rim[better].tolist()), exits[better].tolist(), strict=True))


def _costly(ground: CostedGround, start: Point, allowance: float) -> Iterable[tuple[str, float, float]]:
    """Each thing in reach that costs: its id, what an inch in it costs at most, the fee for entering."""
    worst = max((factor for _, factor in ground.areas), default=1.0)
    fees = {**{key: 0.0 for key, _ in ground.areas}, **dict(ground.climbs)}
    for key, shape in (*ground.shapes.items(), *ground.walls.items()):
        if shapely.dwithin(shape, shapely.Point(start), allowance):
            yield key, worst, fees[key]


def _zone(room: Any, ground: CostedGround, key: str) -> Any:
    """The part of a costly thing in a free region; other climbed walls are left out of it."""
    own = ground.shapes[key] if key in ground.shapes else ground.walls[key]
    others = [w for name, w in ground.walls.items() if name != key and shapely.intersects(w, own)]
    return shapely.difference(shapely.intersection(own, room), shapely.union_all(others))


def _rim(zone: Any) -> Floats:
    """Points about `SEEDS` apart on the outline of a zone."""
    rows = [np.zeros((0, 2))]
    for part in rings_of(zone):
        for ring in part:
            line = shapely.LinearRing(ring)
            count = max(4, math.ceil(line.length / SEEDS))
            at = np.arange(count) * (line.length / count)
            rows.append(shapely.get_coordinates(shapely.line_interpolate_point(line, at)))
    return np.concatenate(rows)


def _costs(trees: Sequence[Tree], points: Floats) -> Floats:
    """Distance from the start to points along shortest ways; infinite where there is none in the trees."""
    best = np.full(len(points), math.inf)
    spots = spots_of(points)
    for so_far, view in (row for tree in trees for row in tree.views):
        total = so_far + np.abs(spots - view.origin)
        near = np.flatnonzero(total < best)
        seen = near[_sees_rim(view, spots[near])]
        best[seen] = total[seen]
    return best


def _sees_rim(view: Fan, spots: Spots) -> Flags:
    """Which points on the outline of shut ground a view sees: judged a hair before them."""
    away = spots - view.origin
    far = np.maximum(np.abs(away), TOL)
    return view.sees(spots - away / far * min(2.0 * TOL, float(far.min(initial=1.0)) / 2.0))


def _inside(zone: Any, seed: Point, reach: float, rim: Floats) -> tuple[Any, Any]:
    """What a seed reaches straight within a zone, and which points of its outline it sees."""
    walls = walls_at(zone, seed)
    begin = settle(walls, seed) if walls is not None else None
    if walls is None or begin is None:
        return None, np.zeros(len(rim), dtype=bool)
    view = fan(walls, complex(*begin), 0j, 0j, reach + TOL)
    return _polygons([(reach, view)])[0], _sees_rim(view, spots_of(rim))


def _parts(region: Any) -> list[Walls]:
    """Walls of the connected parts of a free region."""
    return [Walls(part) for part in shapely.get_parts(region) if part.geom_type == "Polygon"]


def _trees(parts: Sequence[Walls], starts: Mapping[Point, float], allowance: float) -> list[Tree]:
    """Shortest-path trees from starts, each with the inches already gone, in the parts of a free region."""
    if not parts or not starts:
        return []
    polygons = np.array([[walls.polygon] for walls in parts], dtype=object)
    nearest = shapely.distance(polygons, shapely.points(list(starts))).argmin(axis=0)
    trees = []
    for k, walls in enumerate(parts):
        own = ((at, gone) for (at, gone), part in zip(starts.items(), nearest, strict=True) if part == k)
        begins = {spot: gone for at, gone in own if (spot := settle(walls, at)) is not None}
        trees += [grow(walls, begins, allowance - LEAST)[0]] if begins else []
    return trees


def _pieces(trees: Sequence[Tree], allowance: float) -> list[Any]:
    left = ((allowance - so_far, view) for tree in trees for so_far, view in tree.views)
    views = [(reach, view) for reach, view in left if reach > LEAST]
    return list(_polygons(views)) if views else []


def _polygons(views: Sequence[tuple[float, Fan]]) -> NDArray[Any]:
    """The part of each view within its reach: per wall a convex piece, so that chords stay inside."""
    view, low, high, near = _sectors(views)
    reach = np.array([far for far, _ in views])[view]
    short = np.minimum(cross(np.exp(1j * low), near), cross(np.exp(1j * high), near)) * reach >= 1.0
    step = np.where(short, math.tau, 2.0 * np.arccos(1.0 - np.minimum(ARC / reach, 1.0)))
    counts = np.maximum(1, np.ceil((high - low) / step).astype(np.intp)) + 1
    row = np.repeat(np.arange(len(counts)), counts)
    share = (np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)) / (counts[row] - 1)
    ways = np.exp(1j * (low[row] + (high - low)[row] * share))
    far = 1.0 / np.maximum(cross(ways, near[row]), 1.0 / reach[row])
    origins, axes = (np.array([getattr(fan, name) for _, fan in views]) for name in ("origin", "axis"))
    owner = view[row]
    outline = origins[owner] + far * ways * axes[owner]
    wedges = np.flatnonzero([not fan.around for _, fan in views])
    first = np.searchsorted(owner, wedges)
    outline, owner = np.insert(outline, first, origins[wedges]), np.insert(owner, first, wedges)
    return np.asarray(shapely.polygons(shapely.linearrings(outline.real, outline.imag, indices=owner)))


def _sectors(views: Sequence[tuple[float, Fan]]) -> tuple[Ints, Floats, Floats, Spots]:
    """Each stretch of directions with one nearest wall: its view, its ends, its wall."""
    sizes = [len(fan.near) for _, fan in views]
    view = np.repeat(np.arange(len(views)), sizes)
    near = np.concatenate([fan.near for _, fan in views])
    low = np.concatenate([fan.ends[:-1] for _, fan in views])
    high = np.concatenate([fan.ends[1:] for _, fan in views])
    new = np.concatenate([[True], (np.diff(view) > 0) | (near[1:] != near[:-1]), [True]])
    return view[new[:-1]], low[new[:-1]], high[new[1:]], near[new[:-1]]


def _union(pieces: Sequence[Any]) -> Any:
    """Union of view polygons; needles that cross themselves by rounding are mended first."""
    return shapely.union_all(shapely.buffer(np.array(pieces, dtype=object), 0.0))
