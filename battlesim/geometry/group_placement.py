"""Plans for group moves, in which each base gets a reachable, coherent end position without overlaps.

The leader is placed first, then the others in order of their distance from the goal, each at the best
position it can reach: near a target, or else with the shortest remaining path. The candidates are a lattice
around the leader, positions in contact with targets, and what the base reaches by itself. Lengths in inches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from battlesim.geometry.cheapest_path import cheapest_path
from battlesim.geometry.constants import TOL
from battlesim.geometry.freespace import ROUNDING_SLACK_IN, Bools, Floats, FreeSpace
from battlesim.geometry.path_costs import CostedGround
from battlesim.geometry.paths import (
    Path,
    affordable_path,
    polyline_length,
    rounded_point,
    shortened_paths,
    shortest_path,
)
from battlesim.geometry.placement import PACKING_GAP_IN, hex_lattice_points
from battlesim.geometry.shapes import Point

CANDIDATE_BATCH_SIZES = (12, 48, 10_000)
MAX_DETOURS = 2
"""The number of positions behind obstacles to which a base tries to find a path."""
MIN_DETOUR_GAIN = 0.25
MIN_MOVE_GAIN = 0.02
"""The minimum improvement of the score that justifies a move."""
ON_TARGET_BONUS = 1000.0
MAX_OWN_PATH_ENDS = 5
MIN_BEND_SPACING_IN = 0.5
"""Bends closer to the previous bend are ignored when the remaining path is measured."""


@dataclass(frozen=True, eq=False)
class MovingBase:
    """A base in a group move: its start, allowance, free spaces, and the ground that costs it extra movement.

    In `ending_space`, the other bases of the group block. `accepts` returns whether a path is permitted.
    """

    origin: Point
    allowance: float
    passing_space: FreeSpace
    ending_space: FreeSpace
    ground: CostedGround
    accepts: Callable[[Path], bool] = lambda path: True
    holds_origin: bool = True
    """False for a base that comes from elsewhere and leaves its origin free while it does not move."""

    @property
    def radius(self) -> float:
        """The radius of the base in inches."""
        return self.ending_space.radius


@dataclass(frozen=True)
class CoherencyLimits:
    """The maximum gaps in inches, to the leader and in a chain, that keep a group of bases together."""

    max_leader_gap: float = math.inf
    max_chain_gap: float = 0.0
    leader: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class GroupGoal:
    """The goal of a group move: a route to a point, and targets of which to end within `contact` inches."""

    route: Path
    """The route from the position of the first base to the goal."""
    targets: tuple[tuple[float, float, float], ...] = ()
    contact: float = 1.0


CONTACT_INSET_IN = 0.02
"""How far positions near targets lie within contact range, so that rounding cannot break contact."""


@dataclass(eq=False)
class _Placing:
    """The placements decided so far in an attempt to place the group."""

    movers: Sequence[MovingBase]
    aim: GroupGoal
    bond: CoherencyLimits
    reserved: frozenset[int]
    paths: list[Path | None]
    held: list[tuple[float, float, float]] = field(default_factory=list)
    """Discs in coherency, for chains."""
    taken: list[tuple[float, float, float]] = field(default_factory=list)
    """Discs of the group that other bases must not overlap."""


def plan_group_paths(
    movers: Sequence[MovingBase], aim: GroupGoal, bond: CoherencyLimits, leads: bool = True
) -> list[Path | None]:
    """Return a path for each base of a group, or None for a base that does not move.

    No base ends its move on another base. If a base that does not move is in the way, the plan is made again
    around it.
    """
    reserved: frozenset[int] = frozenset()
    while True:
        placing = _attempt(movers, aim, bond, leads, reserved)
        stuck = frozenset(_conflicts(placing)) - reserved
        if not stuck:
            return placing.paths
        reserved |= stuck


def placement_order(movers: Sequence[MovingBase], aim: GroupGoal, leads: bool = True) -> list[int]:
    """Return the order of placing the bases: by distance from the goal, the leader first if `leads`."""
    goal = aim.route[-1]
    rest = range(1 if leads else 0, len(movers))
    return [*([0] if leads else []), *sorted(rest, key=lambda i: (_goal_gap(movers[i].origin, aim, goal), i))]


def _goal_gap(point: Point, aim: GroupGoal, goal: Point) -> float:
    gaps = [math.dist(point, target[:2]) for target in aim.targets]
    return round(min(gaps, default=math.dist(point, goal)), 6)


def _attempt(
    movers: Sequence[MovingBase], aim: GroupGoal, bond: CoherencyLimits, leads: bool, reserved: frozenset[int]
) -> _Placing:
    placing = _Placing(movers, aim, bond, reserved, [None] * len(movers))
    placing.taken = [
        (*movers[i].origin, movers[i].radius) for i in sorted(reserved) if movers[i].holds_origin
    ]
    slots = _Slots(movers, aim)
    if bond.leader is not None:
        slots.centre(bond.leader[:2])
    for i in placement_order(movers, aim, leads):
        mover = movers[i]
        others = _others(placing, i)
        path = _choose(placing, mover, slots, others)
        placing.paths[i] = path
        end = path[-1] if path is not None else mover.origin
        disc = (*end, mover.radius)
        if path is None and not mover.holds_origin:
            continue
        if placing.bond.leader is None:
            placing.bond = CoherencyLimits(bond.max_leader_gap, bond.max_chain_gap, disc)
            slots.centre(end)
        if i not in reserved or path is not None:
            placing.taken.append(disc)
        if _coherent(placing, np.array([end]), mover.radius)[0]:
            placing.held.append(disc)
    return placing


def _others(placing: _Placing, i: int) -> list[tuple[float, float, float]]:
    """Return the discs that block base i: all taken discs except its own reserved disc."""
    own = (*placing.movers[i].origin, placing.movers[i].radius)
    if i not in placing.reserved:
        return placing.taken
    return [disc for disc in placing.taken if disc != own]


def _conflicts(placing: _Placing) -> list[int]:
    """Return the indices of stationary bases that a placed base overlaps."""
    movers = placing.movers
    ends = [(i, path[-1], movers[i].radius) for i, path in enumerate(placing.paths) if path is not None]
    return [
        i
        for i, (mover, path) in enumerate(zip(placing.movers, placing.paths, strict=True))
        if path is None
        and mover.holds_origin
        and any(math.dist(mover.origin, end) < mover.radius + radius - TOL for _, end, radius in ends)
    ]


class _Slots:
    """Candidate end positions around the leader's end and around the targets, scored once per space."""

    def __init__(self, movers: Sequence[MovingBase], aim: GroupGoal) -> None:
        self.aim = aim
        self.largest = max(mover.radius for mover in movers)
        self.pitch = 2.0 * self.largest + PACKING_GAP_IN
        self.rings = max(3, math.ceil(max(8.0, 2.5 * math.sqrt(len(movers)) * self.largest) / self.pitch))
        self.lattice: Floats = np.zeros((0, 2))
        self.kept: dict[FreeSpace, tuple[Floats, Floats]] = {}

    def centre(self, point: Point) -> None:
        """Centre the lattice of possible positions on `point`."""
        self.lattice = np.round(hex_lattice_points(point, self.pitch, self.rings), 3) + 0.0
        self.kept.clear()

    def of(self, mover: MovingBase) -> tuple[Floats, Floats]:
        """Return free positions (n, 2) for a base and their scores (n,), where a lower score is better."""
        if mover.ending_space not in self.kept:
            places = np.concatenate([self._contacts(mover.radius), self.lattice])
            places = places[mover.ending_space.is_clear_at(places)]
            self.kept[mover.ending_space] = (
                places,
                position_scores(places, mover.radius, self.aim, mover.passing_space),
            )
        return self.kept[mover.ending_space]

    def _contacts(self, radius: float) -> Floats:
        """Return positions in rings around each target, close to the target and to each other."""
        rows = [np.zeros((0, 2))]
        goal = self.aim.route[0]
        for x, y, size in self.aim.targets:
            facing = math.atan2(goal[1] - y, goal[0] - x)
            ring = size + radius + PACKING_GAP_IN / 2.0
            while ring - size - radius <= self.aim.contact:
                count = max(1, int(math.pi / math.asin(min(1.0, (radius + PACKING_GAP_IN / 2.0) / ring))))
                angles = facing + np.arange(count) * (2.0 * math.pi / count)
                rows.append(np.stack([x + ring * np.cos(angles), y + ring * np.sin(angles)], axis=1))
                ring += 2.0 * radius + PACKING_GAP_IN
        return np.asarray(np.round(np.concatenate(rows), 3) + 0.0)


