"""Small tables for tests, in inches and degrees, with the origin in the lower left corner.

state = State(make_table(standing_piece("a", 4, 4, side="red"), standing_piece("b", 12, 4, side="blue"),
                         wall("w", 8, 0, 8.5, 10)), game)
"""

from __future__ import annotations

from typing import Any

from battlesim.table.ids import SideKey
from battlesim.table.pieces import Mark, Marker, OnTable, Piece
from battlesim.table.state import Side, State, Table
from battlesim.table.terrain import Ground, Terrain


def standing_piece(piece: str, x: float, y: float, *, side: str = "red", **fields: Any) -> Piece:
    """Return a piece that stands at (x, y), with defaults for all fields that are not given.

    `fields` may hold any field of Piece, and `facing` and `z`, which belong to its place; `marks` may be
    names. By default, the piece is 1.2 in high, has a round base 1.0 in wide and 1 hit point, and is a unit
    by itself.
    """
    spot = OnTable(float(x), float(y), float(fields.pop("facing", 0.0)), float(fields.pop("z", 0.0)))
    marks = tuple(sorted((_mark(m) for m in fields.pop("marks", ())), key=lambda m: m.name))
    hits = fields.pop("hits", 1)
    plain: dict[str, Any] = {
        "name": piece,
        "kind": "trooper",
        "unit": piece,
        "radius": 0.5,
        "height": 1.2,
        "place": spot,
        "hits": hits,
        "hits_full": hits,
        "marks": marks,
    }
    return Piece(id=piece, side=SideKey(side), **(plain | fields))


def _mark(mark: str | Mark) -> Mark:
    return Mark(mark) if isinstance(mark, str) else mark


def block(
    terrain: str, x0: float, y0: float, x1: float, y1: float, height: float = 3.0, **fields: Any
) -> Terrain:
    """Return rectangular terrain between two opposite corners, by default a building 3 in high."""
    ring = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    plain: dict[str, Any] = {"kind": "building", "rings": (ring,), "height": height}
    return Terrain(id=terrain, **(plain | fields))


def wall(
    terrain: str, x0: float, y0: float, x1: float, y1: float, height: float = 2.0, **fields: Any
) -> Terrain:
    """Return a rectangular wall between two opposite corners, by default 2 in high."""
    return block(terrain, x0, y0, x1, y1, height, **({"kind": "wall"} | fields))


def make_sides(*keys: str) -> tuple[Side, ...]:
    """Return a side for each key, numbered from 1."""
    return tuple(Side(SideKey(key), key.title(), number) for number, key in enumerate(keys, start=1))


def make_table(
    *things: Piece | Terrain | Marker,
    width: float = 48.0,
    height: float = 48.0,
    table_sides: tuple[Side, ...] = (),
) -> Table:
    """Return a table with the given objects, by default 48 in square and with the sides of its pieces."""
    pieces = {thing.id: thing for thing in things if isinstance(thing, Piece)}
    terrain = tuple(thing for thing in things if isinstance(thing, Terrain))
    markers = {thing.id: thing for thing in things if isinstance(thing, Marker)}
    keys = dict.fromkeys(piece.side for piece in pieces.values())
    return Table(Ground(width, height, terrain=terrain), pieces, table_sides or make_sides(*keys), markers)


def xy(state: State[Any], piece: str) -> tuple[float, float]:
    """Return the centre (x, y) of a standing piece in inches."""
    return state.table.piece(piece).xy


def piece_hits(state: State[Any], piece: str) -> int:
    """Return the number of hit points that a piece has left."""
    return state.table.piece(piece).hits
