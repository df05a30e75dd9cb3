"""The table at every zoom: a flat picture at once, lit tiles when they are ready, kept on disk.

A tile's key is a digest of everything that shows in it, so that a changed piece of terrain lights its own
tiles anew and no others.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from pathlib import Path

import msgspec
import numpy as np
import platformdirs
import pygame
from numpy.typing import NDArray

from battlesim.render.board import REACH, lit, table_box
from battlesim.render.camera import ZOOMS, Camera
from battlesim.render.coverage import Box
from battlesim.render.light import MOODS, margins
from battlesim.render.palette import GROUNDS, colour, rgba
from battlesim.render.terrain import look_of
from battlesim.table.terrain import Ground, Terrain

TILE = 512
EDITION = 1
"""Counts up when the painters change, so that old tiles are not taken for new ones."""

LOADS = 3
"""Tiles read from disk in a frame."""

Pixels = NDArray[np.uint8]
Place = tuple[float, int, int]
"""Zoom, column and row of a tile."""


def default_folder() -> Path:
    """Where tiles are kept: the user's cache folder."""
    return Path(platformdirs.user_cache_dir("battlesim")) / "tiles"


def tile_box(ground: Ground, place: Place) -> Box:
    """The pixels of a tile, cut to the table."""
    ppi, column, row = place
    _, _, right, bottom = table_box(ground, ppi)
    left, top = column * TILE, row * TILE
    return left, top, min(left + TILE, right), min(top + TILE, bottom)


def tile_key(ground: Ground, place: Place, opened: frozenset[str]) -> str:
    """Digest of everything that shows in a tile."""
    box, ppi = tile_box(ground, place), place[0]
    pieces = [piece for piece in ground.terrain if _touches(piece, ground, ppi, box)]
    content = (EDITION, ground.width, ground.height, ground.surface, ground.mood, place, pieces)
    doors = sorted(piece.id for piece in pieces if piece.id in opened)
    return hashlib.sha256(msgspec.json.encode((content, doors))).hexdigest()[:32]


def render_tile(ground: Ground, place: Place, opened: frozenset[str], folder: Path | None) -> Pixels:
    """A lit tile (height, width, 3), from disk when it is there. Runs in any thread or process."""
    file = _file(folder, tile_key(ground, place, opened))
    kept = _read(file)
    if kept is not None:
        return _bytes_of(kept)
    pixels = lit(ground, place[0], tile_box(ground, place), opened)
    if file:
        _store(file, pixels)
    return pixels


