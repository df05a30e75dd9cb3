"""A photograph as a person works on it: seen, laid from above, its bases looked for, a base that was
pointed at."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from battlesim.photo.above import fineness, from_above
from battlesim.photo.bases import INCH, Base, base_at, find_bases
from battlesim.photo.laying import Laid, lay
from battlesim.photo.opencv import opencv
from battlesim.photo.picture import Pixels, read_picture
from battlesim.photo.posing import PoorError, from_corners
from battlesim.photo.sketch import Sketch
from battlesim.photo.table import STRAINED, Shot, doubt, shot_of, told_error

MOST_SHOWN: Final = 9_000_000
"""Pixels of a picture on the screen."""
FIT: Final = "the corners fit"


class Print(NamedTuple):
    """A picture to be shown: red, green and blue of each pixel, row by row; pixels across and down; how many
    of them a pixel of the picture, or an inch of the table, takes."""

    raw: bytes
    size: tuple[int, int]
    scale: float


class Developed(NamedTuple):
    """A table from above with the bases that were found."""

    shot: Shot
    above: Print
    bases: tuple[Base, ...]

    def error(self, sketch: Sketch) -> float:
        """How far models may be off, inches."""
        return told_error(self.shot, [mark.base for mark in sketch.taken()])

    @property
    def doubt(self) -> str:
        """What is wrong with the corners, "" for nothing."""
        return doubt(self.shot)

    def base_at(self, x: float, y: float, size: float) -> Base:
        """The base about a place: of the rim that shows there, else just there and of that size."""
        return base_at(self.shot.picture, self.shot.camera, self.shot.table, (x, y, size / INCH / 2))

    def error_at(self, x: float, y: float) -> float:
        """How far a place may be off by the camera alone, inches."""
        return float(self.shot.camera.errors(np.array([[x, y]]))[0])

    def laid(self, sketch: Sketch, source: str) -> Laid:
        """The table that a person has made of it."""
        return lay(self.shot, sketch.taken(), source, sketch.terrain())


class Darkroom:
    """The picture of a file. Raises InputError where it cannot be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.picture: Pixels = read_picture(path)

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and down."""
        return self.picture.shape[1], self.picture.shape[0]

    def shown(self) -> Print:
        """The picture for the screen."""
        scale = min(1.0, (MOST_SHOWN / (self.size[0] * self.size[1])) ** 0.5)
        cv = opencv()
        small = cv.resize(self.picture, None, fx=scale, fy=scale, interpolation=cv.INTER_AREA)
        return _print(small if scale < 1 else self.picture, scale)

    def fits(self, sketch: Sketch) -> str:
        """How well the corners fit the table, in words: FIT, or what is wrong."""
        try:
            camera = from_corners(np.array(sketch.corners), sketch.table, self.size)
        except PoorError as error:
            return str(error)
        return FIT if camera.strain < STRAINED else doubt(Shot(self.picture, sketch.table, camera))

    def develop(self, sketch: Sketch) -> Developed:
        """The table from above. Raises PoorError."""
        shot = shot_of(self.picture, sketch.table, np.array(sketch.corners))
        fine = fineness(shot.camera, shot.table)
        above = from_above(self.picture, shot.camera, shot.table, fine)
        return Developed(shot, _print(above, fine), find_bases(self.picture, shot.camera, shot.table))


def _print(picture: Pixels, scale: float) -> Print:
    raw = np.ascontiguousarray(picture[..., ::-1]).tobytes()
    return Print(raw, (picture.shape[1], picture.shape[0]), scale)
