"""Ways by length and tolls: to a point, into contact, to many things by one search. Inches.

What has a toll is open to the way, though it may stop the leg that is made of it: a shut door is gone up to.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from battlesim.geometry.contact import Disc, contacts, touching
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.paths import Path, length
from battlesim.geometry.roads import Roads, Tree, nearest_reached
from battlesim.geometry.shapes import Point
from battlesim.rulings.crossing import crossings, parted, until
from battlesim.rulings.movement_data import Motion
from battlesim.rulings.movement_ground import outline_of, pass_space
from battlesim.rulings.placing import free_space
from battlesim.table.state import Table

SPACING = 0.3
"""Inches between the places of contact that a way may lead to."""


class Way(NamedTuple):
    """The whole way to something: its length, and its cost with tolls; whether it gets there at all."""

    path: Path
    length: float
    cost: float
    arrives: bool = True


def ways_from(table: Table, motion: Motion, start: Point) -> Tree:
    """The best ways from a place to everywhere, whatever the allowance. Kept with the table."""
    return table.cached(("ways", _plain(motion), start), lambda: _search(table, motion, start))


def _plain(motion: Motion) -> Motion:
    """The motion without what makes no difference to ways."""
    return msgspec.structs.replace(motion, allowance=0.0, starts=(), occupied=(), entries=(), ends=())


def _search(table: Table, motion: Motion, start: Point) -> Tree:
    room = _room(table, motion, start)
    bare = room.without(room.names)
    tolls = {toll.terrain: toll.extra for toll in motion.tolls}
    key = ("roads", motion.radius, bare.blocked.tobytes(), motion.tolls)
    return Tree(table.ground.cached(key, lambda: Roads(bare, tolls)).among(room), start)


def _room(table: Table, motion: Motion, start: Point) -> FreeSpace:
    """Room to pass, with what has a toll open."""
    tolled = {toll.terrain for toll in motion.tolls}
    blocked = tuple(t for t in motion.blocked if t not in tolled)
    return pass_space(table, msgspec.structs.replace(motion, blocked=blocked)).freed_at(start)


def way_to(table: Table, motion: Motion, start: Point, goal: Point) -> Way:
    """The best way to a point, or to the reachable place nearest to it."""
    road = ways_from(table, motion, start).road([goal])
    if road is not None:
        return Way(road.path, length(road.path), road.cost)
    return _as_near(table, motion, start, goal)


def way_into_contact(
    table: Table, motion: Motion, start: Point, piece: str, parted_by: Collection[str] = ()
) -> Way:
    """The best way by which a base comes to touch a piece, with nothing named between them.

    Where there is none, the way to the reachable place nearest to the piece. Raises ValueError for a piece
    that does not stand on the table.
    """
    target, spots = table.piece(piece), _contacts(table, motion, start, piece)
    road = ways_from(table, motion, start).road(spots)

    def is_parted(spot: Point) -> bool:
        return parted(table, spot, motion.radius, target.xy, target.radius, parted_by)

    if road is not None and is_parted(road.path[-1]):
        road = ways_from(table, motion, start).road([spot for spot in spots if not is_parted(spot)])
    if road is not None:
        return Way(road.path, length(road.path), road.cost)
    return _as_near(table, motion, start, target.xy)


def _contacts(table: Table, motion: Motion, start: Point, piece: str) -> Sequence[Point]:
    """Places where a base touches a piece and ends on nobody, the one on the straight line to it first."""
    room, outline = _room(table, motion, start), outline_of(table, piece)
    if not isinstance(outline, Disc):
        raise ValueError(f"{piece} does not stand on the table, so no way leads into contact with it")
    gap = math.dist(start, outline[:2]) - outline.radius - motion.radius
    straight = touching(room, outline, start) if gap > 0.0 else None
    spots = [*([straight] if straight else []), *contacts(room, outline, SPACING)]
    others = [table.piece(i) for i in motion.occupied if i not in (piece, motion.piece)]
    free = free_space(table, motion.radius, (), [p for p in others if p.spot is not None])
    clear = free.clear(np.array(spots)) if spots else ()
    return [spot for spot, is_clear in zip(spots, clear, strict=True) if is_clear]


def _as_near(table: Table, motion: Motion, start: Point, goal: Point) -> Way:
    near = nearest_reached(_room(table, motion, start), start, goal)
    road = ways_from(table, motion, start).road([near]) if near else None
    path = road.path if road else (start, start)
    return Way(path, length(path), road.cost if road else 0.0, False)


def before_stop(table: Table, motion: Motion, path: Path) -> Path:
    """A way up to the first thing with a toll that stops the base after all, such as a shut door."""
    open_ = {climb.terrain for climb in motion.climbs}
    shut = {toll.terrain for toll in motion.tolls}.intersection(motion.blocked) - open_
    if not shut:
        return path
    astride = {fault.id for fault in pass_space(table, motion).faults(path[0])}
    found = crossings(table, path, motion.radius, tuple(shut - astride))
    return until(path, found[0].start) if found else path
