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
from typing import NamedTuple

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
EDITION = 2
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
    shown = [drawn for drawn in _drawn(ground) if _touches(drawn, ground, ppi, box)]
    doors = sorted(drawn.id for drawn in shown if drawn.id in opened)
    frame = (EDITION, ground.width, ground.height, ground.surface, ground.mood, place, doors)
    known = hashlib.sha256(msgspec.json.encode(frame))
    for drawn in shown:
        known.update(drawn.content)
    return known.hexdigest()[:32]


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
        """A tile at once: out of the lit tiles of the next zoom, in plain colours where there are none."""
        if place not in self._flat:
            box = tile_box(self.ground, place)
            zooms = sorted((z for z in ZOOMS if z != place[0]), key=lambda z: abs(z - place[0]))
            sources = [(zoom, self._sources(box, place[0] / zoom, zoom)) for zoom in zooms]
            full = [(zoom, found) for zoom, found in sources if None not in found.values()][:1]
            surface = pygame.Surface((box[2] - box[0], box[3] - box[1])) if full else None
            surface = surface or flat_picture(self.ground, place[0], box)
            for zoom, found in full or reversed(sources):
                for corner, tile in found.items():
                    if tile is not None:
                        _paste(surface, box, place[0] / zoom, corner, tile)
            self._flat[place] = surface
        return self._flat[place]

    def _sources(self, box: Box, k: float, zoom: float) -> dict[tuple[int, int], pygame.Surface | None]:
        """The tiles of another zoom that lie under a box which is `k` times as large, by their corners."""
        left, top, right, bottom = (round(side / k) for side in box)
        spots = [
            (column, row)
            for column in range(left // TILE, -(-right // TILE))
            for row in range(top // TILE, -(-bottom // TILE))
        ]
        return {(i * TILE, j * TILE): self._tiles.get(self._keys.get((zoom, i, j), "")) for i, j in spots}

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
    shown = (drawn.piece for drawn in _drawn(ground) if _touches(drawn, ground, ppi, area))
    for piece in sorted(shown, key=lambda piece: look_of(piece).order):
        tone = colour(look_of(piece).tones[1] if look_of(piece).tones else look_of(piece).tone)
        ring = [(x * ppi - left, (ground.height - y) * ppi - top) for x, y in piece.rings[0]]
        pygame.draw.polygon(surface, rgba(tone * light * (0.6 if piece.height < 0.5 else 0.9))[:3], ring)
        pygame.draw.aalines(surface, rgba(tone * 0.4)[:3], True, ring)
    return surface


def _paste(
    surface: pygame.Surface, box: Box, k: float, corner: tuple[int, int], tile: pygame.Surface
) -> None:
    """Lay a tile of another zoom, `k` times as large, over the picture of a box."""
    left, top, right, bottom = box
    x0, y0 = max(corner[0], math.floor(left / k)), max(corner[1], math.floor(top / k))
    x1 = min(corner[0] + tile.get_width(), math.ceil(right / k))
    y1 = min(corner[1] + tile.get_height(), math.ceil(bottom / k))
    if x1 <= x0 or y1 <= y0:
        return
    part = tile.subsurface((x0 - corner[0], y0 - corner[1], x1 - x0, y1 - y0))
    at = round(x0 * k) - left, round(y0 * k) - top
    size = round(x1 * k) - round(x0 * k), round(y1 * k) - round(y0 * k)
    surface.blit(pygame.transform.scale(part, size), at)


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


class _Drawn(NamedTuple):
    """What tiles know of a terrain piece: its box in inches (None: it may show anywhere), and its content."""

    id: str
    piece: Terrain
    box: tuple[float, float, float, float] | None
    content: bytes


def _drawn(ground: Ground) -> list[_Drawn]:
    """The terrain of a table, as tiles see it."""

    def boxed(piece: Terrain) -> _Drawn:
        xs, ys = [p[0] for p in piece.rings[0]], [p[1] for p in piece.rings[0]]
        box = None if look_of(piece).painter == "hill" else (min(xs), min(ys), max(xs), max(ys))
        return _Drawn(piece.id, piece, box, msgspec.json.encode(piece))

    return ground.cached(("render", "drawn"), lambda: [boxed(piece) for piece in ground.terrain])


def _touches(drawn: _Drawn, ground: Ground, ppi: float, box: Box) -> bool:
    """Whether a piece can show in a tile: as `near` sees it from the tile's field with its margins."""
    if drawn.box is None:
        return True
    before, after = margins(ppi)
    pad = REACH + 0.1
    left, right = (box[0] - before) / ppi - pad, (box[2] + after) / ppi + pad
    high, low = ground.height - (box[1] - before) / ppi + pad, ground.height - (box[3] + after) / ppi - pad
    return drawn.box[0] < right and drawn.box[2] > left and drawn.box[1] < high and drawn.box[3] > low
