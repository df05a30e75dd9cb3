"""Sprites for every kind of item in a draw list."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pygame

from battlesim.geometry import outlines
from battlesim.geometry.outlines import (
    Shape,
    annulus,
    box,
    disc,
    polygon,
    rounded_box,
    shape_bounds,
    star,
    stroke,
    transformed,
)
from battlesim.render import text_layout
from battlesim.render.clouds import cloud_surface
from battlesim.render.dice import die_canvas
from battlesim.render.drawlist import (
    Badge,
    CircleOutline,
    DieItem,
    Dot,
    Glyph,
    Icon,
    PanelBox,
    Patch,
    Plate,
    SideGlyphs,
    Stroke,
    TextLine,
)
from battlesim.render.icons import icon_colour, placed_icon
from battlesim.render.palette import fill_alpha, rgba, text_colour
from battlesim.render.sprite_canvas import SpriteCanvas
from battlesim.render.text_extent import plate_extent, plate_layout, text_extent
from battlesim.render.tokens import badge_sprite, dot_shape

PixelBox = tuple[int, int, int, int]
Sprite = tuple[pygame.Surface, int, int]
"""A surface and the position of its corner, relative to the item's point or on the lattice."""

ToLattice = Callable[[float, float], tuple[float, float]]
EMPTY_SPRITE_PX = 1
TILE_EDGE_PX: Final = 2.5
"""Width in pixels at scale 1 of the line around the tile of a plate."""
MAX_SUPERSAMPLED_PIXELS = 64_000
"""Maximum number of pixels of a region's box for supersampling; larger regions are drawn directly."""


def point_sprite(item: Any, ppi: float, scale: float) -> Sprite:
    """Return the sprite of an item that is drawn at a point, and the offset of the sprite from that point."""
    return _SPOTS[type(item)](item, ppi, scale)


def region_sprite(item: Patch | Stroke, to_lattice: ToLattice, scale: float, window: PixelBox) -> Sprite:
    """Return the sprite of a region or line, clipped to a window given in pixels of the whole table."""
    if isinstance(item, Stroke):
        return _line(item, to_lattice, scale, window)
    shape = tuple(
        tuple(np.array([to_lattice(x, y) for x, y in ring]) for ring in rings) for rings in item.shape
    )
    pad = math.ceil(max(item.width, 5.0 if item.halo else 0.0, 2.5 * item.soft) * scale) + 2
    area = _cut(shape, pad, window)
    if area is None:
        return _empty()
    if item.texture:
        return (
            cloud_surface(shape, area, math.dist(to_lattice(0, 0), to_lattice(1, 0)), item.texture),
            area[0],
            area[1],
        )
    small = (area[2] - area[0]) * (area[3] - area[1]) <= MAX_SUPERSAMPLED_PIXELS
    return (_fine_area if small or item.soft else _wide_area)(item, shape, scale, area)


def _cut(shape: Shape, pad: int, window: PixelBox) -> PixelBox | None:
    if not shape:
        return None
    x0, y0, x1, y1 = shape_bounds(shape)
    left, top = max(window[0], math.floor(x0) - pad), max(window[1], math.floor(y0) - pad)
    right, bottom = min(window[2], math.ceil(x1) + pad), min(window[3], math.ceil(y1) + pad)
    return (left, top, right, bottom) if right > left and bottom > top else None


def _empty() -> Sprite:
    return pygame.Surface((EMPTY_SPRITE_PX, EMPTY_SPRITE_PX), pygame.SRCALPHA), 0, 0


def _sheet(area: PixelBox) -> SpriteCanvas:
    return SpriteCanvas(area[2] - area[0], area[3] - area[1], area[0], area[1])


