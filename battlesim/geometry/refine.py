"""Making a way over costly ground cheaper: where it crosses an outline is moved along that outline (inches).

As light is bent where it slows down, so is the cheapest way where an inch begins to cost more. Places beside
each crossing are tried, all combinations at once, and again closer together about the best of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import shapely

from battlesim.geometry.costs import CostedGround
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.nearby import Floats, Ints
from battlesim.geometry.paths import Path, rounded
from battlesim.geometry.shapes import Point

SPACINGS = (0.4, 0.1, 0.025)
"""How far apart the places beside a crossing are, one round after the other."""
SIDE = 4
"""How many places are tried on either side of a crossing."""
ON_LINE = 0.002
"""A point that is nearer than this to an outline lies on it."""


def refined(space: FreeSpace, ground: CostedGround, path: Path) -> tuple[Path, float]:
    """The cheapest way found near a path that costs more than its length, and its exact cost."""
    best, cost = path, ground.bill(path).total
    for spacing in SPACINGS:
        places, layer = _places(ground, best, spacing)
        way = tuple(rounded(point) for point in _cheapest(space, ground, places, layer, cost))
        way = (path[0], *way[1:-1], path[-1])
        price = ground.bill(way).total
        if price < cost:
            best, cost = way, price
    return best, cost


def _places(ground: CostedGround, path: Path, spacing: float) -> tuple[Floats, Ints]:
    """Points of a path, its crossings and places beside these: points (n, 2), and their layers in order."""
    rows: list[tuple[Point, ...]] = []
    rims = shapely.boundary(list(ground.shapes.values()))
    outlines = shapely.get_parts(rims).tolist()
    marks = _marks(path, outlines)
    for number, (point, on) in enumerate(marks):
        within = 0 < number < len(marks) - 1 and on is not None
        follows = within and marks[number - 1][1] is on and marks[number + 1][1] is on
        rows.append((point, *_beside(on, point, spacing)) if within and not follows else (point,))
    layer = np.arange(len(rows)).repeat([len(row) for row in rows])
    return np.array([point for row in rows for point in row], dtype=np.float64), layer


def _marks(path: Path, outlines: Sequence[shapely.Geometry]) -> list[tuple[Point, shapely.Geometry | None]]:
    """The points of a path and its crossings, in their order, each with the outline that it lies on."""
    line = shapely.LineString(path)
    spots = {point: (float(at), None) for point, at in zip(path, _along(path), strict=True)}
    found: list[tuple[float, Point, shapely.Geometry | None]] = []
    for point, (at, _) in spots.items():
        on = next((o for o in outlines if shapely.dwithin(o, shapely.Point(point), ON_LINE)), None)
        found.append((at, point, on))
    for outline in outlines:
        if shapely.intersects(outline, line):
            for x, y in shapely.get_coordinates(shapely.intersection(outline, line)).tolist():
                if all(math.dist((x, y), point) > ON_LINE for point in path):
                    found.append((float(line.project(shapely.Point(x, y))), (x, y), outline))
    return [(point, on) for _, point, on in sorted(found, key=lambda mark: mark[:2])]


def _along(path: Path) -> Floats:
    """How far along a path each of its points is."""
    line = np.array(path, dtype=np.float64)
    return np.concatenate([[0.0], np.cumsum(np.hypot(*(line[1:] - line[:-1]).T))])


def _beside(outline: shapely.Geometry, point: Point, spacing: float) -> list[Point]:
    """Places along an outline to both sides of a point on it."""
    at = outline.project(shapely.Point(point)) + spacing * np.arange(-SIDE, SIDE + 1)
    spots = shapely.line_interpolate_point(outline, np.remainder(at, outline.length))
    return [(x, y) for x, y in shapely.get_coordinates(spots).tolist()]


def _cheapest(
    space: FreeSpace, ground: CostedGround, places: Floats, layer: Ints, most: float
) -> list[Point]:
    """The cheapest way from the first to the last place, from layer to layer; layers may be left out."""
    i, j = np.triu_indices(len(places), 1)
    start, goal = places[0], places[-1]
    least = np.hypot(*(places[i] - start).T) + np.hypot(*(places[j] - places[i]).T)
    least += np.hypot(*(places[j] - goal).T)
    kept = np.flatnonzero((layer[i] < layer[j]) & (least <= most))
    i, j = i[kept], j[kept]
    prices = ground.prices(places[i], places[j])
    prices[~space.lines_clear(places[i], places[j])] = math.inf
    total, before = np.full(len(places), math.inf), np.zeros(len(places), dtype=np.intp)
    total[0] = 0.0
    order = np.argsort(j, kind="stable")
    i, prices = i[order], prices[order]
    first = np.searchsorted(j[order], np.arange(len(places) + 1))
    for node in range(1, len(places)):
        part = slice(first[node], first[node + 1])
        if first[node] < first[node + 1]:
            costs = total[i[part]] + prices[part]
            total[node], before[node] = costs.min(), i[part][costs.argmin()]
    nodes = [len(places) - 1]
    while nodes[-1] != 0:
        nodes.append(int(before[nodes[-1]]))
    return [(x, y) for x, y in places[nodes[::-1]].tolist()]
