"""Reading of photographs from files. Each file is checked before the picture in it is decoded."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from battlesim.photo.opencv import load_opencv
from battlesim.plain_files import UnreadableError, read_plain
from battlesim.processes import silence_stderr
from battlesim.scenarios.picture_cache import MAX_PICTURE_BYTES, PictureError, picture_info
from battlesim.scenarios.toml_reading import InputError

Pixels = NDArray[np.uint8]
"""A picture of shape (height, width, 3), in the order blue, green, red."""

MIN_SIDE_PX: Final = 200
"""Least number of pixels along a side."""
JPEG_QUALITY: Final = 92


def read_picture(path: Path) -> Pixels:
    """Read a photograph and turn it upright as its metadata says. Raises InputError if it cannot be read."""
    cv = load_opencv()
    try:
        raw = read_plain(path, MAX_PICTURE_BYTES)
        found = picture_info(raw)
    except (UnreadableError, PictureError) as error:
        raise InputError(path, "", str(error)) from None
    if min(found.width, found.height) < MIN_SIDE_PX:
        size = f"{found.width} x {found.height} pixels"
        raise InputError(path, "", f"has {size}, at least {MIN_SIDE_PX} a side are needed")
    try:
        with silence_stderr():
            picture = cv.imdecode(np.frombuffer(raw, np.uint8), cv.IMREAD_COLOR)
    except cv.error:
        picture = None
    if picture is None or sorted(picture.shape[:2]) != sorted((found.width, found.height)):
        raise InputError(path, "", "is truncated or damaged")
    return np.asarray(picture, np.uint8)


def jpeg_bytes(picture: Pixels) -> bytes:
    """Return a picture encoded as JPEG."""
    cv = load_opencv()
    written: Any = cv.imencode(".jpg", picture, [cv.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    return bytes(written.tobytes())


def sampled_colours(picture: Pixels, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the colours of a picture at fractional pixel positions, found by linear interpolation."""
    cv = load_opencv()
    flat = pixels.reshape(-1, pixels.shape[-2], 2) if pixels.ndim > 2 else pixels.reshape(1, -1, 2)
    spots = np.nan_to_num(flat, nan=-1e4).astype(np.float32)
    colours = cv.remap(picture, spots[..., 0], spots[..., 1], cv.INTER_LINEAR)
    return np.asarray(colours, np.float64).reshape(*pixels.shape[:-1], 3)
