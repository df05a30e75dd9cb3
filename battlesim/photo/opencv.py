"""OpenCV, which is there only with the extra `photo`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def silent() -> Iterator[None]:
    """Have nothing written to stderr meanwhile: readers of pictures tell there, past Python, what they mend."""
    try:
        kept = os.dup(2)
    except OSError:  # there is none
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
