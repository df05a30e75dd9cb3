"""Scatter: the random displacement of an aim point by dice. Lengths are in inches.

Users: Mobile Infantry, Invasion Earth, the lab.
"""

from __future__ import annotations

import math

from battlesim.engine.template_kinds import ScatterRule
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import DiceScript, PlainRoll, exact_chances
from battlesim.table.terrain import Ground


def scatter_script(scatter_dice: ScatterRule, firer: Point, aim: Point) -> DiceScript[Point]:
    """Return a dice script that rolls for the scatter of a shot and returns the point where it lands."""
    way, far = yield PlainRoll(sides=(scatter_dice.ways, len(scatter_dice.inches)))
    return scattered_aim(scatter_dice, firer, aim, way, scatter_dice.inches[far - 1])


def scattered_aim(
    scatter_dice: ScatterRule, firer: Point, aim: Point, direction: int, distance: float
) -> Point:
    """Return the aim point moved by `distance` in a scatter direction.

    The direction is given in equal steps, clockwise from straight ahead of the firer.
    """
    ahead = math.atan2(aim[1] - firer[1], aim[0] - firer[0])
    angle = ahead - math.radians(360.0 / scatter_dice.ways * direction)
    return (round(aim[0] + distance * math.cos(angle), 3), round(aim[1] + distance * math.sin(angle), 3))


def scatter_chances(scatter_dice: ScatterRule, firer: Point, aim: Point) -> dict[Point, float]:
    """Return a dict that maps every point where a scattering shot may land to its chance."""
    return exact_chances(lambda: scatter_script(scatter_dice, firer, aim))


def is_point_on_table(ground: Ground, point: Point) -> bool:
    """Return whether a point lies on the table. The edges of the table are included."""
    return 0.0 <= point[0] <= ground.width and 0.0 <= point[1] <= ground.height
