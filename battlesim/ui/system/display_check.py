"""Whether there is a screen behind what the environment names, found out before a window is opened on it.

Where nothing answers, SDL takes a screen that nobody can see; where something takes the call and never says a
word, it waits for ever, and Python with it. So the X library is asked first, in a thread that can be left.
"""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Final

import pygame

from battlesim.scenarios.toml_reading import InputError

MAX_WAIT_S: Final = 15.0
"""Seconds in which a screen answers, however far away it is."""
X11_LIBRARY: Final = "libX11.so.6"
INVISIBLE_DRIVERS: Final = ("offscreen", "dummy")
"""Screens that nobody can see."""
DRIVER_VARIABLES: Final = ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
"""With these a person says what kind of screen is to be used."""
NO_DISPLAY_REMEDY: Final = "without DISPLAY and WAYLAND_DISPLAY in the environment it works without a window"


def check_display_answers(within: float = MAX_WAIT_S) -> None:
    """Raises InputError where the display that the environment names does not answer."""
    name = os.environ.get("DISPLAY", "")
    if not name or _kind_chosen():
        return
    opened: list[bool] = []
    asking = threading.Thread(target=lambda: opened.extend(_open(name)), daemon=True, name="display")
    asking.start()
    asking.join(within)
    if asking.is_alive():
        raise InputError(
            "DISPLAY", "", f"no screen has answered at {name} within {within:g} seconds", NO_DISPLAY_REMEDY
        )
    if opened == [False] and not os.environ.get("WAYLAND_DISPLAY"):
        raise InputError("DISPLAY", "", f"there is no screen at {name}", NO_DISPLAY_REMEDY)


def check_display_is_visible() -> None:
    """Raises InputError where a screen was taken that nobody can see, and nobody asked for it."""
    if pygame.display.get_driver() in INVISIBLE_DRIVERS and not _kind_chosen():
        pygame.display.quit()
        raise InputError("DISPLAY, WAYLAND_DISPLAY", "", "there is no screen", NO_DISPLAY_REMEDY)


def _kind_chosen() -> bool:
    return any(os.environ.get(name) for name in DRIVER_VARIABLES)


def _open(name: str) -> list[bool]:
    """Whether a display can be opened; nothing where there is no X library to ask."""
    try:
        library = ctypes.CDLL(X11_LIBRARY)
    except OSError:
        return []
    library.XOpenDisplay.restype = ctypes.c_void_p
    display = library.XOpenDisplay(os.fsencode(name))
    if display:
        library.XCloseDisplay(ctypes.c_void_p(display))
    return [bool(display)]
