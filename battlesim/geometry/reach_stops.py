"""Points at which a base can change direction as it moves from a start, called stops.

From a stop, the base continues in a straight line. Ground may cost extra, and solids may be climbed. On free
ground, stops are corners of the taut visibility graph. Costly areas are crossed straight between points about
`CROSSING_SPACING_IN` apart on their outline. The reach region is the area visible from the stops, and the
path to a point follows the stops.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.paths import Path, rounded_point, shortest_path_tree
from battlesim.geometry.predicates import dwithin, intersects
from battlesim.geometry.shapes import Point, rings_of
from battlesim.geometry.visibility import (
    Bools,
    VisibilityFan,
    Walls,
    complex_points,
    nudged_inside,
    visibility_fan,
    walls_at,
)
from battlesim.geometry.wall_grid import ComplexPoints, Floats

MIN_USEFUL_ALLOWANCE_IN = 0.001
"""The remaining allowance below which a stop adds no visible area to the region."""
MIN_CROSSING_GAIN_IN = 0.02
"""The minimum gain for which costly ground is entered or left."""
CROSSING_SPACING_IN = 0.4
"""The spacing of the points at which costly ground is entered and left."""


@dataclass(frozen=True, slots=True, eq=False)
class ReachStop:
    """A point on the path of a base, called a stop, from which the base continues in a straight line.

    It holds the cost so far, the cost of each further inch, the area visible from it and the previous stop.
    `may_end` is False if the base may not end its move in this area because it is climbing.
    """

    cost: float
    factor: float
    view: VisibilityFan
    previous: ReachStop | None
    may_end: bool = True


StopSource = tuple[float, ReachStop | None]
"""The cost of reaching a point, and the stop it is reached from."""


def reach_stops(space: FreeSpace, start: Point, allowance: float, ground: CostedGround) -> list[ReachStop]:
    """Return all stops (points from which to continue straight) that a base can reach from `start`.

    `allowance` is the movement of the base in inches.
    """
    shut = space if ground.is_free else ground.space_avoiding(space, [*ground.shapes, *ground.walls])
    region = shapely.get_parts(shut.free_polygons(start, allowance + 0.05))
    parts = [Walls(part) for part in region if part.geom_type == "Polygon"]
    stops = _outward(parts, {start: (0.0, None)}, allowance)
    if ground.is_free:
        return stops
    room = space.free_polygons(start, allowance)
    inside, exits = list[ReachStop](), dict[Point, StopSource]()
    for key, factor, fee in _costly(ground, start, allowance):
        zone, ends = _zone(room, ground, key), key in ground.shapes
        entered, left = _through(zone, start, stops, allowance, factor, fee, ends)
        inside += entered
        exits |= {at: source for at, source in left.items() if at not in exits or source[0] < exits[at][0]}
    return [*stops, *inside, *_outward(parts, exits, allowance)]


def path_by_stops(stops: Sequence[ReachStop], start: Point, goal: Point, allowance: float) -> Path | None:
    """Return the cheapest path to `goal` that bends only at the given stops.

    Return None if that path costs more than the allowance.
    """
    target = complex(*goal)
    totals = (
        (stop.cost + stop.factor * abs(target - stop.view.origin), stop) for stop in stops if stop.may_end
    )
    near = sorted((row for row in totals if row[0] <= allowance), key=lambda row: row[0])
    last = next((stop for _, stop in near if stop.view.sees(np.array([target]))[0]), None)
    if last is None:
        return None
    inner = list[Point]()
    while last.previous is not None:
        inner.append(rounded_point((last.view.origin.real, last.view.origin.imag)))
        last = last.previous
    return (start, *reversed(inner), goal)


def _outward(parts: Sequence[Walls], starts: Mapping[Point, StopSource], allowance: float) -> list[ReachStop]:
    """Return the stops on free ground that can be reached from `starts`, over all connected parts."""
    if not parts or not starts:
        return []
    polygons = np.array([[walls.polygon] for walls in parts], dtype=object)
    nearest = shapely.distance(polygons, shapely.points(list(starts))).argmin(axis=0)
    stops = list[ReachStop]()
    for k, walls in enumerate(parts):
        own = ((at, source) for (at, source), part in zip(starts.items(), nearest, strict=True) if part == k)
        begins = {spot: source for at, source in own if (spot := nudged_inside(walls, at)) is not None}
        stops += _grown(walls, begins, allowance)
    return stops


def _grown(walls: Walls, begins: Mapping[Point, StopSource], allowance: float) -> list[ReachStop]:
    if not begins:
        return []
    tree = shortest_path_tree(
        walls, {spot: cost for spot, (cost, _) in begins.items()}, allowance - MIN_USEFUL_ALLOWANCE_IN
    )
    sources = list(begins.values())
    stops: dict[int, ReachStop] = {}
    for node, branch in tree.items():
        before = sources[~node][1] if node < 0 else stops[branch.previous]
        stops[node] = ReachStop(branch.cost, 1.0, branch.view, before)
    return list(stops.values())


def _through(
    zone: Any,
    start: Point,
    stops: Sequence[ReachStop],
    allowance: float,
    factor: float,
    fee: float,
    ends: bool,
) -> tuple[list[ReachStop], dict[Point, StopSource]]:
    """Return the stops in a costly zone, and the exits that are cheaper than paths around it."""
    rim = _rim(zone)
    entry, by = _entries(zone, stops, rim)
    entry += fee
    if dwithin(zone, shapely.Point(start), TOL):
        rim, entry, by = np.concatenate([rim, [start]]), np.append(entry, 0.0), [*by, None]
    spots = complex_points(rim)
    inside = list[ReachStop]()
    exits, out = np.full(len(rim), math.inf), list[ReachStop | None]([None] * len(rim))
    for i in np.flatnonzero(entry < allowance - MIN_CROSSING_GAIN_IN).tolist():
        view = _view(zone, tuple(rim[i].tolist()), (allowance - entry[i]) / factor)
        if view is None:
            continue
        stop = ReachStop(float(entry[i]), factor, view, by[i], ends)
        inside.append(stop)
        paid = entry[i] + factor * np.abs(spots - spots[i])
        for k in np.flatnonzero(_sees_rim(view, spots) & (paid < exits)).tolist():
            exits[k], out[k] = paid[k], stop
    better = np.flatnonzero(exits < np.minimum(entry, allowance) - MIN_CROSSING_GAIN_IN).tolist()
    return inside, {tuple(rim[k].tolist()): (float(exits[k]), out[k]) for k in better}


def _costly(ground: CostedGround, start: Point, allowance: float) -> Iterable[tuple[str, float, float]]:
    """Yield the id, maximum cost per inch and entry fee of each costly terrain piece in reach."""
    worst = max((factor for _, factor in ground.areas), default=1.0)
    fees = {**{key: 0.0 for key, _ in ground.areas}, **dict(ground.climbs)}
    for key, shape in (*ground.shapes.items(), *ground.walls.items()):
        if dwithin(shape, shapely.Point(start), allowance):
            yield key, worst, fees[key]


def _zone(room: Any, ground: CostedGround, key: str) -> Any:
    """Return the part of a costly shape inside the free region, without other climbable walls."""
    own = ground.shapes[key] if key in ground.shapes else ground.walls[key]
    others = [w for name, w in ground.walls.items() if name != key and intersects(w, own)]
    return shapely.difference(shapely.intersection(own, room), shapely.union_all(others))


def _rim(zone: Any) -> Floats:
    """Return points about `CROSSING_SPACING_IN` apart on the outline of a zone."""
    rows = [np.zeros((0, 2))]
    for part in rings_of(zone):
        for ring in part:
            line = shapely.LinearRing(ring)
            count = max(4, math.ceil(line.length / CROSSING_SPACING_IN))
            at = np.arange(count) * (line.length / count)
            rows.append(shapely.get_coordinates(shapely.line_interpolate_point(line, at)))
    return np.concatenate(rows)


def _entries(zone: Any, stops: Sequence[ReachStop], rim: Floats) -> tuple[Floats, list[ReachStop | None]]:
    """Return the lowest cost of reaching each point, infinite if no stop sees it, and the stop used.

    A point counts as seen if a point just in front of it, or `TOL` outside the outline, is seen, because
    paths along the outline end there too.
    """
    spots, beside = complex_points(rim), complex_points(_outside(zone, rim))
    best, by = np.full(len(rim), math.inf), list[ReachStop | None]([None] * len(rim))
    for stop in stops:
        total = stop.cost + np.abs(spots - stop.view.origin)
        near = np.flatnonzero(total < best)
        for k in near[_sees_rim(stop.view, spots[near]) | stop.view.sees(beside[near])].tolist():
            best[k], by[k] = total[k], stop
    return best, by


def _outside(zone: Any, rim: Floats) -> Floats:
    """Return, for each point of an outline, the nearest point `TOL` outside the zone."""
    if not len(rim):
        return rim
    around = shapely.boundary(shapely.buffer(zone, TOL, join_style="mitre"))
    return np.asarray(shapely.get_coordinates(shapely.shortest_line(shapely.points(rim), around))[1::2])


def _sees_rim(view: VisibilityFan, spots: ComplexPoints) -> Bools:
    """Return which points on the outline of blocked ground a view sees, tested just in front of them."""
    away = spots - view.origin
    far = np.maximum(np.abs(away), TOL)
    return view.sees(spots - away / far * min(2.0 * TOL, float(far.min(initial=1.0)) / 2.0))


def _view(zone: Any, seed: Point, reach: float) -> VisibilityFan | None:
    """Return the area visible from `seed` within a zone, or None if `seed` is not in the zone."""
    walls = walls_at(zone, seed)
    begin = nudged_inside(walls, seed) if walls is not None else None
    if walls is None or begin is None:
        return None
    return visibility_fan(walls, complex(*begin), reach + TOL)
