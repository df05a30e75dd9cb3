"""Tokens, the rendered pictures of pieces, cached by all properties that affect their look.

The unit of size is the radius of the base. Figures are rotated as vectors, because rotating a bitmap would
rotate its lighting.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import pygame

from battlesim.geometry.outlines import (
    Shape,
    annulus,
    box,
    cut,
    disc,
    join,
    polygon,
    rounded_box,
    stroke,
    transformed,
)
from battlesim.render.coverage import clip_box
from battlesim.render.figures import (
    FIGURES_WITHOUT_FACING,
    FINE_DETAIL_RADIUS_PX,
    figure_fraction,
    figure_parts,
)
from battlesim.render.icons import icon_colour, placed_icon
from battlesim.render.light import LIGHT_DIRECTION
from battlesim.render.noise import F32, box_blur
from battlesim.render.palette import (
    COLOUR_HEX,
    PALETTE_WEIGHTS,
    SIDE_DOTS,
    SIDE_RIMS,
    SIDE_TONES,
    Colour,
    colour,
    mix,
    palette_in_use,
    side_colour,
)
from battlesim.render.sprite_canvas import SpriteCanvas

SPRITE_SPAN: Final = 3.4
"""Width of a token's sprite in base radii."""

RIM_WIDTH: Final = 0.17
"""Width of a rim in base radii."""

SHADOW_REACH: Final = 0.13
"""Reach of the soft shadow of a figure in base radii."""

FACING_STEP_DEG: Final = 5
"""Step in degrees to which facings are rounded."""

MIN_BADGE_RADIUS_PX, MIN_FIGURE_RADIUS_PX, MIN_DISC_RADIUS_PX = 13.0, 7.0, 4.0
"""Minimum radii in pixels for a full badge (below: its icon only), a figure, and a disc with a rim."""


STERN_SIGN_RADIUS: Final = 0.3
"""Radius of the sign of the side on a base that is not round, in base radii."""

MIN_LETTER_RADIUS_PX: Final = 18
"""Minimum radius in pixels, at interface scale 1, of a token that shows its unit's letter."""


BADGE_OFFSET: Final = 0.78
"""Offset of the badge (to the upper right) and the letter (to the upper left), in base radii."""


def min_letter_radius(scale: float) -> int:
    """Return the smallest radius, in pixels, at which the picture of a piece shows a letter.

    It is larger if the interface is scaled up.
    """
    return round(MIN_LETTER_RADIUS_PX * max(1.0, scale))


class TokenLook(NamedTuple):
    """All properties on which the picture of a piece depends. They are the key under which it is cached.

    `radius` is in pixels and `turn` in steps of 5 degrees. `stretch` is 0 unless the figure fills a base that
    is not round. It is then the ratio of the base's length to its breadth, and the picture is drawn without a
    base.
    """

    figure: str
    side: int
    radius: int
    turn: int = 0
    lost: int = 0
    full: int = 0
    spent: bool = False
    stretch: float = 0.0

    @property
    def reach(self) -> float:
        """The distance, in base radii, from the centre of a piece's picture to its foremost point."""
        return self.stretch or 1.0


def token_sprite(look: TokenLook) -> pygame.Surface:
    """Return the picture of a piece. The centre of the picture is the centre of the base."""
    return _token(look, palette_in_use())


def clear_token_cache() -> None:
    """Clear the cache of the pictures of pieces."""
    _token.cache_clear()


@lru_cache(maxsize=8192)
def _token(look: TokenLook, palette: str) -> pygame.Surface:
    if look.radius < MIN_DISC_RADIUS_PX:
        return _dot(look)
    span, r = look.radius * SPRITE_SPAN * look.reach, float(look.radius)
    sheet, middle = SpriteCanvas(span, span), span / 2
    if look.figure not in FIGURES_WITHOUT_FACING:
        _wedge(sheet, look, middle)
    if not look.stretch:
        sheet.blend_canvas(_base(look.side, look.radius, look.spent, palette))
    if r >= MIN_FIGURE_RADIUS_PX:
        _figure(sheet, look, middle)
        if look.stretch:
            _side_sign(sheet, look, middle)
        _pips(sheet, look, middle)
    return sheet.to_surface()


