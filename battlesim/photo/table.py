"""A table in a photograph: the camera, the picture, how far off places may be. Inches and pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from battlesim.photo.bases import Base
from battlesim.photo.camera import Camera, Floats
from battlesim.photo.edges import camera_of
from battlesim.photo.picture import Pixels, read_picture
from battlesim.photo.posing import PoorError, from_horizon
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.limits import MAX_TABLE_SIDE_IN

STRAINED: Final = 3.0
"""From where on the corners do not fit the table."""
MOST_OFF: Final = 2.0
"""Of which a table can say that its models are so far off."""

Place = tuple[float, float]


class Shot(NamedTuple):
    """A picture of a table (width, height) by a camera; on how many of its edges that rests."""

    picture: Pixels
    table: tuple[float, float]
    camera: Camera
    edges: int = 0


def by_corners(path: Path, table: tuple[float, float], corners: Sequence[Place]) -> Shot:
    """A table by its corners in a picture: lower left first, counter-clockwise. Raises InputError."""
    picture = read_picture(path)
    check_places(picture, corners, "--corners")
    try:
        return shot_of(picture, table, np.array(corners))
    except PoorError as error:
        raise InputError(path, "--corners", str(error)) from None


def by_horizon(
    path: Path, table: tuple[float, float], horizon: Sequence[Place], ends: Sequence[Place], length: float
) -> Shot:
    """A table by two points of the horizon and a known length, whose ends are told. Raises InputError."""
    picture = read_picture(path)
    check_places(picture, ends, "--length")
    size = (picture.shape[1], picture.shape[0])
    try:
        camera = from_horizon(np.array(horizon), np.array(ends), length, table, size)
    except PoorError as error:
        raise InputError(path, "--horizon", str(error)) from None
    return Shot(picture, table, camera)


def shot_of(picture: Pixels, table: tuple[float, float], corners: Floats) -> Shot:
    """A table by its corners (4, 2) in a picture that was read. Raises PoorError."""
    return Shot(picture, table, *camera_of(picture, corners, table))


def check_places(picture: Pixels, places: Sequence[Place], flag: str) -> None:
    """Raises InputError for places that are not in the picture."""
    high, wide = picture.shape[:2]
    for x, y in places:
        if not (0 <= x <= wide and 0 <= y <= high):
            raise InputError(flag, f"{x:g},{y:g}", f"is not in the picture of {wide} x {high} pixels")


def check_table(table: tuple[float, float]) -> None:
    """Raises InputError for a table that a map cannot have."""
    for side in table:
        if not 1 <= side <= MAX_TABLE_SIDE_IN:
            raise InputError(
                "--table", f"{side:g}", "is not the side of a table", f"1 to {MAX_TABLE_SIDE_IN:g} in"
            )


def told_error(shot: Shot, bases: Sequence[Base]) -> float:
    """How far models on a table may be off, inches, rounded up: what is told of the bases, and of places all
    over the table."""
    spots = np.array([[x, y] for x in (0.02, 0.5, 0.98) for y in (0.02, 0.5, 0.98)]) * shot.table
    most = max([float(np.nanmax(shot.camera.errors(spots))), *(base.error for base in bases)])
    return min(math.ceil(most * 100.0) / 100.0, MOST_OFF) if math.isfinite(most) else MOST_OFF


def doubt(shot: Shot) -> str:
    """What is wrong with the corners, in words; "" for nothing."""
    if shot.camera.strain < STRAINED:
        return ""
    wide, high = shot.table
    return f"the corners do not fit a table of {wide:g} x {high:g} in well: check both"