def position_scores(positions: Floats, radius: float, aim: GroupGoal, room: FreeSpace) -> Floats:
    """Return a score for each position in which a base could end its move. A lower score is better.

    The score is the gap to the nearest target. At a target, or if there are no targets, it is the length of
    the remaining path instead, and at a target `ON_TARGET_BONUS` is subtracted.
    """
    if not aim.targets:
        return _way_left(positions, aim.route, room)
    discs = np.array(aim.targets)
    gaps = _distances(positions, discs) - discs[:, 2] - radius
    found = np.maximum(gaps.min(axis=1), 0.0)
    on_target = found <= aim.contact + TOL
    found[on_target] = _way_left(positions[on_target], aim.route, room) - ON_TARGET_BONUS
    return np.asarray(found)


def _way_left(places: Floats, route: Path, room: FreeSpace) -> Floats:
    """Return the distances to the goal: straight to the best point of the route, then along it."""
    goal = np.array(route[-1])
    straight = np.hypot(*(places - goal).T)
    if len(route) <= 2:
        return np.asarray(straight)
    marks = np.array(_sparse(route)[1:])
    steps = np.hypot(*(marks[1:] - marks[:-1]).T)
    rest = np.concatenate([np.cumsum(steps[::-1])[::-1], [0.0]])
    n, k = len(places), len(marks)
    ways = room.is_clear_along(np.repeat(places, k, axis=0), np.tile(marks, (n, 1))).reshape(n, k)
    far = np.hypot(places[:, None, 0] - marks[:, 0], places[:, None, 1] - marks[:, 1]) + rest
    return np.asarray(np.where(ways, far, (straight + 2.0 * polyline_length(route))[:, None]).min(axis=1))