@lru_cache(maxsize=256)
def token_shadow(radius: int, flying: bool) -> pygame.Surface:
    """Return a picture of the shadow of a piece. The centre of the picture is the centre of the base."""
    r, middle = float(radius), radius * SPRITE_SPAN / 2
    sheet = SpriteCanvas(radius * SPRITE_SPAN, radius * SPRITE_SPAN)
    if flying:
        sheet.fill_shape(disc(middle + 0.5 * r, middle + 0.6 * r, r), "ink", 0.5, soft=max(1.0, r * 0.3))
        return sheet.to_surface()
    sheet.fill_shape(
        disc(middle + 0.16 * r, middle + 0.20 * r, r * 1.02), "ink", 0.62, soft=max(1.0, r * 0.16)
    )
    sheet.fill_shape(disc(middle, middle, r * 1.05), "ink", 0.45, soft=max(1.0, r * 0.05))
    return sheet.to_surface()


@lru_cache(maxsize=512)
def letter_sprite(letter: str, radius: int) -> pygame.Surface:
    """Return a picture of a unit's letter for a piece whose base has the given radius in pixels."""
    r, wide, high = float(radius), radius * 0.58, radius * 0.52
    sheet = SpriteCanvas(wide + 4, high + 4)
    x, y = sheet.width / 2, sheet.height / 2
    sheet.fill_shape(rounded_box(x - wide / 2, y - high / 2, wide, high, r * 0.12), "ink", 0.92)
    sheet.draw_text(x, y, letter, max(9, int(r * 0.38)), "text", True, "c")
    return sheet.to_surface()


@lru_cache(maxsize=512)
def badge_sprite(name: str, radius: int, more: bool = False) -> pygame.Surface:
    """Return a round badge with an icon. If `more` is true, a plus sign stands for further icons."""
    r, middle = float(radius), radius + 4.0
    sheet = SpriteCanvas(2 * middle + (r if more else 0), 2 * middle)
    tone = icon_colour(name)
    sheet.fill_shape(disc(middle, middle, r + 1.2), "ink", 0.95)
    sheet.fill_shape(disc(middle, middle, r), "raised")
    sheet.fill_shape(annulus(middle, middle, r, r - max(1.0, r * 0.12)), tone, 0.9)
    sheet.fill_shape(placed_icon(name, middle, middle, r * 1.35), tone)
    if more:
        at = middle + r * 1.05
        sheet.fill_shape(disc(at, middle - r * 0.6, r * 0.42 + 1), "ink", 0.95)
        sheet.fill_shape(placed_icon("plus", at, middle - r * 0.6, r * 0.8), "bright")
    return sheet.to_surface()


@lru_cache(maxsize=512)
def small_badge_sprite(name: str, radius: int) -> pygame.Surface:
    """Return a badge for the small picture of a piece, with an icon that is as large as possible."""
    sheet, middle = SpriteCanvas(2 * radius + 8, 2 * radius + 8), radius + 4.0
    sheet.fill_shape(disc(middle, middle, radius + 1.2), "ink", 0.95)
    sheet.fill_shape(placed_icon(name, middle, middle, radius * 1.8), icon_colour(name))
    return sheet.to_surface()


def token_badge(name: str, radius: int, more: bool) -> pygame.Surface:
    """Return the badge for the picture of a piece whose base has the given radius in pixels.

    The centre of the badge is half the picture's height to the right of and below the upper left corner.
    """
    if radius < MIN_BADGE_RADIUS_PX:
        return small_badge_sprite(name, max(5, round(radius * 0.6)))
    return badge_sprite(name, max(7, round(radius * 0.52)), more)


