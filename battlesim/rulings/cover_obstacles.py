"""Obstacles near enough to a target to count toward its cover. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import gaps_to_shape, shape_gap
from battlesim.geometry.shapes import Solid
from battlesim.rulings.building_solids import whole_solid
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.sight_scene import SightPose, unit_hulls, upright_solids
from battlesim.table.state import Table


def cover_obstacles(table: Table, rules: SightRules, ignored_markers: Collection[str] = ()) -> list[Solid]:
    """Return the solids that may give cover: all terrain, and the pieces and markers that block sight."""
    uprights = (thing.solid() for thing in upright_solids(table, rules, ignored_markers))
    hulls = unit_hulls(table, rules) if rules.groups else ()
    return [*map(whole_solid, table.ground.terrain), *uprights, *hulls]


def ids_nearer_to_viewer(obstacles: Sequence[Solid], viewer: SightPose, target: SightPose) -> frozenset[str]:
    """Return the ids of the obstacles that are nearer, in space, to the viewer than to the target."""
    return frozenset(one.id for one in obstacles if _space_gap(viewer, one) < _space_gap(target, one) - TOL)


def height_gap(z: float, obstacle: Solid) -> float:
    """Return the vertical distance from height `z` to an obstacle, or 0 if `z` is within its height."""
    return max(z - obstacle.top, obstacle.bottom - z, 0.0)


def _space_gap(pose: SightPose, obstacle: Solid) -> float:
    return math.hypot(_plan_gap(pose, obstacle), height_gap(pose.z, obstacle))


def _plan_gap(pose: SightPose, obstacle: Solid) -> float:
    if pose.inside:
        return shape_gap(pose.rings, obstacle.rings)
    if pose.hull:
        return shape_gap((pose.hull,), obstacle.rings)
    return max(0.0, float(gaps_to_shape([(pose.x, pose.y, pose.radius)], obstacle.rings)[0]))
