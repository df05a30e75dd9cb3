"""Group moves in which one figure moves in a straight line and the others are placed beside it afterwards.

`rulings/measured_stops.py` finds what ends the line, `rulings/set_down.py` where the others are placed.
Lengths are in inches, angles in degrees.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import closest_point_on_segment, is_point_in_shape
from battlesim.geometry.path_overlap import overlap_intervals
from battlesim.geometry.shapes import Point, Ring
from battlesim.rulings.measured_stops import CONTACT_IN, RunEnd, gap_at, point_along, stops
from battlesim.rulings.movement_data import HeadingLimit, MeasuredMotion
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

EDGE_IN = 0.01
"""How far within the edge of what it has climbed a figure stays that cannot get down."""
OUTLINE_DIRECTIONS = 72
TURNS_ASIDE: Final = sorted((math.radians(turn) for turn in range(-90, 91, 5)), key=abs)
"""Angles in radians by which a figure that meets an enemy at once may stand farther round it."""


class StraightRun(NamedTuple):
    """The move of a figure in a straight line, with the terrain or enemies that ended it.

    `excess` is the distance in inches by which the target point is out of reach.
    """

    piece: str
    start: Point
    end: Point
    ended: RunEnd = ""
    by: tuple[str, ...] = ()
    excess: float = 0.0

    @property
    def length(self) -> float:
        """The length of the straight move in inches."""
        return math.dist(self.start, self.end)


def best_run(table: Table, motions: Sequence[MeasuredMotion], aim: Point) -> StraightRun:
    """Return the straight move that ends nearest to a point. Of equally near moves, return the shortest.

    Raises ValueError if `motions` is empty.
    """
    runs = [straight_run(table, motion, aim) for motion in motions]
    return min(runs, key=lambda run: (run.excess, round(math.dist(run.end, aim), 3), round(run.length, 3)))


def straight_run(table: Table, motion: MeasuredMotion, aim: Point) -> StraightRun:
    """Return the straight move of a figure toward a point, up to the first obstacle that ends it.

    A figure that would come out on an occupied place stays where it is, so the point is out of its reach.
    """
    own = table.position_of(motion.piece)
    if motion.inside and not motion.whole and is_point_in_shape(*aim, table.terrain(motion.inside).rings):
        return StraightRun(motion.piece, own, aim, "feature", (motion.inside,))
    start = _start(motion, own, aim)
    if motion.starts and (met := _met_at_start(table, motion, start)):
        return met
    wanted = math.dist(start, aim)
    if wanted <= TOL:
        return StraightRun(motion.piece, start, start)
    unit = ((aim[0] - start[0]) / wanted, (aim[1] - start[1]) / wanted)
    most = _climbing_reach(table, motion, start, unit) if motion.climbs else motion.allowance
    reach = most if motion.whole else min(wanted, most)
    stop = min(
        stops(table, motion, start, unit, reach),
        key=lambda stop: (round(stop.along, 6), stop.ended != "contact"),
        default=None,
    )
    along = stop.end if stop else reach
    clear = along if stop and stop.ended == "feature" else _clear_of(table, motion, start, unit, along)
    end = point_along(start, unit, clear)
    if motion.starts and clear <= TOL and not _is_clear(table, motion, end):
        beyond = 0.0 if motion.whole else math.dist(own, aim)
        return StraightRun(motion.piece, own, own, "obstacle", excess=beyond)
    if stop and clear >= along - TOL:
        return StraightRun(motion.piece, start, end, stop.ended, stop.by)
    short = wanted - most
    excess = 0.0 if motion.whole or stop or short <= TOL else short
    return StraightRun(motion.piece, start, end, excess=excess)


def run_outline(table: Table, motion: MeasuredMotion, directions: int = OUTLINE_DIRECTIONS) -> Ring:
    """Return the outline of the area that a figure can reach in a straight line.

    Its corners are the ends of the longest moves in `directions` directions.
    """
    x, y = table.position_of(motion.piece)
    far = table.ground.width + table.ground.height
    angles = (math.tau * k / directions for k in range(directions))
    aims = ((x + far * math.cos(angle), y + far * math.sin(angle)) for angle in angles)
    return tuple(straight_run(table, motion, aim).end for aim in aims)


def _climbing_reach(table: Table, motion: MeasuredMotion, start: Point, unit: Point) -> float:
    """Return how far along a line a figure gets that climbs over terrain; it stops before a wall too high."""
    held, at, left = ground_obstacles(table.ground), 0.0, motion.allowance
    far = (start, point_along(start, unit, motion.allowance))
    edges = []
    for terrain, height in motion.climbs or ():
        for begin, end in overlap_intervals(held.polygons[held.index[terrain]], far, 0.0):
            edges += [(begin, height, begin > TOL), (end, height, False)]
    for along, height, upward in sorted(edges):
        if along <= TOL:
            continue
        if along - at > left - (height if upward else 0.0) + TOL:
            foot = along - motion.radius if upward else along
            return min(at + left, foot)
        rest = left - (along - at) - height
        if not upward and rest < motion.radius:
            return along - EDGE_IN
        at, left = along, rest
    return at + left


def _start(motion: MeasuredMotion, own: Point, aim: Point) -> Point:
    """Return where the line begins: at the figure, or at the point of its starts nearest to the aim."""
    near = [
        closest_point_on_segment(aim, a, b)
        for ring in motion.starts
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
    ]
    return min(near, key=lambda point: math.dist(point, aim), default=own)


def _met_at_start(table: Table, motion: MeasuredMotion, start: Point) -> StraightRun | None:
    """Return the contact with an enemy that stands where the line would begin; the figure stops beside it."""
    for other in (table.pieces[key] for key in motion.enemies):
        reach, gap = motion.radius + other.radius, math.dist(start, other.xy)
        if gap < reach - TOL:
            away = math.atan2(start[1] - other.xy[1], start[0] - other.xy[0])
            ways = ((math.cos(away + turn), math.sin(away + turn)) for turn in TURNS_ASIDE)
            spots = [point_along(other.xy, way, reach + CONTACT_IN / 2) for way in ways]
            end = next((spot for spot in spots if _is_clear(table, motion, spot)), spots[0])
            return StraightRun(motion.piece, start, end, "contact", (other.id,))
    return None


def _is_clear(table: Table, motion: MeasuredMotion, point: Point) -> bool:
    """Return whether a base at a point would overlap none of the figures that it may not end on."""
    others = (table.pieces[key] for key in (*motion.enemies, *motion.shunned, *motion.occupied))
    return all(gap_at(motion, point, other) >= -TOL for other in others if other.table_position)


def _clear_of(table: Table, motion: MeasuredMotion, start: Point, unit: Point, along: float) -> float:
    """Return how far a figure gets so that it does not end on an occupied place."""
    others = [table.piece(key) for key in motion.occupied if table.pieces[key].table_position is not None]
    for _ in others:
        point = point_along(start, unit, along)
        on = [other for other in others if gap_at(motion, point, other) < -TOL]
        if not on:
            return along
        along = max(0.0, min(_before(motion, start, unit, other) for other in on))
    return along


def _before(motion: MeasuredMotion, start: Point, unit: Point, other: Piece) -> float:
    """Return how far along a line a base first touches a piece that it overlaps farther on."""
    dx, dy = other.xy[0] - start[0], other.xy[1] - start[1]
    middle, aside = dx * unit[0] + dy * unit[1], dx * unit[1] - dy * unit[0]
    reach = motion.radius + other.radius
    return middle - math.sqrt(max(0.0, reach * reach - aside * aside))


def is_within_heading(run: StraightRun, limit: HeadingLimit | msgspec.UnsetType) -> bool:
    """Return whether a straight move respects a limit on its direction, as any move of length 0 does."""
    if isinstance(limit, msgspec.UnsetType) or run.length <= TOL:
        return True
    angle = math.degrees(math.atan2(run.end[1] - run.start[1], run.end[0] - run.start[0]))
    return abs((angle - limit.facing + 180.0) % 360.0 - 180.0) <= limit.within + TOL
