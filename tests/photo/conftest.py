"""One photograph for all: a table of 20 x 15 in with figures on bases, drawn by a camera of its own."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from battlesim.photo.bases import Base, find_bases
from battlesim.photo.table import Shot, shot_of
from benchmarks.photos_drawn import Photo, clicked, draw_photo

SEED, SIZE, TABLE = 6, (1280, 960), (20.0, 15.0)


@pytest.fixture(scope="session")
def photo() -> Photo:
    """The photograph with what is true of it."""
    return draw_photo(SEED, SIZE, TABLE)


@pytest.fixture(scope="session")
def corners(photo: Photo) -> list[tuple[float, float]]:
    """Its corners as a hand places them."""
    return [(float(x), float(y)) for x, y in clicked(photo, SEED)]


@pytest.fixture(scope="session")
def shot(photo: Photo, corners: list[tuple[float, float]]) -> Shot:
    """The table in it."""
    return shot_of(photo.picture, TABLE, np.array(corners))


@pytest.fixture(scope="session")
def bases(shot: Shot) -> tuple[Base, ...]:
    """What is found on it."""
    return find_bases(shot.picture, shot.camera, shot.table)


@pytest.fixture(scope="session")
def file(photo: Photo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The photograph as a file."""
    path = tmp_path_factory.mktemp("photo") / "club table.jpg"
    cv2.imwrite(str(path), photo.picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    return path
