"""Colours for the ground of a table, taken from a picture of the map."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from battlesim.render.height_field import HeightField
from battlesim.render.noise import F32, F64
from battlesim.scenarios.picture_cache import PictureError, cached_picture, is_cached, picture_info

MAX_PICTURE_SIDE_PX: Final = 4096
"""Maximum side of a picture in memory, in pixels."""
PICTURE_GAIN: Final = np.float32(0.88 / 255)
"""Factor from bytes to colours, reduced because the lighting of the table brightens them."""
PICTURE_GROUND_HEIGHT_IN: Final = np.float32(0.08)
"""Constant height in inches that replaces the fine bumps of the ground, as a picture is already lit."""

Pixels = NDArray[np.uint8]


def paint_ground_picture(field: HeightField, digest: str) -> bool:
    """Colour the ground of a table with its map picture. Return False if the picture is not available."""
    levels = _levels(digest) if is_cached(digest) else ()
    if not levels:
        return False
    fine = [level for level in levels if level.shape[1] >= field.width * field.ppi]
    level = fine[-1] if fine else levels[0]
    high, wide = level.shape[:2]
    across = field.xs / field.width * wide - 0.5
    down = (1 - field.ys / field.height) * high - 0.5
    field.colours = _between(level, across, down) * PICTURE_GAIN
    field.heights = 0.5 * field.broad + PICTURE_GROUND_HEIGHT_IN
    return True


@lru_cache(maxsize=1)
def _levels(digest: str) -> tuple[Pixels, ...]:
    """Return a picture of shape (height, width, 3) and repeatedly halved copies; () if it cannot be used."""
    raw = cached_picture(digest)
    if raw is None:
        return ()
    try:
        size_said = picture_info(raw)[1:]
        surface = pygame.image.load(io.BytesIO(raw))
    except (PictureError, pygame.error, MemoryError):
        return ()
    if surface.get_size() != size_said:
        return ()
    scale = min(1.0, MAX_PICTURE_SIDE_PX / max(surface.get_size()))
    size = tuple(max(1, round(side * scale)) for side in surface.get_size())
    found = [_pixels(surface, size)]
    while min(found[-1].shape[:2]) > 32:
        high, wide = found[-1].shape[:2]
        found.append(_pixels(surface, (max(1, wide // 2), max(1, high // 2))))
    return tuple(found)


def _pixels(surface: pygame.Surface, size: tuple[int, ...]) -> Pixels:
    plain = pygame.Surface(surface.get_size(), depth=24)
    plain.blit(surface, (0, 0))
    scaled = pygame.transform.smoothscale(plain, (size[0], size[1]))
    return np.ascontiguousarray(pygame.surfarray.array3d(scaled).swapaxes(0, 1))


def _between(level: Pixels, across: F64, down: F64) -> F32:
    """Return colours interpolated between the four nearest pixels."""
    left, right, x = _neighbours(across, level.shape[1])
    above, below, y = _neighbours(down, level.shape[0])
    upper, lower = level[above].astype(np.float32), level[below].astype(np.float32)
    rows = upper + (lower - upper) * y[:, None, None]
    first, second = rows[:, left], rows[:, right]
    return np.asarray(first + (second - first) * x[None, :, None], np.float32)


def _neighbours(at: F64, size: int) -> tuple[NDArray[np.intp], NDArray[np.intp], F32]:
    at = np.clip(at, 0, size - 1)
    low = np.floor(at).astype(np.intp)
    return low, np.minimum(low + 1, size - 1), (at - low).astype(np.float32)
