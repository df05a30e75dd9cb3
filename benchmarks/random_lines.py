"""Look for free lines between hidden pairs by chance: python -m benchmarks.random_lines --pairs 1000

Random tables with solids of several heights, one in two raised on every other table, and figures of several
heights. Pairs that the program calls hidden along all lines between two bases, or between two bodies, are
tried with 40,000 random lines each, by code of its own. A free one is a mistake. About two minutes.
Exit code 1 when there is a mistake.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from battlesim.rulings.sight import SightRules, pair_verdicts
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain

Floats = npt.NDArray[np.float64]

WIDTH, HEIGHT = 24.0, 18.0
LINES = 40_000
AT_ONCE = 4_000
LEAST = 1e-6
"""A line this far inside something is blocked, inches; shorter ones only touch it."""
RULES = {"bases": SightRules(mode="line", lines="bases"), "bodies": SightRules(mode="line", lines="bodies")}


class Found(NamedTuple):
    """A hidden pair, by what rules it is, and a random line that is free all the same."""

    seed: int
    lines: str
    pair: tuple[Piece, Piece]
    start: tuple[float, ...]
    end: tuple[float, ...]


def random_table(seed: int) -> Table:
    """Return a table with four figures and some ten solids of several heights."""
    rng = random.Random(seed)
    terrain = [_solid(rng, k, raised=seed % 2 == 1) for k in range(rng.randint(4, 12))]
    pieces = {}
    for k in range(4):
        height, radius = rng.choice((0.3, 0.5, 0.8, 1.2, 2.0, 3.0)), rng.choice((0.5, 0.63, 1.0, 1.5))
        spot = OnTable(rng.uniform(1.5, WIDTH - 1.5), rng.uniform(1.5, HEIGHT - 1.5))
        pieces[f"p{k}"] = Piece(f"p{k}", f"p{k}", "man", "a", f"p{k}", radius, height, spot)  # type: ignore[arg-type]
    return Table(Ground(WIDTH, HEIGHT, terrain=tuple(terrain)), pieces, ())


def _solid(rng: random.Random, number: int, raised: bool) -> Terrain:
    """Return a polygon of three to six corners, or a wall."""
    x, y, turn = rng.uniform(2, WIDTH - 2), rng.uniform(2, HEIGHT - 2), rng.uniform(0, math.tau)
    if rng.random() < 0.5:
        long, wide = rng.uniform(2, 9) / 2, rng.uniform(0.1, 0.6) / 2
        c, s = math.cos(turn), math.sin(turn)
        corners = ((-long, -wide), (long, -wide), (long, wide), (-long, wide))
        ring = tuple((x + a * c - b * s, y + a * s + b * c) for a, b in corners)
    else:
        sides, radius = rng.randint(3, 6), rng.uniform(0.5, 2.0)
        angles = (turn + math.tau * k / sides for k in range(sides))
        ring = tuple((x + radius * math.cos(t), y + radius * math.sin(t)) for t in angles)
    top = rng.choice((0.4, 0.7, 1.0, 1.4, 1.8, 2.6, 4.0)) * rng.uniform(0.9, 1.1)
    bottom = top * rng.uniform(0.1, 0.8) if raised and rng.random() < 0.5 else 0.0
    return Terrain(f"t{number}", "rocks", (ring,), top, bottom=bottom)


def free_lines(terrain: Sequence[Terrain], starts: Floats, ends: Floats) -> npt.NDArray[np.bool_]:
    """Return which lines (n, 3 to n, 3: x, y, z) run through nothing."""
    free = np.ones(len(starts), dtype=bool)
    way = ends - starts
    for one in terrain:
        corners = np.array(one.rings[0])
        edge = np.roll(corners, -1, axis=0) - corners
        gap = corners - starts[:, None, :2]
        turn = way[:, :1] * edge[:, 1] - way[:, 1:2] * edge[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            part = (gap[..., 0] * edge[:, 1] - gap[..., 1] * edge[:, 0]) / turn
        side = way[:, :1] * gap[..., 1] - way[:, 1:2] * gap[..., 0]
        crossed = (side > 0.0) != (np.roll(side, -1, axis=1) > 0.0)
        # Every solid is convex here, so a line has one part in it.
        low = np.where(crossed, part, np.inf).min(axis=1)
        high = np.where(crossed, part, -np.inf).max(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            levels = (np.array([[one.bottom or -99.0], [one.height]]) - starts[:, 2]) / way[:, 2]
        level = np.abs(way[:, 2]) < 1e-12
        among = (starts[:, 2] > (one.bottom or -99.0)) & (starts[:, 2] < one.height)
        low = np.maximum(
            np.maximum(low, 0.0), np.where(level, np.where(among, -np.inf, np.inf), levels.min(axis=0))
        )
        high = np.minimum(np.minimum(high, 1.0), np.where(level, np.inf, levels.max(axis=0)))
        free &= ~((high - low) * np.hypot(way[:, 0], way[:, 1]) > LEAST)
    return free


def random_free_line(
    table: Table, rules: SightRules, pair: tuple[Piece, Piece], lines: int, seed: int
) -> tuple[Floats, Floats] | None:
    """Return a random free line between two bases, or two bodies, if there is one among so many."""
    rng = np.random.default_rng(seed)
    terrain = [t for t in table.ground.terrain if not _is_stood_in(t, pair)]
    for _ in range(0, lines, AT_ONCE):
        ends = []
        for piece in pair:
            turn, away = rng.uniform(0, math.tau, AT_ONCE), np.sqrt(rng.uniform(0, 1, AT_ONCE))
            away = np.where(rng.random(AT_ONCE) < 0.5, 1.0, away) * piece.radius
            part = 1.0 if rules.lines == "bases" else rng.choice((0.0, 1.0, rng.random()), AT_ONCE)
            place = np.array(piece.xy) + away[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
            ends.append(np.column_stack([place, np.broadcast_to(part * piece.height, AT_ONCE)]))
        free = free_lines(terrain, *ends)
        if free.any():
            return ends[0][free][0], ends[1][free][0]
    return None


def _is_stood_in(terrain: Terrain, pair: tuple[Piece, Piece]) -> bool:
    """Return whether a base overlaps a solid that stands on the ground."""
    corners = np.array(terrain.rings[0])
    edge = np.roll(corners, -1, axis=0) - corners
    for piece in pair:
        to = np.array(piece.xy) - corners
        part = np.clip((to * edge).sum(axis=1) / (edge**2).sum(axis=1), 0.0, 1.0)
        gap = np.hypot(*(to - part[:, None] * edge).T).min()
        within = (edge[:, 0] * to[:, 1] - edge[:, 1] * to[:, 0] >= 0.0).all()
        if (within or gap < piece.radius) and terrain.bottom <= 0.0:
            return True
    return False


def hidden_pairs(seed: int) -> Iterator[tuple[Table, str, tuple[Piece, Piece]]]:
    """Yield the pairs of a random table that the program calls hidden, by either sort of lines."""
    table = random_table(seed)
    pieces = list(table.pieces.values())
    pairs = [
        (a, b) for a in pieces for b in pieces if a is not b and math.dist(a.xy, b.xy) > a.radius + b.radius
    ]
    for lines, rules in RULES.items():
        for pair, found in zip(pairs, pair_verdicts(table, rules, pairs, with_blockers=False), strict=True):
            if not found.visible and pair[0].height != pair[1].height:
                yield table, lines, pair


def search(pairs: int, lines: int, seed: int = 0) -> tuple[int, list[Found]]:
    """Try so many hidden pairs with so many random lines; return how many were tried, and the mistakes."""
    tried, found = 0, []
    while tried < pairs:
        for table, sort, pair in hidden_pairs(seed):
            if tried == pairs:
                break
            tried += 1
            line = random_free_line(table, RULES[sort], pair, lines, seed)
            if line is not None:
                found.append(Found(seed, sort, pair, tuple(line[0].tolist()), tuple(line[1].tolist())))
        seed += 1
    return tried, found


def main() -> int:
    """Search, and print each mistake in a line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--lines", type=int, default=LINES)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    tried, found = search(options.pairs, options.lines, options.seed)
    for one in found:
        a, b = one.pair
        print(f"table {one.seed}, {one.lines}: {a.id} to {b.id} is hidden, {one.start} to {one.end} is free")
    print(f"{tried} hidden pairs, {options.lines} lines each: {len(found)} mistakes")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
