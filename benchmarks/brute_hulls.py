"""Compare drives of bases that are not round with brute force: the base is set down all along its path.

`python -m benchmarks.brute_hulls --count 2000` draws random rectangles among boxes and round bases and judges
a random drive of each twice: by what the base sweeps over, and by the corners of the base at many points of
it, forward or backward along every segment and turned either way round between them. This side uses no
geometry of the program: two convex rings overlap unless a line along one of their edges divides them.

The two may differ only where a base smaller by `SKIN_IN` passes and one larger by as much does not. Whatever
else differs is printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from battlesim.rulings.hull_drives import moving_hull, planned_drive
from battlesim.rulings.movement import Leg, Motion, leg_problem
from battlesim.rulings.piece_placement import PiecePlacement, PlacementArea, placement_problem
from battlesim.table.pieces import Hull
from battlesim.table.state import Table
from battlesim.testing.table import block, make_table, standing_piece

SKIN_IN = 0.03
"""How much smaller and larger a base is taken to be where the two sides may differ."""
STEP_IN, STEP_DEG = 0.04, 0.5
"""How far apart the base is set down along a segment and in a turn."""
SIZE_IN = 16.0
"""The length and width of the table."""
Point = tuple[float, float]
Ring = Sequence[Point]
Answer = Literal["free", "barred"]


class DriveCase(NamedTuple):
    """A base, what stands about it, and where it is to go; a drive of one point only turns."""

    length: float
    width: float
    facing: float
    path: tuple[Point, ...]
    end_facing: float
    boxes: tuple[tuple[float, float, float, float], ...]
    discs: tuple[tuple[float, float, float], ...]


def random_case(seed: int) -> DriveCase:
    """Return a random case in which the base may stand where it begins."""
    rng = random.Random(seed)
    while True:
        case = _drawn(rng)
        if not _is_barred(case, _ring(case, 0.0), case.path[0], case.facing):
            return case


def _drawn(rng: random.Random) -> DriveCase:
    length, width = rng.choice((2.0, 3.5, 4.0)), rng.choice((1.0, 1.25, 2.0))
    facing, end_facing = (round(rng.uniform(0.0, 360.0), 3) for _ in range(2))
    path = tuple(_spot(rng, 1.5) for _ in range(rng.randrange(1, 4)))
    boxes = [_box(rng) for _ in range(rng.randrange(1, 5))]
    if rng.random() < 0.4:
        (x, y), side = path[0], width / 2.0 + rng.uniform(0.05, 0.6)
        facing, end_facing = rng.choice((0.0, 180.0)), rng.choice((0.0, 180.0, end_facing))
        boxes = [(x - 4.0, y + side, x + 4.0, y + side + 0.5), (x - 4.0, y - side - 0.5, x + 4.0, y - side)]
        path = (path[0], (round(x + rng.uniform(-5.0, 5.0), 3), y), *path[2:])
    discs = tuple((*_spot(rng, 1.0), 0.5) for _ in range(rng.randrange(4)))
    return DriveCase(length, width, facing, path, end_facing, tuple(boxes), discs)


def _spot(rng: random.Random, margin: float) -> Point:
    x, y = (round(rng.uniform(margin, SIZE_IN - margin), 3) for _ in range(2))
    return x, y


def _box(rng: random.Random) -> tuple[float, float, float, float]:
    (x, y), width, height = _spot(rng, 1.0), rng.uniform(0.2, 4.0), rng.uniform(0.2, 4.0)
    return x, y, min(SIZE_IN, x + width), min(SIZE_IN, y + height)


def table_of(case: DriveCase) -> tuple[Table, Motion, Leg]:
    """Return the table of a case, the motion of its base `t`, and the leg that it is to drive."""
    hull = Hull("rectangle", case.length, case.width)
    base = standing_piece("t", *case.path[0], facing=case.facing, radius=hull.circumradius, shape=hull)
    walls = [block(f"box{n}", *box) for n, box in enumerate(case.boxes)]
    others = [standing_piece(f"f{n}", x, y, radius=r) for n, (x, y, r) in enumerate(case.discs)]
    table = make_table(base, *others, *walls, width=SIZE_IN, height=SIZE_IN)
    names = tuple(other.id for other in others)
    motion = Motion(
        "t",
        hull.circumradius,
        1000.0,
        starts=((case.path[0],),),
        blocked=tuple(wall.id for wall in walls),
        hindering=names,
    )
    return table, motion, Leg("t", case.path, case.end_facing)


def ruled(case: DriveCase) -> tuple[Answer, float]:
    """Return what the program says of a drive, and how much driving backward adds to its length."""
    table, motion, leg = table_of(case)
    if leg_problem(table, motion, leg) is not None:
        return "barred", 0.0
    hull = moving_hull(table, motion)
    assert hull is not None
    return "free", planned_drive(table, motion, leg, hull).extra


def set_down(case: DriveCase, skin: float) -> tuple[Answer, float]:
    """Return what brute force says of a drive with a base that is larger by a skin on every side."""
    ring = _ring(case, skin)
    parts = list(itertools.pairwise(case.path))
    ahead = [math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) for a, b in parts]
    if any(_is_segment_barred(case, ring, part, way) for part, way in zip(parts, ahead, strict=True)):
        return "barred", 0.0
    extras = []
    for backward in itertools.product((0, 1), repeat=len(parts)):
        headings = [way + 180.0 * back for way, back in zip(ahead, backward, strict=True)]
        stops = [case.path[0], *case.path[1:]]
        turns = zip(stops, [case.facing, *headings], [*headings, case.end_facing], strict=True)
        if not any(_is_turn_barred(case, ring, *turn) for turn in turns):
            extras.append(sum(math.dist(*part) * back for part, back in zip(parts, backward, strict=True)))
    return ("free", min(extras)) if extras else ("barred", 0.0)


def placed(case: DriveCase) -> Answer:
    """Return what the program says of placing the base at the end of the path."""
    table, motion, leg = table_of(case)
    area = PlacementArea(blocked=motion.blocked, bases=motion.hindering)
    spot = PiecePlacement("t", *leg.end, case.end_facing)
    words = placement_problem(table, area, {"t": table.pieces["t"]}, [spot])
    return "barred" if words else "free"


def set_down_once(case: DriveCase, skin: float) -> Answer:
    """Return what brute force says of placing the base at the end of the path."""
    return "barred" if _is_barred(case, _ring(case, skin), case.path[-1], case.end_facing) else "free"


def _is_segment_barred(case: DriveCase, ring: Ring, part: tuple[Point, Point], heading: float) -> bool:
    (x0, y0), (x1, y1) = part
    count = max(1, math.ceil(math.dist(*part) / STEP_IN))
    spots = [(x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count) for k in range(count + 1)]
    return any(_is_barred(case, ring, at, heading) for at in spots)


def _is_turn_barred(case: DriveCase, ring: Ring, at: Point, old: float, new: float) -> bool:
    """Return whether the base cannot turn on the spot, neither one way round nor the other."""
    one = (new - old) % 360.0
    return all(
        any(_is_barred(case, ring, at, old + turn * k / count) for k in range(count + 1))
        for turn in (one, one - 360.0)
        for count in [max(1, math.ceil(abs(turn) / STEP_DEG))]
    )


def _ring(case: DriveCase, skin: float) -> Ring:
    a, b = case.length / 2.0 + skin, case.width / 2.0 + skin
    return ((-a, -b), (a, -b), (a, b), (-a, b))


def _is_barred(case: DriveCase, ring: Ring, at: Point, facing: float) -> bool:
    """Return whether a base overlaps anything, or the edge of the table."""
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    corners = [(at[0] + c * x - s * y, at[1] + s * x + c * y) for x, y in ring]
    if any(not 0.0 <= v <= SIZE_IN for corner in corners for v in corner):
        return True
    boxes = [((x0, y0), (x1, y0), (x1, y1), (x0, y1)) for x0, y0, x1, y1 in case.boxes]
    return any(_overlap(corners, box) for box in boxes) or any(
        _is_near(corners, (x, y), radius) for x, y, radius in case.discs
    )


def _overlap(first: Ring, second: Ring) -> bool:
    return not any(_is_divided(first, second, edge) for edge in (*_edges(first), *_edges(second)))


def _edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _is_divided(first: Ring, second: Ring, edge: tuple[Point, Point]) -> bool:
    (x0, y0), (x1, y1) = edge
    one, two = ([(x1 - x0) * y - (y1 - y0) * x for x, y in ring] for ring in (first, second))
    return max(one) <= min(two) or max(two) <= min(one)


def _is_near(ring: Ring, point: Point, radius: float) -> bool:
    """Return whether a point is in a ring or nearer to it than a radius."""
    (x, y), inside = point, True
    for (x0, y0), (x1, y1) in _edges(ring):
        inside = inside and (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) >= 0.0
        square = (x1 - x0) ** 2 + (y1 - y0) ** 2
        part = min(1.0, max(0.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / square))
        if math.dist(point, (x0 + part * (x1 - x0), y0 + part * (y1 - y0))) < radius:
            return True
    return inside


def difference(seed: int) -> tuple[str, str]:
    """Return what the program says of a case, and what is wrong with it, "" if nothing is."""
    case = random_case(seed)
    (said, extra), small, large = ruled(case), set_down(case, -SKIN_IN), set_down(case, SKIN_IN)
    if said not in (small[0], large[0]):
        return said, f"{seed}: {said}, and {small[0]}: {case}"
    if said == small[0] == large[0] and small[1] == large[1] and abs(extra - small[1]) > 0.01:
        return said, f"{seed}: {extra:.3f} in more for driving backward, and {small[1]:.3f}: {case}"
    put, ends = placed(case), {set_down_once(case, skin) for skin in (-SKIN_IN, SKIN_IN)}
    if put not in ends:
        return said, f"{seed}: placed at the end it is {put}, and {ends}: {case}"
    backward = " backward" if extra else ""
    return f"{said}{backward}{' turning' if len(case.path) == 1 else ''}", ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare random cases and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first case")
    given = parser.parse_args(arguments)
    counts, wrong = Counter[str](), list[str]()
    for seed in range(given.seed, given.seed + given.count):
        said, fault = difference(seed)
        counts[said] += 1
        wrong += [fault] if fault else []
    for said, number in sorted(counts.items()):
        print(f"{number:6} {said}")
    print("\n".join(wrong) or f"{given.count} drives and placements agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
