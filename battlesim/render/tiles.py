"""Tiles of a picture of the table: their keys, rendering and storage on disk.

The key of a tile is a digest of everything visible in it, so that a change of terrain affects only the tiles
that show it.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import platformdirs
import pygame
from numpy.typing import NDArray

from battlesim.file_writing import write_atomically
from battlesim.render.board import drawn_terrain, lit_pixels, table_box
from battlesim.render.coverage import PixelBox
from battlesim.render.light import light_margins, mood_by_name
from battlesim.render.palette import GROUND_COLOURS, colour, rgba
from battlesim.render.png import png_bytes
from battlesim.render.terrain import RAISING_PAINTERS, terrain_look
from battlesim.scenarios.picture_cache import is_cached
from battlesim.table.terrain import Ground, Terrain

TILE_PX = 512
PAINTER_EDITION = 6
"""Version number, incremented when painters change, so that old tiles are not used."""

MAX_DISK_CACHE_BYTES = 256 * 2**20
"""Maximum size of the tiles stored on disk, in bytes."""

Pixels = NDArray[np.uint8]
TilePlace = tuple[float, int, int]
"""Zoom, column and row of a tile."""


def tile_cache_folder() -> Path:
    """Return the folder in the user's cache directory where tiles are stored."""
    return Path(platformdirs.user_cache_dir("battlesim")) / "tiles"


def tile_box(ground: Ground, tile: TilePlace) -> PixelBox:
    """Return the box of a tile in pixels of the whole table, clipped to the table."""
    ppi, column, row = tile
    _, _, right, bottom = table_box(ground, ppi)
    left, top = column * TILE_PX, row * TILE_PX
    return left, top, min(left + TILE_PX, right), min(top + TILE_PX, bottom)


def tile_key(ground: Ground, tile: TilePlace, open_roof_ids: frozenset[str]) -> str:
    """Return the key of a tile: a digest of everything that is visible in it."""
    box, ppi = tile_box(ground, tile), tile[0]
    seen = [drawn for drawn in _drawn(ground) if _touches(drawn, ground, ppi, box)]
    doors = sorted(drawn.id for drawn in seen if drawn.id in open_roof_ids)
    frame = (PAINTER_EDITION, ground.width, ground.height, ground.surface, ground.mood, tile, doors)
    known = hashlib.sha256(msgspec.json.encode(frame))
    if ground.picture and is_cached(ground.picture):
        known.update(ground.picture.encode())
    for drawn in seen:
        known.update(drawn.content)
    return known.hexdigest()[:32]


def render_tile(
    ground: Ground, tile: TilePlace, open_roof_ids: frozenset[str], folder: Path | None
) -> Pixels:
    """Return the pixels of a tile, of shape (height, width, 3), from disk if possible.

    This function is safe in any thread or process.
    """
    file = tile_file(folder, tile_key(ground, tile, open_roof_ids))
    kept = read_tile(file)
    if kept is not None:
        return _bytes_of(kept)
    pixels = lit_pixels(ground, tile[0], tile_box(ground, tile), open_roof_ids)
    if file:
        _store(file, pixels)
    return pixels


def light_tile_to_disk(ground: Ground, tile: TilePlace, open_roof_ids: frozenset[str], folder: Path) -> None:
    """Render a tile of the table and store it on disk. This is safe in any process."""
    render_tile(ground, tile, open_roof_ids, folder)


def flat_picture(ground: Ground, ppi: float, area: PixelBox) -> pygame.Surface:
    """Return a quickly drawn picture of an area of the table, in plain colours with outlines of terrain."""
    left, top, right, bottom = area
    surface = pygame.Surface((right - left, bottom - top))
    mood = mood_by_name(ground.mood)
    light = np.asarray(mood.ambient, np.float32) + np.asarray(mood.key, np.float32)
    soil = colour(GROUND_COLOURS.get(ground.surface, GROUND_COLOURS["dust"])[0])
    surface.fill(rgba(soil * light)[:3])
    terrain = (drawn for drawn in _drawn(ground) if drawn.id in ground.terrain_by_id())
    seen = (drawn.piece for drawn in terrain if _touches(drawn, ground, ppi, area))
    for piece in sorted(seen, key=lambda piece: terrain_look(piece).order):
        tone = colour(terrain_look(piece).flat_tone)
        ring = [(x * ppi - left, (ground.height - y) * ppi - top) for x, y in piece.rings[0]]
        pygame.draw.polygon(surface, rgba(tone * light * (0.6 if piece.height < 0.5 else 0.9))[:3], ring)
        pygame.draw.aalines(surface, rgba(tone * 0.4)[:3], True, ring)
    return surface


