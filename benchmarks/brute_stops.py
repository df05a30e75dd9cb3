"""Watched parts of random paths, against a twin that only samples and shares no code with the program.

    python -m benchmarks.brute_stops --paths 2000 --seed 0

A watcher looks by sight (any part, or all of the piece), an arc, a distance, or several of them. The twin
judges points of the path one by one, with the brute force of `benchmarks.brute` for sight and its own
arithmetic for the rest. Every end has to lie within 0.002 in of where the twin changes, and no change may be
missed between; with an unobscured view those of less than 0.02 in may be. Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from battlesim.geometry.arcs import Arc, BasePart
from battlesim.rulings.sight import SightRules
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import watch_intervals
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain
from benchmarks.brute_rules import LEAST, Pair
from benchmarks.brute_tables import plain_board, plain_rules

NEAR: Final = 0.002
"""Inches by which an end may be off."""
STEP: Final = 0.5
"""Inches between the samples of the twin."""
SHORT: Final = 0.021
"""Inches below which a change of an unobscured view may be missed."""
SLACK: Final = 0.005
"""Inches by which distances and arcs are generous."""
SIZE: Final = 40.0
Flat = tuple[float, float]


class Way(NamedTuple):
    """A mover on a path past a watcher, on a table with terrain."""

    table: Table
    mover: Piece
    path: tuple[Flat, ...]
    watch: WatchCondition


def rock(rng: random.Random, key: str) -> Terrain | None:
    """A piece of terrain with 3 to 6 corners, None where its outline would cross itself."""
    x, y, size, many = rng.uniform(3, 37), rng.uniform(3, 37), rng.uniform(0.8, 3.0), rng.randrange(3, 7)
    turns = sorted(rng.uniform(0, 2 * math.pi) for _ in range(many))
    if max((b - a for a, b in pairwise([*turns, turns[0] + 2 * math.pi])), default=0) > 0.95 * math.pi:
        return None
    ring = tuple((x + size * math.cos(turn), y + size * math.sin(turn)) for turn in turns)
    return Terrain(key, "rocks", (ring,), rng.uniform(0.4, 4.0))


def wander(rng: random.Random) -> tuple[Flat, ...]:
    """A path of 12 in with a few legs."""
    path, left = [(rng.uniform(10, 30), rng.uniform(10, 30))], 12.0
    while left > 0:
        turn, long = rng.uniform(0, 2 * math.pi), min(left, rng.uniform(3, 12))
        path.append((path[-1][0] + long * math.cos(turn), path[-1][1] + long * math.sin(turn)))
        left -= long
    return tuple(path)


def random_way(seed: int) -> Way:
    """A random path with a watcher."""
    rng = random.Random(seed)
    rocks = [found for k in range(rng.randrange(6, 24)) if (found := rock(rng, f"t{k}"))]
    path = wander(rng)
    middle = OnTable(path[0][0] + rng.uniform(-9, 9), path[0][1] + rng.uniform(-9, 9), rng.uniform(0, 360))
    viewer = Piece("v", "v", "man", "a", "v", rng.choice((0.5, 0.8)), rng.choice((1.2, 2.0)), middle)
    size, height = rng.choice((0.5, 0.63, 1.0)), rng.choice((1.2, 2.5))
    mover = Piece("m", "m", "man", "b", "m", size, height, OnTable(*path[0]))
    table = Table(Ground(SIZE, SIZE, terrain=tuple(rocks)), {"v": viewer, "m": mover}, ())
    sees = SightRules() if rng.random() < 0.8 else None
    gap = rng.uniform(3, 14) if sees is None or rng.random() < 0.4 else None
    arc = Arc(rng.uniform(-90, 90), rng.choice((45.0, 180.0, 270.0))) if rng.random() < 0.4 else None
    part: BasePart = rng.choice(("centre", "any"))
    unobscured = sees is not None and rng.random() < 0.3
    return Way(table, mover, path, WatchCondition(viewer, sees, gap, arc, None, part, unobscured))


class Twin:
    """A watch that is judged point by point."""

    def __init__(self, way: Way) -> None:
        self.way, self.watch = way, way.watch
        self.legs = list(pairwise(way.path))
        self.long = sum(math.dist(a, b) for a, b in self.legs)
        if way.watch.sight_rules is not None:
            board = plain_board(way.table)
            viewer, mover = (next(man for man in board.men if man.id == key) for key in "vm")
            self.pair = Pair(board, plain_rules(way.watch.sight_rules), viewer, mover)

    def point(self, along: float) -> Flat:
        """Where the mover is."""
        for a, b in self.legs:
            long = math.dist(a, b)
            if along <= long:
                break
            along -= long
        share = min(along / long, 1.0)
        return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])

    def holds(self, along: float) -> bool:
        """Whether it is watched there."""
        x, y = self.point(along)
        return self._near(x, y) and self._ahead(x, y) and self._seen(x, y)

    def _near(self, x: float, y: float) -> bool:
        if self.watch.max_gap is None:
            return True
        viewer, mover = self.watch.viewer, self.way.mover
        apart = math.hypot(x - viewer.xy[0], y - viewer.xy[1]) - viewer.radius - mover.radius
        return apart <= self.watch.max_gap + SLACK

    def _ahead(self, x: float, y: float) -> bool:
        """Whether the base, or its middle, is at most SLACK away from the wedge."""
        arc, place = self.watch.arc, self.watch.viewer.place
        if arc is None or not isinstance(place, OnTable):
            return True
        dx, dy = x - place.x, y - place.y
        axis, half = math.radians(place.facing + arc.toward), math.radians(arc.width / 2)
        off = abs(math.remainder(math.atan2(dy, dx) - axis, 2 * math.pi))
        if off <= half:
            return True
        rays = (axis - half, axis + half)
        away = min(self._to_ray(dx, dy, turn) for turn in rays)
        return away <= SLACK + (self.way.mover.radius if self.watch.arc_part == "any" else 0.0)

    def _to_ray(self, dx: float, dy: float, turn: float) -> float:
        ahead = max(dx * math.cos(turn) + dy * math.sin(turn), 0.0)
        return math.hypot(dx - ahead * math.cos(turn), dy - ahead * math.sin(turn))

    def _seen(self, x: float, y: float) -> bool:
        if self.watch.sight_rules is None:
            return True
        moved = self.pair.target._replace(x=x, y=y)
        if moved.oval is not None:
            moved = moved._replace(oval=moved.oval._replace(x=x, y=y))
        men = tuple(moved if man.id == "m" else man for man in self.pair.board.men)
        board = self.pair.board._replace(men=men)
        share = float(self.pair._replace(board=board, target=moved).told().share)
        return share >= 1.0 - LEAST if self.watch.unobscured else share > LEAST


def faults(way: Way) -> Iterator[str]:
    """Where the program and the twin differ, in words; how many ends there are is told first."""
    twin = Twin(way)
    known = watch_intervals(way.table, way.mover, way.path, way.watch)
    ends = sorted(end for one in known for end in one)
    yield str(sum(NEAR < end < twin.long - NEAR for end in ends))
    beside = [end + by for end in ends for by in (-NEAR, NEAR)]
    between = [(a + b) / 2 for a, b in pairwise(ends) if b - a > 2 * NEAR]
    steps = [STEP * k for k in range(1, int(twin.long / STEP))]
    for along in sorted((*beside, *between, *steps)):
        if not 0.0 < along < twin.long or any(abs(along - end) < NEAR - 1e-9 for end in ends):
            continue
        watched = any(a <= along <= b for a, b in known)
        if twin.holds(along) != watched and not _is_short(twin, along):
            parts = ", ".join(f"{float(a):.4f} to {float(b):.4f}" for a, b in known)
            yield f"at {along:.4f} in the twin says {not watched}; watched from {parts or 'nowhere'}"


def _is_short(twin: Twin, along: float) -> bool:
    """Whether what is so here lasts so briefly that it may be missed."""
    if not twin.watch.unobscured:
        return False
    here = twin.holds(along)
    near = [along + k * 0.002 for k in range(-11, 12) if 0.0 <= along + k * 0.002 <= twin.long]
    return sum(twin.holds(at) == here for at in near) * 0.002 < SHORT


def main() -> int:
    """Try paths; exit code 1 when one is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--paths", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    counts, began = Counter[str](), time.perf_counter()
    for seed in range(options.seed, options.seed + options.paths):
        way = random_way(seed)
        many, *wrong = faults(way)
        counts["ends"] += int(many)
        kind = "unobscured" if way.watch.unobscured else "sight" if way.watch.sight_rules else "no sight"
        counts[kind] += 1
        counts["wrong"] += bool(wrong)
        for words in wrong[:3]:
            print(f"{seed}: {words}", flush=True)
    print(f"{options.paths} paths: {dict(counts)}, {time.perf_counter() - began:.0f} s")
    return int(counts["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
