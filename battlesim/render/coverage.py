"""Antialiased masks of shapes. A mask holds the fraction of each pixel that the shape covers."""

from __future__ import annotations

import math

import numpy as np
import pygame
from numpy.typing import NDArray

from battlesim.geometry.outlines import Shape, shape_bounds
from battlesim.render.noise import F32

PixelBox = tuple[int, int, int, int]
"""Left, top, right and bottom in whole pixels; right and bottom are exclusive."""


def clip_box(shape: Shape, frame: PixelBox, pad: int = 0) -> PixelBox | None:
    """Return a shape's bounding box in pixels, padded and clipped to `frame`, or None if nothing is left."""
    if not shape:
        return None
    x0, y0, x1, y1 = shape_bounds(shape)
    left, top = max(frame[0], math.floor(x0) - pad), max(frame[1], math.floor(y0) - pad)
    right, bottom = min(frame[2], math.ceil(x1) + 1 + pad), min(frame[3], math.ceil(y1) + 1 + pad)
    return (left, top, right, bottom) if right > left and bottom > top else None


def coverage_mask(shape: Shape, area: PixelBox, samples: int = 4) -> F32:
    """Return the fraction of each pixel in an area that a shape covers, as an array of shape (height, width).

    Corners are snapped to the same sub-pixel grid everywhere, so that the masks of adjacent areas match.
    """
    left, top, right, bottom = area
    width, height = right - left, bottom - top
    canvas = pygame.Surface((width * samples, height * samples), depth=8)
    origin = np.array([left * samples, top * samples])
    for rings in shape:
        for ring, ink in [(rings[0], 255), *[(hole, 0) for hole in rings[1:]]]:
            points = np.floor(ring * samples).astype(np.int64) - origin
            if len(points) > 2:
                pygame.draw.polygon(canvas, ink, points.tolist())
    folded = cell_sums(pygame.surfarray.pixels2d(canvas).T, samples)
    return np.asarray(folded, np.float32) * np.float32(1 / (255 * samples * samples))


def cell_sums(a: NDArray[np.uint8], samples: int) -> NDArray[np.uint16]:
    """Return the sum of each block of `samples` by `samples` elements of an array.

    This is faster than summing over short axes with NumPy.
    """
    rows = a[0::samples].astype(np.uint16)
    for k in range(1, samples):
        rows += a[k::samples]
    cells = rows[:, 0::samples].copy()
    for k in range(1, samples):
        cells += rows[:, k::samples]
    return cells
