"""The bare table at every zoom, drawn in a window from rendered tiles.

Until all tiles of a view are rendered, scaled tiles of the nearest zoom are shown: at first the base picture
of a shipped map, or else one coarse tile. Plain colours are used only where nothing has been rendered yet.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path

import pygame

from battlesim.render.base_pictures import NO_OPEN_ROOFS, all_tiles, base_tile_places, shipped_tile_surfaces
from battlesim.render.board import table_box
from battlesim.render.camera import Camera
from battlesim.render.coverage import PixelBox
from battlesim.render.palette import rgba
from battlesim.render.picture_scaling import MAX_SMOOTH_PIXELS, Blit, scaled_part
from battlesim.render.tile_jobs import TileJobs
from battlesim.render.tiles import (
    TILE_PX,
    TilePlace,
    flat_picture,
    render_tile,
    surface_from_pixels,
    tile_box,
    tile_key,
)
from battlesim.table.terrain import Ground

MAX_TILE_BYTES = 96 * 2**20
"""Maximum bytes of cached lit tiles outside the view: the size of two views of 3840x2160."""


class Board:
    """The bare table in a window. It draws the tiles that are ready and requests the missing tiles."""

    def __init__(
        self,
        ground: Ground,
        executor: Executor | None = None,
        folder: Path | None = None,
        patience: float = 0.0,
    ) -> None:
        """Create a board whose tiles are rendered by `executor` and stored in `folder`, if these are given.

        Without an executor, only `light_view` renders tiles. `patience` is how long, in seconds, the first
        drawing waits for a coarse picture. The attribute `lit` is True if the last drawing was complete.
        """
        self.ground, self.folder, self.patience = ground, folder, patience
        self.open_roof_ids: frozenset[str] = frozenset()
        self.lit = False
        self._work = TileJobs(executor, folder)
        self._tiles: dict[str, pygame.Surface] = {}
        self._keys: dict[TilePlace, str] = {}
        self._earlier_keys: dict[TilePlace, str] = {}
        self._complete_zoom = 0.0
        self._is_first_drawing = True
        self._lit_ahead: tuple[object, ...] = ()
        self._flat_picture: tuple[Camera, pygame.Surface] | None = None

    def show(self, ground: Ground, open_roof_ids: frozenset[str] = frozenset()) -> None:
        """Show the table after it has changed, reusing the tiles that still look the same."""
        if ground != self.ground or open_roof_ids != self.open_roof_ids:
            self.ground, self.open_roof_ids = ground, open_roof_ids
            self._earlier_keys.update({p: k for p, k in self._keys.items() if k in self._tiles})
            self._keys.clear()
            self._flat_picture, self._lit_ahead = None, ()
            self._work.prepare_on_disk((), ground, open_roof_ids)

    def show_new_table(self, ground: Ground, open_roof_ids: frozenset[str] = frozenset()) -> None:
        """Show a different table. Tiles of the old table are not shown while the new tiles are rendered."""
        if ground != self.ground:
            self.show(ground, open_roof_ids)
            self._earlier_keys.clear()
            self._is_first_drawing, self._complete_zoom = True, 0.0
        self.show(ground, open_roof_ids)

    def draw(self, target: pygame.Surface, camera: Camera) -> bool:
        """Draw the table as the camera sees it. Return False if some rendered tiles are still missing."""
        places = list(self.visible_tiles(camera))
        missing = self._missing_tiles(places)
        waits = bool(missing) and self._work.busy
        self.lit = not waits
        self._complete_zoom = self._complete_zoom if waits else camera.ppi
        later = missing if self._complete_zoom == camera.ppi else places
        area = pygame.Rect(0, 0, camera.width, camera.height)
        target.set_clip(area)
        self._fill_surroundings(target, camera)
        for place in set(places).difference(later):
            tile = self._lit_tile(place)
            if tile:
                target.blit(tile, (place[1] * TILE_PX - camera.left, place[2] * TILE_PX - camera.top))
        for place in later:
            left, top, right, bottom = tile_box(self.ground, place)
            seen = pygame.Rect(left - camera.left, top - camera.top, right - left, bottom - top).clip(area)
            target.set_clip(seen)
            target.fblits(self._stand_ins(place, seen, camera))
        target.set_clip(None)
        return not waits

    def _missing_tiles(self, places: list[TilePlace]) -> list[TilePlace]:
        """Collect finished tiles and request missing ones; return the visible tiles not yet lit."""
        first, begins, self._is_first_drawing = base_tile_places(self.ground), self._is_first_drawing, False
        self._tiles.update(self._work.take_finished())
        if begins and not all(map(self.is_tile_lit, first)):
            self._tiles.update(shipped_tile_surfaces(self.ground))
        missing = [place for place in (*first, *places) if not self._lit_tile(place)]
        wanted = {self._key(place): (place, self._open_roofs_in(place)) for place in missing}
        stand_in = {self._key(place) for place in first} if begins else ()
        self._tiles.update(self._work.request_tiles(wanted, self.ground, begins, stand_in))
        if self.patience and not self._tiles:
            self._tiles.update(
                self._work.wait_for_tiles([self._key(place) for place in first], self.patience)
            )
        self.patience = 0.0
        self._evict_tiles({self._key(place) for place in (*first, *places)})
        return [place for place in places if not self.is_tile_lit(place)]

    def _evict_tiles(self, shown: Collection[str]) -> None:
        """Drop the least recently used tiles above the byte limit, except the visible ones."""
        size = sum(_tile_bytes(tile) for tile in self._tiles.values())
        for key in [key for key in self._tiles if key not in shown] if size > MAX_TILE_BYTES else ():
            if size <= MAX_TILE_BYTES:
                break
            size -= _tile_bytes(self._tiles.pop(key))

    def _stand_ins(self, place: TilePlace, seen: pygame.Rect, camera: Camera) -> list[Blit]:
        """Return placeholders for a tile: its earlier state, tiles of another zoom, or plain colours."""
        before = self._tiles.get(self._earlier_keys.get(place, ""))
        if before:
            return [(before, (place[1] * TILE_PX - camera.left, place[2] * TILE_PX - camera.top))]
        here = seen.move(camera.left, camera.top)
        some: list[Blit] = []
        smooth = camera.width * camera.height < MAX_SMOOTH_PIXELS
        for zoom in self._other_zooms(camera.ppi):
            k = camera.ppi / zoom
            tiles = self._tiles_under(here, k, zoom)
            lit = [(tile, corner) for corner, tile in tiles.items() if tile]
            found = [scaled_part(tile, corner, k, here, smooth) for tile, corner in lit]
            blits = [(part, (x + seen.left, y + seen.top)) for part, (x, y) in filter(None, found)]
            if len(lit) == len(tiles):
                return blits
            some = some or blits
        return [(self._plain_picture(camera), (0, 0)), *some]

    def _other_zooms(self, ppi: float) -> list[float]:
        """Return the other zooms shown so far, the nearest first."""
        return sorted({place[0] for place in self._keys} - {ppi}, key=lambda zoom: abs(math.log(zoom / ppi)))

    def _tiles_under(
        self, here: pygame.Rect, k: float, zoom: float
    ) -> dict[tuple[int, int], pygame.Surface | None]:
        """Return the tiles at `zoom` under a rect of a lattice `k` times as fine, by their corners."""
        _, _, wide, high = table_box(self.ground, zoom)
        side = k * TILE_PX
        columns = range(math.floor(here.left / side), math.ceil(min(here.right / side, wide / TILE_PX)))
        rows = range(math.floor(here.top / side), math.ceil(min(here.bottom / side, high / TILE_PX)))
        return {(i * TILE_PX, j * TILE_PX): self._lit_tile((zoom, i, j)) for j in rows for i in columns}

    def _plain_picture(self, camera: Camera) -> pygame.Surface:
        """Return the view in plain colours."""
        if self._flat_picture is None or self._flat_picture[0] != camera:
            left, top = camera.left, camera.top
            box: PixelBox = (left, top, left + camera.width, top + camera.height)
            self._flat_picture = camera, flat_picture(self.ground, camera.ppi, box)
        return self._flat_picture[1]

    def _fill_surroundings(self, target: pygame.Surface, camera: Camera) -> None:
        """Fill the part of the view outside the table."""
        _, _, wide, high = table_box(self.ground, camera.ppi)
        table = pygame.Rect(-camera.left, -camera.top, wide, high)
        sides = (
            (0, 0, camera.width, table.top),
            (0, table.bottom, camera.width, camera.height - table.bottom),
            (0, 0, table.left, camera.height),
            (table.right, 0, camera.width - table.right, camera.height),
        )
        for x, y, width, height in sides:
            if width > 0 and height > 0:
                target.fill(rgba("void")[:3], (x, y, width, height))

    def light_ahead(self, zooms: Sequence[float]) -> None:
        """Render the whole table at other zooms in the background, and store the rendered tiles on disk."""
        if self._lit_ahead != (self.ground, self.open_roof_ids, *zooms):
            self._lit_ahead = (self.ground, self.open_roof_ids, *zooms)
            places = [place for zoom in zooms for place in all_tiles(self.ground, zoom)]
            self._work.prepare_on_disk(places, self.ground, self.open_roof_ids)

    def light_view(self, camera: Camera) -> None:
        """Render all tiles in the camera's view, and wait until they are ready."""
        for place in self.visible_tiles(camera):
            if not self._lit_tile(place):
                pixels = render_tile(self.ground, place, self._open_roofs_in(place), self.folder)
                self._tiles[self._key(place)] = surface_from_pixels(pixels)

    def visible_tiles(self, camera: Camera) -> Iterator[TilePlace]:
        """Yield the tiles in the camera's view, starting from the centre of the view."""
        _, _, right, bottom = table_box(self.ground, camera.ppi)
        x0, x1 = max(camera.left, 0), min(camera.left + camera.width, right)
        y0, y1 = max(camera.top, 0), min(camera.top + camera.height, bottom)
        columns, rows = range(x0 // TILE_PX, -(-x1 // TILE_PX)), range(y0 // TILE_PX, -(-y1 // TILE_PX))
        middle = ((x0 + x1) / 2 / TILE_PX - 0.5, (y0 + y1) / 2 / TILE_PX - 0.5)
        found = [(camera.ppi, i, j) for j in rows for i in columns]
        yield from sorted(found, key=lambda p: (p[1] - middle[0]) ** 2 + (p[2] - middle[1]) ** 2)

    def is_tile_lit(self, tile: TilePlace) -> bool:
        """Return whether a tile has been rendered with lighting and is ready to be drawn."""
        return self._key(tile) in self._tiles

    def _key(self, place: TilePlace) -> str:
        if place not in self._keys:
            self._keys[place] = tile_key(self.ground, place, self._open_roofs_in(place))
        return self._keys[place]

    def _open_roofs_in(self, place: TilePlace) -> frozenset[str]:
        """Return the ids of buildings drawn with open roofs in a tile; base tiles show all roofs closed."""
        return NO_OPEN_ROOFS if place in base_tile_places(self.ground) else self.open_roof_ids

    def _lit_tile(self, place: TilePlace) -> pygame.Surface | None:
        """Return a lit tile and mark it as recently used, or None if it is not available."""
        key = self._keys.get(place, "")
        tile = self._tiles.pop(key, None)
        if tile:
            self._tiles[key] = tile
        return tile


def _tile_bytes(tile: pygame.Surface) -> int:
    """Return the size of a tile in memory in bytes."""
    return tile.get_pitch() * tile.get_height()
