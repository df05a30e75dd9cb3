"""Ways over ground that costs more and solids that may be climbed, with their exact cost (inches)."""

from __future__ import annotations

import math

from battlesim.geometry.constants import TOL
from battlesim.geometry.costs import CostedGround
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.paths import Path, length, shortest_path
from battlesim.geometry.shapes import Point
from battlesim.geometry.spread import spread, way_to

MOST_TRIES = 4


def cheapest_path(
    space: FreeSpace, ground: CostedGround, start: Point, goal: Point, allowance: float
) -> tuple[Path, float] | None:
    """A way from `start` to `goal` and its exact cost, where ground costs more and solids may be climbed.

    The best of: everything open, everything that costs avoided, and avoiding one after the other what the
    best way so far pays for; where all of these cost too much, the way that the reach region rests on. Exact
    when the shortest way is free of costs; else possibly not the cheapest, but its cost is exact. None when
    no way found keeps the allowance (plus `TOL`).
    """
    first = shortest_path(space, start, goal, allowance)
    if first is None:
        return None
    best, cost = first, ground.bill(first).total
    if ground.free or cost <= length(first) + TOL:
        return best, cost
    held = frozenset((*ground.crossed((start, start)), *ground.crossed((goal, goal))))
    avoidable = [key for key in (*ground.shapes, *ground.walls) if key not in held]
    shut: list[str] = []
    for _ in range(MOST_TRIES):
        paid = [key for key in ground.crossed(best) if key in avoidable and key not in shut]
        before = cost
        for tried in ([*shut, *paid], *([*shut, key] for key in paid), avoidable):
            way = shortest_path(ground.blocking(space, tried), start, goal, min(cost, allowance))
            price = ground.bill(way).total if way is not None else math.inf
            if way is not None and price < cost - TOL:
                best, cost, shut = way, price, tried
        if cost == before:
            break
    if cost > allowance + TOL:
        best = way_to(spread(space.freed_at(start), start, allowance, ground), start, goal, allowance) or best
        cost = ground.bill(best).total
    return (best, cost) if cost <= allowance + TOL else None
