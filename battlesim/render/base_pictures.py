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

from battlesim.data_folders import assets_folder
from battlesim.render.board import TERRAIN_ONLY_PPI, table_box
from battlesim.render.tiles import TILE_PX, TilePlace, for_display, tile_box, tile_key
from battlesim.table.terrain import Ground

BASE_PICTURE_PPI: Final = 20.1
"""Pixels an inch of the pictures that come with maps: of no view, as a packed picture is soft."""
BASE_PICTURE_FOLDER: Final = "boards"
BASE_PICTURE_INDEX: Final = "index.toml"
NO_OPEN_ROOFS: Final[frozenset[str]] = frozenset()


class PicturePart(NamedTuple):
    """Where a tile lies: in which picture, in which column and row."""

    picture: str
    column: int
    row: int


def all_tiles(ground: Ground, ppi: float) -> list[TilePlace]:
    """The tiles of a whole table, row by row."""
    _, _, wide, high = table_box(ground, ppi)
    return [(ppi, i, j) for j in range(-(-high // TILE_PX)) for i in range(-(-wide // TILE_PX))]


def base_tile_keys(ground: Ground) -> list[str]:
    """The keys of the tiles of a table's base picture."""
    return [tile_key(ground, place, NO_OPEN_ROOFS) for place in all_tiles(ground, BASE_PICTURE_PPI)]


@cache
def shipped_tiles() -> dict[str, PicturePart]:
    """Every tile that came with the program, by its key. Raises OSError where the file is missing."""
    known = tomllib.loads(
        (assets_folder() / BASE_PICTURE_FOLDER / BASE_PICTURE_INDEX).read_text(encoding="utf-8")
    )
    return {
        key: PicturePart(name, number % entry["columns"], number // entry["columns"])
        for name, entry in known.items()
        for number, key in enumerate(entry["keys"])
    }


def base_tile_places(ground: Ground) -> list[TilePlace]:
    """The tiles that show the whole table first: those of a picture that came with it, else a coarse one."""

    def found() -> list[TilePlace]:
        if shipped_tiles().keys() & base_tile_keys(ground):
            return all_tiles(ground, BASE_PICTURE_PPI)
        coarse = min(TERRAIN_ONLY_PPI, TILE_PX / max(ground.width, ground.height))
        return [(round(coarse, 2) - 0.007, 0, 0)]  # of no view either

    return ground.cached_value(("render", "base places"), found)


def shipped_tile_surfaces(ground: Ground) -> dict[str, pygame.Surface]:
    """The tiles of a table that came with the program, by their keys; none where its picture is not read."""
    pictures: dict[str, pygame.Surface] = {}
    found = {}
    for place in all_tiles(ground, BASE_PICTURE_PPI):
        key = tile_key(ground, place, NO_OPEN_ROOFS)
        part = shipped_tiles().get(key)
        if part is None:
            continue
        if part.picture not in pictures:
            pictures[part.picture] = pygame.image.load(assets_folder() / BASE_PICTURE_FOLDER / part.picture)
        left, top, right, bottom = tile_box(ground, place)
        at = pygame.Rect(part.column * TILE_PX, part.row * TILE_PX, right - left, bottom - top)
        found[key] = for_display(pictures[part.picture].subsurface(at).copy())
    return found
