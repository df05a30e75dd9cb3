"""How a group might move: legal legs toward a goal or into contact with targets, leader first. Inches."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from battlesim.geometry.constants import FAR
from battlesim.geometry.contact import Disc
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.paths import Path, shortest_path
from battlesim.geometry.placement import nearest_place
from battlesim.geometry.shapes import Point
from battlesim.geometry.slots import Aim, Bond, Mover, group_order, place_group
from battlesim.rulings.movement_check import check_group, rules_fault
from battlesim.rulings.movement_data import Leg, Link, Motion
from battlesim.rulings.movement_ground import costed, end_space, outline_of, pass_space, starts
from battlesim.table.pieces import OnTable
from battlesim.table.state import Table


def suggest_group(
    table: Table,
    motions: Sequence[Motion],
    link: Link | None,
    goal: Point,
    targets: Sequence[str] = (),
    contact: float = 1.0,
) -> tuple[Leg, ...]:
    """Legs that take a group toward a goal, in order; with targets, as many as possible within `contact`.

    Members who can get no nearer, or not without losing coherency, stay and have no leg.
    """
    link = link or Link("")
    movable = sorted(
        (m for m in motions if m.allowance > 0.0 and (m.leaving or m.starts)),
        key=lambda m: (m.piece != link.leader, m.piece),
    )
    if not movable:
        return ()
    leads = movable[0].piece == link.leader
    spaces = _Spaces(table, frozenset(m.piece for m in movable))
    movers = [spaces.mover(motion, goal) for motion in movable]
    aim = Aim(_route(movers[0], goal), _discs(table, targets), contact)
    bond = Bond(link.within, link.chain, None if leads else _leader_disc(table, link))
    paths = place_group(movers, aim, bond, leads)
    pairs = ((movable[i], paths[i]) for i in group_order(movers, aim, leads))
    legs = tuple(_leg(table, motion, path) for motion, path in pairs if path is not None)
    if any(spaces.group.intersection(motion.hindering) for motion in movable):
        return _one_by_one(table, motions, legs, link)
    return legs


def _one_by_one(table: Table, motions: Sequence[Motion], legs: Sequence[Leg], link: Link) -> tuple[Leg, ...]:
    """Those legs that are legal one after the other, where members hinder one another."""
    kept: tuple[Leg, ...] = ()
    for leg in legs:
        if check_group(table, motions, (*kept, leg), link) is None:
            kept = (*kept, leg)
    return kept


class _Spaces:
    """Rooms to pass and to end, shared by motions that differ in their piece only."""

    def __init__(self, table: Table, group: frozenset[str]) -> None:
        self.table, self.group = table, group
        self.rooms: dict[Motion, tuple[FreeSpace, FreeSpace]] = {}

    def mover(self, motion: Motion, goal: Point) -> Mover:
        """A motion as geometry sees it; the group's own bases are not in the way of its ends."""
        key = msgspec.structs.replace(
            motion,
            piece="",
            allowance=0.0,
            starts=(),
            leaving="",
            ends=(),
            entries=(),
            occupied=self._besides_group(motion.occupied),
            hindering=self._besides_group(motion.hindering),
        )
        if key not in self.rooms:
            self.rooms[key] = (pass_space(self.table, key), end_space(self.table, key))
        passing, ends_room = self.rooms[key]  # the members themselves are judged at the end
        begin = next(iter(starts(self.table, motion, goal)), goal)
        return Mover(
            begin,
            motion.allowance,
            passing.freed_at(begin),
            ends_room,
            costed(self.table, motion),
            lambda path: not motion.ends or rules_fault(self.table, motion, Leg(motion.piece, path)) is None,
            not motion.leaving and isinstance(self.table.piece(motion.piece).place, OnTable),
        )

    def _besides_group(self, pieces: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(p for p in pieces if p not in self.group)


def _route(first: Mover, goal: Point) -> Path:
    """The shortest way of the first mover to the goal, or the straight line where there is none."""
    wanted = nearest_place(first.passing, goal) or goal
    return shortest_path(first.passing, first.origin, wanted) or (first.origin, wanted)


def _discs(table: Table, targets: Sequence[str]) -> tuple[tuple[float, float, float], ...]:
    outlines = [outline_of(table, target) for target in targets]
    return tuple((d.x, d.y, d.radius) for d in outlines if isinstance(d, Disc))


def _leader_disc(table: Table, link: Link) -> tuple[float, float, float] | None:
    if link.leader not in table.pieces or link.within >= FAR or not table.piece(link.leader).in_play:
        return None
    outline = outline_of(table, link.leader)
    return (outline.x, outline.y, outline.radius) if isinstance(outline, Disc) else None


def _leg(table: Table, motion: Motion, path: Path) -> Leg:
    """A leg that ends facing the way it went."""
    (x0, y0), (x1, y1) = path[-2], path[-1]
    facing = round(math.degrees(math.atan2(y1 - y0, x1 - x0)) % 360.0, 3) % 360.0
    return Leg(motion.piece, path, facing)
