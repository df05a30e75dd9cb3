"""OpenCV, which is there only with the extra `photo`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from battlesim.scenarios.reading import InputError

MISSING = "needs OpenCV, which is not installed"
REMEDY = "pip install 'battlesim-tabletop[photo]'"


def opencv() -> Any:
    """The module. Raises InputError where it is not installed."""
    try:
        found: Any = import_module("cv2")
    except ImportError:
        raise InputError("photo", "", MISSING, REMEDY) from None
    found.setNumThreads(1)
    return found
