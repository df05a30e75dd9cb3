"""A check, made before a window is opened, that the display named by the environment responds.

If there is no display, SDL uses an invisible one; if a display accepts the connection but never responds, SDL
blocks Python for ever. The X library is therefore tried first, in a thread that can be abandoned.
"""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Final

import pygame

from battlesim.scenarios.toml_reading import InputError

MAX_WAIT_S: Final = 15.0
"""Maximum time in seconds to wait for a display, which may be remote."""
X11_LIBRARY: Final = "libX11.so.6"
INVISIBLE_DRIVERS: Final = ("offscreen", "dummy")
"""SDL video drivers that show nothing."""
DRIVER_VARIABLES: Final = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
"""Environment variables with which the user selects an SDL video driver."""
NO_DISPLAY_REMEDY: Final = "unset DISPLAY and WAYLAND_DISPLAY to run without a window"


def check_display_answers(within: float = MAX_WAIT_S) -> None:
    """Raise InputError if the display named by DISPLAY is missing or does not answer in time."""
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
    """Raise InputError if SDL fell back to an invisible display that the user did not select."""
    if pygame.display.get_driver() in INVISIBLE_DRIVERS and not _is_driver_chosen():
        pygame.display.quit()
        raise InputError("DISPLAY, WAYLAND_DISPLAY", "", "there is no display", NO_DISPLAY_REMEDY)


def _is_driver_chosen() -> bool:
    return any(os.environ.get(name) for name in DRIVER_VARIABLES)


def _try_to_open(name: str) -> list[bool]:
    """Return a list that says whether the display could be opened, empty if there is no X library."""
    try:
        library = ctypes.CDLL(X11_LIBRARY)
    except OSError:
        return []
    library.XOpenDisplay.restype = ctypes.c_void_p
    display = library.XOpenDisplay(os.fsencode(name))
    if display:
        library.XCloseDisplay(ctypes.c_void_p(display))
    return [bool(display)]