def _sparse(route: Path) -> Path:
    """Return a route without the bends that are close to the previous bend; both ends are kept."""
    kept = [route[0]]
    for point in route[1:-1]:
        if math.dist(point, kept[-1]) >= MIN_BEND_SPACING_IN:
            kept.append(point)
    return (*kept, route[-1])


def _choose(
    placing: _Placing, mover: MovingBase, slots: _Slots, others: Sequence[tuple[float, float, float]]
) -> Path | None:
    """Return the best path for a base, or None if staying is better."""
    places, score, now = _candidates(placing, mover, slots)
    here = np.array([mover.origin])
    stays = mover.holds_origin and bool(
        (_coherent(placing, here, mover.radius) & _apart(here, mover.radius, others))[0]
    )
    now = now if stays else math.inf
    good = (np.hypot(*(places - here).T) <= mover.allowance + TOL) & (score < now - MIN_MOVE_GAIN)
    places, score = places[good], score[good]
    good = _coherent(placing, places, mover.radius)
    places, score = places[good], score[good]
    good = _apart(places, mover.radius, others)
    places, score = places[good], score[good]
    order = np.lexsort((places[:, 1], places[:, 0], np.round(score, 6)))
    return _first_reachable(mover, places[order], score[order])


def _candidates(placing: _Placing, mover: MovingBase, slots: _Slots) -> tuple[Floats, Floats, float]:
    """Return free positions (n, 2) for a base, their scores (n,), and the score of its origin."""
    places, score = slots.of(mover)
    ways = [path[-1] for path in _own_way(placing, mover)]
    own = np.array([mover.origin, *ways, *_rims(mover, placing.aim)])
    marks = position_scores(own, mover.radius, placing.aim, mover.passing_space)
    free = mover.ending_space.is_clear_at(own)
    free[0] = False
    return np.concatenate([places, own[free]]), np.concatenate([score, marks[free]]), float(marks[0])


def _distances(places: Floats, discs: Floats) -> Floats:
    """Return the distances (n, m) from positions to the centres of discs."""
    dx, dy = places[:, None, 0] - discs[:, 0], places[:, None, 1] - discs[:, 1]
    return np.asarray(np.sqrt(dx * dx + dy * dy))


CONTACT_TURNS_DEG = (0.0, 20.0, -20.0, 40.0, -40.0, 60.0, -60.0)
"""Directions in degrees, relative to the line to a target, of positions just within contact."""