@lru_cache(maxsize=32)
def rim_shape(code: str, weight: float = 1.0) -> Shape:
    """Return the rim around a side's pieces, of radius 1. Its shape tells the sides apart without colour."""
    if code == "teeth":
        return cut(_band(0.78, 1.04, weight), *(_notch(k) for k in range(10)))
    if code == "dashes":
        gaps = (stroke([_on(k + 0.5, 6, 0.6), _on(k + 0.5, 6, 1.2)], 0.34, "flat") for k in range(6))
        return cut(_band(0.80, 1.0, weight), *gaps)
    if code == "square":
        lugs = (_turned(box(0.80, -0.24, 1.22, 0.24), k * 90 + 45) for k in range(4))
        return join(_band(0.86, 1.0, weight), *lugs)
    if code == "double":
        return join(_band(0.95, 1.05, weight), _band(0.64, 0.78, weight))
    if code == "hexagon":
        return cut(polygon([_on(k, 6, 1.18) for k in range(6)]), disc(0, 0, 1 - 0.18 * weight))
    if code == "beads":
        return join(*(disc(*_on(k, 10, 0.93), 0.155 * math.sqrt(weight)) for k in range(10)))
    if code == "thorns":
        return join(_band(0.84, 0.97, weight), *(_thorn(k) for k in range(5)))
    return _band(1 - RIM_WIDTH, 1.0, weight)


def _band(inner: float, outer: float, weight: float) -> Shape:
    return annulus(0, 0, outer, outer - (outer - inner) * weight)


def _notch(k: int) -> Shape:
    return polygon([_on(k, 10, 0.84), _on(k - 0.30, 10, 1.12), _on(k + 0.30, 10, 1.12)])


def _thorn(k: int) -> Shape:
    corners = ((-0.27, 0.86), (-0.10, 1.04), (0.20, 1.34), (0.17, 1.02), (0.25, 0.86))
    return polygon([_on(k + along, 5, r) for along, r in corners])


@lru_cache(maxsize=64)
def dot_shape(side: int) -> Shape:
    """Return the simplest sign of a side, roughly the size of a unit disc, with y pointing down."""
    code = SIDE_DOTS.get(side, "disc")
    if code == "triangle":
        return polygon([(0, -1.04), (1.04, 0.76), (-1.04, 0.76)])
    if code == "square":
        return box(-0.82, -0.82, 0.82, 0.82)
    if code == "diamond":
        return polygon([(0, -1.22), (1.05, 0), (0, 1.22), (-1.05, 0)])
    if code == "ring":
        return annulus(0, 0, 1.0, 0.48)
    if code == "cross":
        return join(box(-1.05, -0.36, 1.05, 0.36), box(-0.36, -1.05, 0.36, 1.05))
    if code == "bar":
        return rounded_box(-0.46, -1.1, 0.92, 2.2, 0.46)
    if code == "claw":
        return polygon([(-1.1, -1.0), (0, -0.1), (1.1, -1.0), (0, 1.15)])
    return disc(0, 0, 0.92)


def _on(k: float, n: int, r: float) -> tuple[float, float]:
    return r * math.cos(2 * math.pi * k / n), r * math.sin(2 * math.pi * k / n)


def _turned(shape: Shape, degrees: float) -> Shape:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return transformed(shape, (c, -s, s, c, 0, 0))


def _facing(turn: int, r: float, middle: float) -> tuple[float, ...]:
    """Return the transform from token units, y up, to pixels of a sprite, y down."""
    c, s = (
        math.cos(math.radians(turn * FACING_STEP_DEG)) * r,
        math.sin(math.radians(turn * FACING_STEP_DEG)) * r,
    )
    return (c, -s, -s, -c, middle, middle)


def _paint_of(side: int, spent: bool) -> Colour:
    return mix(colour(side_colour(side)), colour("faint") * np.float32(0.8), 0.6 if spent else 0.0)


