"""A photograph that a user turns into a map: its display, its view from above and the bases found in it."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from battlesim.photo.base_detection import MM_PER_INCH, DetectedBase, base_at, find_bases
from battlesim.photo.camera_pose import CameraError, camera_from_corners
from battlesim.photo.opencv import load_opencv
from battlesim.photo.photo_files import Pixels, read_picture
from battlesim.photo.photo_map import PhotoMap, build_photo_map
from battlesim.photo.sketch import Sketch
from battlesim.photo.table_photo import MAX_STRAIN, TablePhoto, corner_warning, locate_table, stated_error
from battlesim.photo.top_view import top_view, top_view_resolution

MAX_SHOWN_PIXELS: Final = 9_000_000
"""Largest number of pixels of a picture on the screen."""
CORNERS_FIT_TEXT: Final = "the corners fit"


class ScreenPicture(NamedTuple):
    """A picture to show on the screen: its RGB bytes, its width and height in pixels, and its scale."""

    raw: bytes
    size: tuple[int, int]
    scale: float


class RectifiedTable(NamedTuple):
    """A photograph of a table, rectified so that the table is seen from above, with the bases found on it."""

    photo: TablePhoto
    top_view: ScreenPicture
    bases: tuple[DetectedBase, ...]

    def error(self, sketch: Sketch) -> float:
        """Return the largest error, in inches, in the positions of the bases accepted in a user's sketch."""
        return stated_error(self.photo, [mark.base for mark in sketch.taken_marks()])

    @property
    def corner_warning(self) -> str:
        """A warning that the marked corners do not fit the size of the table, or "" if they do."""
        return corner_warning(self.photo)

    def base_at(self, x: float, y: float, size: float) -> DetectedBase:
        """Return the base at a point of the table, measured by its rim if a rim is visible there.

        If no rim is visible, return a base of the given size in millimetres with its centre at the point.
        """
        return base_at(
            self.photo.picture, self.photo.camera, self.photo.table, (x, y, size / MM_PER_INCH / 2)
        )

    def error_at(self, x: float, y: float) -> float:
        """Return the error in inches that the camera's uncertainty causes at a point of the table."""
        return float(self.photo.camera.point_errors(np.array([[x, y]]))[0])

    def sketched_map(self, sketch: Sketch, source: str) -> PhotoMap:
        """Return the map with the models and the terrain from the user's sketch."""
        return build_photo_map(self.photo, sketch.taken_marks(), source, sketch.terrain())


class PhotoSession:
    """A photograph of a table that a user is marking. Raises InputError if the file cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.picture: Pixels = read_picture(path)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the photograph in pixels."""
        return self.picture.shape[1], self.picture.shape[0]

    def screen_picture(self) -> ScreenPicture:
        """Return the photograph to show on the screen, scaled down if it has too many pixels."""
        scale = min(1.0, (MAX_SHOWN_PIXELS / (self.size[0] * self.size[1])) ** 0.5)
        cv = load_opencv()
        small = cv.resize(self.picture, None, fx=scale, fy=scale, interpolation=cv.INTER_AREA)
        return _print(small if scale < 1 else self.picture, scale)

    def corner_fit_text(self, sketch: Sketch) -> str:
        """Return a message that says how well the corners marked in a sketch fit the size of the table."""
        try:
            camera = camera_from_corners(np.array(sketch.corners), sketch.table, self.size)
        except CameraError as error:
            return str(error)
        return (
            CORNERS_FIT_TEXT
            if camera.strain < MAX_STRAIN
            else corner_warning(TablePhoto(self.picture, sketch.table, camera))
        )

    def rectify(self, sketch: Sketch) -> RectifiedTable:
        """Return the photographed table as seen from above, with the bases found on it.

        Raises CameraError if no camera fits the corners in the sketch.
        """
        shot = locate_table(self.picture, sketch.table, np.array(sketch.corners))
        fine = top_view_resolution(shot.camera, shot.table)
        above = top_view(self.picture, shot.camera, shot.table, fine)
        return RectifiedTable(shot, _print(above, fine), find_bases(self.picture, shot.camera, shot.table))


def _print(picture: Pixels, scale: float) -> ScreenPicture:
    raw = np.ascontiguousarray(picture[..., ::-1]).tobytes()
    return ScreenPicture(raw, (picture.shape[1], picture.shape[0]), scale)
