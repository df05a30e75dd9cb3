"""The table from above: the picture of it that a map lies on."""

from __future__ import annotations

from typing import Final

import numpy as np

from battlesim.photo.camera import Camera, Floats
from battlesim.photo.opencv import opencv
from battlesim.photo.picture import Pixels

FINEST: Final = 40.0
"""Pixels an inch has at most."""
MOST: Final = 8_000_000
"""Pixels of the whole."""
STRIP: Final = 200_000
"""Pixels that are worked out at a time, whole rows."""


def fineness(camera: Camera, table: tuple[float, float], most: float = FINEST, whole: int = MOST) -> float:
    """Pixels an inch of the table gets from above: about as many as the picture has."""
    spots = np.array([[x, y] for x in (0.1, 0.5, 0.9) for y in (0.1, 0.5, 0.9)]) * table
    own = float(np.nanpercentile(camera.scale(spots), 75))
    return float(min(most, max(own, 6.0), (whole / (table[0] * table[1])) ** 0.5))


def from_above(picture: Pixels, camera: Camera, table: tuple[float, float], fine: float) -> Pixels:
    """The picture from above with so many pixels an inch, y up as on the table: the first row is the far
    edge."""
    cv = opencv()
    wide, tall = (round(side * fine) for side in table)
    x = (np.arange(wide) + 0.5) * table[0] / wide
    y = table[1] - (np.arange(tall) + 0.5) * table[1] / tall
    step = max(1, STRIP // wide)
    rows = [
        cv.remap(picture, *_maps(camera, x, y[k : k + step]), cv.INTER_LINEAR) for k in range(0, tall, step)
    ]
    return np.concatenate(rows)


def _maps(camera: Camera, x: Floats, y: Floats) -> tuple[object, object]:
    places = np.stack(np.meshgrid(x, y), axis=-1)
    seen = np.nan_to_num(camera.seen(places.reshape(-1, 2)), nan=-1e4).reshape(*places.shape)
    return seen[..., 0].astype(np.float32), seen[..., 1].astype(np.float32)
