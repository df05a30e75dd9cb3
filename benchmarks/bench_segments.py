"""Sight and what is seen of a table as walls grow many: python -m benchmarks.bench_segments (some minutes).

Milliseconds of processor time of one core; against the Shapely twins with the largest difference, and against
pyvisgraph where that is installed (it is no part of the program), which finds visible corners alone.
"""

from __future__ import annotations

import importlib.util
import math
import time
from collections.abc import Callable

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
from battlesim.rulings.sight import SightRules
from battlesim.rulings.sight_evidence import sight_evidence
from battlesim.rulings.sight_field import sight_field
from battlesim.rulings.sight_margin import sight_margin
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from benchmarks.bench_sight import HEIGHT, WIDTH, Timing, dense, ground_of, open_places, row, timed

SIZES = ((40, 4), (60, 12), (60, 84), (60, 168))
"""Solids, and corners of each."""
PAIRS = 60
BARS = {"evidence": 16.0, "region": 100.0, "heat": 2000.0, "margin": 100.0}


def p95(work: list[Callable[[], object]]) -> Timing:
    """The median and the 95th percentile, under that name the second, of pieces of work done once each."""
    took = []
    for one in work:
        start = time.process_time()
        one()
        took.append(1000.0 * (time.process_time() - start))
    took.sort()
    return Timing(took[math.ceil(0.95 * len(took)) - 1], took[len(took) // 2])


def main() -> None:
    """All rows for every size."""
    for count, corners in SIZES:
        solids = dense(count=count, corners=corners)
        scene = Scene(solids, WIDTH, HEIGHT)
        places = open_places(scene, 200, 0.5)
        print(f"{len(scene.x)} walls: best and median, or p95 and median", flush=True)
        sight(scene, places)
        regions(solids, places)
        rulings(solids, places)


def sight(scene: Scene, places: np.ndarray) -> None:
    """One eye and 60 targets."""
    eyes = np.repeat([[*places[0], 1.2]], 60, axis=0)
    targets = np.column_stack([places[100:160], np.full(60, 0.5), np.zeros(60), np.full(60, 1.2)])
    windows = base_windows(eyes, targets)

    def twin() -> list[float]:
        return [visible_fraction_reference.window_visible_fraction(scene, windows, k) for k in range(60)]

    error = float(np.abs(visible_fractions(scene, eyes, targets) - twin()).max())
    took = timed(lambda: visible_fractions(scene, eyes, targets), 0.5)
    row(f"  1 viewer x 60 targets (off by {error:.0e})", took, 16.0, timed(twin, 0.1).best)


def regions(solids: list[Solid], places: np.ndarray) -> None:
    """What is seen from a place: all of it by walls without end, and where heads show."""
    tall = Scene([Solid(s.id, s.rings, 99.0) for s in solids], WIDTH, HEIGHT)
    scene = Scene(solids, WIDTH, HEIGHT)
    spots = [(float(x), float(y)) for x, y in places[:5]]
    error = max(
        abs(
            region_area(flat_visible_region(tall, p))
            - region_area(visible_region_by_shadows(tall, (*p, 1.2), 1.2))
        )
        for p in spots
    )
    twin = timed(lambda: visible_region_by_shadows(tall, (*spots[0], 1.2), 1.2), 0.1).best
    took = timed(lambda: flat_visible_region(tall, spots[0]), 0.5)
    row(f"  flat region (off by {error:.0e} sq in)", took, BARS["region"], twin)
    heads = timed(lambda: visible_region_at_height(scene, (*spots[0], 1.2), 0.75), 0.5)
    row("  region for a figure 0.75 in high", heads, BARS["region"])
    if importlib.util.find_spec("pyvisgraph"):
        row(
            "  visible corners alone, by pyvisgraph", timed(corners_of(solids, spots[0]), 0.1), BARS["region"]
        )


def corners_of(solids: list[Solid], spot: tuple[float, float]) -> Callable[[], object]:
    """Work for pyvisgraph: the corners that are seen from a place."""
    import pyvisgraph  # type: ignore[import-not-found]
    from pyvisgraph.graph import Graph  # type: ignore[import-not-found]
    from pyvisgraph.visible_vertices import visible_vertices  # type: ignore[import-not-found]

    graph = Graph([[pyvisgraph.Point(x, y) for x, y in solid.rings[0]] for solid in solids])
    return lambda: visible_vertices(pyvisgraph.Point(*spot), graph, None, None, "full")


def rulings(solids: list[Solid], places: np.ndarray) -> None:
    """Rulings with evidence, margins of all sorts, and the map of all places from which one is seen."""
    pieces = {
        f"p{k}": Piece(f"p{k}", f"p{k}", "man", "a", f"p{k}", 0.5, 1.2, OnTable(float(x), float(y)))
        for k, (x, y) in enumerate(places[: PAIRS + 1])
    }
    table, rules = Table(ground_of(solids), pieces, ()), SightRules()
    first, *others = pieces.values()
    sight_evidence(table, rules, first, others[0])
    found = p95([lambda other=other: sight_evidence(table, rules, first, other) for other in others])
    row(f"  ruling with evidence, p95 of {PAIRS} pairs", found, BARS["evidence"])
    for sort in (rules, SightRules(mode="line"), SightRules(mode="line", lines="corners")):
        work = [
            lambda other=other, sort=sort, k=k: sight_margin(
                table, sort, first, other, ("viewer", "target")[k % 2]
            )
            for k, other in enumerate(others)
        ]
        words = sort.mode if sort.mode == "share" else sort.lines
        row(f"  margin ({words}), p95 of {PAIRS}", p95(work), BARS["margin"])
    took = timed(lambda: sight_field(table, rules, others[0], first), 0.1)
    row("  heat map of 72 x 48 in at 0.25 in", took, BARS["heat"])


if __name__ == "__main__":
    main()
