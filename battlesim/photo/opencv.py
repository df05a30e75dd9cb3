"""OpenCV, which is there only with the extra `photo`."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any, Final

from battlesim.scenarios.picture_cache import MAX_PIXELS
from battlesim.scenarios.toml_reading import InputError

MISSING = "needs OpenCV, which is not installed"
REMEDY = "pip install 'battlesim-tabletop[photo]'"
LIMIT: Final = "OPENCV_IO_MAX_IMAGE_PIXELS"
"""The variable that OpenCV reads when it is first imported: pixels of the largest picture it decodes."""


def opencv() -> Any:
    """The module. Raises InputError where it is not installed."""
    os.environ[LIMIT] = str(MAX_PIXELS)
    try:
        found: Any = import_module("cv2")
    except ImportError:
        raise InputError("photo", "", MISSING, REMEDY) from None
    found.setNumThreads(1)
    return found
