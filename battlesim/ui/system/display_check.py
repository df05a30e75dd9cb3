"""Checks that the display named by the environment exists, before a window is opened on it.

If no display answers, SDL takes one that nobody can see; if something accepts the connection and never
answers, SDL waits for ever, and Python with it. So the X library is asked first, in a thread that can be
abandoned.
"""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Final

import pygame

from battlesim.scenarios.toml_reading import InputError

MAX_WAIT_S: Final = 15.0
"""Longest wait in seconds for a display to answer, however far away it is."""
X11_LIBRARY: Final = "libX11.so.6"
INVISIBLE_DRIVERS: Final = ("offscreen", "dummy")
"""Display drivers that nobody can see."""
DRIVER_VARIABLES: Final = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
"""Environment variables by which the user chooses a display driver."""
NO_DISPLAY_REMEDY: Final = "unset DISPLAY and WAYLAND_DISPLAY to run without a window"


def check_display_answers(within: float = MAX_WAIT_S) -> None:
    """Raise InputError if the display named by the environment does not answer in time."""
    name = os.environ.get("DISPLAY", "")
    if not name or _is_driver_chosen():
        return
    opened: list[bool] = []
    asking = threading.Thread(target=lambda: opened.extend(_try_to_open(name)), daemon=True, name="display")
    asking.start()
    asking.join(within)
    if asking.is_alive():
        raise InputError(
            "DISPLAY", "", f"the display {name} has not answered within {within:g} seconds", NO_DISPLAY_REMEDY
        )
    if opened == [False] and not os.environ.get("WAYLAND_DISPLAY"):
        raise InputError("DISPLAY", "", f"there is no display {name}", NO_DISPLAY_REMEDY)


def check_display_is_visible() -> None:
    """Raise InputError if SDL took a display that nobody can see and the user did not ask for it."""
    if pygame.display.get_driver() in INVISIBLE_DRIVERS and not _is_driver_chosen():
        pygame.display.quit()
        raise InputError("DISPLAY, WAYLAND_DISPLAY", "", "there is no display", NO_DISPLAY_REMEDY)


def _is_driver_chosen() -> bool:
    return any(os.environ.get(name) for name in DRIVER_VARIABLES)


def _try_to_open(name: str) -> list[bool]:
    """Return whether a display can be opened, as a list; an empty one if there is no X library to ask."""
    try:
        library = ctypes.CDLL(X11_LIBRARY)
    except OSError:
        return []
    library.XOpenDisplay.restype = ctypes.c_void_p
    display = library.XOpenDisplay(os.fsencode(name))
    if display:
        library.XCloseDisplay(ctypes.c_void_p(display))
    return [bool(display)]