def surface_from_pixels(pixels: Pixels) -> pygame.Surface:
    """Return a surface made from pixels of shape (height, width, 3), in the display's format if possible."""
    known = np.ascontiguousarray(pixels)
    return for_display(pygame.image.frombuffer(known.data, (known.shape[1], known.shape[0]), "RGB"))


def for_display(surface: pygame.Surface) -> pygame.Surface:
    """Return a surface in the format of the display, or the surface itself if there is no display."""
    return surface.convert() if pygame.display.get_init() and pygame.display.get_surface() else surface


def tile_file(folder: Path | None, key: str) -> Path | None:
    """Return the path of the file in which a tile is stored, or None if `folder` is None."""
    return folder / f"{key}.png" if folder else None


def read_tile(file: Path | None) -> pygame.Surface | None:
    """Read a tile from disk and mark it as used. Return None if it is missing or unreadable.

    This function is thread-safe.
    """
    try:
        if file is None or not file.is_file():
            return None
        with suppress(OSError):
            os.utime(file)
        return pygame.image.load(file)
    except (pygame.error, OSError):
        return None


def trim_tile_cache(folder: Path, max_bytes: int = MAX_DISK_CACHE_BYTES) -> None:
    """Remove the least recently used tiles from a folder until at most `max_bytes` are in use."""
    found = []
    for file in folder.glob("*.png"):
        with suppress(OSError):
            about = file.stat()
            found.append((about.st_mtime, about.st_size, file))
    size = sum(taken for _, taken, _ in found)
    for _, taken, file in sorted(found):
        if size <= max_bytes:
            break
        size -= taken
        with suppress(OSError):
            file.unlink()


def _bytes_of(surface: pygame.Surface) -> Pixels:
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def _store(file: Path, pixels: Pixels) -> None:
    """Store a tile, ignoring errors such as a read-only folder."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        raw = png_bytes(pygame.surfarray.make_surface(pixels.swapaxes(0, 1)))
        write_atomically(file, raw, to_disk=False)
    except (OSError, pygame.error):
        return


class _Drawn(NamedTuple):
    """A piece of terrain as drawn: id, bounding box in inches (None: unlimited), reach and content."""

    id: str
    piece: Terrain
    box: tuple[float, float, float, float] | None
    reach: float
    content: bytes


def _drawn(ground: Ground) -> list[_Drawn]:
    """Return all drawn terrain of a table, cached."""

    def boxed(piece: Terrain) -> _Drawn:
        xs, ys = [p[0] for p in piece.rings[0]], [p[1] for p in piece.rings[0]]
        look = terrain_look(piece)
        box = None if look.painter in RAISING_PAINTERS else (min(xs), min(ys), max(xs), max(ys))
        return _Drawn(piece.id, piece, box, look.reach, msgspec.json.encode(piece))

    return ground.cached_value(("render", "drawn"), lambda: [boxed(piece) for piece in drawn_terrain(ground)])


def _touches(drawn: _Drawn, ground: Ground, ppi: float, box: PixelBox) -> bool:
    """Return whether a piece may be visible in a tile, including its shadow and lamps."""
    if drawn.box is None:
        return True
    before, after = light_margins(ppi)
    pad = drawn.reach + 0.1
    left, right = (box[0] - before) / ppi - pad, (box[2] + after) / ppi + pad
    high, low = ground.height - (box[1] - before) / ppi + pad, ground.height - (box[3] + after) / ppi - pad
    return drawn.box[0] < right and drawn.box[2] > left and drawn.box[1] < high and drawn.box[3] > low
