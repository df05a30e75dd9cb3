"""Refinement of paths over costly ground, by moving the points where they cross outlines. Units are inches.

Like light that enters a denser medium, the cheapest path bends where the cost per inch changes. Points near
each crossing are tried in all combinations, including paths along the outline between them. This is repeated
around the best points, which are then closer together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely

from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.path_costs import BypassLine, CostedGround
from battlesim.geometry.paths import Path, rounded_point
from battlesim.geometry.predicates import dwithin, intersects
from battlesim.geometry.shapes import Point
from battlesim.geometry.wall_grid import Floats, Ints

REFINE_SPACINGS_IN = (0.4, 0.1, 0.025)
"""The spacing of the points tried beside a crossing, in successive rounds."""
POINTS_PER_SIDE = 4
"""The number of points tried on either side of a crossing."""
MAX_COMBINED_POINTS = 250
"""The maximum number of inner points from which a combined path is built."""
MIN_REPEAT_GAIN_IN = 0.05
"""The gain in cost above which a round is repeated at the same spacing."""
ON_OUTLINE_TOL_IN = 0.002
"""The distance from an outline within which a point counts as lying on it."""


def refined_path(space: FreeSpace, ground: CostedGround, path: Path) -> tuple[Path, float]:
    """Return the cheapest path found close to the given path, and its exact cost in inches."""
    best, cost = path, ground.path_cost(path).total
    for spacing in REFINE_SPACINGS_IN:
        gain = math.inf
        while gain > MIN_REPEAT_GAIN_IN:
            places, layer = _places(ground, best, spacing)
            found = [rounded_point(point) for point in _cheapest(space, ground, places, layer, cost)]
            way = (path[0], *found[1:-1], path[-1]) if found else best
            gain = cost - ground.path_cost(way).total
            if gain > 0.0:
                best, cost = way, cost - gain
    return best, cost


def combined_path(
    space: FreeSpace, ground: CostedGround, paths: Sequence[Path], max_cost: float
) -> Path | None:
    """Return the cheapest path through points of `paths` and through corners of obstacles and costly areas.

    Only the `MAX_COMBINED_POINTS` points that require the shortest detour are considered. Return None if no
    such path costs at most `max_cost`.
    """
    start, goal = paths[0][0], paths[0][-1]
    middle, reach = ((start[0] + goal[0]) / 2.0, (start[1] + goal[1]) / 2.0), max_cost / 2.0
    points = list(dict.fromkeys(point for way in paths for point in way[1:-1]))
    corners = shapely.get_coordinates(space.free_polygons(middle, reach))
    rows = [np.array(points).reshape(-1, 2), corners, *(rim.corners for rim in ground.bypass_lines)]
    inner = np.concatenate(rows)
    far = np.hypot(*(inner - start).T) + np.hypot(*(inner - goal).T)
    order = np.flatnonzero(far <= max_cost)[far[far <= max_cost].argsort(kind="stable")][:MAX_COMBINED_POINTS]
    places = np.concatenate([[start], inner[order], [goal]])
    prices = _prices(space, ground, places, *_pairs(places, max_cost))
    way = [rounded_point(point) for point in _way(places, np.minimum(prices, prices.T))]
    path = (start, *way[1:-1], goal)
    return path if way and ground.path_cost(path).total <= max_cost else None


def _places(ground: CostedGround, path: Path, spacing: float) -> tuple[Floats, Ints]:
    """Return a path's points and crossings with candidates beside them (n, 2), and each point's layer."""
    rows: list[list[Point]] = []
    marks = _marks(path, ground.bypass_lines)
    for number, (point, on) in enumerate(marks):
        within = 0 < number < len(marks) - 1 and on is not None
        follows = within and marks[number - 1][1] is on and marks[number + 1][1] is on
        rows.append(_beside(on, point, spacing) if on and within and not follows else [point])
    layer = np.arange(len(rows)).repeat([len(row) for row in rows])
    return np.array([point for row in rows for point in row], dtype=np.float64), layer


def _marks(path: Path, rims: Sequence[BypassLine]) -> list[tuple[Point, BypassLine | None]]:
    """Return the points and crossings of a path in order, each with the outline it lies on or None."""
    line = shapely.LineString(path)
    spots = {point: (float(at), None) for point, at in zip(path, _along(path), strict=True)}
    found: list[tuple[float, Point, BypassLine | None]] = []
    for point, (at, _) in spots.items():
        on = next((rim for rim in rims if dwithin(rim.line, shapely.Point(point), ON_OUTLINE_TOL_IN)), None)
        found.append((at, point, on))
    for rim in rims:
        if intersects(rim.line, line):
            for x, y in shapely.get_coordinates(shapely.intersection(rim.line, line)).tolist():
                if all(math.dist((x, y), point) > ON_OUTLINE_TOL_IN for point in path):
                    found.append((float(line.project(shapely.Point(x, y))), (x, y), rim))
    return [(point, on) for _, point, on in sorted(found, key=lambda mark: mark[:2])]


def _along(path: Path) -> Floats:
    """Return the distance along the path to each of its points."""
    line = np.array(path, dtype=np.float64)
    return np.concatenate([[0.0], np.cumsum(np.hypot(*(line[1:] - line[:-1]).T))])


def _beside(rim: BypassLine, point: Point, spacing: float) -> list[Point]:
    """Return a point on an outline with the samples on both sides and the corners between, in order."""
    here, whole = rim.line.project(shapely.Point(point)), rim.line.length
    steps = spacing * np.arange(-POINTS_PER_SIDE, POINTS_PER_SIDE + 1)
    spots = shapely.line_interpolate_point(rim.line, np.remainder(here + steps, whole))
    off = np.remainder(rim.corner_lengths - here + whole / 2.0, whole) - whole / 2.0
    near = np.abs(off) < POINTS_PER_SIDE * spacing
    found = np.concatenate([[point], shapely.get_coordinates(spots), rim.corners[near]])
    order = np.concatenate([[0.0], steps, off[near]]).argsort(kind="stable")
    return [(x, y) for x, y in found[order].tolist()]


def _cheapest(
    space: FreeSpace, ground: CostedGround, places: Floats, layer: Ints, most: float
) -> list[Point]:
    """Return the cheapest path from the first to the last point, within a layer or on to any later layer."""
    i, j = _pairs(places, most)
    kept = np.flatnonzero((layer[i] != layer[j]) | (i + 1 == j))
    prices = _prices(space, ground, places, i[kept], j[kept])
    return _way(places, np.where(layer[:, None] == layer, np.minimum(prices, prices.T), prices))


def _pairs(places: Floats, most: float) -> tuple[Ints, Ints]:
    """Return the pairs of points that can lie on a path of at most `most` inches from first to last."""
    i, j = np.triu_indices(len(places), 1)
    begin, end = (np.hypot(*(places - places[k]).T) for k in (0, -1))
    least = np.minimum(begin[i] + end[j], begin[j] + end[i]) + np.hypot(*(places[j] - places[i]).T)
    kept = np.flatnonzero(least <= most)
    return i[kept], j[kept]


def _prices(space: FreeSpace, ground: CostedGround, places: Floats, i: Ints, j: Ints) -> Floats:
    """Return the costs of straight segments between pairs of points (n, n), infinite for other pairs."""
    clear = np.flatnonzero(space.is_clear_along(places[i], places[j]))
    i, j = i[clear], j[clear]
    prices = np.full((len(places), len(places)), math.inf)
    prices[i, j] = ground.segment_costs(places[i], places[j])
    return prices


def _way(places: Floats, prices: Floats) -> list[Point]:
    """Return the cheapest path from the first to the last point (Dijkstra), empty if none exists."""
    total, before = prices[0].copy(), np.zeros(len(places), dtype=np.intp)
    left = np.arange(len(places)) > 0
    while left[-1] and np.isfinite(total[left]).any():
        node = int(np.where(left, total, math.inf).argmin())
        left[node] = False
        costs = total[node] + prices[node]
        better = costs < total
        total[better], before[better] = costs[better], node
    if not math.isfinite(total[-1]):
        return []
    nodes = [len(places) - 1]
    while nodes[-1] != 0:
        nodes.append(int(before[nodes[-1]]))
    return [(x, y) for x, y in places[nodes[::-1]].tolist()]
