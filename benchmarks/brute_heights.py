"""Hills and flyers against sampling: python -m benchmarks.brute_heights --seed 1 --count 2000 (minutes).

Random tables have terraced hills, houses (some on hills) and figures on the ground and in the air. Four
things are checked on each. The share that a figure sees is that of a grid of points of the target. A straight
flight is legal if no sample of it, every 0.01 in, meets terrain at its height. A walker is seen on its path
where samples of it are. And nothing changes if the whole table lies on a plate. The samples use NumPy alone;
heights, overlaps and lines are worked out here. Inches.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from battlesim.rulings.movement import Leg, Motion, leg_problem, place_after_leg
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.rulings.sight import PLAIN_SIGHT, SightRules, verdict
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import watch_intervals
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground, Terrain

SIZE, SAMPLES = 24.0, 160
SHARE_TOLERANCE, PATH_STEP_IN, PATH_TOLERANCE_IN, END_TOLERANCE_IN = 0.02, 0.01, 0.02, 0.12
WATCH_STEP_IN, END_PRECISION_IN = 0.1, 0.002
RULES = {"hills hide nothing under a foot": PLAIN_SIGHT, "hills hide": SightRules(stands_on=())}
Array = NDArray[np.float64]


class Block(NamedTuple):
    """A box of terrain, turned by some degrees about its centre; `relief` for a hill."""

    x: float
    y: float
    half_x: float
    half_y: float
    turn: float
    top: float
    relief: bool

    def local(self, points: Array) -> Array:
        """Points (n, 2 or 3) in the frame of the box."""
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        moved = points.copy()
        dx, dy = points[:, 0] - self.x, points[:, 1] - self.y
        moved[:, 0], moved[:, 1] = c * dx + s * dy, c * dy - s * dx
        return moved

    def gaps(self, points: Array) -> Array:
        """How far points are from the box in plan, negative inside."""
        at = np.abs(self.local(points)[:, :2]) - (self.half_x, self.half_y)
        return np.hypot(*np.maximum(at, 0.0).T) + np.minimum(at.max(axis=1), 0.0)

    def hides(self, eye: Array, points: Array) -> NDArray[np.bool_]:
        """Which lines from an eye (3,) to points (n, 3) pass through the box."""
        start, ends = self.local(eye[None])[0], self.local(points)
        way, low, high = ends - start, np.zeros(len(ends)), np.ones(len(ends))
        spans = (-self.half_x, self.half_x), (-self.half_y, self.half_y), (-1.0, self.top)
        with np.errstate(divide="ignore", invalid="ignore"):
            for axis, (least, most) in enumerate(spans):
                a, b = (least - start[axis]) / way[:, axis], (most - start[axis]) / way[:, axis]
                low, high = np.maximum(low, np.minimum(a, b)), np.minimum(high, np.maximum(a, b))
        return np.asarray(low < high - 1e-9)

    def terrain(self, key: str) -> Terrain:
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        local = [(i * self.half_x, j * self.half_y) for i, j in corners]
        ring = tuple((self.x + c * a - s * b, self.y + s * a + c * b) for a, b in local)
        kind, traits = ("hill", ("area", "relief")) if self.relief else ("rocks", ("solid",))
        return Terrain(key, kind, (ring,), self.top, traits=traits)


class Situation(NamedTuple):
    blocks: tuple[Block, ...]
    pieces: tuple[Piece, Piece]

    def level(self, x: float, y: float) -> float:
        """The height of the ground at a point."""
        at = np.array([[x, y]])
        return max((b.top for b in self.blocks if b.relief and b.gaps(at)[0] <= 0.005), default=0.0)

    def table(self, lengths: str = "plan") -> Table:
        terrain = tuple(block.terrain(f"b{k}") for k, block in enumerate(self.blocks))
        ground = Ground(SIZE, SIZE, terrain=terrain)
        if lengths == "space":
            ground = msgspec.structs.replace(ground, lengths="space")
        return Table(ground, {p.id: p for p in self.pieces}, (Side(SideKey("s"), "S", 1),))


def situation(seed: int) -> Situation:
    """A random table with two figures that do not stand near the edge of anything that could decide."""
    rng = random.Random(seed)
    hills = [_block(rng, 1.5, 5.0, rng.choice((1.0, 2.0, 3.5)), True) for _ in range(3)]
    hills.append(hills[0]._replace(half_x=hills[0].half_x / 2, half_y=hills[0].half_y / 2, top=4.5))
    bare = Situation(tuple(hills), (_figure("v", 1, 1, 0), _figure("t", 2, 2, 0)))
    houses = [_block(rng, 0.4, 2.0, rng.uniform(0.4, 4.0), False) for _ in range(5)]
    raised = [house._replace(top=house.top + bare.level(house.x, house.y)) for house in houses]
    whole = bare._replace(blocks=(*hills, *raised))
    while True:
        pair = tuple(_drawn(rng, whole, key) for key in "vt")
        clear = all(_is_clear(whole, piece) for piece in pair)
        if clear and math.dist(pair[0].xy, pair[1].xy) > 2.0:
            return whole._replace(pieces=(pair[0], pair[1]))


def _block(rng: random.Random, least: float, most: float, top: float, relief: bool) -> Block:
    x, y = rng.uniform(2, SIZE - 2), rng.uniform(2, SIZE - 2)
    half = rng.uniform(least, most), rng.uniform(least, most)
    return Block(x, y, *half, rng.choice((0.0, rng.uniform(0, 90))), top, relief)


def _figure(key: str, x: float, y: float, z: float, radius: float = 0.5) -> Piece:
    return Piece(key, key, "m", SideKey("s"), UnitId("u"), radius, 1.4, OnTable(x, y, 0.0, z))


def _drawn(rng: random.Random, whole: Situation, key: str) -> Piece:
    x, y = round(rng.uniform(1, SIZE - 1), 2), round(rng.uniform(1, SIZE - 1), 2)
    z = whole.level(x, y) + rng.choice((0.0, 0.0, round(rng.uniform(2.0, 10.0), 2)))
    return _figure(key, x, y, z, rng.choice((0.5, 0.8)))


def _is_clear(whole: Situation, piece: Piece) -> bool:
    """Whether a base is clearly in or beside everything: no overlap and no height decides by a hair."""
    gaps = [abs(float(block.gaps(np.array([piece.xy]))[0]) - piece.radius) for block in whole.blocks]
    return min(gaps) > 0.02 and all(abs(foot(piece) - b.top) > 0.02 or b.relief for b in whole.blocks)


def foot(piece: Piece) -> float:
    assert isinstance(piece.place, OnTable)
    return piece.place.z


def excused(whole: Situation, piece: Piece, block: Block, rules: SightRules) -> bool:
    """Whether a block hides nothing because a piece is in it or on it."""
    z, over = foot(piece), float(block.gaps(np.array([piece.xy]))[0]) < piece.radius
    if not over or z > block.top + 0.005:
        return False
    return z < block.top - 0.005 or rules.stands_on != ()


def sampled_share(whole: Situation, rules: SightRules) -> float:
    """The part of the target's rectangle that the eye sees: upright, on the chord of its base."""
    viewer, target = whole.pieces
    (ax, ay), (bx, by) = viewer.xy, target.xy
    away, r = math.dist(viewer.xy, target.xy), target.radius
    ux, uy = (ax - bx) / away, (ay - by) / away
    half = r * math.sqrt(1.0 - (r / away) ** 2)
    x, y = bx + ux * r * r / away, by + uy * r * r / away
    across = (np.arange(SAMPLES) + 0.5) / SAMPLES * 2.0 * half - half
    up = (np.arange(SAMPLES) + 0.5) / SAMPLES * target.height + foot(target)
    u, h = (grid.ravel() for grid in np.meshgrid(across, up))
    points = np.column_stack([x - uy * u, y + ux * u, h])
    eye = np.array([ax, ay, foot(viewer) + viewer.height])
    hidden = np.zeros(len(points), dtype=bool)
    for block in whole.blocks:
        if not any(excused(whole, piece, block, rules) for piece in whole.pieces):
            hidden |= block.hides(eye, points)
    return 1.0 - float(hidden.mean())