def _rims(mover: MovingBase, aim: GroupGoal) -> list[Point]:
    """Return positions just within contact of each target in reach, on the near side of the target."""
    found: list[Point] = []
    for x, y, radius in aim.targets:
        reach = radius + mover.radius + aim.contact - CONTACT_INSET_IN
        if math.dist(mover.origin, (x, y)) - reach > mover.allowance:
            continue
        straight = math.atan2(mover.origin[1] - y, mover.origin[0] - x)
        turned = [straight + math.radians(turn) for turn in CONTACT_TURNS_DEG]
        found += [rounded_point((x + reach * math.cos(a), y + reach * math.sin(a))) for a in turned]
    return found


def _own_way(placing: _Placing, mover: MovingBase) -> list[Path]:
    """Return the longest affordable path toward the goal, and some shorter versions of it."""
    route = placing.aim.route
    whole: Path = (mover.origin, route[-1])
    if polyline_length(whole) <= TOL:
        return []
    if not mover.passing_space.is_clear_along(
        np.array([whole[0]]), np.array([_toward(mover.origin, route[-1], mover.allowance)])
    )[0]:
        beyond = 1.5 * mover.allowance + 2.0
        ahead = route if route[0] == mover.origin else None
        if ahead is None and placing.bond.leader is not None:
            ahead = shortest_path(mover.passing_space, mover.origin, placing.bond.leader[:2], beyond)
        whole = ahead if ahead is not None else whole
    return list(
        islice(shortened_paths(affordable_path(whole, mover.ground, mover.allowance), 0.5), MAX_OWN_PATH_ENDS)
    )


def _toward(start: Point, goal: Point, distance: float) -> Point:
    share = min(1.0, distance / math.dist(start, goal))
    return start[0] + share * (goal[0] - start[0]), start[1] + share * (goal[1] - start[1])


def _apart(places: Floats, radius: float, others: Sequence[tuple[float, float, float]]) -> Bools:
    """Return which positions overlap none of the discs."""
    if not others:
        return np.ones(len(places), dtype=bool)
    discs = np.array(others)
    gaps = _distances(places, discs)
    return np.asarray((gaps >= discs[:, 2] + radius - TOL / 2.0).all(axis=1))


def _coherent(placing: _Placing, places: Floats, radius: float) -> Bools:
    """Return which positions are coherent with the leader, directly or through a chain of coherent bases."""
    bond = placing.bond
    if bond.leader is None:
        return np.ones(len(places), dtype=bool)
    x, y, size = bond.leader
    good = np.hypot(places[:, 0] - x, places[:, 1] - y) <= bond.max_leader_gap + size + radius + TOL / 2.0
    loose = np.flatnonzero(~good)
    if bond.max_chain_gap > 0.0 and placing.held and len(loose):
        discs = np.array(placing.held)
        gaps = _distances(places[loose], discs)
        good[loose] = (gaps <= discs[:, 2] + radius + bond.max_chain_gap + TOL / 2.0).any(axis=1)
    return np.asarray(good)


def _first_reachable(mover: MovingBase, places: Floats, score: Floats) -> Path | None:
    """Return a path to the best reachable position: straight if possible, else by a worthwhile detour."""
    detours = 0
    done = 0
    for size in CANDIDATE_BATCH_SIZES:
        chunk = places[done : done + size]
        origins = np.broadcast_to(np.array(mover.origin), chunk.shape)
        straight = (
            mover.passing_space.is_clear_along(origins, chunk) if len(chunk) else np.zeros(0, dtype=bool)
        )
        nearest = next((k for k in range(len(chunk)) if straight[k]), None)
        bar = score[done + nearest] - MIN_DETOUR_GAIN if nearest is not None else math.inf
        for k in range(len(chunk)):
            end = (float(chunk[k, 0]), float(chunk[k, 1]))
            path: Path | None = (mover.origin, end)
            if not straight[k]:
                if detours >= MAX_DETOURS or score[done + k] > bar:
                    continue
                detours += 1
                path = _detour(mover, end)
            if path is not None and _affordable(mover, path) and mover.accepts(path):
                return path
        done += len(chunk)
    return None


def _detour(mover: MovingBase, end: Point) -> Path | None:
    found = cheapest_path(mover.passing_space, mover.ground, mover.origin, end, mover.allowance)
    return found[0] if found is not None else None


def _affordable(mover: MovingBase, path: Path) -> bool:
    return mover.ground.path_cost(path).total <= mover.allowance + TOL - ROUNDING_SLACK_IN