def _wedge(sheet: SpriteCanvas, look: TokenLook, middle: float) -> None:
    m = _facing(look.turn, look.radius, middle)
    ink, bow = 0.035 + 0.6 / look.radius, look.reach
    tip, back = bow + 0.3, bow - 0.1
    outer = transformed(polygon([(tip + 2 * ink, 0), (back, 0.25 + 2 * ink), (back, -0.25 - 2 * ink)]), m)
    sheet.fill_shape(outer, "ink", 0.9)
    paint = mix(_paint_of(look.side, look.spent), colour("bright"), 0.18)
    sheet.fill_shape(
        transformed(polygon([(tip, 0), (bow - 0.07, 0.25), (back, 0), (bow - 0.07, -0.25)]), m), paint
    )


def _side_sign(sheet: SpriteCanvas, look: TokenLook, middle: float) -> None:
    """Draw the sign of a side at the stern, for a base without a rim that tells the side without colour."""
    a, b, c, d, _, _ = _facing(look.turn, look.radius, middle)
    u, v = 1.3 * STERN_SIGN_RADIUS - look.reach, 1.4 * STERN_SIGN_RADIUS - 1
    x, y, r = middle + a * u + b * v, middle + c * u + d * v, STERN_SIGN_RADIUS * look.radius
    sign = transformed(dot_shape(look.side), (r, 0, 0, r, x, y))
    sheet.draw_outline(sign, max(1.2, 0.2 * r), "ink", 0.95)
    sheet.fill_shape(sign, _paint_of(look.side, look.spent))


@lru_cache(maxsize=256)
def _base(side: int, radius: int, spent: bool, palette: str) -> SpriteCanvas:
    """Return the disc, rim and bevel, which do not depend on figure and facing."""
    r, middle = float(radius), radius * SPRITE_SPAN / 2
    sheet = SpriteCanvas(radius * SPRITE_SPAN, radius * SPRITE_SPAN)
    ground = colour(SIDE_TONES.get(side, SIDE_TONES[0])["ground"])
    sheet.fill_shape(disc(middle, middle, r + max(0.6, 0.035 * r)), "ink", 0.95)
    sheet.fill_shape(disc(middle, middle, r * 0.97), ground * 0.62)
    sheet.fill_shape(disc(middle - 0.06 * r, middle - 0.08 * r, r * 0.76), ground * 1.22, 0.8, soft=0.14 * r)
    outline = transformed(
        rim_shape(SIDE_RIMS.get(side, "ring"), PALETTE_WEIGHTS[palette].rims), (r, 0, 0, r, middle, middle)
    )
    sheet.draw_outline(outline, 2 * max(0.6, 0.035 * r), "ink", 0.95)
    sheet.fill_shape(outline, _paint_of(side, spent))
    yy, xx = np.mgrid[0 : sheet.height, 0 : sheet.width].astype(np.float32)
    d = np.hypot(xx - middle, yy - middle) / r
    lean = ((xx - middle) * LIGHT_DIRECTION[0] + (yy - middle) * LIGHT_DIRECTION[1]) / (
        r * math.hypot(LIGHT_DIRECTION[0], LIGHT_DIRECTION[1])
    )
    bevel = np.exp(-(((d - 0.97) / 0.05) ** 2)) - 0.9 * np.exp(-(((d - 0.83) / 0.05) ** 2))
    sheet.rgb = np.clip(sheet.rgb * (1 + 0.55 * bevel * lean)[..., None], 0, sheet.alpha[..., None])
    return sheet


