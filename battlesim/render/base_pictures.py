"""Rendered pictures of whole tables, shown until the tiles for the current zoom are ready.

Every map that ships with the program has such a picture in assets/boards, rendered by `python -m
benchmarks.base_pictures`; index.toml lists the keys of its tiles. Only tiles with a matching key are used, so
that changed areas are never shown as they were. For other maps, one coarse tile is rendered instead.
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
"""Pixels per inch of the shipped pictures, chosen to match no zoom, as compressed pictures look soft."""
BASE_PICTURE_FOLDER: Final = "boards"
BASE_PICTURE_INDEX: Final = "index.toml"
NO_OPEN_ROOFS: Final[frozenset[str]] = frozenset()


class PicturePart(NamedTuple):
    """The location of a tile in a picture of a whole table: the picture's file name, the column and row."""

    picture: str
    column: int
    row: int


def all_tiles(ground: Ground, ppi: float) -> list[TilePlace]:
    """Return all tiles that make up a picture of the whole table at the given zoom, row by row."""
    _, _, wide, high = table_box(ground, ppi)
    return [(ppi, i, j) for j in range(-(-high // TILE_PX)) for i in range(-(-wide // TILE_PX))]


def base_tile_keys(ground: Ground) -> list[str]:
    """Return the keys of the tiles of a table's base picture, the coarse picture that is shown first."""
    return [tile_key(ground, place, NO_OPEN_ROOFS) for place in all_tiles(ground, BASE_PICTURE_PPI)]


@cache
def shipped_tiles() -> dict[str, PicturePart]:
    """Return a dict from tile keys to parts of the shipped table pictures.

    Raises OSError if the index of these pictures is unreadable.
    """
    known = tomllib.loads(
        (assets_folder() / BASE_PICTURE_FOLDER / BASE_PICTURE_INDEX).read_text(encoding="utf-8")
    )
    return {
        key: PicturePart(name, number % entry["columns"], number // entry["columns"])
        for name, entry in known.items()
        for number, key in enumerate(entry["keys"])
    }


def base_tile_places(ground: Ground) -> list[TilePlace]:
    """Return the tiles to show first: those of the table's shipped picture, or else a single coarse tile."""

    def found() -> list[TilePlace]:
        if shipped_tiles().keys() & base_tile_keys(ground):
            return all_tiles(ground, BASE_PICTURE_PPI)
        coarse = min(TERRAIN_ONLY_PPI, TILE_PX / max(ground.width, ground.height))
        return [(round(coarse, 2) - 0.007, 0, 0)]  # not the zoom of any view

    return ground.cached_value(("render", "base places"), found)


def shipped_tile_surfaces(ground: Ground) -> dict[str, pygame.Surface]:
    """Return the tiles of a table's shipped picture by key, or an empty dict if there is no such picture."""
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