def sight_faults(whole: Situation) -> Iterator[str]:
    table = whole.table()
    for name, rules in RULES.items():
        seen, expected = verdict(table, rules, *whole.pieces).share, sampled_share(whole, rules)
        if abs(seen - expected) > SHARE_TOLERANCE:
            yield f"{name}: {seen:.4f} seen, {expected:.4f} sampled"


def flight_faults(whole: Situation, seed: int) -> Iterator[str]:
    """Straight flights of the viewer at random heights, and where it comes to stand on foot."""
    rng, table, own = random.Random(seed), whole.table(), whole.pieces[0]
    every = tuple(terrain.id for terrain in table.ground.terrain)
    x, y = own.xy
    for _ in range(4):
        level = round(max(rng.uniform(1.0, 6.0), whole.level(x, y) + 0.5), 2)
        end = round(rng.uniform(1, SIZE - 1), 2), round(rng.uniform(1, SIZE - 1), 2)
        flyer = msgspec.structs.replace(own, place=OnTable(x, y, 0.0, level))
        motion = Motion(own.id, own.radius, 99.0, starts=((own.xy,),), blocked=every, level=level)
        leg = Leg(own.id, (own.xy, end))
        sky = table.with_pieces(flyer)
        able, depth = leg_problem(sky, motion, leg) is None, _deepest(whole, own, level, end)
        if abs(depth) > PATH_TOLERANCE_IN and able != (depth < 0.0):
            yield f"flight to {end} at {level}: legal {able}, but {depth:.3f} in deep in terrain"
        walk = place_after_leg(table, Motion(own.id, own.radius, 99.0, starts=((own.xy,),)), leg)
        if not isinstance(walk, OnTable) or walk.z != whole.level(*end):
            yield f"walk to {end}: {walk}, but the ground is {whole.level(*end)} high"


