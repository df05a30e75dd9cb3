"""Shots that come down elsewhere than they were aimed at: a clock says where to, a die how far. Inches.

Users: Mobile Infantry (acid, plasma); the artillery of Stargrunt, the shells of Invasion Earth.
"""

from __future__ import annotations

import math

from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import Faces, Fate
from battlesim.table.terrain import Ground


def by_clock(origin: Point, aim: Point, sides: int) -> Fate[Point]:
    """Where a shot comes down: a D12 as a clock, and a D10 in place of a die of so many sides, rounded up.

    Without sides it does not scatter.
    """
    if not sides:
        return aim
    clock, ten = yield Faces(sides=(12, 10))
    return scattered(origin, aim, clock, math.ceil(ten * sides / 10))


def scattered(origin: Point, aim: Point, clock: int, distance: float) -> Point:
    """The aim moved: 12 is straight on from the origin, each number 30 degrees clockwise."""
    ahead = math.atan2(aim[1] - origin[1], aim[0] - origin[0])
    angle = ahead - math.radians(30.0 * clock)
    return (round(aim[0] + distance * math.cos(angle), 3), round(aim[1] + distance * math.sin(angle), 3))


def on_table(ground: Ground, point: Point) -> bool:
    """Whether a point lies on the table, edges included."""
    return 0.0 <= point[0] <= ground.width and 0.0 <= point[1] <= ground.height
