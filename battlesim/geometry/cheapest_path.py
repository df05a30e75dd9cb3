"""The search for the cheapest path over ground that costs extra and solids that can be climbed.

The cost of the path in inches is exact.
"""

from __future__ import annotations

import math

from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.path_refinement import combined_path, refined_path
from battlesim.geometry.paths import Path, polyline_length, shortest_path
from battlesim.geometry.reach_stops import path_by_stops, reach_stops
from battlesim.geometry.shapes import Point

MAX_AVOIDANCE_TRIES = 4
REFINABLE_EXCESS_IN = 0.25
"""The maximum excess over the allowance that refining a path may still remove."""


def cheapest_path(
    space: FreeSpace, ground: CostedGround, start: Point, goal: Point, allowance: float
) -> tuple[Path, float] | None:
    """Return a path from `start` to `goal` and its exact cost, including the extra cost of ground and climbs.

    The candidates are the path that ignores extra costs, the path that avoids all ground with extra costs,
    and paths that avoid the obstacles paid for so far. The first and the cheapest of these are refined where
    they enter and leave such ground. If all of them exceed the allowance, or an endpoint lies in such ground,
    they are combined with the path that underlies the reach region and with nearby corners. For example, the
    path leads around a swamp if that costs less than crossing it.

    The result is optimal if the shortest path has no extra costs. Otherwise it may not be optimal, but its
    cost is exact. Return None if no path was found within the allowance (plus `TOL`).
    """
    first = shortest_path(space, start, goal, allowance)
    if first is None:
        return None
    cost = ground.path_cost(first).total
    if ground.is_free or cost <= polyline_length(first) + TOL:
        return first, cost
    held = frozenset((*ground.crossed_ids((start, start)), *ground.crossed_ids((goal, goal))))
    ways = _ways(space, ground, first, held, allowance)
    found = {way: refined_path(space, ground, way) for way in (first, ways[-1])}
    best, cost = min(found.values(), key=_price)
    if held or cost > allowance + TOL:
        most = min(cost, allowance + REFINABLE_EXCESS_IN)
        around = path_by_stops(
            reach_stops(space.without_overlaps_at(start), start, most, ground), start, goal, most
        )
        known = [*ways, around] if around is not None else ways
        way = combined_path(space.without_overlaps_at(start), ground, known, most)
        best, cost = min([(best, cost), *([refined_path(space, ground, way)] if way else [])], key=_price)
    return (best, cost) if cost <= allowance + TOL else None


def _price(found: tuple[Path, float]) -> float:
    return found[1]


def _ways(
    space: FreeSpace, ground: CostedGround, first: Path, held: frozenset[str], allowance: float
) -> list[Path]:
    """Return `first` and the paths that avoid costs, sorted so that the cheapest path comes last."""
    start, goal = first[0], first[-1]
    cost = ground.path_cost(first).total
    best, ways = first, {first: cost}
    avoidable = [key for key in (*ground.shapes, *ground.walls) if key not in held]
    shut: list[str] = []
    for _ in range(MAX_AVOIDANCE_TRIES):
        paid = [key for key in ground.crossed_ids(best) if key in avoidable and key not in shut]
        before = cost
        for tried in ([*shut, *paid], *([*shut, key] for key in paid), avoidable):
            way = shortest_path(ground.space_avoiding(space, tried), start, goal, min(cost, allowance))
            price = ways.setdefault(way, ground.path_cost(way).total) if way is not None else math.inf
            if way is not None and price < cost - TOL:
                best, cost, shut = way, price, tried
        if cost == before:
            break
    return sorted(ways, key=lambda way: -ways[way])
