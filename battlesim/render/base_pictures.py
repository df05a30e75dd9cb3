"""A lit picture of the whole table that is there at once, until tiles of the zoom of a view are lit.

With each of our own maps comes one, in assets/boards: `python -m benchmarks.base_pictures` draws them anew.
Beside them index.toml has, by the name of a picture, the keys of its tiles. A picture is cut into tiles like
those of any other zoom, so that what has changed on the table since then is not taken from it. Of other maps
the whole table is lit as one coarse tile.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Final, NamedTuple

import pygame

from battlesim.data import assets
from battlesim.render.board import COARSE, table_box
from battlesim.render.tiles import TILE, Place, for_display, tile_box, tile_key
from battlesim.table.terrain import Ground

BASE: Final = 20.1
"""Pixels an inch of the pictures that come with maps: of no view, as a packed picture is soft."""
FOLDER: Final = "boards"
INDEX: Final = "index.toml"
NOTHING_OPENED: Final[frozenset[str]] = frozenset()


class Part(NamedTuple):
    """Where a tile lies: in which picture, in which column and row."""

    picture: str
    column: int
    row: int


def whole(ground: Ground, ppi: float) -> list[Place]:
    """The tiles of a whole table, row by row."""
    _, _, wide, high = table_box(ground, ppi)
    return [(ppi, i, j) for j in range(-(-high // TILE)) for i in range(-(-wide // TILE))]


def keys_of(ground: Ground) -> list[str]:
    """The keys of the tiles of a table's base picture."""
    return [tile_key(ground, place, NOTHING_OPENED) for place in whole(ground, BASE)]


@cache
def index() -> dict[str, Part]:
    """Every tile that came with the program, by its key. Raises OSError where the file is missing."""
    known = tomllib.loads((assets() / FOLDER / INDEX).read_text(encoding="utf-8"))
    return {
        key: Part(name, number % entry["columns"], number // entry["columns"])
        for name, entry in known.items()
        for number, key in enumerate(entry["keys"])
    }


def base_places(ground: Ground) -> list[Place]:
    """The tiles that show the whole table first: those of a picture that came with it, else a coarse one."""

    def found() -> list[Place]:
        if index().keys() & keys_of(ground):
            return whole(ground, BASE)
        coarse = min(COARSE, TILE / max(ground.width, ground.height))
        return [(round(coarse, 2) - 0.007, 0, 0)]  # of no view either

    return ground.cached_value(("render", "base places"), found)


def base_tiles(ground: Ground) -> dict[str, pygame.Surface]:
    """The tiles of a table that came with the program, by their keys; none where its picture is not read."""
    pictures: dict[str, pygame.Surface] = {}
    found = {}
    for place in whole(ground, BASE):
        key = tile_key(ground, place, NOTHING_OPENED)
        part = index().get(key)
        if part is None:
            continue
        if part.picture not in pictures:
            pictures[part.picture] = pygame.image.load(assets() / FOLDER / part.picture)
        left, top, right, bottom = tile_box(ground, place)
        at = pygame.Rect(part.column * TILE, part.row * TILE, right - left, bottom - top)
        found[key] = for_display(pictures[part.picture].subsurface(at).copy())
    return found
