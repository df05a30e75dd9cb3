"""The program's window on the screen."""

from __future__ import annotations

from contextlib import suppress

import pygame

from battlesim.processes import defer_interrupts
from battlesim.render import palette, text_layout
from battlesim.text_escaping import escape_unsafe
from battlesim.ui.settings.length_units import LENGTH_UNITS
from battlesim.ui.settings.settings import Settings
from battlesim.ui.system.display_check import check_display_is_visible
from battlesim.ui.system.event_queue import EVENT_QUEUE, KEY_REPEAT_DELAY_MS, KEY_REPEAT_INTERVAL_MS

FALLBACK_DESKTOP_SIZE_PX = (1920, 1080)
"""Assumed size of the desktop where it is not known."""
MIN_WINDOW_SIZE_PX = (640, 400)


def open_window(title: str, size: tuple[int, int] | None, settings: Settings) -> pygame.Surface:
    """Open the program's window, or reuse the open one, and return its surface.

    `size` is in pixels, None for the size of the desktop. Interrupts wait until it is open: pygame calls
    Python for the icon then, and drops what that raises. Raises InputError if the window could not be seen.
    """
    with defer_interrupts():
        return _open_surface(title, size, settings)


def _open_surface(title: str, size: tuple[int, int] | None, settings: Settings) -> pygame.Surface:
    pygame.display.init()
    check_display_is_visible()
    pygame.font.init()
    screen = pygame.display.get_surface()
    if screen is None or (size and screen.get_size() != size):
        screen = pygame.display.set_mode(size or desktop_size(), pygame.RESIZABLE)
        EVENT_QUEUE.reset_held_keys()
    pygame.display.set_caption(escape_unsafe(title))
    pygame.key.set_repeat(KEY_REPEAT_DELAY_MS, KEY_REPEAT_INTERVAL_MS)
    palette.use_palette(settings.palette)
    text_layout.set_text_style(unit=LENGTH_UNITS[settings.units])
    text_layout.preload_fonts(settings.interface_scale(*screen.get_size()))
    return screen


def close_window() -> None:
    """Close the program's window if one is open."""
    pygame.display.quit()


def toggle_fullscreen() -> None:
    """Switch between full screen and window; no-op where there is no desktop."""
    with suppress(pygame.error):
        pygame.display.toggle_fullscreen()


def desktop_size() -> tuple[int, int]:
    """Return the size of the desktop in pixels, at least the smallest size of the window."""
    desktops = pygame.display.get_desktop_sizes()
    wide, high = desktops[0] if desktops else FALLBACK_DESKTOP_SIZE_PX
    return max(wide, MIN_WINDOW_SIZE_PX[0]), max(high, MIN_WINDOW_SIZE_PX[1])
