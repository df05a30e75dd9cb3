"""Speed of sight: python -m benchmarks.bench_sight (about a minute). Milliseconds of processor time of one
core, best and median of many runs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

import numpy as np

from battlesim.geometry import visible_fraction_reference
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Solid
from battlesim.geometry.target_windows import base_windows
from battlesim.geometry.visible_fraction import visible_fractions
from battlesim.geometry.visible_regions import (
    flat_visible_region,
    region_area,
    visible_region_at_height,
    visible_region_by_shadows,
)
from battlesim.rulings.sight import SightRules, pair_verdicts, verdict
from battlesim.rulings.sight_evidence import sight_evidence
from battlesim.rulings.sight_field import sight_field, watched_field
from battlesim.rulings.sight_margin import sight_margin
from battlesim.rulings.tolerance import verdict_tolerance
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import watch_intervals
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain

WIDTH, HEIGHT = 72.0, 48.0

Path = tuple[tuple[float, float], ...]


def dense(seed: int = 1, count: int = 60, corners: int = 12) -> list[Solid]:
    """60 non-convex 12-gons, 720 walls, gaps of 0.3 in and more, tops from 0.5 to 5 in."""
    rng = np.random.default_rng(seed)
    solids: list[Solid] = []
    circles: list[tuple[float, float, float]] = []
    while len(solids) < count:
        x, y, r = rng.uniform(2, 70), rng.uniform(2, 46), rng.uniform(1.2, 3.0)
        if any(math.hypot(x - a, y - b) < r + c + 0.3 for a, b, c in circles):
            continue
        circles.append((x, y, r))
        angles = np.radians(np.arange(corners) * 360 / corners + rng.uniform(-120, 120, corners) / corners)
        radii = r * rng.uniform(0.5, 1.0, corners)
        ring = tuple((x + d * math.cos(t), y + d * math.sin(t)) for d, t in zip(radii, angles, strict=True))
        solids.append(Solid(f"s{len(solids)}", (ring,), float(rng.uniform(0.5, 5))))
    return solids


def open_places(scene: Scene, count: int, radius: float) -> np.ndarray:
    rng = np.random.default_rng(5)
    found: list[tuple[float, float]] = []
    while len(found) < count:
        at = (float(rng.uniform(1, WIDTH - 1)), float(rng.uniform(1, HEIGHT - 1)))
        if not len(scene.disc_overlaps([(*at, radius)])[0]):
            found.append(at)
    return np.array(found)


class Timing(NamedTuple):
    """Milliseconds of processor time."""

    best: float
    median: float


def timed(work: Callable[[], object], seconds: float = 1.0, most: int = 400) -> Timing:
    """As many runs as fit."""
    work()
    times: list[float] = []
    stop = time.perf_counter() + seconds
    while len(times) < 3 or (len(times) < most and time.perf_counter() < stop):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    times.sort()
    return Timing(times[0], times[len(times) // 2])


def row(what: str, took: Timing, bar: float, twin: float | None = None) -> None:
    against = "" if twin is None else f"   Shapely twin {twin:9.2f} ms = {twin / took.best:6.1f}x"
    print(f"{what:58} {took.best:8.3f} / {took.median:8.3f} ms   bar {bar:6.1f}{against}", flush=True)


def main() -> None:
    solids = dense()
    scene = Scene(solids, WIDTH, HEIGHT)
    print(f"{len(solids)} solids, {len(scene.x)} walls, {WIDTH:g} x {HEIGHT:g} in")
    row("scene built", timed(lambda: Scene(solids, WIDTH, HEIGHT)), 2.0)
    places = open_places(scene, 200, 0.5)
    low = np.where(np.arange(200) % 4 == 0, 3.0, 0.0)
    eyes = np.column_stack([places, low + 1.2])
    targets = np.column_stack([places, np.full(200, 0.5), low, low + 1.2])
    one, many = np.repeat(eyes[:1], 60, axis=0), targets[100:160]
    windows = base_windows(one, many)
    twin = timed(
        lambda: [visible_fraction_reference.window_visible_fraction(scene, windows, k) for k in range(60)],
        0.5,
    ).best
    row("1 viewer x 60 targets, 2.5D", timed(lambda: visible_fractions(scene, one, many)), 0.5, twin)
    decks = [Solid(s.id, s.rings, s.top, s.top / 2 if k % 3 else 0.0) for k, s in enumerate(solids)]
    raised = Scene(decks, WIDTH, HEIGHT)
    twin_raised = timed(
        lambda: [visible_fraction_reference.window_visible_fraction(raised, windows, k) for k in range(60)],
        0.5,
    ).best
    row(
        "the same, two in three solids raised",
        timed(lambda: visible_fractions(raised, one, many)),
        5.0,
        twin_raised,
    )
    every, each = np.repeat(eyes, 200, axis=0), np.tile(targets, (200, 1))
    row(
        "200 x 200, 2.5D",
        timed(lambda: visible_fractions(scene, every, each), 2.0),
        500.0,
        twin / 60 * 40_000,
    )
    row("one pair", timed(lambda: visible_fractions(scene, one[:1], many[:1])), 16.0)
    regions(scene, solids, places)
    rulings(solids, places)
    fields(solids, places)
    margins(solids, places)
    crowds()
    unit_hulls_that_hide()
    passing()


def regions(scene: Scene, solids: list[Solid], places: np.ndarray) -> None:
    tall = Scene([Solid(s.id, s.rings, 99.0) for s in solids], WIDTH, HEIGHT)
    spots = [(float(x), float(y)) for x, y in places[:10]]
    error = max(
        abs(
            region_area(flat_visible_region(tall, p))
            - region_area(visible_region_by_shadows(tall, (*p, 1.2), 1.2))
        )
        for p in spots
    )
    flat = timed(lambda: flat_visible_region(tall, spots[0]))
    twin = timed(lambda: visible_region_by_shadows(tall, (*spots[0], 1.2), 1.2), 0.5).best
    row(f"flat region (largest error {error:.1e} sq in)", flat, 1.0, twin)
    head = timed(lambda: visible_region_at_height(scene, (*spots[0], 1.2), 0.75))
    row("region for a figure 0.75 in high", head, 30.0)


def ground_of(solids: list[Solid]) -> Ground:
    return Ground(WIDTH, HEIGHT, terrain=tuple(Terrain(s.id, "rocks", s.rings, s.top) for s in solids))


def rulings(solids: list[Solid], places: np.ndarray) -> None:
    pieces = {
        f"p{k}": Piece(f"p{k}", f"p{k}", "man", "a", f"p{k}", 0.5, 1.2, OnTable(float(x), float(y)))
        for k, (x, y) in enumerate(places[:61])
    }
    table = Table(ground_of(solids), pieces, ())
    first, *others = pieces.values()
    pairs = [(first, other) for other in others]
    rules = SightRules(overlap=("crater",))
    row(
        "verdicts 1 x 60 of pieces",
        timed(lambda: pair_verdicts(table, rules, pairs, with_blockers=False)),
        1.5,
    )
    row("verdicts 1 x 60 of pieces, blockers named", timed(lambda: pair_verdicts(table, rules, pairs)), 3.0)
    hover(table, rules, pairs)
    large = Table(ground_of(dense(corners=84)), pieces, ())
    hover(large, rules, pairs)
    line_modes(table, large, pairs)
    chances(table, pairs)


LINES: tuple[tuple[Literal["centres", "corners", "bases", "bodies"], float], ...] = (
    ("centres", 3.0),
    ("corners", 5.0),
    ("bases", 5.0),
    ("bodies", 15.0),
)
"""Sorts of lines, and how many times as long as the visible share a verdict by them may take."""


def line_modes(table: Table, large: Table, pairs: list[tuple[Piece, Piece]]) -> None:
    """Verdicts by lines, against the visible share of the same pairs, and one pair among many walls."""
    share = timed(lambda: pair_verdicts(table, SightRules(), pairs, with_blockers=False)).best
    for lines, most in LINES:
        rules = SightRules(mode="line", lines=lines)
        took = timed(partial(pair_verdicts, table, rules, pairs, with_blockers=False))
        row(f"1 x 60 by {lines}: {took.best / share:.1f} x share, bar {most:g} x", took, most * share)
        slowest = max(timed(partial(verdict, large, rules, *pair), 0.05) for pair in pairs[:20])
        row(f"one pair by {lines} among 5,040 walls, slowest of 20", slowest, 30.0)


def chances(table: Table, pairs: list[tuple[Piece, Piece]]) -> None:
    """How likely verdicts are when both ends may be off by an eighth of an inch."""
    for lines, _ in (("share", 0.0), *LINES):
        rules = SightRules() if lines == "share" else SightRules(mode="line", lines=lines)
        slowest = max(
            timed(partial(verdict_tolerance, table, rules, *pair, 0.125), 0.1) for pair in pairs[:8]
        )
        row(f"chance under tolerance by {lines}, slowest of 8", slowest, 100.0)


def fields(solids: list[Solid], places: np.ndarray) -> None:
    """From where a figure is seen on the whole table, and where 20 others see nothing of it, a cell a
    quarter of an inch; on tables of 720 and of 5,040 walls."""
    pieces = {
        f"p{k}": Piece(f"p{k}", f"p{k}", "man", "a", f"p{k}", 0.5, 1.2, OnTable(float(x), float(y)))
        for k, (x, y) in enumerate(places[:21])
    }
    first, *others = pieces.values()
    for ground in (ground_of(solids), ground_of(dense(corners=84))):
        table = Table(ground, pieces, ())
        walls = sum(len(ring) for t in ground.terrain for ring in t.rings)
        took = timed(lambda table=table: sight_field(table, SightRules(), others[0], first))
        row(f"heat map of 72 x 48 in at 0.25 in, {walls} walls", took, 2000.0)
        took = timed(lambda table=table: watched_field(table, SightRules(), first, others))
        row(f"unseen by all of 20, {walls} walls", took, 10000.0)


def margins(solids: list[Solid], places: np.ndarray, count: int = 200) -> None:
    """How long margins take, and how many are looser than promised."""
    pieces = {
        f"p{k}": Piece(f"p{k}", f"p{k}", "man", "a", f"p{k}", 0.5, 1.2, OnTable(float(x), float(y)))
        for k, (x, y) in enumerate(places[:60])
    }
    table, rules = Table(ground_of(solids), pieces, ()), SightRules(overlap=("crater",))
    rng, took, loose = np.random.default_rng(2), [], 0
    for number in range(count):
        a, b = (pieces[f"p{k}"] for k in rng.choice(60, 2, replace=False))
        start = time.process_time()
        found = sight_margin(table, rules, a, b, "viewer" if number % 2 else "target")
        took.append(1000 * (time.process_time() - start))
        loose += not found.tight
    took.sort()
    row(
        f"margin, p95 of {count}, {loose} looser than 0.01 in",
        Timing(took[0], took[count * 95 // 100]),
        100.0,
    )


def crowds() -> None:
    """Verdicts among other bases that hide, for growing numbers of them on one table."""
    rng, rules = np.random.default_rng(1), SightRules(bases=True)
    for count in (200, 400, 800, 1600):
        spots = zip(rng.uniform(0, WIDTH, count), rng.uniform(0, HEIGHT, count), strict=True)
        crowd = [
            Piece(f"p{k}", f"p{k}", "man", "a", f"p{k}", 0.5, 1.2, OnTable(float(x), float(y)))
            for k, (x, y) in enumerate(spots)
        ]
        pieces = {piece.id: piece for piece in crowd}
        pairs = [(crowd[0], other) for other in crowd[1:61]]

        def fresh(pieces: dict[str, Piece] = pieces, pairs: list[tuple[Piece, Piece]] = pairs) -> None:
            pair_verdicts(Table(Ground(WIDTH, HEIGHT), pieces, ()), rules, pairs, with_blockers=False)

        row(f"verdicts 1 x 60 among {count} bases that hide", timed(fresh), 150.0)


def unit_hulls_that_hide() -> None:
    """Verdicts among ten units of eight that hide as hulls, on a table with 15 houses."""
    rng, ground = np.random.default_rng(2), Ground(WIDTH, HEIGHT, terrain=ground_of(dense(2, 15, 4)).terrain)
    pieces: dict[str, Piece] = {}
    for unit, (x, y) in enumerate(rng.uniform(4.0, HEIGHT - 4.0, (10, 2))):
        for number, (dx, dy) in enumerate(rng.uniform(-2.5, 2.5, (8, 2))):
            spot, key = OnTable(float(x + dx), float(y + dy)), f"u{unit}-{number}"
            pieces[key] = Piece(key, key, "man", "ab"[unit % 2], f"u{unit}", 0.5, 1.2, spot)
    known = list(pieces.values())
    pairs = [(a, b) for a in known for b in known if (a.side, b.side) == ("a", "b")]
    for lines in ("centres", "bases"):
        rules, table = SightRules(mode="line", lines=lines, groups=True), Table(ground, pieces, ())
        one = timed(lambda r=rules, t=table: pair_verdicts(t, r, pairs[:1], with_blockers=False))
        row(f"a pair among 10 units that hide, {lines}", one, 2.0)
        every = timed(lambda r=rules: pair_verdicts(Table(ground, pieces, ()), r, pairs, with_blockers=False))
        row(f"{len(pairs)} pairs among 10 units that hide, {lines}", every, 60.0)


def passing() -> None:
    """Twelve watchers of a way of 12 in among 40 pieces of terrain, by a table that is fresh each time."""
    solids = dense(3, 40, 8)
    ground = Ground(WIDTH, HEIGHT, terrain=ground_of(solids).terrain)
    spots = open_places(Scene(solids, WIDTH, HEIGHT), 13, 0.5)
    mover, *watchers = (
        Piece(f"p{k}", f"p{k}", "man", "a", f"p{k}", 0.5, 1.2, OnTable(float(x), float(y)))
        for k, (x, y) in enumerate(spots)
    )
    pieces = {piece.id: piece for piece in (mover, *watchers)}
    for name, path in {
        "straight": ((30.0, 24.0), (42.0, 24.0)),
        "4 legs": ((30.0, 22.0), (33.0, 22.0), (33.0, 25.0), (36.0, 25.0), (36.0, 28.0)),
    }.items():
        for rules in (SightRules(), SightRules(mode="line"), SightRules(bases=True)):

            def watch(path: Path = path, rules: SightRules = rules) -> None:
                laid = Table(ground, pieces, ())
                for watcher in watchers:
                    watch_intervals(laid, mover, path, WatchCondition(watcher, rules))

            said = f"{rules.mode}{', bases' if rules.bases else ''}"
            row(f"12 watchers of 12 in {name}, 40 solids, {said}", timed(watch), 50.0)


def hover(table: Table, rules: SightRules, pairs: list[tuple[Piece, Piece]]) -> None:
    walls = sum(len(t.rings[0]) for t in table.ground.terrain)
    row(f"verdict of one pair, {walls} walls", timed(lambda: verdict(table, rules, *pairs[0])), 16.0)
    found = [timed(partial(sight_evidence, table, rules, *pair), 0.1) for pair in pairs[:20]]
    row(f"its evidence, slowest of 20 pairs, {walls} walls", max(found), 16.0)


if __name__ == "__main__":
    main()
