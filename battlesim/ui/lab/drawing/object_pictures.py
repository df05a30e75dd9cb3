"""Pictures of map objects with lighting, cut out along their outlines, while they are placed or dragged."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

import pygame

from battlesim.geometry.shapes import ring_bounds
from battlesim.render.board import lit_pixels
from battlesim.render.camera import Camera
from battlesim.render.drawlist import Layer, PictureItem
from battlesim.render.pygame_backend import Canvas
from battlesim.render.tiles import surface_from_pixels
from battlesim.scenarios.map_sketch import MAP_LABEL
from battlesim.scenarios.maps import TableSpec, TerrainSpec, build_terrain
from battlesim.scenarios.shape_edits import MapObject, moved_object, object_outline
from battlesim.scenarios.terrain_kinds import TerrainDefaults
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.terrain import Ground
from battlesim.ui.lab.drawing.map_draft import MapDraft

MAX_PICTURE_PIXELS: Final = 160_000
"""Largest number of pixels of a picture; larger objects are shown as coloured outlines."""
MAX_CACHED_PICTURES: Final = 24
PICTURE_MARGIN_IN: Final = 0.5
"""Inches of table around an object in its picture, which the rendering needs."""
PICTURE_ALPHA: Final = 235
"""Opacity of a picture, of 255."""


class ObjectPictures:
    """A cache of the pictures of dragged objects, by object and zoom.

    The least recently used pictures are discarded.
    """

    def __init__(self, draft: MapDraft) -> None:
        self.draft = draft
        self._known: OrderedDict[str, pygame.Surface] = OrderedDict()

    def object_picture(self, one: MapObject, canvas: Canvas, camera: Camera) -> PictureItem | None:
        """Return the picture of an object where it lies, None if it is too large or cannot lie there."""
        rings, ppi = object_outline(one), camera.ppi
        if not rings:
            return None
        left, low, right, top = ring_bounds(rings[0])
        wide, high = right - left + 2 * PICTURE_MARGIN_IN, top - low + 2 * PICTURE_MARGIN_IN
        if wide * high * ppi * ppi > MAX_PICTURE_PIXELS:
            return None
        at_origin = moved_object(one, PICTURE_MARGIN_IN - left, PICTURE_MARGIN_IN - low)
        ground = self.draft.work.editor.table.ground
        key = f"held {hash((at_origin, ppi, ground.surface, ground.mood))}"
        if key not in self._known:
            bare = Ground(max(wide, 1.0), max(high, 1.0), ground.surface, (), ground.mood)
            made = render_cut_out(at_origin, self.draft.kinds, bare, ppi)
            if made is None:
                return None
            self._known[key] = made
        self._known.move_to_end(key)
        canvas.pictures[key] = self._known[key]
        while len(self._known) > MAX_CACHED_PICTURES:
            old, _ = self._known.popitem(last=False)
            canvas.pictures.pop(old, None)
        return PictureItem(
            Layer.TEMPLATE, left - PICTURE_MARGIN_IN, low - PICTURE_MARGIN_IN + max(high, 1.0), key
        )


def render_cut_out(
    one: MapObject, kinds: Mapping[str, TerrainDefaults], bare: Ground, ppi: float
) -> pygame.Surface | None:
    """Render an object on a patch of table, cut out along its outline; None if it cannot lie there."""
    if isinstance(one, TerrainSpec):
        try:
            piece = build_terrain(one, 0, TableSpec(bare.width, bare.height), kinds, MAP_LABEL)
        except InputError:
            return None
        ground = Ground(bare.width, bare.height, bare.surface, (piece,), bare.mood)
    else:
        ground = Ground(bare.width, bare.height, bare.surface, (), bare.mood, dressing=(one,))
    size = round(bare.width * ppi), round(bare.height * ppi)
    whole = surface_from_pixels(lit_pixels(ground, ppi, (0, 0, *size)))
    cut = pygame.Surface(size, pygame.SRCALPHA)
    first, *holes = ([(x * ppi, (bare.height - y) * ppi) for x, y in ring] for ring in object_outline(one))
    _fill(cut, first, PICTURE_ALPHA)
    for hole in holes:
        _fill(cut, hole, 0)
    cut.blit(whole, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return cut


def _fill(surface: pygame.Surface, ring: Sequence[tuple[float, float]], alpha: int) -> None:
    pygame.draw.polygon(surface, (255, 255, 255, alpha), ring)