def _figure(sheet: SpriteCanvas, look: TokenLook, middle: float) -> None:
    r, tones = float(look.radius), SIDE_TONES.get(look.side, SIDE_TONES[0])
    m = _facing(look.turn, r * figure_fraction(look.figure, r) * look.reach, middle)
    ink, parts = colour("ink") * 0.9 + 0.02, figure_parts(look.figure, r < FINE_DETAIL_RADIUS_PX)
    drawn: list[tuple[Shape, Colour]] = []
    for part in parts:
        if part.glow:
            continue
        if part.ink:
            drawn.append((transformed(part.ink, m), ink))
        paint = mix(ink, _tone(tones, part.tone), part.alpha)
        drawn.append((transformed(part.shape, m), paint))
    figure = _part_of(sheet, drawn, math.ceil(r * SHADOW_REACH) + 4)
    figure.paint_parts(drawn)
    _emboss(figure, max(0.7, r * 0.045))
    yy, xx = np.mgrid[0 : figure.height, 0 : figure.width].astype(np.float32)
    inside = np.hypot(xx + figure.left - middle, yy + figure.top - middle) < r * look.reach
    cast = box_blur(figure.alpha, max(0.8, 0.06 * r)) * inside
    aside, below = figure.left + round(0.07 * r), figure.top + round(0.09 * r)
    sheet.blend_mask(aside, below, np.asarray(cast, np.float32), "ink", 0.75)
    if look.spent:
        grey = figure.rgb.mean(2, keepdims=True) * np.float32(0.55)
        figure.rgb = mix(figure.rgb, grey, 0.75)
    sheet.blend_canvas(figure)
    for part in parts:
        if part.glow:
            sheet.fill_shape(
                transformed(part.shape, m), _tone(tones, part.tone), part.alpha, soft=max(1.0, 0.16 * r)
            )


def _part_of(sheet: SpriteCanvas, drawn: Sequence[tuple[Shape, Colour]], pad: int) -> SpriteCanvas:
    """Return a canvas for the padded bounding box of the shapes within `sheet`."""
    boxes = [clip_box(shape, (0, 0, sheet.width, sheet.height), pad) for shape, _ in drawn]
    left, top, right, bottom = zip(*(box for box in boxes if box), strict=True)
    x, y = min(left), min(top)
    return SpriteCanvas(max(right) - x, max(bottom) - y, x, y)


def _tone(tones: dict[str, str], name: str) -> Colour:
    return colour(tones[name] if name in tones else COLOUR_HEX.get(name, name))


def _emboss(sheet: SpriteCanvas, radius: float, strength: float = 0.5) -> None:
    """Light a flat figure from the upper left, using its coverage and brightness as height."""
    z: F32 = box_blur(sheet.alpha * np.float32(0.7) + sheet.rgb.mean(2) * np.float32(0.9), max(0.6, radius))
    gy, gx = np.gradient(z * np.float32(radius * 5.0))
    gain = np.clip(1 - strength * (gx * LIGHT_DIRECTION[0] + gy * LIGHT_DIRECTION[1]), 0.62, 1.5)
    sheet.rgb = np.minimum(sheet.rgb * gain[..., None], sheet.alpha[..., None])


def _pips(sheet: SpriteCanvas, look: TokenLook, middle: float) -> None:
    """Draw the hit points of a piece with several on its lower rim: white if left, orange rings if lost."""
    if look.full < 2:
        return
    r = float(look.radius)
    step, q = math.radians(min(34.0, 200.0 / look.full)), max(1.9, r * 0.145)
    for k in range(look.full):
        a = math.radians(90) + (k - (look.full - 1) / 2) * step
        x, y = middle + 0.92 * r * math.cos(a), middle + 0.92 * r * math.sin(a)
        sheet.fill_shape(disc(x, y, q + max(0.7, 0.05 * r), 20), "ink")
        if k < look.lost:
            sheet.fill_shape(annulus(x, y, q, q * 0.55), "orange")
        else:
            sheet.fill_shape(disc(x, y, q, 20), "text")


def _dot(look: TokenLook) -> pygame.Surface:
    """Return the simplest sign of a side, which is recognizable by its shape alone."""
    r = max(2.0, float(look.radius))
    sheet = SpriteCanvas(look.radius * SPRITE_SPAN, look.radius * SPRITE_SPAN)
    m = look.radius * SPRITE_SPAN / 2
    shape = transformed(dot_shape(look.side), (r, 0, 0, r, m, m))
    sheet.draw_outline(shape, 1.4, "ink", 0.8)
    sheet.fill_shape(shape, _paint_of(look.side, look.spent))
    return sheet.to_surface()
