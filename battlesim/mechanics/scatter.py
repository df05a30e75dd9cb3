"""Scatter: where dice move a point of aim to. Inches. Users: Mobile Infantry, the lab."""

from __future__ import annotations

import math

from battlesim.engine.template_kinds import ScatterRule
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import Faces, Fate, exactly
from battlesim.table.terrain import Ground


def scatter(how: ScatterRule, firer: Point, aim: Point) -> Fate[Point]:
    """Where a shot comes down."""
    way, far = yield Faces(sides=(how.ways, len(how.inches)))
    return scattered(how, firer, aim, way, how.inches[far - 1])


def scattered(how: ScatterRule, firer: Point, aim: Point, way: int, distance: float) -> Point:
    """The aim moved by a distance, one of its `way`s clockwise from straight on."""
    ahead = math.atan2(aim[1] - firer[1], aim[0] - firer[0])
    angle = ahead - math.radians(360.0 / how.ways * way)
    return (round(aim[0] + distance * math.cos(angle), 3), round(aim[1] + distance * math.sin(angle), 3))


def landings(how: ScatterRule, firer: Point, aim: Point) -> dict[Point, float]:
    """Every point where a shot may come down, with its chance."""
    return exactly(lambda: scatter(how, firer, aim))


def on_table(ground: Ground, point: Point) -> bool:
    """Whether a point lies on the table, edges included."""
    return 0.0 <= point[0] <= ground.width and 0.0 <= point[1] <= ground.height
