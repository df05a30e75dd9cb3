"""Random tables with a house and models in it, at its doors and windows and about it. Inches."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from battlesim.rulings.sight_rules import OpeningRules
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Mark, OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Opening, Terrain
from benchmarks.brute_chance import DEEP, SIDES, WIDE
from benchmarks.brute_shapes import Flat

OPENINGS = OpeningRules()
WALL = 0.25
SPREAD = 8.0
"""Models outside stand up to so far from the house."""
RADIUS = 0.3
AREAS = ("woods", "rubble", "crater")
KINDS = (("woods", 3.0), ("rubble", 0.5), ("crater", 0.5), ("wall", 0.8), ("wall", 2.0), ("rocks", 2.0))


def house_table(rng: random.Random) -> Table:
    """A house with up to four doors and windows, some of them closed; two to six models, and some terrain."""
    grid = rng.choice((0.25, 0.0))
    house = _house(rng, grid)
    men: list[Piece] = []
    gap = rng.choice(house.openings) if house.openings else None
    for k in range(rng.randint(2, 6)):
        men += _man(rng, grid, f"m{k}", gap if rng.random() < 0.7 else None, men)
    while len(men) < 2:
        men += _man(rng, grid, f"m{len(men)}", None, men)
    things = [_thing(rng, grid, f"t{k}", house, men[:2]) for k in range(rng.randint(0, 3))]
    ground = Ground(WIDE, DEEP, "dust", (house, *things))
    return Table(ground, {piece.id: piece for piece in men}, SIDES)


def _on(grid: float, value: float) -> float:
    return round(value / grid) * grid if grid else value


def _house(rng: random.Random, grid: float) -> Terrain:
    w, h = _on(grid, rng.uniform(4, 8)), _on(grid, rng.uniform(4, 7))
    x, y = _on(grid, rng.uniform(6, 10)), _on(grid, rng.uniform(5, 8))
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    gaps = tuple(gap for k in range(4) for gap in _gap(rng, grid, corners[k], corners[(k + 1) % 4]))
    traits = (OPENINGS.announced,) if rng.random() < 0.2 else ()
    return Terrain("house", "building", (corners,), 3.0, traits=traits, openings=gaps)


def _gap(rng: random.Random, grid: float, a: Flat, b: Flat) -> Iterator[Opening]:
    if rng.random() < 0.35:
        return
    wide, long = rng.choice((0.5, 1.0, 1.0, 1.5, 2.0, 3.0)), math.dist(a, b)
    start = _on(grid, rng.uniform(0.25, long - wide - 0.25))
    ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    first, last = ((a[0] + at * ux, a[1] + at * uy) for at in (start, start + wide))
    sill = rng.choice((0.0, 0.6))
    yield Opening(first, last, sill, 2.0, rng.random() < 0.85, "window" if sill else "door", WALL)


def _man(
    rng: random.Random, grid: float, id: str, gap: Opening | None, others: list[Piece]
) -> Iterator[Piece]:
    """A model behind or before a door or window, or anywhere."""
    height = rng.choice((1.2, 1.2, 1.2, 1.6, 0.6))
    z = 3.0 if rng.random() < 0.05 else 0.0
    marks = (Mark(OPENINGS.mark),) if rng.random() < 0.5 else ()
    side = SideKey(rng.choice("ab"))
    for _ in range(20):
        x, y = (_on(grid, value) for value in (_before(rng, gap) if gap else _anywhere(rng)))
        on_table = 0.5 <= x <= WIDE - 0.5 and 0.5 <= y <= DEEP - 0.5
        if on_table and all(math.dist((x, y), one.xy) >= RADIUS + one.radius for one in others):
            place = OnTable(x, y, 0.0, z)
            yield Piece(id, id, "", side, UnitId(side), RADIUS, height, place, marks=marks)
            return


def _anywhere(rng: random.Random) -> Flat:
    return rng.uniform(1, WIDE - 1), rng.uniform(1, DEEP - 1)


def _before(rng: random.Random, gap: Opening) -> Flat:
    """A place up to 1.2 in behind a door or window, or before it and about its sector."""
    (ax, ay), (bx, by) = gap.start, gap.end
    wide = math.dist(gap.start, gap.end)
    inward = rng.uniform(0.3, 1.2) if rng.random() < 0.6 else -rng.uniform(0.5, SPREAD)
    along = rng.uniform(-0.1, 1.1) * wide + (rng.uniform(-1.2, 1.2) * inward if inward < 0 else 0.0)
    ux, uy = (bx - ax) / wide, (by - ay) / wide
    return ax + along * ux - inward * uy, ay + along * uy + inward * ux


def _thing(rng: random.Random, grid: float, id: str, house: Terrain, men: list[Piece]) -> Terrain:
    """Terrain anywhere but in the house, or with a side through a model outside."""
    kind, height = rng.choice(KINDS)
    (x0, y0), _, (x1, y1), _ = house.rings[0]
    while True:
        w, h = (_on(grid, rng.uniform(0.3, 4.0)) or grid for _ in range(2))
        x, y = _on(grid, rng.uniform(0, WIDE - w)), _on(grid, rng.uniform(0, DEEP - h))
        if kind in AREAS and rng.random() < 0.7:
            (mx, my), off = rng.choice(men).xy, rng.choice((-0.05, 0.0, 0.05, 0.2))
            x, y = mx + off - rng.choice((0.0, w)), my - h / 2
        if x > x1 or x + w < x0 or y > y1 or y + h < y0:
            return Terrain(id, kind, (((x, y), (x + w, y), (x + w, y + h), (x, y + h)),), height)
