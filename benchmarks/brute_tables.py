"""Tables and rules of the program as plain data, for the brute force. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import msgspec

from battlesim.rulings.sight_rules import SightRules
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Opening, Terrain
from benchmarks.brute_lines import Hole, Thing
from benchmarks.brute_men import Board, House, Land, Man
from benchmarks.brute_shapes import Flat, Oval

FAR = 100.0
"""As far as a gap goes through what has no room."""
SKIN = 1e-6
"""Rounding leaves none so thin between a gap and what it opens into."""


def plain_rules(rules: SightRules, number: type = float) -> dict[str, Any]:
    """Rules of sight as plain data."""
    return {key: _numbers(value, number) for key, value in msgspec.to_builtins(rules).items()}


def _numbers(value: Any, number: type) -> Any:
    if isinstance(value, dict):
        return {key: _numbers(one, number) for key, one in value.items()}
    return number(value) if isinstance(value, float) and math.isfinite(value) else value


def plain_board(table: Table, number: type = float) -> Board:
    """A table as plain data. Raises ValueError for what the brute force does not know."""
    land = [Land(_thing(t, number), frozenset({t.kind, *t.traits})) for t in table.ground.terrain]
    men = tuple(_man(piece, number) for piece in table.pieces.values())
    houses = (_house(t, number) for t in table.ground.terrain if any(one.depth for one in t.openings))
    return Board(tuple(land), men, tuple(houses))


def _house(terrain: Terrain, number: type) -> House:
    ring, *gaps = (
        [(number(x), number(y)) for x, y in line]
        for line in (terrain.rings[0], *((one.start, one.end) for one in terrain.openings if one.open))
    )
    ends = tuple((first, second) for first, second in gaps)
    return House(terrain.id, ring, number(terrain.height), ends, frozenset({terrain.kind, *terrain.traits}))


def _man(piece: Piece, number: type) -> Man:
    at, hull = piece.place, piece.hull
    if not isinstance(at, OnTable):
        raise ValueError(f"{piece.id} does not stand on the table")
    x, y, height, z = (number(v) for v in (at.x, at.y, piece.height, at.z))
    man = Man(
        piece.id,
        x,
        y,
        height,
        z,
        at.on,
        piece.unit,
        marks=frozenset(mark.name for mark in piece.marks if mark.count),
        radius=piece.radius,
    )
    if hull is None:
        return man._replace(oval=Oval(at.x, at.y, piece.radius, piece.radius))
    turn = math.radians(at.facing)
    way = (round(math.cos(turn), 15), round(math.sin(turn), 15))
    box = Oval(at.x, at.y, hull.length / 2.0, hull.width / 2.0, *way)
    if hull.form == "oval":
        return man._replace(oval=box)
    return man._replace(ring=[(number(p), number(q)) for p, q in box.box()])


def _thing(terrain: Terrain, number: type) -> Thing:
    holes = tuple(_holes(terrain)) if terrain.openings else ()
    rings = [[(number(x), number(y)) for x, y in ring] for ring in terrain.rings]
    return Thing(terrain.id, rings, number(terrain.bottom), number(terrain.height), None, holes)


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