def _fine_area(item: Patch, shape: Shape, scale: float, area: PixelBox) -> Sprite:
    sheet = _sheet(area)
    sheet.fill_shape(shape, item.colour, fill_alpha(item.alpha), item.soft * scale)
    if item.hatch:
        sheet.hatch_shape(shape, 9 * scale, 1.4 * scale, item.colour, item.hatch)
    if item.halo:
        sheet.draw_outline(shape, 5 * scale, item.colour, item.halo)
    if item.bed:
        sheet.draw_outline(shape, (item.width + 2) * scale, "ink", item.bed)
    if item.width and item.edge:
        sheet.draw_outline(shape, item.width * scale, item.colour, item.edge)
    return sheet.to_surface(), area[0], area[1]


def _wide_area(item: Patch, shape: Shape, scale: float, area: PixelBox) -> Sprite:
    """Return the sprite of a large region without supersampling, as it may change with every mouse move."""
    surface = pygame.Surface((area[2] - area[0], area[3] - area[1]), pygame.SRCALPHA)
    r, g, b, _ = rgba(item.colour)
    surface.fill((r, g, b, 0))
    origin = np.array([area[0], area[1]])
    drawn = [[(ring - origin).tolist() for ring in rings] for rings in shape]
    for rings in drawn:
        pygame.draw.polygon(surface, rgba(item.colour, fill_alpha(item.alpha)), rings[0])
        for hole in rings[1:]:
            pygame.draw.polygon(surface, (r, g, b, 0), hole)
    for line in outlines.hatch_lines(shape, 9 * scale) if item.hatch else ():
        a, c = (line - origin).tolist()
        pygame.draw.aaline(surface, rgba(item.colour, item.hatch), a, c, max(1, round(1.4 * scale)))
    for ring in [ring for rings in drawn for ring in rings]:
        if item.bed:
            pygame.draw.lines(surface, rgba("ink", item.bed), True, ring, round((item.width + 2) * scale))
        if item.halo:
            halo = rgba(item.colour, item.alpha + item.halo * 0.6)
            pygame.draw.lines(surface, halo, True, ring, round(5 * scale))
        width, ink = max(1, round(item.width * scale)), rgba(item.colour, item.edge)
        for a, c in zip(ring, ring[1:] + ring[:1], strict=True) if item.width and item.edge else ():
            pygame.draw.aaline(surface, ink, a, c, width)
    return surface, area[0], area[1]


def _line(item: Stroke, at: ToLattice, scale: float, window: PixelBox) -> Sprite:
    points = [at(x, y) for x, y in item.points]
    if len(points) < 2 or all(p == points[0] for p in points):
        return _empty()
    band = stroke(points, max(item.bed, item.width) * scale + 2)
    area = _cut(band, 2, window)
    if area is None:
        return _empty()
    sheet = _sheet(area)
    if item.bed:
        sheet.fill_shape(stroke(points, item.bed * scale, "flat"), "ink", item.bed_alpha)
    dash, gap = item.dash
    width = item.width * scale
    drawn = (
        outlines.dashes(points, dash * scale, gap * scale, width) if dash else stroke(points, width, "flat")
    )
    sheet.fill_shape(drawn, item.colour, item.alpha)
    return sheet.to_surface(), area[0], area[1]


def _about(radius: float) -> tuple[SpriteCanvas, int]:
    """Return an empty canvas centred on (0, 0), and the coordinate of its corner."""
    r = math.ceil(radius) + 2
    return SpriteCanvas(2 * r, 2 * r, -r, -r), -r


CROWDED_RADIUS_PX: Final = 8.0
"""Radius in pixels at scale 1 below which dashed rings, often on many adjacent bases, are drawn finer."""


