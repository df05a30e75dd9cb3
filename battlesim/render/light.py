"""Lighting of a part of the table: light from the upper left, cast shadows, ambient occlusion and lamps."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from battlesim.render.height_field import HeightField
from battlesim.render.noise import F32, box_blur

LIGHT_DIRECTION: Final = np.array([-0.55, -0.62, 0.72], np.float32) / np.float32(
    math.sqrt(0.55**2 + 0.62**2 + 0.72**2)
)
"""Direction towards the light in pixels, y down."""

SHADOW_PER_INCH: Final = 0.62
"""Length of a shadow, to the lower right, per inch of height."""

MAX_SHADOW_IN: Final = 3.2
"""Maximum length of a shadow in inches."""

WIDE_OCCLUSION_IN, NEAR_OCCLUSION_IN = 0.55, 0.16
"""Radii in inches of the wide and the near ambient occlusion."""


@dataclass(frozen=True)
class Mood:
    """The lighting of a table: the colours of its light, its lamps, shadows and weather.

    `mist` is the colour of the mist beyond the limit of sight, or "" for no mist.
    """

    ambient: tuple[float, float, float]
    key: tuple[float, float, float]
    lamps: float
    shadow: float
    snow: bool = False
    mist: str = ""


MOODS: Final = {
    "day": Mood((0.46, 0.50, 0.58), (0.66, 0.61, 0.53), 0.0, 0.86),
    "night": Mood((0.215, 0.290, 0.420), (0.325, 0.405, 0.555), 1.35, 0.80),
    "blizzard": Mood((0.42, 0.46, 0.52), (0.42, 0.42, 0.43), 1.0, 0.62, True, "#D3DBE3"),
}


def mood_by_name(name: str) -> Mood:
    """Return the lighting with the given name, or daylight if the name is unknown."""
    return MOODS.get(name, MOODS["day"])


def light_margins(ppi: float) -> tuple[int, int]:
    """Return the number of extra pixels around an area that are needed to light the area.

    The first number is for the left and upper sides, the second for the right and lower sides.
    """
    soft = 2 * round(WIDE_OCCLUSION_IN * ppi) + 6
    return math.ceil(MAX_SHADOW_IN * ppi) + soft, soft


def shaded_pixels(field: HeightField, mood: str) -> NDArray[np.uint8]:
    """Return the pixels of a part of the table after lighting, as bytes of shape (height, width, 3)."""
    m, ppi = mood_by_name(mood), field.ppi
    gy, gx = np.gradient(field.heights * np.float32(ppi))
    gx, gy = np.clip(gx, -1.7, 1.7), np.clip(gy, -1.7, 1.7)  # limits the edge light of a cliff
    length = np.sqrt(gx * gx + gy * gy + 1)
    lambert = (
        np.clip((LIGHT_DIRECTION[2] - gx * LIGHT_DIRECTION[0] - gy * LIGHT_DIRECTION[1]) / length, 0, None)
        / LIGHT_DIRECTION[2]
    )
    shadow = box_blur(cast_shadow(field.heights, ppi), 0.045 * ppi)
    occlusion = ambient_occlusion(field.heights, ppi)
    direct = lambert * (1 - np.float32(m.shadow) * shadow)
    out = np.empty_like(field.colours)
    for c in range(3):
        light = np.float32(m.ambient[c]) * occlusion + np.float32(m.key[c]) * direct
        out[..., c] = field.colours[..., c] * light * np.float32(1.12)
    if m.lamps:
        _lamps(field, out, gx, gy, length, occlusion, m.lamps)
    out += field.glow
    out /= 1 + np.float32(0.10) * out
    return np.asarray(np.clip(out, 0, 1) * 255 + 0.5, np.uint8)


def ambient_occlusion(heights: F32, ppi: float) -> F32:
    """Return the fraction (0.25 to 1) of the light from the sky that reaches each pixel."""
    wide = np.clip(box_blur(heights, WIDE_OCCLUSION_IN * ppi) - heights, 0, 1.2)
    near = np.clip(box_blur(heights, NEAR_OCCLUSION_IN * ppi) - heights, 0, 0.9)
    return np.asarray(np.clip(1 - 0.42 * wide - 0.45 * near, 0.25, 1), np.float32)


def cast_shadow(heights: F32, ppi: float) -> F32:
    """Return the darkness (0 to 1) of the shadow on each pixel, found by marching along light rays."""
    rows, columns = heights.shape
    flat = LIGHT_DIRECTION[:2] / np.linalg.norm(LIGHT_DIRECTION[:2])
    reach, drop = int(MAX_SHADOW_IN * ppi), 1 / (SHADOW_PER_INCH * ppi)
    top = np.full_like(heights, -9)
    highest, lowest = float(heights.max()), float(heights.min())
    for t in range(1, reach + 1, max(1, round(ppi / 16))):
        right, down = round(-float(flat[0]) * t), round(-float(flat[1]) * t)
        if down >= rows or right >= columns or highest - t * drop < lowest:
            break
        ray = heights[: rows - down, : columns - right] - np.float32(t * drop)
        np.maximum(top[down:, right:], ray, out=top[down:, right:])
    return np.asarray(np.clip((top - heights) * np.float32(10), 0, 1), np.float32)


def _lamps(
    field: HeightField, out: F32, gx: F32, gy: F32, length: F32, occlusion: F32, bright: float
) -> None:
    for lamp in field.lamps:
        at = field.window_about(lamp.x, lamp.y, lamp.radius)
        if at is None:
            continue
        xs, ys = field.grid_coordinates(at)
        dx, dy = (xs - lamp.x).astype(np.float32), (ys - lamp.y).astype(np.float32)
        far = dx * dx + dy * dy
        fall = np.clip(1 - far / lamp.radius**2, 0, 1) ** 2
        if lamp.aim:
            off = np.abs((np.degrees(np.arctan2(dy, dx)) - lamp.aim[0] + 180) % 360 - 180)
            fall = np.clip(1 - far / lamp.radius**2, 0, 1) ** 0.8 * np.clip(
                (lamp.aim[1] - off) / 5 + 0.5, 0, 1
            )
        above = field.ground_height(lamp.x, lamp.y) + lamp.z - field.heights[at]
        fall = fall * (0.12 + 0.88 * np.clip(above / 0.2 + 1, 0, 1))  # nothing above a lamp is lit
        face = (gy[at] * dy - gx[at] * dx + lamp.z) / np.sqrt(far + lamp.z * lamp.z) / length[at]
        pool = fall * np.clip(face, 0.15, 1) * occlusion[at] * np.float32(lamp.power * bright)
        out[at] += field.colours[at] * lamp.colour * pool[..., None]
