"""Judge who sees whom among groups twice: by Alien Invasion, and by brute force that shares no code with it.

`python -m benchmarks.brute_groups --count 20000` draws situations on three levels (the ground, roofs of one
and of two floors) with trees, houses, rocks, scrub, walls and fences, six groups, some of them locked in a
combat. Each line from a figure to another is clipped against every outline by half-planes; a group is a ring
of tangents to its bases, which all have one radius. A line whose verdict changes when all that hides is grown
or shrunk by `EDGE_IN` is left out. What differs is printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from battlesim.rulesets.alien_invasion.core.state import LockedCombat
from battlesim.rulesets.alien_invasion.ground.sight import pairs_seen
from battlesim.scenarios.library import load_scenario
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Opening, Terrain
from battlesim.table.units import Unit

Point = tuple[float, float]
HalfPlane = tuple[float, float, float]
"""The points (x, y) for which a * x + b * y <= c."""
EDGE_IN = 0.01
"""By how much all that hides is grown and shrunk to find lines that are too near a border to be judged."""
FLAT = {"scrub": 0.5, "rubble": 1.0, "woods": 4.0, "rocks": 3.0, "river": 0.0}
HIDING_AREAS, HIDING_BARRIERS = ("woods", "rocks", "building"), ("wall", "fence")
BARRIERS = ("wall", "fence", "wire_fence")
EYE_IN, GROUP_IN, BARRIER_IN, MANNED_IN = 1.0, 1.25, 1.5, 1.0
TANGENTS = 90
SIDES = ("unit", "spug")
SIDE_IN = 40.0


class Feature(NamedTuple):
    """A convex outline, the kind of terrain, its height in inches, and the ends of the doors of a house."""

    id: str
    kind: str
    ring: tuple[Point, ...]
    height: float
    doors: tuple[tuple[Point, Point], ...] = ()


class Figure(NamedTuple):
    """A figure: its group, its centre, the height under its feet, the roof on which it stands, its radius."""

    id: str
    group: str
    x: float
    y: float
    floor: float
    roof: str
    radius: float


class Situation(NamedTuple):
    """What stands where, and which groups are locked in one combat."""

    features: tuple[Feature, ...]
    figures: tuple[Figure, ...]
    combat: tuple[str, ...]


def random_situation(seed: int) -> Situation:
    """Return a random situation with six groups and up to eleven pieces of terrain that do not overlap."""
    rng, features = random.Random(seed), list[Feature]()
    for number in range(rng.randint(5, 11)):
        feature = _drawn_feature(rng, number)
        if all(are_apart(feature.ring, other.ring) for other in features):
            features.append(feature)
    figures = tuple(figure for number in range(6) for figure in _drawn_group(rng, f"g{number}", features))
    groups = list(dict.fromkeys(figure.group for figure in figures))
    return Situation(tuple(features), figures, tuple(groups[:3]) if rng.random() < 0.3 else ())


def _drawn_feature(rng: random.Random, number: int) -> Feature:
    kind = rng.choice((*FLAT, *BARRIERS, *BARRIERS, "building", "building"))
    long, wide = rng.uniform(3.0, 9.0), rng.uniform(3.0, 7.0)
    if kind in BARRIERS:
        long, wide = rng.uniform(4.0, 14.0), rng.uniform(0.2, 0.4)
    x, y, turn = rng.uniform(6, SIDE_IN - 6), rng.uniform(6, SIDE_IN - 6), rng.uniform(0.0, math.tau)
    c, s = math.cos(turn) / 2, math.sin(turn) / 2
    corners = ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
    ring = tuple((x + a * c - b * s, y + a * s + b * c) for a, b in corners)
    height = BARRIER_IN if kind in BARRIERS else FLAT.get(kind) or rng.choice((3.0, 6.0)) * (kind != "river")
    return Feature(f"t{number}", kind, ring, height)


def _drawn_group(rng: random.Random, group: str, features: Sequence[Feature]) -> Iterator[Figure]:
    """Yield the figures of a group about a point, all on one level; in a house or wood now and then."""
    homes = [feature for feature in features if feature.kind not in BARRIERS]
    walls = [feature for feature in features if feature.kind in BARRIERS]
    home = rng.choice(homes) if homes and rng.random() < 0.5 else None
    middle = (rng.uniform(3, SIDE_IN - 3), rng.uniform(3, SIDE_IN - 3))
    if home or (walls and rng.random() < 0.4):
        ring = (home or rng.choice(walls)).ring
        middle = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring))
    roof = home.id if home and home.kind == "building" and rng.random() < 0.5 else ""
    radius, wide = rng.choice((0.5, 0.5, 0.75)), rng.choice((1.0, 2.0, 3.5))
    for number in range(rng.randint(1, 5)):
        x, y = (round(value + rng.uniform(-wide, wide), 3) for value in middle)
        if not roof or (home and depth(home.ring, (x, y)) > 0.0):
            floor = home.height if roof and home else 0.0
            yield Figure(f"{group}f{number}", group, x, y, floor, roof, radius)


def half_planes(ring: Sequence[Point]) -> list[HalfPlane]:
    """Return the half-planes of a convex ring that is listed counter-clockwise."""
    found = []
    for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True):
        long = math.dist((x0, y0), (x1, y1))
        a, b = (y1 - y0) / long, (x0 - x1) / long
        found.append((a, b, a * x0 + b * y0))
    return found


def depth(ring: Sequence[Point], point: Point) -> float:
    """Return how deep a point lies in a ring, less than 0 outside."""
    return min(c - a * point[0] - b * point[1] for a, b, c in half_planes(ring))


def are_apart(ring: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether a straight line parts two rings, with some room."""
    return any(
        min(a * x + b * y - c for x, y in two) > 0.3
        for one, two in ((ring, other), (other, ring))
        for a, b, c in half_planes(one)
    )


