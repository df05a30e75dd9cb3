"""Judge what ends a measured move twice: by Alien Invasion, and by brute force that shares no code with it.

`python -m benchmarks.brute_moves --count 200` draws situations with areas, houses with and without doors,
barriers, water, and enemies in the open, behind barriers and in houses. One figure moves in 720 directions:
this side walks along each line in steps of `STEP_IN` and looks at everything on the way. Directions in which
the answer changes when the base is a little larger or smaller are left out. What differs is printed, and the
exit code is 1.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from battlesim.rulesets.alien_invasion.actions.move_action import move_decision
from battlesim.table.ids import UnitId
from benchmarks.brute_groups import (
    BARRIERS,
    MANNED_IN,
    SIDE_IN,
    Feature,
    Figure,
    Judge,
    Point,
    Situation,
    battle_of,
    depth,
    half_planes,
    outline_gap,
    random_situation,
)

Floats = npt.NDArray[np.float64]
STEP_IN, EDGE_IN, NEAR_IN = 0.01, 0.01, 0.05
"""The step of a walk, by how much a base is grown and shrunk, and how well two ends agree."""
MOVES_IN = {"unit": 8.0, "spug": 16.0}
JUMP_IN, DOOR_IN, TOUCH_IN = 8.0, 1.0, 0.005
WATER = ("river", "lake")


class WalkEnd(NamedTuple):
    """Where a walk ends, in inches from its start, with what ended it and by which objects."""

    along: float
    ended: str
    by: tuple[str, ...]


def random_case(seed: int) -> Situation:
    """Return a random situation in which group g0 (or g1, of Spugs) has one figure that stands free."""
    while True:
        rng, situation = random.Random(seed), random_situation(seed)
        features = tuple(_with_doors(rng, feature) for feature in situation.features)
        mover = "g0" if seed % 2 else "g1"
        figures = [f for f in situation.figures if not f.roof and (f.group != mover or f.id.endswith("f0"))]
        figures = [f for f in _parted(figures) if not _shares_house(situation, figures, f, mover)]
        case = Situation(features, tuple(figures), ())
        if any(figure.group == mover and _stands_free(case, figure) for figure in figures):
            return case
        seed += 1_000_003


def _with_doors(rng: random.Random, feature: Feature) -> Feature:
    """Return a house with a door in one or two of its sides, or some other feature, or a lake."""
    if feature.kind == "river" and rng.random() < 0.5:
        return feature._replace(kind="lake")
    if feature.kind != "building" or rng.random() < 0.4:
        return feature
    sides = list(zip(feature.ring, (*feature.ring[1:], feature.ring[0]), strict=True))
    doors = []
    for a, b in rng.sample(sides, rng.randint(1, 2)):
        points = (0.35, 0.6)
        start, end = ((a[0] + p * (b[0] - a[0]), a[1] + p * (b[1] - a[1])) for p in points)
        doors.append((start, end))
    return feature._replace(doors=tuple(doors))


def _parted(figures: Sequence[Figure]) -> list[Figure]:
    """Return the figures without those that overlap an earlier one or the edge of the table."""
    kept: list[Figure] = []
    for f in figures:
        on_table = all(f.radius + 0.05 < value < SIDE_IN - f.radius - 0.05 for value in (f.x, f.y))
        if on_table and all(math.dist((f.x, f.y), (k.x, k.y)) > f.radius + k.radius + 0.05 for k in kept):
            kept.append(f)
    return kept


def _shares_house(case: Situation, figures: Sequence[Figure], figure: Figure, mover: str) -> bool:
    """Return whether a figure is an enemy in the same house as the mover, where no two factions are."""
    own = next(((f.x, f.y) for f in figures if f.group == mover), (0.0, 0.0))
    houses = [f.ring for f in case.features if f.kind == "building" and depth(f.ring, own) > 0.0]
    is_enemy = int(figure.group[1:]) % 2 != int(mover[1:]) % 2
    return is_enemy and any(depth(ring, (figure.x, figure.y)) > 0.0 for ring in houses)


def _stands_free(case: Situation, figure: Figure) -> bool:
    """Return whether a figure is in the open or well inside one area, and touches nothing else."""
    gaps = [outline_gap(feature.ring, (figure.x, figure.y)) for feature in case.features]
    inside = [f for f, gap in zip(case.features, gaps, strict=True) if not gap]
    if any(f.kind in (*BARRIERS, *WATER) for f in inside):
        return False
    deep = all(depth(f.ring, (figure.x, figure.y)) > 2 * EDGE_IN for f in inside)
    return deep and all(not gap or gap > figure.radius + 2 * EDGE_IN for gap in gaps)


class Walker:
    """One figure of a situation, with a base that is a little larger or smaller than it is."""

    def __init__(self, case: Situation, mover: Figure, grown: float) -> None:
        self.case, self.mover, self.grown = case, mover, grown
        self.radius = mover.radius + grown
        self.judge, own = Judge(case, 0.0), int(mover.group[1:]) % 2
        self.enemies = [f for f in case.figures if int(f.group[1:]) % 2 != own]
        self.friends = [f for f in case.figures if f not in self.enemies and f.id != mover.id]
        self.is_spug, self.planes = own == 1, {f.id: np.array(half_planes(f.ring)) for f in case.features}
        self.home = next(iter(self.judge.areas[mover.id]), "")

    def walk(self, start: Point, aim: Point, allowance: float) -> WalkEnd:
        """Return the end of a straight walk toward a point; an enemy at its start pushes the base away."""
        for f in self.enemies:
            deep = f.radius + self.radius - math.dist(start, (f.x, f.y))
            if deep > 0.0:
                return WalkEnd(deep, "contact", (f.id,))
        wanted = math.dist(start, aim)
        reach = min(wanted, allowance)
        along = np.arange(0.0, reach + 12.0, STEP_IN)
        points = np.array(start) + along[:, None] * (np.array(aim) - np.array(start)) / wanted
        walked = along <= reach + STEP_IN / 2
        ends = [end for f in self.case.features for end in self._at(f, points, along, walked, reach)]
        ends += self._at_enemies(points[walked], along)
        edge = np.flatnonzero((np.abs(points[walked] - SIDE_IN / 2) > SIDE_IN / 2 - self.radius).any(axis=1))
        ends += [WalkEnd(along[edge[0]], "edge", ())] if len(edge) else []
        first = min(ends, key=lambda end: end.along, default=None)
        if first and first.ended == "barrier":
            gaps = self._gaps(self._feature(first.by[0]), points)
            beyond = np.flatnonzero((along > first.along) & (gaps >= self.radius))
            first = first._replace(along=float(along[beyond[0]]))
        return first or WalkEnd(reach, "", ())

    def _feature(self, key: str) -> Feature:
        return next(feature for feature in self.case.features if feature.id == key)

    def _depths(self, feature: Feature, points: Floats) -> Floats:
        planes = self.planes[feature.id]
        return np.asarray((planes[:, 2] - points @ planes[:, :2].T).min(axis=1))

    def _gaps(self, feature: Feature, points: Floats) -> Floats:
        """Return the distances from points to an outline, 0 within it."""
        found = np.full(len(points), np.inf)
        for a, b in zip(feature.ring, (*feature.ring[1:], feature.ring[0]), strict=True):
            start, way = np.array(a), np.array(b) - np.array(a)
            part = np.clip((points - start) @ way / (way @ way), 0.0, 1.0)
            found = np.minimum(found, np.hypot(*(points - start - part[:, None] * way).T))
        return np.where(self._depths(feature, points) > 0.0, 0.0, found)

    def _at(
        self, feature: Feature, points: Floats, along: Floats, walked: npt.NDArray[np.bool_], reach: float
    ) -> list[WalkEnd]:
        """Return how a feature ends a walk, if it does."""
        if feature.id == self.home:
            return []
        touched = self._gaps(feature, points) < self.radius
        entered = self._depths(feature, points) > -self.grown
        touch = np.flatnonzero(touched & walked)
        if not len(touch):
            return []
        at, enter = float(along[touch[0]]), np.flatnonzero(entered & walked)
        stop, entry = [WalkEnd(at, "obstacle", (feature.id,))], float(along[enter[0]]) if len(enter) else 0.0
        if guards := self._guards(feature, points[touch[0]]):
            return [WalkEnd(at, "contact", guards)]
        if feature.kind in WATER and self.is_spug:
            over = not touched[np.flatnonzero(walked)[-1]] and int(entered.sum()) * STEP_IN < JUMP_IN
            return [] if over else stop
        if feature.kind == "lake" or (feature.kind == "building" and self._is_full(feature)):
            return stop
        if self.is_spug:
            return []
        if feature.kind in BARRIERS:
            if len(enter):
                return [WalkEnd(entry, "barrier", (feature.id,))]
            return stop if touched[np.flatnonzero(walked)[-1]] else []
        if not len(enter):
            return []
        return (
            [WalkEnd(entry, "feature", (feature.id,))] if self._is_door(feature, points[enter[0]]) else stop
        )

    def _is_door(self, feature: Feature, point: Floats) -> bool:
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in feature.doors]
        return not middles or any(math.dist(point, door) <= DOOR_IN - self.grown for door in middles)

    def _is_full(self, feature: Feature) -> bool:
        inside = [f for f in self.case.figures if feature.id in self.judge.areas[f.id]]
        return len(inside) + 1 > 8 * round(feature.height / 3.0)

    def _guards(self, feature: Feature, point: Floats) -> tuple[str, ...]:
        """Return the enemies in contact with a base at a point, in a house or across a barrier."""
        if feature.kind == "building":
            return tuple(f.id for f in self.enemies if feature.id in self.judge.areas[f.id])
        if feature.kind not in BARRIERS:
            return ()
        manning = {g for g, held in self.judge.manned.items() if feature in held}
        near = (f for f in self.enemies if f.group in manning)
        return tuple(
            f.id
            for f in near
            if math.dist(point, (f.x, f.y)) - f.radius - self.mover.radius <= MANNED_IN + self.grown
        )

    def _at_enemies(self, points: Floats, along: Floats) -> list[WalkEnd]:
        """Return the contact with the enemies that are met first."""
        met = []
        for f in self.enemies:
            touch = np.flatnonzero(np.hypot(*(points - np.array((f.x, f.y))).T) < f.radius + self.radius)
            met += [(float(along[touch[0]]), f.id)] if len(touch) else []
        first = min(met, default=None)
        return [WalkEnd(first[0], "contact", (first[1],))] if first else []


def differences(seed: int, directions: int = 720) -> tuple[list[str], Counter[str]]:
    """Return what differs between both, in words, and how many of the moves that were compared end how."""
    case = random_case(seed)
    mover = next(f for f in case.figures if f.group in ("g0", "g1") and _is_alone(case, f))
    state, found, count = battle_of(case), list[str](), Counter[str]()
    decision = move_decision(state, UnitId(mover.group))
    walkers = [Walker(case, mover, grown) for grown in (EDGE_IN, 0.0, -EDGE_IN)]
    allowance = MOVES_IN["spug" if walkers[0].is_spug else "unit"]
    for step in range(directions):
        angle = math.tau * (step + 0.3) / directions
        aim = (mover.x + allowance * math.cos(angle), mover.y + allowance * math.sin(angle))
        ends = _all_ends(walkers, case, mover, aim, allowance)
        if len({(end.ended, end.by) for end in ends}) > 1:
            continue
        run: Any = decision.straight_run(state.table, aim)
        moved_back = _ends_on_friend(walkers[0], run.start, aim, ends[1].along)
        if moved_back:
            continue
        count[run.ended] += 1
        same = run.ended == ends[1].ended and set(run.by) >= set(ends[1].by)
        near = (
            min(end.along for end in ends) - NEAR_IN <= run.length <= max(end.along for end in ends) + NEAR_IN
        )
        if not same or not near:
            ours = f"{run.length:.3f} {run.ended} {run.by}"
            found.append(f"seed {seed}, {math.degrees(angle):.2f} degrees: {ends[1]}, the program {ours}")
    return found, count


def _is_alone(case: Situation, figure: Figure) -> bool:
    same = [f for f in case.figures if f.group == figure.group]
    return len(same) == 1 and _stands_free(case, figure)


def _all_ends(
    walkers: Sequence[Walker], case: Situation, mover: Figure, aim: Point, allowance: float
) -> list[WalkEnd]:
    """Return the ends of the walks of all bases, from the point where the line is measured."""
    home = next((f for f in case.features if f.id == walkers[0].home), None)
    start = (mover.x, mover.y)
    if home and not walkers[0].is_spug:
        if depth(home.ring, aim) > 0.0:
            return [WalkEnd(math.dist(start, aim), "feature", (home.id,))] * len(walkers)
        start = _way_out(home, aim)
    return [walker.walk(start, aim, allowance) for walker in walkers]


def _way_out(home: Feature, aim: Point) -> Point:
    """Return the door nearest to a point, or the point of the whole edge if there is none."""
    doors = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in home.doors]
    if doors:
        return min(doors, key=lambda door: math.dist(door, aim))
    near = []
    for a, b in zip(home.ring, (*home.ring[1:], home.ring[0]), strict=True):
        dx, dy = b[0] - a[0], b[1] - a[1]
        part = ((aim[0] - a[0]) * dx + (aim[1] - a[1]) * dy) / (dx * dx + dy * dy)
        part = min(1.0, max(0.0, part))
        near.append((a[0] + part * dx, a[1] + part * dy))
    return min(near, key=lambda point: math.dist(point, aim))


def _ends_on_friend(walker: Walker, start: Point, aim: Point, along: float) -> bool:
    """Return whether a walk would end on a figure of the own side, which moves its end back."""
    far = math.dist(start, aim) or 1.0
    x, y = (s + along * (e - s) / far for s, e in zip(start, aim, strict=True))
    return any(math.dist((x, y), (f.x, f.y)) < f.radius + walker.radius + NEAR_IN for f in walker.friends)


def main() -> int:
    """Judge so many situations; exit code 1 if anything differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total, wrong = Counter[str](), 0
    for seed in range(options.seed, options.seed + options.count):
        found, count = differences(seed)
        total, wrong = total + count, wrong + len(found)
        for line in found:
            print(line, flush=True)
    ends = ", ".join(f"{number} by {ended or 'nothing'}" for ended, number in sorted(total.items()))
    print(f"{options.count} situations, {total.total()} moves, {wrong} differ; ended {ends}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
