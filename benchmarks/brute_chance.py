"""Random tables and rules of sight for the brute force. Inches."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

from battlesim.rulings.sight import Cover
from battlesim.rulings.sight_rules import OpeningRules, SightRules
from battlesim.scenarios.terrain_kinds import plain_terrain_kinds
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import Hull, OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground, Opening, Terrain
from benchmarks.brute_shapes import Flat

SIDES = (Side(SideKey("a"), "Side A", 1), Side(SideKey("b"), "Side B", 2))
WIDE, DEEP = 24.0, 20.0
KINDS = ("building", "building", "wall", "woods", "hill", "rocks", "ruin", "crater", "bridge")
GRADES: tuple[Cover, ...] = ("none", "partial", "full", "full")
FACINGS = (0.0, 0.0, 90.0, 45.0, 30.0)


def random_rules(rng: random.Random, exact: bool) -> SightRules:
    """Any mode with any of its options; `exact` ones have none for which a square root is drawn."""
    line = rng.random() < 0.3
    lines = rng.choice(
        ("centres", "corners") if exact else ("centres", "centres", "corners", "bases", "bodies")
    )
    searched = line and lines in ("bases", "bodies")
    drawn: dict[str, Any] = {
        "mode": "line" if line else "share",
        "lines": lines,
        "bases": not searched and rng.random() < 0.3,
        "groups": rng.random() < 0.2,
        "group_height": rng.choice((0.0, 0.0, 2.0)),
        "eye": rng.choice((1.0, 1.0, 0.5, 0.75)),
        "eye_height": rng.choice((0.0, 0.0, 0.0, 1.0, 2.5)),
        "target_height": rng.choice((0.0, 0.0, 0.0, 1.5)),
        "hides": rng.choice((("*",), ("*",), ("building", "wall", "woods", "hill", "bridge"))),
        "stands_in": rng.choice((("*",), ("*",), ("hill", "crater"))),
        "depth": rng.choice(({}, {}, {"woods": 2.0}, {"woods": 0.5})),
        "partial": rng.choice((1e-6, 0.25, 0.5, 0.75)),
        "full": rng.choice((1.0, 1.0, 0.5, 0.9)),
        "least": rng.choice(({}, {}, {"crater": 0.5}, {"woods": 0.25})),
        "overlap": rng.choice(((), (), ("crater", "woods"))),
        "overlap_share": rng.choice((0.0, 0.0, 0.5, 0.25)),
        "cover_nearer": not line and rng.random() < 0.4,
        "bases_as_high": rng.random() < 0.4,
    }
    if not exact and rng.random() < 0.3:
        drawn["near_cover"] = {kind: rng.choice(GRADES[1:]) for kind in ("wall", "woods", "crater")}
        drawn["near_cover_within"] = rng.choice((1.0, 1.0, 0.5, 2.0))
    if rng.random() < 0.4:
        drawn["openings"] = OpeningRules(
            rng.choice((1.0, 1.0, 0.75)), rng.choice((90.0, 90.0, 150.0, 360.0)), rng.choice(GRADES)
        )
    return SightRules(**drawn)


def random_table(rng: random.Random, exact: bool = False) -> Table:
    """Up to five things and six models, on a grid of halves as often as anywhere; `exact` ones on a grid of
    whole inches, their bases rectangles along it."""
    grid = 1.0 if exact else rng.choice((0.5, 0.5, 0.0))
    men: list[Piece] = []
    for k in range(rng.randint(2, 4 if exact else 6)):
        men += _random_man(rng, grid, f"m{k}", men, exact)
    ways = [piece.xy for piece in men[:2]]
    terrain = [
        _random_thing(rng, grid, f"t{k}", ways, exact) for k in range(rng.randint(1, 4 if exact else 5))
    ]
    ground = Ground(WIDE, DEEP, "dust", tuple(terrain))
    return Table(ground, {piece.id: piece for piece in men}, SIDES)


def _place(rng: random.Random, grid: float, low: float, high: float) -> float:
    value = rng.uniform(low, high)
    return round(value / grid) * grid if grid else value


def _random_thing(rng: random.Random, grid: float, id: str, ways: list[Flat], exact: bool) -> Terrain:
    kind = rng.choice(KINDS)
    bottom = rng.choice((0.0, 0.0, 0.0, 0.5, 1.0, 2.0))
    height = bottom + rng.choice(
        (0.5, 1.0, 1.0 if exact else 1.2, 2.0, 3.0, 4.0 if exact else rng.uniform(0.2, 5.0))
    )
    ring = _random_ring(rng, grid, ways)
    traits = tuple(plain_terrain_kinds()[kind].traits) if kind in plain_terrain_kinds() else ()
    holed = kind == "building" and bottom == 0.0 and not exact
    openings = tuple(_random_openings(rng, ring, height)) if holed else ()
    return Terrain(id, kind, (ring,), height, bottom, traits, openings=openings)


def _random_ring(rng: random.Random, grid: float, ways: list[Flat]) -> tuple[Flat, ...]:
    """A rectangle or a triangle; in two cases of three about a place on the way from the one to the other."""
    w, h = (max(grid or 0.3, _place(rng, grid, 0.3, most)) for most in (6, 4))
    x, y = _place(rng, grid, 2, WIDE - 8), _place(rng, grid, 3, DEEP - 6)
    if rng.random() < 0.67:
        (ax, ay), (bx, by), part = *ways, rng.random()
        x, y = (
            _place(rng, grid, at - size, at)
            for at, size in ((ax + part * (bx - ax), w), (ay + part * (by - ay), h))
        )
    if rng.random() < 0.7:
        return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return ((x, y), (x + w, y + h / 2), (x + w / 2, y + h))


def _random_openings(rng: random.Random, ring: tuple[Flat, ...], height: float) -> Iterator[Opening]:
    """A door in the near wall and a window in the far one, in most of the houses that have room for them."""
    if len(ring) != 4 or rng.random() < 0.2:
        return
    (x0, y0), _, (x1, y1), _ = ring
    walls = rng.choice((0.0, 0.25))
    if x1 - x0 < 1.5 or y1 - y0 < 1.0 or height < 1.0:
        return
    for k, y in enumerate((y0, y1)):
        left = x0 + rng.choice((0.5, (x1 - x0) / 3))
        sill = 0.0 if k == 0 else 0.25 * height
        span = ((left, y), (left + 0.5, y))
        yield Opening(*span, sill, 0.75 * height, rng.random() < 0.8, "door" if k == 0 else "window", walls)


def _random_man(
    rng: random.Random, grid: float, id: str, others: list[Piece], exact: bool
) -> Iterator[Piece]:
    """A model that touches others at most; none where no place is found for it."""
    low, high = {"m0": (0.5, 4.5), "m1": (DEEP - 6, DEEP - 0.5)}.get(id, (0.5, DEEP - 0.5))
    shape = _random_shape(rng, exact)
    height = rng.choice((1.0, 2.0, 4.0) if exact else (1.2, 1.2, 0.6, 2.0, 4.0))
    z, side = rng.choice((0.0, 0.0, 0.0, 1.0, 2.0, 4.0)), SideKey(rng.choice("ab"))
    radius = shape.circumradius if isinstance(shape, Hull) else shape / 2.0
    facing = rng.choice((0.0, 90.0)) if exact else rng.choice((*FACINGS, rng.uniform(0.0, 360.0)))
    extra = {"shape": shape} if isinstance(shape, Hull) else {}
    for _ in range(20):
        x, y = _place(rng, grid, 1, WIDE - 1), _place(rng, grid, low, high)
        if others and id == "m1" and rng.random() < 0.25:
            x = others[0].xy[0]
        place = OnTable(x, y, facing if extra else 0.0, z)
        if all(math.dist((x, y), one.xy) >= radius + one.radius for one in others):
            yield Piece(id, id, "", side, UnitId(side), radius, height, place, **extra)
            return


def _random_shape(rng: random.Random, exact: bool) -> float | Hull:
    """The width of a round base, or one that is not round."""
    if exact:
        return Hull("rectangle", rng.choice((2.0, 2.0, 4.0)), rng.choice((2.0, 2.0, 6.0)))
    if rng.random() < 0.8:
        return rng.choice((0.5, 1.0, 1.0, 2.0, 3.0))
    long = rng.choice((2.0, 3.0, 4.5))
    if rng.random() < 0.5:
        return Hull("oval", long, long * rng.choice((0.5, 0.7)))
    return Hull("rectangle", long, long * rng.choice((0.5, 0.7, 1.0)))