def _ring(item: CircleOutline, ppi: float, scale: float) -> Sprite:
    if item.dashes:
        scale = min(scale, max(0.75, item.radius * ppi / CROWDED_RADIUS_PX))
    r, width = item.radius * ppi + item.pad * scale, max(1.0, item.width * scale)
    sheet, corner = _about(r + width + (10 * scale if item.halo else 0))
    if item.halo:
        glow = annulus(0, 0, r + 4 * scale, max(r - 2 * scale, 0.0))
        sheet.fill_shape(glow, item.colour, item.halo, soft=3 * scale)
    line = annulus(0, 0, r + width / 2, max(r - width / 2, 0.0))
    if item.dashes:
        ring = disc(0, 0, r, 96)[0][0]
        dash = 2 * math.pi * r / item.dashes
        line = outlines.dashes(ring, dash * 0.55, dash * 0.45, width, closed=True)
        sheet.fill_shape(outlines.grow(line, 1.0), "ink", 0.5 * item.alpha)
    sheet.fill_shape(line, item.colour, item.alpha)
    return sheet.to_surface(), corner, corner


def _dot(item: Dot, ppi: float, scale: float) -> Sprite:
    sheet, corner = _about((item.size + item.rim) * scale)
    if item.rim:
        sheet.fill_shape(disc(0, 0, (item.size + item.rim) * scale), "ink", 0.8 * item.alpha)
    sheet.fill_shape(disc(0, 0, item.size * scale), item.colour, item.alpha)
    return sheet.to_surface(), corner, corner


def _brackets(r: float) -> Shape:
    arm, thick = r * 0.43, max(2.4, r * 0.12)
    corner = [
        (r - arm, -r),
        (r, -r),
        (r, -r + arm),
        (r - thick, -r + arm),
        (r - thick, -r + thick),
        (r - arm, -r + thick),
    ]
    one = polygon(corner)
    quarter = [(1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0)]
    return tuple(rings for a, b, c, d in quarter for rings in transformed(one, (a, b, c, d, 0, 0)))


def _arrow(r: float) -> Shape:
    return polygon([(r, 0), (-r * 0.6, -r * 0.8), (-r * 0.2, 0), (-r * 0.6, r * 0.8)])


GLYPH_SHAPES: dict[str, Callable[[float], Shape]] = {
    "brackets": _brackets,
    "star": lambda r: star(0, 0, r, 4, 0.38),
    "burst": lambda r: star(0, 0, r, 8, 0.45),
    "action": lambda r: star(0, 0, r, 4, 0.5),
    "cross": lambda r: outlines.join(
        stroke([(-r, -r), (r, r)], r * 0.42), stroke([(-r, r), (r, -r)], r * 0.42)
    ),
    "arrow": _arrow,
    "triangle": lambda r: polygon([(-r, r * 0.8), (r, r * 0.8), (0, -r)]),
    "diamond": lambda r: polygon([(0, -r), (r, 0), (0, r), (-r, 0)]),
    "disc": lambda r: disc(0, 0, r),
}
"""Functions that return the shape of each glyph for a size in pixels."""


def _mark(item: Glyph, ppi: float, scale: float) -> Sprite:
    r = item.radius * ppi + item.size * scale
    c, s = math.cos(math.radians(item.turn)), math.sin(math.radians(item.turn))
    form = transformed(GLYPH_SHAPES[item.form](r), (c, s, -s, c, 0, 0))
    sheet, corner = _about(r * 1.5 + 3)
    sheet.fill_shape(outlines.grow(form, 1.4 * scale), "ink", 0.8 * item.alpha)
    sheet.fill_shape(form, item.colour, item.alpha)
    return sheet.to_surface(), corner, corner


def _signs(item: SideGlyphs, ppi: float, scale: float) -> Sprite:
    r = item.radius * ppi
    sheet, corner = _about(r * 1.25 + 1)
    sheet.fill_shape(transformed(dot_shape(item.side), (r, 0, 0, r, 0, 0)), item.colour)
    return sheet.to_surface(), corner, corner


def _icon(item: Icon, ppi: float, scale: float) -> Sprite:
    size = item.size * scale
    sheet, corner = _about(size / 2)
    sheet.fill_shape(placed_icon(item.name, 0, 0, size), item.colour, item.alpha)
    return sheet.to_surface(), corner + round(item.dx * scale), corner + round(item.dy * scale)


