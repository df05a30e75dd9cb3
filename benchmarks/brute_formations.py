"""Judge formations of random squads twice: by the program, and by brute force that shares no code with it.

`python -m benchmarks.brute_formations --count 2000` scatters squads of two to seven round bases and asks of
each whether it is in formation: joined by gaps, close pair by pair, or in single file, by turns with a circle
that would do as well. This side tries every circle through two or three centres and every order of a file.
Squads within `EDGE_IN` of a limit, or with nearly a right angle, are drawn again. What differs is printed,
and the exit code is 1.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from battlesim.rulings.movement_coherency import link_problem
from battlesim.rulings.movement_data import GroupLink, LinkKind
from battlesim.testing.table import make_table, standing_piece

EDGE_IN = 0.02
"""How near a limit a measured length may be to be left out, inches."""
EDGE_COSINE = 0.012
"""The cosine of a turn up to which it is too near a right angle to be judged."""
KINDS: tuple[LinkKind, ...] = ("connected", "pairs", "column")
Point = tuple[float, float]


class FormationCase(NamedTuple):
    """The centres of a squad's bases, their radii, and the limits of its formation in inches.

    A `circle` of 0 means that no circle will do.
    """

    points: tuple[Point, ...]
    radii: tuple[float, ...]
    kind: LinkKind
    within: float
    circle: float


def random_case(seed: int) -> FormationCase:
    """Return a random squad that is not too near a limit to be judged."""
    rng = random.Random(seed)
    while True:
        case = _drawn(rng)
        clear = all(abs(length - limit) > EDGE_IN for length, limit in _lengths(case))
        if clear and not _has_right_angle(case.points):
            return case


def _has_right_angle(points: Sequence[Point]) -> bool:
    """Return whether any three points turn by nearly 90 degrees."""
    three = itertools.permutations(points, 3)
    return any(abs(math.cos(_turn(*corner))) < EDGE_COSINE for corner in three)


def _drawn(rng: random.Random) -> FormationCase:
    kind, many = rng.choice(KINDS), rng.randint(2, 6)
    radius = rng.choice((0.35, 0.5, 0.8))
    radii = tuple(radius if kind == "column" else rng.choice((0.35, 0.5, 0.8)) for _ in range(many))
    if kind == "column" and rng.random() < 0.7:
        x, y, turn, points = 8.0, 8.0, 0.7, []
        for _ in range(many):
            points.append((x, y))
            turn += rng.gauss(0.0, 0.7)
            step = rng.uniform(1.7, 3.2)
            x, y = x + step * math.cos(turn), y + step * math.sin(turn)
        rng.shuffle(points)
    else:
        wide = rng.uniform(3.0, 9.0)
        points = [(10.0 + rng.uniform(0.0, wide), 10.0 + rng.uniform(0.0, wide)) for _ in range(many)]
    return FormationCase(tuple(points), radii, kind, rng.choice((1.0, 2.0, 4.0)), rng.choice((0.0, 0.0, 6.0)))


def _lengths(case: FormationCase) -> Iterator[tuple[float, float]]:
    """Yield each length that is compared with a limit, and the limit."""
    for a, b in itertools.combinations(range(len(case.points)), 2):
        yield _gap(case, a, b), case.within
    yield 2.0 * _smallest_circle(case.points), case.circle


def _gap(case: FormationCase, a: int, b: int) -> float:
    return max(0.0, math.dist(case.points[a], case.points[b]) - case.radii[a] - case.radii[b])


def _smallest_circle(points: Sequence[Point]) -> float:
    """Return the radius of the smallest circle round all points, among those through two or three of them."""
    circles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, math.dist(a, b) / 2)
        for a, b in itertools.combinations(points, 2)
    ]
    circles += [c for three in itertools.combinations(points, 3) if (c := _through(*three))]
    return min(r for x, y, r in circles if all(math.dist((x, y), p) <= r + 1e-9 for p in points))


def _through(a: Point, b: Point, c: Point) -> tuple[float, float, float] | None:
    d = 2.0 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]))
    if abs(d) < 1e-12:
        return None
    squares = [x * x + y * y for x, y in (a, b, c)]
    x = (squares[0] * (b[1] - c[1]) + squares[1] * (c[1] - a[1]) + squares[2] * (a[1] - b[1])) / d
    y = (squares[0] * (c[0] - b[0]) + squares[1] * (a[0] - c[0]) + squares[2] * (b[0] - a[0])) / d
    return x, y, math.dist((x, y), a)


def is_in_formation(case: FormationCase) -> bool:
    """Return whether a squad is in formation, by trying everything."""
    if case.circle and 2.0 * _smallest_circle(case.points) <= case.circle:
        return True
    numbers = range(len(case.points))
    close = {(a, b) for a in numbers for b in numbers if a != b and _gap(case, a, b) <= case.within}
    if case.kind == "pairs":
        return len(close) == len(case.points) * (len(case.points) - 1)
    if case.kind == "connected":
        return all(_is_joined(close, numbers, part) for part in numbers)
    return any(_is_file(case, order, close) for order in itertools.permutations(numbers))


def _is_joined(close: set[tuple[int, int]], numbers: Sequence[int], part: int) -> bool:
    reached = {0}
    for _ in numbers:
        reached |= {b for a, b in close if a in reached}
    return part in reached


def _is_file(case: FormationCase, order: Sequence[int], close: set[tuple[int, int]]) -> bool:
    """Return whether an order is a file: each the nearest one left, near enough, turning less than 90 deg."""
    points = [case.points[number] for number in order]
    for at in range(len(order) - 1):
        step = math.dist(points[at], points[at + 1])
        if any(math.dist(points[at], later) < step for later in points[at + 2 :]):
            return False
        if (order[at], order[at + 1]) not in close:
            return False
    turns = zip(points, points[1:], points[2:], strict=False)
    return all(_turn(a, b, c) < math.pi / 2 for a, b, c in turns)


def _turn(a: Point, b: Point, c: Point) -> float:
    turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
    return abs((turn + math.pi) % (2.0 * math.pi) - math.pi)


def judged(case: FormationCase) -> bool:
    """Return whether the program finds a squad in formation."""
    pieces = [
        standing_piece(f"m{k}", *point, radius=radius)
        for k, (point, radius) in enumerate(zip(case.points, case.radii, strict=True))
    ]
    link = GroupLink(kind=case.kind, within=case.within, circle=case.circle or msgspec.UNSET)
    table = make_table(*pieces)
    return link_problem(table, [piece.id for piece in pieces], (), link) is None


def main() -> int:
    """Judge so many squads; exit code 1 if the two sides differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    counts, wrong = Counter[tuple[str, bool]](), 0
    for seed in range(said.seed, said.seed + said.count):
        case = random_case(seed)
        holds = is_in_formation(case)
        counts[case.kind, holds] += 1
        if judged(case) != holds:
            wrong += 1
            print(f"seed {seed}: {case}, in formation by brute force: {holds}")
    print(f"{said.count} squads, {wrong} differ; {dict(counts)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
