"""Areas swept by bases that are not round as they move and turn, and the obstacles in these areas.

A base is a convex ring with twofold rotational symmetry. Lengths are in inches, angles in degrees. Areas
swept along straight lines are exact; the arcs of turns are too small by at most `MAX_TURN_SAG_IN`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import shapely

from battlesim.geometry.arcs import bearing
from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import ROUNDING_SLACK_IN, TABLE_EDGE_ID, FreeSpace, Obstruction
from battlesim.geometry.shapes import Point, Ring, placed_ring, polygon_of

MAX_TURN_SAG_IN = 5e-4
"""The most by which the chords of a turn's outline lie inside the arcs of its corners."""
MIN_TURN_DEG = 1e-6
"""A smaller turn is none."""
FARTHEST_CORNER_SLACK_IN = 1e-6
"""Corners that are less than this nearer to the centre than the farthest one sweep its arc, too."""
Sweep = Any
"""Ground that a base stands on or sweeps over (a shapely geometry)."""


def standing_ground(ring: Ring, at: Point = (0.0, 0.0), facing: float = 0.0, clearance: float = 0.0) -> Sweep:
    """Return the area under a base, grown by `clearance`. `ring` is the outline of the base at the origin."""
    ground = polygon_of((placed_ring(ring, *at, facing),))
    return ground.buffer(clearance) if clearance else ground


def straight_sweep(ring: Ring, start: Point, end: Point) -> Sweep:
    """Return the area that a base sweeps when it moves along a segment, forward or backward."""
    heading = bearing(start, end)
    ends = [shapely.Polygon(placed_ring(ring, *at, heading)) for at in (start, end)]
    return shapely.convex_hull(shapely.GeometryCollection(ends))


def turning_sweeps(ring: Ring, at: Point, facing: float, turn: float) -> Iterator[Sweep]:
    """Yield the areas that a base sweeps when it turns on the spot. A positive turn is counter-clockwise.

    These are the areas under the base before and after the turn, and a sector for each of the corners
    farthest from the centre. The rest of a convex base stays within these areas.
    """
    yield shapely.Polygon(placed_ring(ring, *at, facing))
    if abs(turn) < MIN_TURN_DEG:
        return
    yield shapely.Polygon(placed_ring(ring, *at, facing + turn))
    far = circumradius(ring)
    step = 2.0 * math.acos(1.0 - min(1.0, MAX_TURN_SAG_IN / far))
    swept = math.radians(turn)
    turns = np.linspace(0.0, swept, max(2, math.ceil(abs(swept) / step) + 1))
    for x, y in ring:
        if math.hypot(x, y) >= far - FARTHEST_CORNER_SLACK_IN:
            angles = math.radians(facing) + math.atan2(y, x) + turns
            arc = np.column_stack([at[0] + far * np.cos(angles), at[1] + far * np.sin(angles)])
            yield shapely.Polygon(np.vstack([[at], arc]))


def circumradius(ring: Ring) -> float:
    """Return the radius of the smallest circle around the origin that contains a ring."""
    return max(math.hypot(*corner) for corner in ring)


def is_circle_free(space: FreeSpace, at: Point, radius: float) -> bool:
    """Return whether a circle contains no obstacle. If so, a base that fits into it can turn freely there."""
    size = (space.obstacles.width, space.obstacles.height)
    edge = min(*at, size[0] - at[0], size[1] - at[1])
    near = np.hypot(*(space.discs[:, :2] - at).T) - space.discs[:, 2] if len(space.discs) else np.zeros(0)
    clear = edge >= radius and not (near < radius).any()
    return clear and not space.solids_near(shapely.Point(at), radius)


def sweep_obstructions(space: FreeSpace, sweep: Sweep) -> list[Obstruction]:
    """Return the obstacles that overlap a swept area by more than `TOL`, with the depths of the overlaps.

    The order is fixed. The radius of the free space does not matter.
    """
    core = sweep.buffer(-TOL - ROUNDING_SLACK_IN, join_style="mitre")
    found: list[Obstruction] = []
    x0, y0, x1, y1 = sweep.bounds
    off = max(-x0, -y0, x1 - space.obstacles.width, y1 - space.obstacles.height)
    if off > TOL + ROUNDING_SLACK_IN:
        found.append(Obstruction(TABLE_EDGE_ID, off))
    for number in space.solids_near(core, 0.0):
        solid = space.obstacles.polygons[number]
        found.append(Obstruction(space.obstacles.ids[number], _overlap(sweep, solid)))
    if len(space.discs):
        centres = shapely.points(space.discs[:, :2])
        within = np.flatnonzero(shapely.distance(core, centres) < space.discs[:, 2])
        overlaps = space.discs[:, 2] - shapely.distance(sweep, centres)
        found += [Obstruction(space.names[k], float(overlaps[k])) for k in within]
    return found


def is_sweep_free(space: FreeSpace, sweep: Sweep) -> bool:
    """Return whether `sweep_obstructions` finds no obstacle in a swept area, without measuring overlaps."""
    x0, y0, x1, y1 = sweep.bounds
    off = max(-x0, -y0, x1 - space.obstacles.width, y1 - space.obstacles.height)
    if off > TOL + ROUNDING_SLACK_IN:
        return False
    if not _may_overlap(space, sweep):
        return True
    return not _may_overlap(space, sweep.buffer(-TOL - ROUNDING_SLACK_IN, join_style="mitre"))


def _may_overlap(space: FreeSpace, area: Sweep) -> bool:
    """Return whether any solid touches an area or any disc overlaps it."""
    if len(space.discs):
        away = shapely.distance(area, shapely.points(space.discs[:, :2]))
        if (away < space.discs[:, 2]).any():
            return True
    return bool(space.solids_near(area, 0.0))


def _overlap(sweep: Sweep, solid: Any) -> float:
    """Return the width of the area in which a sweep and a solid overlap, but at least `TOL`."""
    box = shapely.oriented_envelope(shapely.intersection(sweep, solid))
    corners = shapely.get_coordinates(box)
    if len(corners) < 4:
        return TOL
    return max(TOL, float(min(math.dist(corners[1], corners[0]), math.dist(corners[2], corners[1]))))
