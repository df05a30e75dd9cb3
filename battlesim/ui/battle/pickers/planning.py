"""What a person means by pointing: legs to places, into things, with steps on the way. Inches, degrees."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from battlesim.geometry.constants import QUANTUM
from battlesim.geometry.freespace import EDGE
from battlesim.geometry.measure import outline_point
from battlesim.geometry.reach import Region
from battlesim.geometry.shapes import Point
from battlesim.rulings.measure import point_distance
from battlesim.rulings.movement import (
    Leg,
    Link,
    Motion,
    after,
    approach,
    check_group,
    check_leg,
    cost_of,
    end_space,
    pass_space,
    piece_gap,
    shortest,
    starts,
    suggest_group,
    toward,
)
from battlesim.table.pieces import Inside, OnTable, Piece
from battlesim.table.state import Table

HOLDS = 1e-3
STEP = 0.1
"""Inches of a step on, by which it is known what a piece has stopped at."""
SHARES = (1.0, 0.75, 0.5, 0.25)
"""Of its allowance, what a piece goes toward an enemy."""
FOES = 3
"""So many of the nearest enemies are tried."""
ABREAST = 2.1
"""Radii between the middles of those who come in side by side."""
CLOSE, ABOUT = 1.0, 6.0
"""Inches to an enemy at which those brought along come at it too, and how far others like it may be."""


class Planned(NamedTuple):
    """A leg, or why there is none in words."""

    leg: Leg | None
    words: str = ""


class Pair(NamedTuple):
    """Two members of a group after a move, and whether that is near enough."""

    a: Point
    b: Point
    holds: bool


class Plan(NamedTuple):
    """Legs in order, why they would be refused (or why the last wish came to nothing), and the links.

    `missed` is a piece and a place that it was wished to, could have come to, and cannot stand at; `short`
    why it stops with inches left. The plan `stayed` as it was when the last wish came to nothing.
    """

    legs: tuple[Leg, ...]
    words: str
    links: tuple[Pair, ...]
    costs: dict[str, float]
    missed: tuple[str, Point] | None = None
    short: str = ""
    stayed: bool = False


class Reach(NamedTuple):
    """Where a piece can get to, and the things that it can get into."""

    region: Region
    into: tuple[str, ...]


def begin(table: Table, motion: Motion) -> Point | None:
    """Where a piece begins: its own place if it may begin there, else the middle of where it may."""
    place = table.piece(motion.piece).place
    if isinstance(place, OnTable) and not motion.leaving:
        return (place.x, place.y)
    found = starts(table, motion)
    return found[0 if motion.leaving else len(found) // 2] if found else None


def leg_into(table: Table, motion: Motion, thing: str) -> Planned:
    """The shortest leg into a building, onto a wall, aboard a piece."""
    entry = next((entry for entry in motion.entries if entry.id == thing), None)
    if entry is not None and entry.full:
        return Planned(None, f"{thing}: {entry.full}")
    leg = approach(table, motion, thing, enters=True)
    words = f"{motion.piece} has no way into {thing} with {motion.allowance:.4g} in"
    return Planned(leg, "" if leg else words)


def into_reach(table: Table, motion: Motion) -> tuple[str, ...]:
    """The things with room in them that a piece can get into in this move."""
    able = (entry.id for entry in motion.entries if not entry.full)
    return tuple(thing for thing in able if approach(table, motion, thing, enters=True))


def leg_to(table: Table, motion: Motion, points: Sequence[Point]) -> Planned:
    """The shortest leg over the points to the last of them, or as far toward it as the allowance lets it."""
    path: tuple[Point, ...] = ()
    part = motion
    for point in points[:-1]:
        leg = shortest(table, msgspec.structs.replace(part, ends=()), point)
        if leg is None:
            return Planned(None, f"{motion.piece} cannot go by way of ({point[0]:.1f}, {point[1]:.1f})")
        path += leg.path[:-1]
        left = max(0.0, part.allowance - cost_of(table, part, leg))
        part = msgspec.structs.replace(part, starts=((leg.end,),), leaving="", allowance=left)
    goal = (round(points[-1][0], 3), round(points[-1][1], 3))
    last = shortest(table, part, goal) or toward(table, part, goal)
    if last is None:
        return Planned(None, why_not(table, motion, goal))
    return _checked(table, motion, (*path, *last.path))


def advances(
    table: Table,
    motions: Mapping[str, Motion],
    before: Sequence[Leg],
    motion: Motion,
    ordered: Callable[[Leg], tuple[Leg, ...]],
    link: Link | None,
) -> Iterator[tuple[Leg, ...]]:
    """Legs with a piece as near to an enemy as it gets after some others, without and with those brought
    along; then with shorter and shorter ways, for a group that would lose its hold."""
    stood = table_after(table, motions, before)
    for share in SHARES:
        less = msgspec.structs.replace(motion, allowance=share * motion.allowance)
        ways = (_nearer(stood, less, foe) for foe in _enemies(stood, motion)[:FOES])
        if found := next((way.leg for way in ways if way.leg), None):
            legs = ordered(found)
            yield legs
            yield (*legs, *rest_of_group(table, tuple(motions.values()), legs, link, found.end))


def _enemies(table: Table, motion: Motion) -> list[Piece]:
    """The enemies on the table and in buildings, the nearest to where a piece begins first."""
    start, side = begin(table, motion), table.piece(motion.piece).side
    others = [p for p in table.pieces.values() if isinstance(p.place, OnTable | Inside)]
    foes = [p for p in others if p.side not in (side, "")]
    return sorted(foes, key=lambda p: (point_distance(table, p, start), p.id)) if start else []


def _nearer(table: Table, motion: Motion, foe: Piece) -> Planned:
    """The leg into contact with an enemy, else as far toward it as there is a way."""
    start = begin(table, motion)
    leg = approach(table, motion, foe.id)
    if leg is None and start is not None:
        inside = isinstance(foe.place, Inside) and table.terrain(foe.place.terrain).rings[0]
        leg = toward(table, motion, outline_point(inside, start) if inside else foe.xy)
    return _checked(table, motion, leg.path) if leg else Planned(None)


def _checked(table: Table, motion: Motion, path: tuple[Point, ...]) -> Planned:
    leg = Leg(motion.piece, path, _way(path))
    words = check_leg(table, motion, leg)
    return Planned(None if words else leg, words or "")


def _way(path: Sequence[Point]) -> float | None:
    """The direction of the last stretch, None for a path that leads nowhere."""
    for a, b in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        if math.dist(a, b) > QUANTUM:
            return round(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) % 360.0, 3) % 360.0
    return None


def why_not(table: Table, motion: Motion, goal: Point) -> str:
    """Why a piece gets no step toward a place, in words."""
    start = begin(table, motion)
    if start is None:
        return f"{motion.piece} has no place to begin its move"
    return check_leg(table, motion, Leg(motion.piece, (start, goal))) or f"{motion.piece} gets no nearer"


def stops_at(table: Table, motion: Motion, end: Point, goal: Point) -> str:
    """The ids of what stops a piece on its way to a place that it comes near to; "" for nothing."""
    away = math.dist(end, goal)
    share = min(1.0, STEP / away) if away else 1.0
    step = (end[0] + (goal[0] - end[0]) * share, end[1] + (goal[1] - end[1]) * share)
    space = pass_space(table, motion)
    faults = space.path_faults((end, step)) or space.path_faults((end, goal))
    found = faults or end_space(table, motion).faults(goal)
    return " and ".join("the edge of the table" if fault.id == EDGE else fault.id for fault in found[:2])


def table_after(table: Table, motions: Mapping[str, Motion], legs: Iterable[Leg]) -> Table:
    """The table after some legs, one after the other."""
    for leg in legs:
        table = after(table, motions[leg.piece], leg)
    return table


def rest_of_group(
    table: Table, motions: Sequence[Motion], legs: Sequence[Leg], link: Link | None, goal: Point
) -> tuple[Leg, ...]:
    """Legs that bring those along who have none yet.

    They come at the enemies that the place is close to, else in formation where they can, else close to it.
    """
    foes = _foes_at(table, motions, goal)
    kept, before = tuple(legs), None
    while kept != before:
        before, follow = kept, bool(kept and not foes)
        kept = _in_formation(table, motions, kept, link) if follow else kept
        kept = (*kept, *_more(table, motions, kept, link, goal, foes))
    return kept[len(legs) :]


def _more(
    table: Table,
    motions: Sequence[Motion],
    kept: tuple[Leg, ...],
    link: Link | None,
    goal: Point,
    foes: Sequence[str],
) -> tuple[Leg, ...]:
    """Legs for some of those who have none yet, close to a place or at enemies there; () when nobody can."""
    own = {motion.piece: motion for motion in motions}
    moved = {leg.piece for leg in kept}
    left = [motion for motion in motions if motion.piece not in moved]
    found: tuple[Leg, ...] = ()
    for leg in suggest_group(table_after(table, own, kept), left, link, goal, foes, CLOSE):
        if check_group(table, motions, (*kept, *found, leg), link) is None:
            found = (*found, leg)
    return found


def _foes_at(table: Table, motions: Sequence[Motion], goal: Point) -> list[str]:
    """The enemies about a place that is close to one of them; none where it is not."""
    first = motions[0]
    side = table.piece(first.piece).side
    others = (p for p in table.standing() if p.side not in (side, ""))
    gaps = ((math.dist(p.xy, goal) - p.radius - first.radius, p.id) for p in others)
    about = sorted(pair for pair in gaps if pair[0] <= ABOUT)
    return [name for _, name in about] if about and about[0][0] <= CLOSE else []


def _in_formation(
    table: Table, motions: Sequence[Motion], legs: tuple[Leg, ...], link: Link | None
) -> tuple[Leg, ...]:
    """The legs, and the same way for each of the others that can go it, those in front first."""
    (x0, y0), (x1, y1) = legs[0].path[0], legs[0].end
    dx, dy = x1 - x0, y1 - y0
    own = {motion.piece: motion for motion in motions}
    moved = {leg.piece for leg in legs}
    places = _lined_up(table, legs[0], [m for m in motions if m.piece not in moved and m.allowance > 0.0])
    ahead = sorted((-(at[0] * dx + at[1] * dy), piece, at) for piece, at in places.items() if at)
    for _, piece, at in ahead:
        found = leg_to(table_after(table, own, legs), own[piece], ((at[0] + dx, at[1] + dy),))
        if found.leg is not None and check_group(table, motions, (*legs, found.leg), link) is None:
            legs = (*legs, found.leg)
    return legs


def _lined_up(table: Table, first: Leg, others: Sequence[Motion]) -> dict[str, Point | None]:
    """Where the others begin; who comes in over an edge, left and right of the first in turn."""
    (x, y), (x1, y1) = first.path[0], first.end
    way = math.dist((x, y), (x1, y1)) or 1.0
    places = {motion.piece: begin(table, motion) for motion in others}
    coming = [m for m in others if not m.leaving and not isinstance(table.piece(m.piece).place, OnTable)]
    for k, motion in enumerate(coming):
        aside = (k // 2 + 1) * (1 - 2 * (k % 2)) * ABREAST * motion.radius / way
        places[motion.piece] = (x - (y1 - y) * aside, y + (x1 - x) * aside)
    return places


def links_of(table: Table, pieces: Sequence[str], link: Link) -> list[Pair]:
    """How a group hangs together: each member to the leader or to the nearest member that is nearer to it."""
    standing = [table.pieces[i] for i in pieces if i in table.pieces and table.pieces[i].spot]
    lead = table.pieces.get(link.leader)
    if lead is None or lead.spot is None:
        return []
    found, placed = [], [lead]
    for piece in sorted(standing, key=lambda p: (math.dist(p.xy, lead.xy), p.id)):
        if piece.id == lead.id:
            continue
        gap = piece_gap(table, piece.id, lead.id)
        near = min(placed, key=lambda p: (math.dist(p.xy, piece.xy), p.id))
        chained = link.chain > 0.0 and piece_gap(table, piece.id, near.id) <= link.chain + HOLDS
        holds = gap <= link.within + HOLDS or chained
        other = near if chained else lead
        found.append(Pair(piece.xy, other.xy, holds))
        placed.append(piece)
    return found
