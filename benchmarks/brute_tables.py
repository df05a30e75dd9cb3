"""Tables for the brute force: those of the program as plain data, and random ones. Inches."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from battlesim.rulings.sight_rules import SightRules
from battlesim.scenarios.kinds import plain_kinds
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground, Opening, Terrain
from benchmarks.brute_lines import Flat, Hole, Thing
from benchmarks.brute_rules import Board, Land, Man, overlaps

SIDES = (Side(SideKey("a"), "Side A", 1), Side(SideKey("b"), "Side B", 2))
FAR = 100.0
"""As far as a gap goes through what has no room."""
SKIN = 1e-6
"""Rounding leaves none so thin between a gap and what it opens into."""
WIDE, DEEP = 24.0, 20.0


def plain_rules(rules: SightRules) -> dict[str, Any]:
    """Rules of sight as plain data."""
    return dict(msgspec.to_builtins(rules))


def plain_board(table: Table) -> Board:
    """A table as plain data. Raises ValueError for what the brute force does not know."""
    land = [Land(_thing(t), frozenset({t.kind, *t.traits})) for t in table.ground.terrain]
    return Board(tuple(land), tuple(map(_man, table.pieces.values())))


def beneath(board: Board, ids: Collection[str]) -> bool:
    """Whether one of some models stands under lifted terrain: the program takes it to stand in that."""
    men = [man for man in board.men if man.id in ids]
    lifted = [land.thing for land in board.land if land.thing.bottom > 0.0]
    return any(thing.bottom > man.z and overlaps(thing, man) for man in men for thing in lifted)


def _man(piece: Piece) -> Man:
    at = piece.place
    if not isinstance(at, OnTable) or isinstance(piece.shape, msgspec.Struct):
        raise ValueError(f"{piece.id} does not stand on a round base")
    return Man(piece.id, at.x, at.y, piece.radius, piece.height, at.z, at.on, piece.unit)


def _thing(terrain: Terrain) -> Thing:
    holes = tuple(_holes(terrain)) if terrain.openings else ()
    return Thing(terrain.id, terrain.rings, terrain.bottom, terrain.height, None, holes)


def _holes(terrain: Terrain) -> Iterator[Hole]:
    """The room of a house with a rectangle for outline, and its open doors and windows."""
    ring = terrain.rings[0]
    xs, ys = (sorted({p[k] for p in ring}) for k in (0, 1))
    if len(terrain.rings) > 1 or len(ring) != 4 or len(xs) != 2 or len(ys) != 2:
        raise ValueError(f"{terrain.id} is no rectangle")
    walls = max(one.depth for one in terrain.openings)
    if walls:
        (x0, x1), (y0, y1) = xs, ys
        inner = [
            (x0 + walls, y0 + walls),
            (x1 - walls, y0 + walls),
            (x1 - walls, y1 - walls),
            (x0 + walls, y1 - walls),
        ]
        yield Hole(inner, terrain.bottom, terrain.height - walls)
    middle = (sum(xs) / 2, sum(ys) / 2)
    for one in terrain.openings:
        if one.open:
            yield Hole(_gap(one, middle, walls or FAR), one.sill, one.top)


def _gap(opening: Opening, middle: Flat, depth: float) -> list[Flat]:
    """A strip from an opening, which runs along an axis, through its wall and a SKIN on both sides of it."""
    (ax, ay), (bx, by) = opening.start, opening.end
    across = ax == bx
    inward = middle[0] - ax if across else middle[1] - ay
    way = 1.0 if inward > 0 else -1.0
    ux, uy = (way, 0.0) if across else (0.0, way)
    rim = ((ax, ay), (bx, by))
    out = [(x - SKIN * ux, y - SKIN * uy) for x, y in rim]
    return [*out, *((x + (depth + SKIN) * ux, y + (depth + SKIN) * uy) for x, y in rim[::-1])]


def random_table(rng: random.Random) -> Table:
    """Up to five things and six models, on a grid of halves as often as anywhere."""
    grid = rng.choice((0.5, 0.5, 0.0))
    terrain = tuple(_random_thing(rng, grid, f"t{k}") for k in range(rng.randint(1, 5)))
    pieces = [_random_man(rng, grid, f"m{k}") for k in range(rng.randint(2, 6))]
    return Table(Ground(WIDE, DEEP, "dust", terrain), {piece.id: piece for piece in pieces}, SIDES)


def _place(rng: random.Random, grid: float, low: float, high: float) -> float:
    value = rng.uniform(low, high)
    return round(value / grid) * grid if grid else value


def _random_thing(rng: random.Random, grid: float, id: str) -> Terrain:
    kind = rng.choice(("building", "wall", "woods", "hill", "rocks", "ruin", "crater", "bridge"))
    bottom = rng.choice((0.0, 0.0, 0.0, 0.5, 1.0, 2.0))
    height = bottom + rng.choice((0.5, 1.0, 1.2, 2.0, 3.0, rng.uniform(0.2, 5.0)))
    ring = _random_ring(rng, grid)
    traits = tuple(plain_kinds()[kind].traits) if kind in plain_kinds() else ()
    openings = tuple(_random_openings(rng, ring, height)) if kind == "building" and bottom == 0.0 else ()
    return Terrain(id, kind, (ring,), height, bottom, traits, openings=openings)


def _random_ring(rng: random.Random, grid: float) -> tuple[Flat, ...]:
    x, y = _place(rng, grid, 2, WIDE - 8), _place(rng, grid, 5, DEEP - 8)
    w, h = max(0.5, _place(rng, grid, 0.3, 6)), max(0.5, _place(rng, grid, 0.3, 4))
    if rng.random() < 0.7:
        return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return ((x, y), (x + w, y + h / 2), (x + w / 2, y + h))


def _random_openings(rng: random.Random, ring: tuple[Flat, ...], height: float) -> Iterator[Opening]:
    """A door in the near wall and a window in the far one, in half of the houses that have room for them."""
    if len(ring) != 4 or rng.random() < 0.5:
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


def _random_man(rng: random.Random, grid: float, id: str) -> Piece:
    low, high = (
        (0.5, 4.5) if id in ("m0", "m2") else (DEEP - 6, DEEP - 0.5) if id == "m1" else (0.5, DEEP - 0.5)
    )
    x, y = _place(rng, grid, 1, WIDE - 1), _place(rng, grid, low, high)
    base, height = rng.choice((0.5, 1.0, 1.0, 2.0, 3.0)), rng.choice((1.2, 1.2, 0.6, 2.0, 4.0))
    z = rng.choice((0.0, 0.0, 0.0, 1.0, 2.0, 4.0))
    side = SideKey(rng.choice("ab"))
    return Piece(id, id, "", side, UnitId(side), base / 2, height, OnTable(x, y, z=z))
