"""Pictures of a photographed table as seen from above, which are used as the background of maps."""

from __future__ import annotations

from typing import Final

import numpy as np

from battlesim.photo.camera import Floats, PhotoCamera
from battlesim.photo.opencv import load_opencv
from battlesim.photo.photo_files import Pixels

MAX_TOP_VIEW_PPI: Final = 40.0
"""Largest resolution in pixels per inch."""
MAX_TOP_VIEW_PIXELS: Final = 8_000_000
"""Largest number of pixels of the picture."""
PIXELS_PER_STRIP: Final = 200_000
"""Number of pixels computed at a time, in whole rows."""


def top_view_resolution(
    camera: PhotoCamera,
    table: tuple[float, float],
    max_ppi: float = MAX_TOP_VIEW_PPI,
    max_pixels: int = MAX_TOP_VIEW_PIXELS,
) -> float:
    """Return a resolution in pixels per inch for the view from above, close to that of the photograph."""
    spots = np.array([[x, y] for x in (0.1, 0.5, 0.9) for y in (0.1, 0.5, 0.9)]) * table
    own = float(np.nanpercentile(camera.pixels_per_inch(spots), 75))
    return float(min(max_ppi, max(own, 6.0), (max_pixels / (table[0] * table[1])) ** 0.5))


def top_view(picture: Pixels, camera: PhotoCamera, table: tuple[float, float], fine: float) -> Pixels:
    """Return a picture of the table from above, rectified from the photograph, at `fine` pixels per inch."""
    cv = load_opencv()
    wide, tall = (round(side * fine) for side in table)
    x = (np.arange(wide) + 0.5) * table[0] / wide
    y = table[1] - (np.arange(tall) + 0.5) * table[1] / tall
    step = max(1, PIXELS_PER_STRIP // wide)
    rows = [
        cv.remap(picture, *_maps(camera, x, y[k : k + step]), cv.INTER_LINEAR) for k in range(0, tall, step)
    ]
    return np.concatenate(rows)


def _maps(camera: PhotoCamera, x: Floats, y: Floats) -> tuple[object, object]:
    places = np.stack(np.meshgrid(x, y), axis=-1)
    seen = np.nan_to_num(camera.project(places.reshape(-1, 2)), nan=-1e4).reshape(*places.shape)
    return seen[..., 0].astype(np.float32), seen[..., 1].astype(np.float32)
