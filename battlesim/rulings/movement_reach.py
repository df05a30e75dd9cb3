"""The area in which a piece can end its move. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from battlesim.geometry.arcs import Arc, bearing, point_in_direction, sector
from battlesim.geometry.constants import TOL
from battlesim.geometry.reach import distance_to_region, reach_region
from battlesim.geometry.regions import common_region
from battlesim.geometry.shapes import Point, Region
from battlesim.rulings.movement_data import EndApart, Motion
from battlesim.rulings.movement_ground import costed_ground, ending_space, passing_space, start_points
from battlesim.rulings.movement_legs import straight_leg
from battlesim.table.state import Table

REACH_SLACK_IN = 0.05
"""Inches by which a reach is taken to be larger, as its outline is simplified."""


def motion_reach(table: Table, motion: Motion, spacing: float = 1.0) -> Region:
    """Return the region of points where a piece can end its move. Its end rules are ignored.

    Each polygon is an outer ring followed by its holes. The region is exact for a single start point on
    ground without costs. Otherwise it may be too small, because start points are sampled every `spacing`
    inches.
    """
    begins = start_points(table, motion, None, spacing)
    region = reach_region(
        passing_space(table, motion),
        begins,
        motion.allowance,
        costed_ground(table, motion),
        ending_space(table, motion),
    )
    return _ahead(table, motion, region, begins)


def _ahead(table: Table, motion: Motion, region: Region, begins: Sequence[Point]) -> Region:
    """Return the part of a region that lies within the motion's heading limit, seen from its start.

    A point behind a corner may lie ahead and yet be reachable only by a step back; it stays in the region.
    """
    limit = motion.heading
    if isinstance(limit, msgspec.UnsetType) or not begins:
        return region
    reach = motion.allowance + math.hypot(table.ground.width, table.ground.height)
    ahead = sector(begins[0], limit.facing, Arc(0.0, 2.0 * limit.within), reach)
    return common_region(region, ((ahead,),))


def may_come_within(table: Table, motion: Motion, point: Point, distance: float) -> bool:
    """Return whether a piece may end its move within `distance` inches of a point.

    Other bases and end rules are ignored, so the way may in fact be blocked. The area of possible ends is
    cached.
    """
    alone = msgspec.structs.replace(motion, hindering=(), occupied=(), ends=())
    region = table.ground.cached_value(("reach alone", alone), lambda: motion_reach(table, alone))
    return distance_to_region(region, point) <= distance + REACH_SLACK_IN


def can_end_apart(table: Table, motion: Motion, rule: EndApart) -> bool:
    """Return whether a piece can end its move as far from another piece as a rule requires.

    The rule must name exactly one piece. Straight paths away from that piece are tried first, then the
    corners of the region that can be reached, because its point farthest from a base is always a corner.
    """
    (enemy,) = map(table.piece, rule.pieces)
    least = rule.least + enemy.radius + motion.radius

    def far_enough(point: Point) -> bool:
        return least <= math.dist(point, enemy.xy) + TOL

    begins = start_points(table, motion)
    for origin in begins[:: max(1, len(begins) // 4)]:
        goals = [goal for goal in _ways_out(origin, motion.allowance, enemy.xy) if far_enough(goal)]
        if straight_leg(table, motion, origin, goals) is not None:
            return True
    return any(far_enough(corner) for rings in motion_reach(table, motion) for corner in rings[0])


def _ways_out(origin: Point, allowance: float, enemy: Point) -> Iterator[Point]:
    """Yield end points of straight paths away from an enemy, the longest and most direct first."""
    away = bearing(enemy, origin)
    for turn in (0, 1, -1, 2, -2, 3, -3, 4, -4):
        for share in (1.0, 0.75, 0.55):
            yield point_in_direction(origin, away + 30.0 * turn, share * allowance)
