"""Photographs of tables, with the camera that took them and the errors of positions measured in them.

Points in the picture are in pixels, points on the table in inches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from battlesim.photo.base_detection import DetectedBase
from battlesim.photo.camera import Floats, PhotoCamera
from battlesim.photo.camera_pose import CameraError, camera_from_horizon
from battlesim.photo.edge_detection import refined_camera
from battlesim.photo.photo_files import Pixels, read_picture
from battlesim.scenarios.toml_reading import InputError
from battlesim.table.limits import MAX_TABLE_SIDE_IN

MAX_STRAIN: Final = 3.0
"""Strain above which the corners do not fit the table."""
MAX_STATED_ERROR_IN: Final = 2.0
"""Largest position error of models, in inches, that a table can state."""

Point = tuple[float, float]


class TablePhoto(NamedTuple):
    """A photograph of a table, with the table's width and height in inches and the camera that took it.

    `edges` is the number of table edges that were used to find the camera.
    """

    picture: Pixels
    table: tuple[float, float]
    camera: PhotoCamera
    edges: int = 0


def photo_from_corners(path: Path, table: tuple[float, float], corners: Sequence[Point]) -> TablePhoto:
    """Read a photograph and find its camera from the corners of the table.

    Raises InputError if the file cannot be read, a corner is outside the picture, or no camera fits.
    """
    picture = read_picture(path)
    check_points(picture, corners, "--corners")
    try:
        return locate_table(picture, table, np.array(corners))
    except CameraError as error:
        raise InputError(path, "--corners", str(error)) from None


def photo_from_horizon(
    path: Path, table: tuple[float, float], horizon: Sequence[Point], ends: Sequence[Point], length: float
) -> TablePhoto:
    """Read a photograph and find its camera from the horizon and a known length on the table.

    `horizon` holds two pixels on the horizon. `ends` holds the pixels at both ends of the known length, and
    `length` is that length in inches. Raises InputError if the file cannot be read, an end is outside the
    picture, or no camera fits.
    """
    picture = read_picture(path)
    check_points(picture, ends, "--length")
    size = (picture.shape[1], picture.shape[0])
    try:
        camera = camera_from_horizon(np.array(horizon), np.array(ends), length, table, size)
    except CameraError as error:
        raise InputError(path, "--horizon", str(error)) from None
    return TablePhoto(picture, table, camera)


def locate_table(picture: Pixels, table: tuple[float, float], corners: Floats) -> TablePhoto:
    """Find the camera of a photograph from the corners of the table. Raises CameraError if no camera fits."""
    return TablePhoto(picture, table, *refined_camera(picture, corners, table))


def check_points(picture: Pixels, points: Sequence[Point], flag: str) -> None:
    """Raise InputError if a point is outside the picture. The message names the option `flag`."""
    high, wide = picture.shape[:2]
    for x, y in points:
        if not (0 <= x <= wide and 0 <= y <= high):
            raise InputError(flag, f"{x:g},{y:g}", f"is not in the picture of {wide} x {high} pixels")


def check_table_size(table: tuple[float, float]) -> None:
    """Raise InputError if a table of the given size, in inches, is too small or too large for a map."""
    for side in table:
        if not 1 <= side <= MAX_TABLE_SIDE_IN:
            raise InputError(
                "--table", f"{side:g}", "is not the side of a table", f"1 to {MAX_TABLE_SIDE_IN:g} in"
            )


def stated_error(shot: TablePhoto, bases: Sequence[DetectedBase]) -> float:
    """Return the largest error, in inches, of the positions measured on a photographed table.

    The result is rounded up to 0.01 in. It covers the uncertainty of the camera and the errors of the given
    bases.
    """
    spots = np.array([[x, y] for x in (0.02, 0.5, 0.98) for y in (0.02, 0.5, 0.98)]) * shot.table
    most = max([float(np.nanmax(shot.camera.point_errors(spots))), *(base.error for base in bases)])
    return (
        min(math.ceil(most * 100.0) / 100.0, MAX_STATED_ERROR_IN)
        if math.isfinite(most)
        else MAX_STATED_ERROR_IN
    )


def corner_warning(shot: TablePhoto) -> str:
    """Return a warning that the marked corners do not fit the size of the table, or "" if they do."""
    if shot.camera.strain < MAX_STRAIN:
        return ""
    wide, high = shot.table
    return f"the corners do not fit a table of {wide:g} x {high:g} in well: check both"