def outline_gap(ring: Sequence[Point], point: Point) -> float:
    """Return the distance from a point to a ring, 0 within it."""
    if depth(ring, point) >= 0.0:
        return 0.0
    return min(_segment_gap(point, a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))


def _segment_gap(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return math.dist(point, (a[0] + part * dx, a[1] + part * dy))


def hull_planes(figures: Sequence[Figure]) -> list[HalfPlane]:
    """Return half-planes around the bases of a group: so many tangents, and those of two bases at once."""
    angles = [math.tau * step / TANGENTS for step in range(TANGENTS)]
    for one, other in permutations(figures, 2):
        angles.append(math.atan2(one.x - other.x, other.y - one.y))
    planes = []
    for angle in angles:
        a, b = math.cos(angle), math.sin(angle)
        planes.append((a, b, max(a * f.x + b * f.y + f.radius for f in figures)))
    return planes


def is_hidden(
    a: Figure, b: Figure, planes: Sequence[HalfPlane], low: float, high: float, grown: float
) -> bool:
    """Return whether the line between two figures' eyes runs through an upright prism grown by a little."""
    start, end = 0.0, 1.0
    for nx, ny, c in planes:
        first, last = nx * a.x + ny * a.y - c - grown, nx * b.x + ny * b.y - c - grown
        if first >= 0.0 and last >= 0.0:
            return False
        if first * last < 0.0:
            part = first / (first - last)
            start, end = (max(start, part), end) if first > 0.0 else (start, min(end, part))
    if start >= end:
        return False
    z0, rise = a.floor + EYE_IN, b.floor - a.floor
    heights = (z0 + rise * start, z0 + rise * end)
    return min(heights) < high + grown and (low <= 0.0 or max(heights) > low - grown)


class Judge:
    """One situation, with everything that hides grown by a number of inches (or shrunk)."""

    def __init__(self, situation: Situation, grown: float) -> None:
        self.situation, self.grown = situation, grown
        self.groups: dict[str, list[Figure]] = {}
        for figure in situation.figures:
            self.groups.setdefault(figure.group, []).append(figure)
        self.planes = {feature.id: half_planes(feature.ring) for feature in situation.features}
        self.hulls = {group: hull_planes(figures) for group, figures in self.groups.items()}
        self.areas = {figure.id: self._areas_of(figure) for figure in situation.figures}
        self.manned = {group: self._manned_by(figures) for group, figures in self.groups.items()}
        houses = {feature.id for feature in situation.features if feature.kind == "building"}
        self.indoors = {
            group for group, figures in self.groups.items() if all(self.areas[f.id] & houses for f in figures)
        }

    def _areas_of(self, figure: Figure) -> set[str]:
        """Return the areas in which a figure stands, of which those on roofs have none."""
        areas = (feature for feature in self.situation.features if feature.kind not in BARRIERS)
        at = (figure.x, figure.y)
        return {area.id for area in areas if not figure.roof and depth(area.ring, at) > self.grown}

    def _is_behind(self, figure: Figure, barrier: Feature) -> bool:
        """Return whether a figure on the ground is near enough to a barrier to man it."""
        gap = outline_gap(barrier.ring, (figure.x, figure.y)) - figure.radius
        return not figure.roof and gap <= MANNED_IN - self.grown

    def _manned_by(self, figures: Sequence[Figure]) -> list[Feature]:
        barriers = (feature for feature in self.situation.features if feature.kind in BARRIERS)
        return [b for b in barriers if 2 * sum(self._is_behind(f, b) for f in figures) > len(figures)]

    def is_seen(self, a: Figure, b: Figure) -> bool:
        """Return whether the line between two figures is free."""
        excused = self.areas[a.id] | self.areas[b.id]
        for end in (a, b):
            excused |= {wall.id for wall in self.manned[end.group] if self._is_behind(end, wall)}
        for feature in self.situation.features:
            hides = feature.kind in (*HIDING_AREAS, *HIDING_BARRIERS) and feature.id not in excused
            if hides and is_hidden(a, b, self.planes[feature.id], 0.0, feature.height, self.grown):
                return False
        fight = set(self.situation.combat)
        within = {a.group, b.group, *self.indoors}
        within |= fight if fight & {a.group, b.group} else set()
        return not any(
            is_hidden(a, b, self.hulls[group], figures[0].floor, figures[0].floor + GROUP_IN, self.grown)
            for group, figures in self.groups.items()
            if group not in within
        )


def judged(situation: Situation) -> set[tuple[str, str]]:
    """Return the figures with those that they see, as the program says."""
    state = battle_of(situation)
    figures = list(state.table.pieces.values())
    found = pairs_seen(state, figures, figures)
    return {pair for pairs in found.values() for pair in pairs}


def battle_of(situation: Situation) -> Any:
    """Return a battle with the terrain and groups of a situation, which belong to two factions by turns."""
    base = _any_battle()
    ground = Ground(SIDE_IN, SIDE_IN, terrain=tuple(_terrain(feature) for feature in situation.features))
    groups = dict.fromkeys(figure.group for figure in situation.figures)
    sides = {group: SideKey(SIDES[int(group[1:]) % 2]) for group in groups}
    pieces = {figure.id: _piece(ground, figure, sides[figure.group]) for figure in situation.figures}
    kinds = {"unit": "section", "spug": "recon_squad"}
    units = {UnitId(key): Unit(UnitId(key), key, side, kinds[side]) for key, side in sides.items()}
    table = Table(ground, pieces, base.table.sides, {}, units)
    combats = (LockedCombat(1, tuple(UnitId(g) for g in situation.combat)),) if situation.combat else ()
    return base.with_table(table).with_game(combats=combats)


def _terrain(feature: Feature) -> Terrain:
    doors = tuple(
        Opening(start, end, 0.0, 2.0, kind="door", id=f"{feature.id}d{number}")
        for number, (start, end) in enumerate(feature.doors)
    )
    traits = ("flat_roof",) if feature.kind == "building" else ()
    return Terrain(feature.id, feature.kind, (feature.ring,), feature.height, traits=traits, openings=doors)


@cache
def _any_battle() -> Any:
    """Return a battle of two factions, in which the situations are set up."""
    return load_scenario("high_street").initial_state()


def _piece(ground: Ground, figure: Figure, side: SideKey) -> Piece:
    kind = "unit_rifleman" if side == "unit" else "spug_warrior"
    place = standing_place(ground, figure.x, figure.y, on=figure.roof)
    return Piece(figure.id, figure.id, kind, side, UnitId(figure.group), figure.radius, 1.2, place)


def differences(seed: int) -> tuple[list[str], int]:
    """Return what differs in a situation, in words, and how many lines were judged."""
    situation = random_situation(seed)
    seen, judges = judged(situation), [Judge(situation, grown) for grown in (EDGE_IN, -EDGE_IN)]
    found, count = [], 0
    for a in situation.figures:
        for b in situation.figures:
            verdicts = {judge.is_seen(a, b) for judge in judges} if a.group < b.group else set()
            if len(verdicts) != 1:
                continue
            count += 1
            if ((a.id, b.id) in seen) not in verdicts:
                found.append(f"seed {seed}: {a.id} sees {b.id}: {verdicts}, the program differs")
    return found, count


def main() -> int:
    """Judge so many situations; exit code 1 if anything differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total, wrong = 0, 0
    for seed in range(options.seed, options.seed + options.count):
        found, count = differences(seed)
        total, wrong = total + count, wrong + len(found)
        for line in found:
            print(line, flush=True)
    print(f"{options.count} situations, {total} lines, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
