"""Sight through the joints of solids: python -m benchmarks.brute_joints --seed 1 --count 2000 (minutes).

Two solids share an edge, a corner or a storey, and two figures stand so that only the joint lies between:
with both solids 0.01 in larger nobody sees anything by any convention. With gaps up to TOL it has to be so
too; from there on the gap is open, and is judged as if there were no joints: shares by the Shapely twin,
lines by the kernels on the two solids alone. Inches.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import shapely
from shapely import affinity

from battlesim.geometry import visible_fraction_reference
from battlesim.geometry.constants import FRACTION_TOL
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import rings_of
from battlesim.rulings.sight import SightRules, verdict
from battlesim.rulings.sight_case import SightCase
from battlesim.rulings.sight_conventions import sight_conventions
from battlesim.rulings.sight_scene import terrain_solids
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain

SIZE = 40.0
GROWN, PLUG = 0.01, 0.1
SHUT, OPEN = (0.0, 0.0049), 0.0051
KINDS = ("edge", "corner", "storey", "ledge")


class Blocks(NamedTuple):
    """Two footprints with their bottoms and tops, and the way on which the second is moved from the first: in
    plan, or up where it is 0."""

    plans: tuple[shapely.Polygon, shapely.Polygon]
    heights: tuple[tuple[float, float], tuple[float, float]]
    way: tuple[float, float]

    def terrain(self, gap: float, more: float = 0.0) -> tuple[Terrain, Terrain]:
        """The two with a gap between them, larger all round by some inches."""
        first, second = self.plans
        x, y = self.way
        second = affinity.translate(second, gap * x, gap * y)
        up = 0.0 if x or y else gap
        spans = [self.heights[0], tuple(height + up for height in self.heights[1])]
        made = [
            _terrain(key, plan.buffer(more, join_style="mitre"), bottom and bottom - more, top + more)
            for key, plan, (bottom, top) in zip("ab", (first, second), spans, strict=True)
        ]
        return made[0], made[1]


def _terrain(key: str, plan: shapely.Polygon, bottom: float, top: float) -> Terrain:
    return Terrain(key, "building", rings_of(plan)[0], top, bottom=bottom)


class Pair(NamedTuple):
    """Two blocks and two figures between which only their joint lies."""

    kind: str
    blocks: Blocks
    figures: tuple[Piece, Piece]

    def table(self, gap: float, more: float = 0.0) -> Table:
        """The table, with a gap between the blocks."""
        return _table(self.blocks.terrain(gap, more), self.figures)


def _table(terrain: Sequence[Terrain], figures: Sequence[Piece]) -> Table:
    ground = Ground(SIZE, SIZE, terrain=tuple(terrain))
    return Table(ground, {piece.id: piece for piece in figures}, ())


def pairs(seed: int, count: int) -> Iterator[Pair]:
    """So many pairs, of each kind as many."""
    rng = random.Random(f"joints {seed}")
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        found = None
        while found is None:
            found = _pair(rng, kind)
        yield found


def _pair(rng: random.Random, kind: str) -> Pair | None:
    """Blocks of a kind with figures on both sides; None where more than the joint lies between."""
    made = _BLOCKS[kind](rng)
    turn, at = rng.choice((0.0, 0.0, 90.0, rng.uniform(0.0, 360.0))), (_spot(rng), _spot(rng))
    plans = [affinity.translate(affinity.rotate(plan, turn, origin=(0, 0)), *at) for plan in made.plans]
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    x, y = made.way
    blocks = Blocks((plans[0], plans[1]), made.heights, (c * x - s * y, s * x + c * y))
    way = rng.uniform(0.0, math.tau)
    ways = {"v": way, "t": way + math.pi + rng.uniform(-0.5, 0.5)}
    figures = [_figure(rng, key, at, way) for key, way in ways.items()]
    pair = Pair(kind, blocks, (figures[0], figures[1]))
    clear = all(
        shapely.Point(one.xy).distance(plan) > math.sqrt(2.0) * one.radius + PLUG or bottom > 0.0
        for one in figures
        for plan, (bottom, _) in zip(plans, made.heights, strict=True)
    )
    shut = clear and all(_hides(_plugged(pair), figures)) and all(_hides(pair.table(0.0, GROWN), figures))
    return pair if shut and not _in_the_way(pair) else None


def _spot(rng: random.Random) -> float:
    return rng.choice((20.0, rng.uniform(16.0, 24.0)))


def _figure(rng: random.Random, key: str, about: tuple[float, float], way: float) -> Piece:
    away = rng.uniform(0.6, 9.0)
    at = about[0] + away * math.cos(way), about[1] + away * math.sin(way)
    radius = rng.choice((0.5, 0.5, 0.25, 1.0))
    return Piece(key, key, "man", key, key, radius, rng.choice((1.2, 1.2, 0.6)), OnTable(*at))


def _plugged(pair: Pair) -> Table:
    """The blocks worn away all round, with a plug in their joint: what is hidden then no other way is open
    to by a hair."""
    plans, heights = pair.blocks.plans, pair.blocks.heights
    plug = shapely.intersection(*(plan.buffer(PLUG) for plan in plans))
    low, high = max(bottom for bottom, _ in heights), min(top for _, top in heights)
    if low >= high:
        low, high = high - 2 * GROWN, low + 2 * GROWN
    return _table([*pair.blocks.terrain(0.0, -GROWN), _terrain("plug", plug, low, high)], pair.figures)


def _in_the_way(pair: Pair) -> bool:
    """Whether one of the two blocks hides all by itself, so that the joint does not matter."""
    return any(all(_hides(_table([block], pair.figures), pair.figures)) for block in pair.blocks.terrain(0.0))


def _hides(table: Table, figures: Sequence[Piece]) -> Iterator[bool]:
    """Whether the one sees nothing of the other, by each convention that asks for terrain alone."""
    for rules in rulesets():
        yield not verdict(table, rules, *figures).visible


def rulesets() -> list[SightRules]:
    """The conventions that differ in how they look at terrain, and lines between bases at eye height."""
    found = sight_conventions()
    keys = ("eye", "centres", "any_part", "bases", "corners")
    return [found[key].sight for key in keys] + [SightRules(mode="line", lines="bases")]


def _edge(rng: random.Random) -> Blocks:
    """Two with a common side from y = -1 to 1 or so, each going on somewhere before and behind."""
    lengths = [rng.choice((1.0, rng.uniform(0.2, 3.0))) for _ in range(4)]
    wide = [rng.uniform(6.0, 12.0) for _ in range(2)]
    slants = [rng.choice((0.0, rng.uniform(-0.4, 0.4))) for _ in range(4)]
    plans = [
        shapely.Polygon(
            [
                (0, -low),
                (side * far, a * (low + high) - low),
                (side * far, b * (low + high) + high),
                (0, high),
            ]
        )
        for side, far, low, high, a, b in zip(
            (-1, 1), wide, lengths[:2], lengths[2:], slants[:2], slants[2:], strict=True
        )
    ]
    return Blocks((plans[0], plans[1]), (_tall(rng), _tall(rng)), (1.0, 0.0))


def _tall(rng: random.Random) -> tuple[float, float]:
    return 0.0, rng.choice((3.0, rng.uniform(1.5, 4.0)))


def _corner(rng: random.Random) -> Blocks:
    """A corner to the left and one to the right that touch and leave room on both sides."""
    wide, other = (rng.choice((90.0, rng.uniform(20.0, 150.0))) for _ in range(2))
    lean = rng.uniform(10.0, 350.0 - wide - other)
    first, second = _tip(180.0 - wide / 2, wide), _tip(180.0 + wide / 2 + lean, other)
    apart = 0.0
    while apart < 0.1:
        way = rng.uniform(0.0, math.tau)
        x, y = math.cos(way), math.sin(way)
        apart = first.distance(affinity.translate(second, x, y))
    return Blocks((first, second), (_tall(rng), _tall(rng)), (x / apart, y / apart))


def _tip(start: float, wide: float) -> shapely.Polygon:
    """A corner at the origin between two ways, degrees, 12 in long."""
    ways = [math.radians(start + part * wide) for part in (0.0, 0.5, 1.0)]
    arms = [(12.0 * math.cos(way), 12.0 * math.sin(way)) for way in ways]
    return shapely.Polygon([(0, 0), *arms])


def _storey(rng: random.Random) -> Blocks:
    """One on the other."""
    level, half = rng.choice((0.6, 1.2, rng.uniform(0.05, 1.3))), rng.uniform(7.0, 12.0)
    low = shapely.box(-half, -1.0, half, rng.choice((1.0, rng.uniform(0.0, 2.0))))
    high = shapely.box(-half, rng.choice((-1.0, rng.uniform(-2.0, 0.0))), half, 1.0)
    return Blocks((low, high), ((0.0, level), (level, level + 3.0)), (0.0, 0.0))


def _ledge(rng: random.Random) -> Blocks:
    """One that begins beside the other at the height at which that ends."""
    level, half = rng.choice((0.6, 1.2, rng.uniform(0.05, 1.3))), rng.uniform(9.0, 12.0)
    low, high = shapely.box(-half, -2.0, half, 0.0), shapely.box(-half, 0.0, half, 2.0)
    return Blocks((low, high), ((0.0, level), (level, level + 4.0)), rng.choice(((0.0, 0.0), (0.0, 1.0))))


_BLOCKS = {"edge": _edge, "corner": _corner, "storey": _storey, "ledge": _ledge}


def faults(pair: Pair) -> Iterator[str]:
    """What is wrong about a pair, in words."""
    for gap in SHUT:
        table = pair.table(gap)
        for rules in rulesets():
            seen = verdict(table, rules, *pair.figures)
            if seen.visible:
                yield f"{pair.kind}: {seen.share:.6f} seen by {_said(rules)} through a gap of {gap}"
            elif not set(seen.blockers) <= {"a", "b"} or not seen.blockers:
                yield f"{pair.kind}: {seen.blockers} named by {_said(rules)} at a gap of {gap}"
    yield from _ajar(pair)


def _ajar(pair: Pair) -> Iterator[str]:
    """A gap a little wider is open as far as it shows anything."""
    table = pair.table(OPEN)
    bare = Scene([solid for t in table.ground.terrain for solid in terrain_solids(t)], SIZE, SIZE)
    for rules in rulesets():
        case = SightCase(table, rules, [pair.figures])
        share = float(case.visible_fractions()[0])
        case.scene = bare
        if rules.mode == "share":
            expected = visible_fraction_reference.window_visible_fraction(
                bare, case.target_windows([0]), 0, case.ignored_ids(0)
            )
        else:
            expected = float(case.visible_fractions()[0])
        if abs(share - expected) > FRACTION_TOL:
            yield f"{pair.kind}: {share:.6f} seen by {_said(rules)} through {OPEN}, {expected:.6f} expected"


def _said(rules: SightRules) -> str:
    return "the eye" if rules.mode == "share" else rules.lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    asked = parser.parse_args()
    wrong = 0
    for number, pair in enumerate(pairs(asked.seed, asked.count)):
        for fault in faults(pair):
            wrong += 1
            print(f"{number}: {fault}")
    print(f"{asked.count} pairs, {wrong} faults")


if __name__ == "__main__":
    main()