def _deepest(whole: Situation, own: Piece, level: float, end: tuple[float, float]) -> float:
    """How deep a base gets in terrain at its height, in samples of a straight flight; negative if clear.

    What it is in at the start does not count.
    """
    (x, y), long = own.xy, math.dist(own.xy, end)
    along = np.linspace(0.0, 1.0, max(2, math.ceil(long / PATH_STEP_IN)))[:, None]
    points = np.array([x, y]) + along * (np.array(end) - (x, y))
    hit = [b for b in whole.blocks if level < b.top - 0.005 or (b.relief and level <= b.top + 0.005)]
    found = [-9.0]
    for block in hit:
        gaps = block.gaps(points)
        if gaps[0] > own.radius or gaps[-1] < own.radius:
            found.append(own.radius - float(gaps.min() if gaps[0] > own.radius else gaps[-1]))
    return max(found)


def watch_faults(whole: Situation, seed: int) -> Iterator[str]:
    """Where the viewer sees the target, or is near it in space, on a random walk or flight of the target."""
    rng, table = random.Random(seed), whole.table("space")
    viewer, target = whole.pieces
    end = round(rng.uniform(1, SIZE - 1), 2), round(rng.uniform(1, SIZE - 1), 2)
    flies = foot(target) > whole.level(*target.xy) + 0.005
    long = math.dist(target.xy, end)
    samples = np.arange(WATCH_STEP_IN / 2, long, WATCH_STEP_IN)
    for watch in (
        WatchCondition(viewer, max_gap=rng.uniform(4.0, 12.0)),
        WatchCondition(viewer, sight_rules=PLAIN_SIGHT),
    ):
        found = watch_intervals(table, target, (target.xy, end), watch)
        edges = np.array([edge for interval in found for edge in interval] or [-9.0])

        def holds(s: float, watch: WatchCondition = watch) -> bool:
            t = s / long
            x, y = (a + t * (b - a) for a, b in zip(target.xy, end, strict=True))
            z = max(foot(target), whole.level(x, y)) if flies else whole.level(x, y)
            moved = msgspec.structs.replace(target, place=OnTable(x, y, 0.0, z))
            return _holds(table, moved, watch)

        for edge in _lone_edges(edges.tolist(), long):
            if holds(edge - END_PRECISION_IN) == holds(edge + END_PRECISION_IN):
                yield f"at {edge:.4f} of the way to {end}: nothing changes, of the intervals {found}"
        for s in samples.tolist():
            said, near = any(a <= s <= b for a, b in found), np.abs(edges - s).min() <= END_TOLERANCE_IN
            around = (s, s - END_PRECISION_IN, s + END_PRECISION_IN)
            if not near and all(holds(at) != said for at in around):
                yield f"at {s:.2f} of the way to {end}: watched {said} by the intervals {found}"
                break


