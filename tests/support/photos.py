"""One photograph for all: a table of 20 x 15 in with figures on bases, drawn by a camera of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np

from battlesim.photo.base_detection import DetectedBase, find_bases
from battlesim.photo.table_photo import TablePhoto, locate_table
from benchmarks.photos_drawn import Photo, clicked, draw_photo

SEED, SIZE, TABLE = 6, (1280, 960), (20.0, 15.0)


@cache
def photo() -> Photo:
    """The photograph with what is true of it."""
    return draw_photo(SEED, SIZE, TABLE)


@cache
def corners() -> tuple[tuple[float, float], ...]:
    """Its corners as a hand places them."""
    return tuple((float(x), float(y)) for x, y in clicked(photo(), SEED))


@cache
def shot() -> TablePhoto:
    """The table in it."""
    return locate_table(photo().picture, TABLE, np.array(corners()))


@cache
def bases() -> tuple[DetectedBase, ...]:
    """What is found on it."""
    return find_bases(shot().picture, shot().camera, TABLE)


def put(path: Path) -> Path:
    """The photograph as a file."""
    cv2.imwrite(str(path), photo().picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    return path
