"""What ends the straight move of a measured figure: terrain, barriers, guarded objects, enemies and edges.

Lengths are in inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from battlesim.geometry.clipping import last_point_on_table
from battlesim.geometry.constants import NO_LIMIT_IN, POSITION_QUANTUM_IN, TOL
from battlesim.geometry.freespace import Obstacles
from battlesim.geometry.path_overlap import inches_to_contact, overlap_intervals
from battlesim.geometry.shapes import Point, Solid, ring_bounds
from battlesim.rulings.movement_data import EntryPoints, GuardedObject, MeasuredMotion
from battlesim.rulings.piece_gaps import bases_overlap
from battlesim.rulings.piece_placement import ground_obstacles
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

CONTACT_IN = 0.005
"""Bases at this distance or less touch."""
BEYOND_BARRIER_IN = 12.0
"""How far beyond the end of a line the far side of a barrier is looked for."""

RunEnd = Literal["", "feature", "barrier", "contact", "obstacle", "edge"]


class Stop(NamedTuple):
    """Something that ends the straight move of a figure.

    The figure meets it at the distance `along` and then stands at the distance `end`, both in inches from the
    start of the line. `by` holds the ids of what it meets.
    """

    along: float
    ended: RunEnd
    by: tuple[str, ...]
    end: float


def point_along(start: Point, unit: Point, along: float) -> Point:
    """Return the point at a distance from the start of a line in the direction of a unit vector."""
    return round(start[0] + along * unit[0], 4), round(start[1] + along * unit[1], 4)


def gap_at(motion: MeasuredMotion, point: Point, other: Piece) -> float:
    """Return the gap between the base at a point and that of another piece; negative if they overlap."""
    return math.dist(point, other.xy) - motion.radius - other.radius


def stops(table: Table, motion: MeasuredMotion, start: Point, unit: Point, reach: float) -> Iterator[Stop]:
    """Yield everything that ends a line within its reach."""
    path = (start, point_along(start, unit, reach))
    far = (start, point_along(start, unit, reach + BEYOND_BARRIER_IN))
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
        at = point_along(start, unit, base[0])
        if (guard := guards.get(terrain)) and (reached := _guards_reached(table, motion, guard, at)):
            yield Stop(base[0], "contact", reached, base[0])
            continue
        if terrain in motion.barriers:
            shut = _is_taken(table, motion, point_along(start, unit, base[1]))
            yield from _at_barrier(terrain, base, first(terrain, 0.0), reach, shut)
        elif terrain in motion.features:
            entered = first(terrain, 0.0)
            entry = entries.get(terrain)
            if entered is None:
                if terrain in table.pieces:
                    yield Stop(base[0], "obstacle", (terrain,), base[0])
                continue
            if entry and not _is_near(entry, point_along(start, unit, entered[0])):
                yield Stop(base[0], "obstacle", (terrain,), base[0])
            else:
                yield Stop(entered[0], "feature", (terrain,), entered[0])
        elif terrain in motion.blocked and not _is_jumped(motion, terrain, base, first(terrain, 0.0), reach):
            yield Stop(base[0], "obstacle", (terrain,), base[0])
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
    near = (
        piece for piece in guard.guards if gap_at(motion, point, table.piece(piece)) <= guard.within + TOL
    )
    return tuple(near)


def _is_near(entry: EntryPoints, point: Point) -> bool:
    return any(math.dist(point, door) <= entry.within + TOL for door in entry.points)


def _is_taken(table: Table, motion: MeasuredMotion, point: Point) -> bool:
    """Return whether the base at a point would overlap an enemy, or a hull among the features."""
    figure = msgspec.structs.replace(table.piece(motion.piece), place=standing_place(table.ground, *point))
    others = (table.pieces.get(key) for key in (*motion.features, *motion.enemies, *motion.shunned))
    return any(other and other.table_position and bases_overlap(figure, other) for other in others)


def _at_barrier(
    terrain: str, base: tuple[float, float], centre: tuple[float, float] | None, reach: float, shut: bool
) -> Iterator[Stop]:
    """Yield the end of a line that crosses a barrier, or that stays before it.

    It stays before a barrier that it is too short to cross, or that has no room behind it (`shut`).
    """
    if centre is not None and centre[0] <= reach + TOL:
        ended: RunEnd = "obstacle" if shut else "barrier"
        yield Stop(centre[0], ended, (terrain,), base[0] if shut else base[1])
    elif base[0] < reach < base[1]:
        yield Stop(base[0], "obstacle", (terrain,), base[0])


def _at_edge(table: Table, motion: MeasuredMotion, start: Point, end: Point) -> Iterator[Stop]:
    """Yield the stop at the table edge, where the base would overhang it."""
    edge, r = table.ground, motion.radius
    width, height = edge.width - 2 * r, edge.height - 2 * r
    begin = min(max(start[0] - r, 0.0), width), min(max(start[1] - r, 0.0), height)
    x, y = last_point_on_table(begin, (end[0] - r, end[1] - r), width, height)
    along = math.dist(begin, (x, y))
    if along < math.dist(start, end) - TOL:
        yield Stop(along, "edge", (), along)


def _at_enemies(table: Table, motion: MeasuredMotion, path: Sequence[Point]) -> Iterator[Stop]:
    """Yield the stop at the enemies that are met first."""
    met = _meetings(table, motion, path, motion.enemies, motion.apart)
    if shunned := _meetings(table, motion, path, motion.shunned, motion.shun_gap):
        yield Stop(min(shunned)[0], "obstacle", (), min(shunned)[0])
    if met and not motion.apart:
        nearest = min(met)[0]
        touched = tuple(key for along, key in met if along <= nearest + CONTACT_IN)
        yield Stop(nearest, "contact", touched, nearest)
    elif met:
        yield Stop(min(met)[0], "obstacle", (), min(met)[0])


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


def _at_gaps(table: Table, motion: MeasuredMotion, path: Sequence[Point]) -> Iterator[Stop]:
    """Yield the stop at the last edge of the platforms before a gap that the figure cannot cross."""
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
        yield Stop(at, "obstacle", (), at)
