"""Pictures of smoke and fire, made from regions of the table by adding noise and shading."""

from __future__ import annotations

from typing import Final

import numpy as np
import pygame

from battlesim.geometry.outlines import Shape
from battlesim.render.coverage import coverage_mask
from battlesim.render.drawlist import Texture
from battlesim.render.noise import F32, box_blur, value_noise
from battlesim.render.palette import colour

RIM_SOFTNESS_IN: Final = 0.45
"""Distance in inches over which a cloud fades at its rim."""
PUFF_SIZE_IN, WISP_SIZE_IN = 1.5, 0.75
"""Sizes in inches of the puffs and of the finer wisps of a cloud."""
MAX_CLOUD_ALPHA: Final = 0.86
CLOUD_LIGHT_DIRECTION: Final = (-0.6, -0.8)
"""Direction of the light on clouds, in pixels right and down."""
FIRE_COLOURS: Final = ((0.0, "#3A0F08"), (0.35, "#B3341A"), (0.65, "#F08A24"), (1.0, "#FFE9A8"))
"""Colours of fire by heat, 0 to 1."""


def cloud_surface(
    shape: Shape, area: tuple[int, int, int, int], ppi: float, texture: Texture
) -> pygame.Surface:
    """Return a picture of the smoke or fire in a region of the table.

    The pattern depends only on the position on the table. `shape` is the region and `area` the part of it to
    draw, both in pixels of the whole table at `ppi` pixels per inch.
    """
    left, top, right, bottom = area
    xs = np.arange(left, right, dtype=np.float64) / ppi
    ys = np.arange(top, bottom, dtype=np.float64) / ppi
    inner = box_blur(coverage_mask(shape, area), RIM_SOFTNESS_IN * ppi)
    puffs, wisps = value_noise(xs, ys, PUFF_SIZE_IN, 31), value_noise(xs, ys, WISP_SIZE_IN, 47)
    torn = np.clip(1.6 * inner - 0.3 + 1.5 * (puffs - 0.5) + 0.6 * (wisps - 0.5), 0, 1)
    thick = torn * np.minimum(1, 2.5 * inner) * (0.45 + 1.1 * puffs).clip(0, 1)
    tones = _heat(inner, wisps) if texture == "fire" else _lit(0.6 * puffs + 0.4 * wisps, ppi)
    out = pygame.Surface((right - left, bottom - top), pygame.SRCALPHA)
    pygame.surfarray.pixels3d(out)[:] = np.round(tones * 255).astype(np.uint8).swapaxes(0, 1)
    pygame.surfarray.pixels_alpha(out)[:] = np.round(thick * MAX_CLOUD_ALPHA * 255).astype(np.uint8).T
    return out


def _lit(height: F32, ppi: float) -> F32:
    """Return grey smoke, brighter on slopes that face the light, of shape (height, width, 3)."""
    down, across = np.gradient(height * ppi) if min(height.shape) > 1 else (height * 0, height * 0)
    slope = np.clip(CLOUD_LIGHT_DIRECTION[0] * across + CLOUD_LIGHT_DIRECTION[1] * down, -1, 1)
    shade = np.clip(0.56 + 0.9 * (height - 0.5) + 0.35 * slope, 0.25, 0.95)
    return np.asarray(shade[:, :, None] * colour("#E6EAEE"), np.float32)


def _heat(inner: F32, wisps: F32) -> F32:
    """Return the colours of fire, hottest at the centre, of shape (height, width, 3)."""
    hot = np.clip(0.75 * inner + 1.9 * (wisps - 0.5), 0, 1)
    steps = [step for step, _ in FIRE_COLOURS]
    known = np.array([colour(tone) for _, tone in FIRE_COLOURS])
    return np.stack([np.interp(hot, steps, known[:, k]) for k in range(3)], axis=2).astype(np.float32)