class Board:
    """The bare table of a battle for a window: draws what is ready and asks for what is not."""

    def __init__(self, ground: Ground, executor: Executor | None = None, folder: Path | None = None) -> None:
        """Without an executor tiles are lit only by `light`; without a folder none are kept on disk."""
        self.ground, self.executor, self.folder = ground, executor, folder
        self.opened: frozenset[str] = frozenset()
        self._tiles: dict[str, pygame.Surface] = {}
        self._keys: dict[Place, str] = {}
        self._before: dict[Place, str] = {}
        self._under_way: dict[str, Future[Pixels]] = {}
        self._flat: dict[Place, pygame.Surface] = {}
        self._not_kept: set[str] = set()

    def show(self, ground: Ground, opened: frozenset[str] = frozenset()) -> None:
        """Show a changed table; tiles that look the same are kept."""
        if ground != self.ground or opened != self.opened:
            self.ground, self.opened = ground, opened
            self._before.update({p: k for p, k in self._keys.items() if k in self._tiles})
            self._keys.clear()
            self._flat.clear()

    def draw(self, target: pygame.Surface, camera: Camera) -> bool:
        """Draw the table as the camera sees it; False while lit tiles are missing."""
        self._collect()
        missing = []
        places = list(self.places(camera))
        self._from_disk(places)
        target.set_clip(pygame.Rect(0, 0, camera.width, camera.height))
        self._surround(target, camera)
        for place in places:
            key, corner = self._key(place), (place[1] * TILE - camera.left, place[2] * TILE - camera.top)
            if key in self._tiles:
                target.blit(self._tiles[key], corner)
                continue
            missing.append(place)
            if place in self._before:
                target.blit(self._tiles[self._before[place]], corner)
            else:
                target.blit(self.flat(place), corner)
        target.set_clip(None)
        for place in missing if self.executor else ():
            self._ask(place)
        return not missing

    def _surround(self, target: pygame.Surface, camera: Camera) -> None:
        """What lies beyond the table's edge."""
        _, _, right, bottom = table_box(self.ground, camera.ppi)
        if (
            camera.left < 0
            or camera.top < 0
            or camera.left + camera.width > right
            or camera.top + camera.height > bottom
        ):
            target.fill(rgba("void")[:3], (0, 0, camera.width, camera.height))

    def light(self, camera: Camera) -> None:
        """Light every tile of a view now and wait for it."""
        for place in self.places(camera):
            if self._key(place) not in self._tiles:
                self._keep(self._key(place), render_tile(self.ground, place, self.opened, self.folder))

    def places(self, camera: Camera) -> Iterator[Place]:
        """The tiles of a view, from the middle outward."""
        _, _, right, bottom = table_box(self.ground, camera.ppi)
        x0, x1 = max(camera.left, 0), min(camera.left + camera.width, right)
        y0, y1 = max(camera.top, 0), min(camera.top + camera.height, bottom)
        columns, rows = range(x0 // TILE, -(-x1 // TILE)), range(y0 // TILE, -(-y1 // TILE))
        middle = ((x0 + x1) / 2 / TILE - 0.5, (y0 + y1) / 2 / TILE - 0.5)
        found = [(camera.ppi, i, j) for j in rows for i in columns]
        yield from sorted(found, key=lambda p: (p[1] - middle[0]) ** 2 + (p[2] - middle[1]) ** 2)

    def flat(self, place: Place) -> pygame.Surface:
        """A tile in plain colours, at once: out of the lit tiles of another zoom where there are any."""
        if place not in self._flat:
            self._flat[place] = flat_picture(self.ground, place[0], tile_box(self.ground, place))
            for zoom in sorted((z for z in ZOOMS if z != place[0]), key=lambda z: -abs(z - place[0])):
                self._paste(self._flat[place], place, zoom)
        return self._flat[place]

    def _paste(self, surface: pygame.Surface, place: Place, zoom: float) -> None:
        """Lay the lit tiles of another zoom over a flat one."""
        k = place[0] / zoom
        left, top, right, bottom = (side / k for side in tile_box(self.ground, place))
        for column in range(int(left // TILE), int(right // TILE) + 1):
            for row in range(int(top // TILE), int(bottom // TILE) + 1):
                tile = self._tiles.get(self._keys.get((zoom, column, row), ""))
                if tile is None:
                    continue
                x, y = column * TILE, row * TILE
                seen = pygame.Rect(left - x, top - y, right - left + 2, bottom - top + 2)
                part = tile.subsurface(seen.clip(tile.get_rect()))
                size = math.ceil(part.get_width() * k), math.ceil(part.get_height() * k)
                corner = (x + max(seen.x, 0) - left) * k, (y + max(seen.y, 0) - top) * k
                surface.blit(pygame.transform.scale(part, size), (round(corner[0]), round(corner[1])))

    def _from_disk(self, places: list[Place]) -> None:
        """Take tiles that are kept on disk: all of a first view at once, later some in each frame."""
        left = LOADS if self._tiles else len(places)
        for place in places:
            key = self._key(place)
            if left == 0 or self.folder is None:
                return
            if key in self._tiles or key in self._not_kept or key in self._under_way:
                continue
            self._not_kept.add(key)
            kept = _read(_file(self.folder, key))
            if kept is not None:
                self._tiles[key] = _for_display(kept)
                left -= 1

    def _key(self, place: Place) -> str:
        if place not in self._keys:
            self._keys[place] = tile_key(self.ground, place, self.opened)
        return self._keys[place]

    def _ask(self, place: Place) -> None:
        key = self._key(place)
        if self.executor and key not in self._under_way:
            job = self.executor.submit(render_tile, self.ground, place, self.opened, self.folder)
            self._under_way[key] = job

    def _collect(self) -> None:
        for key in [key for key, job in self._under_way.items() if job.done()]:
            job = self._under_way.pop(key)
            if not job.cancelled() and job.exception() is None:
                self._keep(key, job.result())

    def _keep(self, key: str, pixels: Pixels) -> None:
        self._tiles[key] = surface_of(pixels)


def flat_picture(ground: Ground, ppi: float, area: Box) -> pygame.Surface:
    """A part of the table in plain colours with outlines, in a few milliseconds."""
    left, top, right, bottom = area
    surface = pygame.Surface((right - left, bottom - top))
    mood = MOODS.get(ground.mood, MOODS["day"])
    light = np.asarray(mood.ambient, np.float32) + np.asarray(mood.key, np.float32)
    soil = colour(GROUNDS.get(ground.surface, GROUNDS["dust"])[0])
    surface.fill(rgba(soil * light)[:3])
    for piece in sorted(ground.terrain, key=lambda piece: look_of(piece).order):
        tone = colour(look_of(piece).tones[1] if look_of(piece).tones else look_of(piece).tone)
        ring = [(x * ppi - left, (ground.height - y) * ppi - top) for x, y in piece.rings[0]]
        pygame.draw.polygon(surface, rgba(tone * light * (0.6 if piece.height < 0.5 else 0.9))[:3], ring)
        pygame.draw.aalines(surface, rgba(tone * 0.4)[:3], True, ring)
    return surface


def surface_of(pixels: Pixels) -> pygame.Surface:
    """Bytes (height, width, 3) as a surface, in the display's format when there is one."""
    return _for_display(pygame.surfarray.make_surface(pixels.swapaxes(0, 1)))


def _for_display(surface: pygame.Surface) -> pygame.Surface:
    return surface.convert() if pygame.display.get_init() and pygame.display.get_surface() else surface


def _file(folder: Path | None, key: str) -> Path | None:
    return folder / f"{key}.png" if folder else None


def _read(file: Path | None) -> pygame.Surface | None:
    """A kept tile; None where there is none, or one that cannot be read."""
    try:
        return pygame.image.load(file) if file and file.is_file() else None
    except (pygame.error, OSError):
        return None


def _bytes_of(surface: pygame.Surface) -> Pixels:
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def _store(file: Path, pixels: Pixels) -> None:
    """Keep a tile; a folder that cannot be written to is no reason to stop."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{file.stem}.part.png")
        pygame.image.save(pygame.surfarray.make_surface(pixels.swapaxes(0, 1)), part)
        part.replace(file)
    except (OSError, pygame.error):
        return


def _touches(piece: Terrain, ground: Ground, ppi: float, box: Box) -> bool:
    """Whether a piece can show in a tile: as `near` sees it from the tile's field with its margins."""
    before, after = margins(ppi)
    pad = REACH + 0.1
    xs, ys = [p[0] for p in piece.rings[0]], [p[1] for p in piece.rings[0]]
    left, right = (box[0] - before) / ppi - pad, (box[2] + after) / ppi + pad
    high, low = ground.height - (box[1] - before) / ppi + pad, ground.height - (box[3] + after) / ppi - pad
    shows = min(xs) < right and max(xs) > left and min(ys) < high and max(ys) > low
    return shows or look_of(piece).painter == "hill"