def _badge(item: Badge, ppi: float, scale: float) -> Sprite:
    r = max(6, round(item.size * scale))
    return badge_sprite(item.name, r), round(item.dx * scale) - r - 4, round(item.dy * scale) - r - 4


def _text(item: TextLine, ppi: float, scale: float) -> Sprite:
    room = text_extent(item, scale)
    sheet = SpriteCanvas(room.width, room.height)
    size = text_layout.text_pixels(item.size, scale)
    sheet.draw_text(
        0,
        room.height / 2,
        text_layout.shown_text(item.shown_text),
        size,
        item.colour,
        item.bold,
        alpha=item.alpha,
    )
    return sheet.to_surface(), room.x, room.y


def _plate(item: Plate, ppi: float, scale: float) -> Sprite:
    room, parts = plate_extent(item, scale), plate_layout(item, scale)
    sheet, middle = SpriteCanvas(room.width, room.height), room.height / 2
    sheet.fill_shape(rounded_box(0, 0, room.width, room.height, 6 * scale), "void", 0.86)
    size, icon = text_layout.text_pixels(item.size, scale), 0.85 * parts.step
    if item.letter:
        sheet.fill_shape(rounded_box(0, 0, parts.tile, room.height, 6 * scale), item.edge or item.tile)
        if item.edge:
            inset = TILE_EDGE_PX * scale
            width, height = parts.tile - 2 * inset, room.height - 2 * inset
            sheet.fill_shape(rounded_box(inset, inset, width, height, 4 * scale), item.tile)
        sheet.draw_text(parts.tile / 2, middle, item.letter, size, "void", True, "c")
    if item.sign:
        sheet.fill_shape(
            placed_icon(item.sign, parts.sign + icon / 2, middle, icon), text_colour(item.colour)
        )
    words = text_layout.shown_text(item.shown_text)
    if words:
        sheet.draw_text(parts.text, middle, words, size, text_colour(item.colour), True)
    for k, name in enumerate(item.icons):
        at = parts.icons + k * parts.step + icon / 2
        sheet.fill_shape(placed_icon(name, at, middle, icon), icon_colour(name))
    return sheet.to_surface(), room.x, room.y


def _box(item: PanelBox, ppi: float, scale: float) -> Sprite:
    w, h, r = item.width * scale, item.height * scale, item.radius * scale
    pad = round(20 * scale) if item.shadow else 1
    sheet = SpriteCanvas(w + 2 * pad, h + 2 * pad, -pad, -pad)
    shape = rounded_box(0, 0, w, h, r)
    if item.shadow:
        sheet.fill_shape(rounded_box(0, 4 * scale, w, h, r), "void", 0.55, soft=7 * scale)
    sheet.fill_shape(shape, item.fill, item.alpha)
    if item.hatch:
        sheet.hatch_shape(shape, 8 * scale, 1.3 * scale, "ink", 0.5)
    if item.edge:
        sheet.draw_outline(rounded_box(0.5, 0.5, w - 1, h - 1, r), 1, item.edge)
    if item.hairline:
        sheet.fill_shape(box(r, 1, w - r, 2), "bright", item.hairline)
    return sheet.to_surface(), round(item.dx * scale) - pad, round(item.dy * scale) - pad


def _die(item: DieItem, ppi: float, scale: float) -> Sprite:
    sheet, x, y = die_canvas(item, scale)
    return sheet.to_surface(), round(item.dx * scale) - x, round(item.dy * scale) - y


_SPOTS: dict[type, Callable[[Any, float, float], Sprite]] = {
    CircleOutline: _ring,
    Dot: _dot,
    Glyph: _mark,
    SideGlyphs: _signs,
    Icon: _icon,
    Badge: _badge,
    TextLine: _text,
    Plate: _plate,
    PanelBox: _box,
    DieItem: _die,
}