def _lone_edges(edges: list[float], long: float) -> list[float]:
    """The ends of intervals within a path of a length beside which there is no other end."""
    bounds = [0.0, *edges, long]
    return [b for a, b, c in zip(bounds, bounds[1:], bounds[2:], strict=False) if b - a > 0.02 < c - b]


def _holds(table: Table, moved: Piece, watch: WatchCondition) -> bool:
    if watch.max_gap is not None:
        viewer = watch.viewer
        gap = max(0.0, math.dist(viewer.xy, moved.xy) - viewer.radius - moved.radius)
        return math.hypot(gap, foot(viewer) - foot(moved)) <= watch.max_gap + 0.005
    return verdict(table, PLAIN_SIGHT, watch.viewer, moved).visible


def on_a_plate(table: Table, height: float) -> Table:
    """The table with everything on it lifted by relief under the whole of it."""
    ring = ((0.0, 0.0), (table.ground.width, 0.0), (table.ground.width, table.ground.height))
    ring = (*ring, (0.0, table.ground.height))
    plate = Terrain("plate", "hill", (ring,), height, traits=("area", "relief"))
    lifted = tuple(msgspec.structs.replace(t, height=t.height + height) for t in table.ground.terrain)
    ground = msgspec.structs.replace(table.ground, terrain=(plate, *lifted))
    return msgspec.structs.replace(
        table, ground=ground, pieces={k: raised(p, height) for k, p in table.pieces.items()}
    )


def raised(piece: Piece, height: float) -> Piece:
    assert isinstance(piece.place, OnTable)
    place = msgspec.structs.replace(piece.place, z=piece.place.z + height)
    return msgspec.structs.replace(piece, place=place)


def legs(table: Table, own: Piece, end: tuple[float, float], height: float) -> list[tuple[bool, float]]:
    """Whether a walk and a flight 2.5 in above a table lifted by `height` are legal, and their heights."""
    every = tuple(terrain.id for terrain in table.ground.terrain if terrain.id != "plate")
    houses = tuple(t.id for t in table.ground.terrain if t.kind != "hill")
    starts = ((own.xy,),)
    motions = (
        Motion(own.id, own.radius, 99.0, starts=starts, blocked=houses),
        Motion(own.id, own.radius, 99.0, starts=starts, blocked=every, level=2.5 + height),
    )
    leg, found = Leg(own.id, (own.xy, end)), []
    for motion in motions:
        place = place_after_leg(table, motion, leg)
        assert isinstance(place, OnTable)
        found.append((leg_problem(table, motion, leg) is None, round(place.z - height, 6)))
    return found


def plate_faults(whole: Situation) -> Iterator[str]:
    table, height = whole.table("space"), 3.0
    lifted = on_a_plate(table, height)
    pair = lifted.pieces["v"], lifted.pieces["t"]
    for name, rules in RULES.items():
        first, second = verdict(table, rules, *whole.pieces), verdict(lifted, rules, *pair)
        same = (first.visible, first.cover) == (second.visible, second.cover)
        if not same or abs(first.share - second.share) > 1e-6:
            yield f"plate, {name}: {first.share:.6f} seen, {second.share:.6f} on the plate"
    if abs(piece_gap(table, *whole.pieces) - piece_gap(lifted, *pair)) > 1e-9:
        yield "plate: another gap"
    for end in ((4.0, 4.0), (20.0, 12.0), (9.0, 21.0)):
        if legs(table, whole.pieces[0], end, 0.0) != legs(lifted, pair[0], end, height):
            yield f"plate: another move to {end}"


def faults(seed: int) -> list[str]:
    """What is wrong about the situation of a seed, in words."""
    whole = situation(seed)
    return [
        *sight_faults(whole),
        *flight_faults(whole, seed),
        *watch_faults(whole, seed),
        *plate_faults(whole),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    asked = parser.parse_args()
    wrong = 0
    for seed in range(asked.seed, asked.seed + asked.count):
        for fault in faults(seed):
            wrong += 1
            print(f"{seed}: {fault}")
    print(f"{asked.count} situations, {wrong} faults")


if __name__ == "__main__":
    main()
