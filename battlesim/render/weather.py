"""Falling snow: a repeating pattern that moves across the view, below all pieces and texts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import pygame

from battlesim.geometry.shapes import Point
from battlesim.render.noise import F32
from battlesim.render.palette import colour
from battlesim.render.terrain.snow import WIND_DIRECTION_DEG

SNOW_PATTERN_PX: Final = 512
"""Side of the repeating snow pattern in pixels at interface scale 1."""
SNOW_SPEED_PX_S: Final = 90.0
"""Speed of the snow in pixels per second at interface scale 1."""
FLAKE_COUNT: Final = 150
MAX_WISP_ALPHA, FLAKE_ALPHA = 0.16, 0.95
"""Maximum opacity of the wisps, and opacity of a flake."""
SNOW_COLOUR: Final = "#F7FAFC"
WIND_DIRECTION: Final = (
    math.cos(math.radians(WIND_DIRECTION_DEG)),
    -math.sin(math.radians(WIND_DIRECTION_DEG)),
)
"""Direction of the wind in screen coordinates, y down."""


@lru_cache(maxsize=4)
def snow_pattern(side: int) -> pygame.Surface:
    """Return a square picture of snowflakes and wisps, `side` pixels wide, that can be tiled seamlessly."""
    rng = np.random.default_rng(18)
    cover = np.clip(_wisps(rng, side) * MAX_WISP_ALPHA, 0, MAX_WISP_ALPHA)
    for _ in range(FLAKE_COUNT):
        _flake(cover, rng, side)
    out = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.surfarray.pixels3d(out)[:] = np.round(colour(SNOW_COLOUR) * 255)
    pygame.surfarray.pixels_alpha(out)[:] = np.round(cover.T * 255)
    return out


def _wisps(rng: np.random.Generator, side: int) -> F32:
    """Return seamless noise, 0 to 1, stretched along the wind: a filtered sum of waves."""
    down, across = np.fft.fftfreq(side)[:, None] * side, np.fft.rfftfreq(side)[None, :] * side
    along, beside = (
        across * WIND_DIRECTION[0] + down * WIND_DIRECTION[1],
        down * WIND_DIRECTION[0] - across * WIND_DIRECTION[1],
    )
    keep = np.exp(-((along / 3.0) ** 2) - (beside / 14.0) ** 2)
    wave = np.fft.irfft2(np.fft.rfft2(rng.normal(size=(side, side))) * keep, (side, side))
    return np.asarray(np.clip(0.4 + 0.35 * wave / wave.std(), 0, 1), np.float32)


def _flake(cover: F32, rng: np.random.Generator, side: int) -> None:
    """Draw a flake as a short streak of soft dots, wrapped around the edges."""
    x, y, near = rng.uniform(0, side), rng.uniform(0, side), float(rng.random())
    size, long = 0.8 + 0.9 * near, 3 + 11 * near
    reach = math.ceil(2.5 * size)
    for step in np.arange(0, long, 0.7):
        cx, cy = x + step * WIND_DIRECTION[0], y + step * WIND_DIRECTION[1]
        xs, ys = (
            np.arange(int(cx) - reach, int(cx) + reach + 1),
            np.arange(int(cy) - reach, int(cy) + reach + 1),
        )
        far = (xs[None, :] - cx) ** 2 + (ys[:, None] - cy) ** 2
        dot = (
            np.exp(-far / size**2)
            * FLAKE_ALPHA
            * (0.5 + 0.5 * near)
            * math.sin(math.pi * (step + 0.7) / (long + 0.7))
        )
        at = np.ix_(ys % side, xs % side)
        cover[at] = np.maximum(cover[at], dot)


def snow_surface(
    room: pygame.Rect, offset: tuple[int, int], scale: float, shelters: Sequence[Sequence[Point]]
) -> pygame.Surface:
    """Return a picture of the snow over a rect of the view, with its pattern shifted by `offset` pixels.

    There is no snow in `shelters`, which are outlines in pixels of the view.
    """
    out = pygame.Surface(room.size, pygame.SRCALPHA)
    tile = snow_pattern(round(SNOW_PATTERN_PX * scale))
    side = tile.get_width()
    for x in range((offset[0] - room.x) % side - side, room.width, side):
        for y in range((offset[1] - room.y) % side - side, room.height, side):
            out.blit(tile, (x, y), special_flags=pygame.BLEND_RGBA_ADD)
    for ring in shelters:
        pygame.draw.polygon(out, (0, 0, 0, 0), [(x - room.x, y - room.y) for x, y in ring])
    return out


def snow_offset(seconds: float, scale: float) -> tuple[int, int]:
    """Return how many pixels the snow has moved to the right and down after `seconds`."""
    far = seconds * SNOW_SPEED_PX_S * scale
    return round(far * WIND_DIRECTION[0]), round(far * WIND_DIRECTION[1])
