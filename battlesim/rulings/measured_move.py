"""Group moves in which one figure moves in a straight line and the others are placed beside it afterwards.

For the placement of the other figures, see `rulings/set_down.py`. Lengths are in inches, angles in degrees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from battlesim.geometry.clipping import last_point_on_table
from battlesim.geometry.constants import NO_LIMIT_IN, POSITION_QUANTUM_IN, TOL
from battlesim.geometry.edge_distances import closest_point_on_segment, is_point_in_shape
from battlesim.geometry.freespace import Obstacles
from battlesim.geometry.path_overlap import inches_to_contact, overlap_intervals
from battlesim.geometry.shapes import Point, Ring, Solid, ring_bounds
from battlesim.rulings.movement_data import EntryPoints, GuardedObject, HeadingLimit
from battlesim.rulings.piece_gaps import bases_overlap
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

CONTACT_IN = 0.005
"""Bases at this distance or less touch."""
EDGE_IN = 0.01
"""How far within the edge of what it has climbed a figure stays that cannot get down."""
BEYOND_BARRIER_IN = 12.0
"""How far beyond the end of a line the far side of a barrier is looked for."""
OUTLINE_DIRECTIONS = 72
TURNS_ASIDE: Final = sorted((math.radians(turn) for turn in range(-90, 91, 5)), key=abs)
"""Angles in radians by which a figure that meets an enemy at once may stand farther round it."""

RunEnd = Literal["", "feature", "barrier", "contact", "obstacle", "edge"]


class MeasuredMotion(msgspec.Struct, frozen=True):
    """The limits on the straight move of the figure that is measured for its group.

    A vehicle, whose base is not round, can be named wherever terrain is named. A base that touches it stops
    unless its centre gets in.

    The line begins at the figure or, if `starts` is given, anywhere on these lines. `inside` is the terrain
    within which the group may be placed again. The line ends where the centre enters any of the `features`,
    on the far side of any of the `barriers`, and where the base meets `blocked` terrain, a `guarded` object,
    an enemy or the edge of the table. It does not end on `occupied` pieces. It keeps a gap of `apart` inches
    to enemies and of `shun_gap` inches to `shunned` pieces. Terrain in `jumps` is crossed if it is narrower
    than `jump_width` along the line. Terrain in `climbs` is climbed over, and the height given with it counts
    as distance both up and down. A line over `platforms` ends at the last edge before a gap of at least
    `jump_width`. If `whole` is True, the move uses the whole allowance.
    """

    piece: str
    radius: float
    allowance: float
    starts: tuple[Ring, ...] = ()
    inside: str = ""
    features: tuple[str, ...] = ()
    entries: tuple[EntryPoints, ...] = ()
    barriers: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    jumps: tuple[str, ...] = ()
    jump_width: float = 0.0
    guarded: tuple[GuardedObject, ...] = ()
    enemies: tuple[str, ...] = ()
    shunned: tuple[str, ...] = ()
    shun_gap: float = 0.0
    occupied: tuple[str, ...] = ()
    apart: float = 0.0
    heading: HeadingLimit | msgspec.UnsetType = msgspec.UNSET
    whole: bool = False
    climbs: tuple[tuple[str, float], ...] | msgspec.UnsetType = msgspec.UNSET
    platforms: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


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


class _Stop(NamedTuple):
    along: float
    ended: RunEnd
    by: tuple[str, ...]
    end: float
    """Where the figure stands after it, along the line."""


def best_run(table: Table, motions: Sequence[MeasuredMotion], aim: Point) -> StraightRun:
    """Return the straight move that ends nearest to a point. Of equally near moves, return the shortest.

    Raises ValueError if `motions` is empty.
    """
    runs = [straight_run(table, motion, aim) for motion in motions]
    return min(runs, key=lambda run: (run.excess, round(math.dist(run.end, aim), 3), round(run.length, 3)))


def straight_run(table: Table, motion: MeasuredMotion, aim: Point) -> StraightRun:
    """Return the straight move of a figure toward a point, up to the first obstacle that ends it."""
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
        _stops(table, motion, start, unit, reach),
        key=lambda stop: (round(stop.along, 6), stop.ended != "contact"),
        default=None,
    )
    along = stop.end if stop else reach
    clear = along if stop and stop.ended == "feature" else _clear_of(table, motion, start, unit, along)
    end = _point(start, unit, clear)
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
    far = (start, _point(start, unit, motion.allowance))
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


def _at_gaps(table: Table, motion: MeasuredMotion, path: Sequence[Point]) -> Iterator[_Stop]:
    """Yield the stop at the edge of the platforms, where the gap is too wide or the line ends in it."""
    held, reach = ground_obstacles(table.ground), math.dist(*path)
    parts = sorted(
        part
        for terrain in motion.platforms or ()
        for part in overlap_intervals(held.polygons[held.index[terrain]], path, 0.0)
    )
    at = 0.0
    for begin, end in parts:
        if begin - at >= motion.jump_width - TOL:
            break
        at = max(at, end)
    if at < reach - TOL:
        yield _Stop(at, "obstacle", (), at)


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
            spots = [_point(other.xy, way, reach + CONTACT_IN / 2) for way in ways]
            end = next((spot for spot in spots if _is_clear(table, motion, spot)), spots[0])
            return StraightRun(motion.piece, start, end, "contact", (other.id,))
    return None


def _is_clear(table: Table, motion: MeasuredMotion, point: Point) -> bool:
    """Return whether a base at a point would overlap none of the figures that it may not end on."""
    others = (table.pieces[key] for key in (*motion.enemies, *motion.shunned, *motion.occupied))
    return all(_gap(motion, point, other) >= -TOL for other in others if other.table_position)


def _point(start: Point, unit: Point, along: float) -> Point:
    return round(start[0] + along * unit[0], 4), round(start[1] + along * unit[1], 4)


def _stops(table: Table, motion: MeasuredMotion, start: Point, unit: Point, reach: float) -> Iterator[_Stop]:
    """Yield everything that ends a line within its reach."""
    path = (start, _point(start, unit, reach))
    far = (start, _point(start, unit, reach + BEYOND_BARRIER_IN))
    near = ground_obstacles(table.ground).ids_near_segment(*far, motion.radius + POSITION_QUANTUM_IN)
    entries = {entry.terrain: entry for entry in motion.entries}
    guards = {guard.terrain: guard for guard in motion.guarded}

    def first(terrain: str, radius: float) -> tuple[float, float] | None:
        line = far if terrain in motion.barriers or terrain in motion.jumps else path
        return next(iter(overlap_intervals(_shape(table, terrain), line, radius)), None)

    for terrain in dict.fromkeys((*guards, *motion.features, *motion.barriers, *motion.blocked)):
        base = first(terrain, motion.radius) if terrain in near or terrain in table.pieces else None
        if base is None or base[0] > reach:
            continue
        if guard := guards.get(terrain):
            reached = _guards_reached(table, motion, guard, _point(start, unit, base[0]))
            if reached:
                yield _Stop(base[0], "contact", reached, base[0])
                continue
        if terrain in motion.barriers:
            shut = _is_taken(table, motion, _point(start, unit, base[1]))
            yield from _at_barrier(terrain, base, first(terrain, 0.0), reach, shut)
        elif terrain in motion.features:
            entered = first(terrain, 0.0)
            entry = entries.get(terrain)
            if entered is None:
                if terrain in table.pieces:
                    yield _Stop(base[0], "obstacle", (terrain,), base[0])
                continue
            if entry and not _is_near(entry, _point(start, unit, entered[0])):
                yield _Stop(base[0], "obstacle", (terrain,), base[0])
            else:
                yield _Stop(entered[0], "feature", (terrain,), entered[0])
        elif terrain in motion.blocked and not _is_jumped(motion, terrain, base, first(terrain, 0.0), reach):
            yield _Stop(base[0], "obstacle", (terrain,), base[0])
    if motion.platforms:
        yield from _at_gaps(table, motion, path)
    yield from _at_edge(table, motion, start, path[1])
    yield from _at_enemies(table, motion, path)


def _shape(table: Table, key: str) -> Any:
    """Return the shape of terrain, or of a piece whose base is not round and that counts as terrain."""
    if key in table.pieces:
        ring, ground = table.piece(key).outline or (), table.ground
        solid = Solid(key, (ring,), 1.0)
        alone = ("hull as an obstacle", key)
        return table.cached_value(alone, lambda: Obstacles((solid,), ground.width, ground.height)).polygons[0]
    held = ground_obstacles(table.ground)
    return held.polygons[held.index[key]]


def _is_jumped(
    motion: MeasuredMotion,
    terrain: str,
    base: tuple[float, float],
    centre: tuple[float, float] | None,
    reach: float,
) -> bool:
    """Return whether a line passes over terrain that is narrow enough, and does not end on it."""
    if terrain not in motion.jumps or base[1] > reach + TOL:
        return False
    return centre is None or centre[1] - centre[0] < motion.jump_width - TOL


def _guards_reached(
    table: Table, motion: MeasuredMotion, guard: GuardedObject, point: Point
) -> tuple[str, ...]:
    if guard.within >= NO_LIMIT_IN:
        return guard.guards
    near = (piece for piece in guard.guards if _gap(motion, point, table.piece(piece)) <= guard.within + TOL)
    return tuple(near)


def _gap(motion: MeasuredMotion, point: Point, other: Piece) -> float:
    return math.dist(point, other.xy) - motion.radius - other.radius


def _is_near(entry: EntryPoints, point: Point) -> bool:
    return any(math.dist(point, door) <= entry.within + TOL for door in entry.points)


def _is_taken(table: Table, motion: MeasuredMotion, point: Point) -> bool:
    """Return whether the base at a point would overlap an enemy, or a hull among the features."""
    figure = msgspec.structs.replace(table.piece(motion.piece), place=standing_place(table.ground, *point))
    others = (table.pieces.get(key) for key in (*motion.features, *motion.enemies, *motion.shunned))
    return any(other and other.table_position and bases_overlap(figure, other) for other in others)


def _at_barrier(
    terrain: str, base: tuple[float, float], centre: tuple[float, float] | None, reach: float, shut: bool
) -> Iterator[_Stop]:
    """Yield the end of a line that crosses a barrier, or that stays before it.

    It stays before a barrier that it is too short to cross, or that has no room behind it (`shut`).
    """
    if centre is not None and centre[0] <= reach + TOL:
        ended: RunEnd = "obstacle" if shut else "barrier"
        yield _Stop(centre[0], ended, (terrain,), base[0] if shut else base[1])
    elif base[0] < reach < base[1]:
        yield _Stop(base[0], "obstacle", (terrain,), base[0])


def _at_edge(table: Table, motion: MeasuredMotion, start: Point, end: Point) -> Iterator[_Stop]:
    """Yield the stop at the table edge, where the base would overhang it."""
    edge, r = table.ground, motion.radius
    width, height = edge.width - 2 * r, edge.height - 2 * r
    begin = min(max(start[0] - r, 0.0), width), min(max(start[1] - r, 0.0), height)
    x, y = last_point_on_table(begin, (end[0] - r, end[1] - r), width, height)
    along = math.dist(begin, (x, y))
    if along < math.dist(start, end) - TOL:
        yield _Stop(along, "edge", (), along)


def _at_enemies(table: Table, motion: MeasuredMotion, path: Sequence[Point]) -> Iterator[_Stop]:
    """Yield the stop at the enemies that are met first."""
    met = _meetings(table, motion, path, motion.enemies, motion.apart)
    if shunned := _meetings(table, motion, path, motion.shunned, motion.shun_gap):
        yield _Stop(min(shunned)[0], "obstacle", (), min(shunned)[0])
    if met and not motion.apart:
        nearest = min(met)[0]
        touched = tuple(key for along, key in met if along <= nearest + CONTACT_IN)
        yield _Stop(nearest, "contact", touched, nearest)
    elif met:
        yield _Stop(min(met)[0], "obstacle", (), min(met)[0])


def _meetings(
    table: Table, motion: MeasuredMotion, path: Sequence[Point], others: Sequence[str], gap: float
) -> list[tuple[float, str]]:
    """Return where a line first comes within a gap of each of some pieces."""
    met, (x0, y0, x1, y1) = [], ring_bounds(path)
    for key in others:
        other = table.pieces.get(key)
        if other is None or other.table_position is None:
            continue
        reach = motion.radius + other.radius + gap
        (x, y), far = other.xy, reach + 2 * TOL
        if x0 - far <= x <= x1 + far and y0 - far <= y <= y1 + far:
            along = inches_to_contact(path, other.xy, reach)
            if along is not None:
                met.append((along, key))
    return met


def _clear_of(table: Table, motion: MeasuredMotion, start: Point, unit: Point, along: float) -> float:
    """Return how far a figure gets so that it does not end on an occupied place."""
    others = [table.piece(key) for key in motion.occupied if table.pieces[key].table_position is not None]
    for _ in others:
        point = _point(start, unit, along)
        on = [other for other in others if _gap(motion, point, other) < -TOL]
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
