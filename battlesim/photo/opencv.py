"""Loading of OpenCV, which is an optional dependency (the extra `photo`)."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any, Final

from battlesim.scenarios.picture_cache import MAX_PIXELS
from battlesim.scenarios.toml_reading import InputError

MISSING_TEXT = "needs OpenCV, which is not installed"
INSTALL_HINT = "pip install 'battlesim-tabletop[photo]'"
MAX_PIXELS_VARIABLE: Final = "OPENCV_IO_MAX_IMAGE_PIXELS"
"""Environment variable that limits the pixels of a decoded picture; OpenCV reads it on its first import."""


def load_opencv() -> Any:
    """Import and return OpenCV. Raises InputError if it is not installed."""
    os.environ[MAX_PIXELS_VARIABLE] = str(MAX_PIXELS)
    try:
        found: Any = import_module("cv2")
    except ImportError:
        raise InputError("photo", "", MISSING_TEXT, INSTALL_HINT) from None
    found.setNumThreads(1)
    return found
