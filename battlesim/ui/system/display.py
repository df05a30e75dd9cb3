"""Opening, closing and resizing of the program's window."""

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
"""Size in pixels assumed for a desktop whose size is unknown."""
MIN_WINDOW_SIZE_PX = (640, 400)


def open_window(title: str, size: tuple[int, int] | None, settings: Settings) -> pygame.Surface:
    """Open the program's window, or reuse an open one, and return its surface.

    `size` is in pixels; if it is None, the window gets the desktop's size. Interrupts are deferred until the
    window is open, because pygame then calls Python for the icon and drops exceptions. Raises InputError if
    the window would not be visible.
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
    """Switch between full screen and a window; no-op if there is no desktop."""
    with suppress(pygame.error):
        pygame.display.toggle_fullscreen()


def desktop_size() -> tuple[int, int]:
    """Return the size of the desktop in pixels, or the minimum window size if that is larger."""
    desktops = pygame.display.get_desktop_sizes()
    wide, high = desktops[0] if desktops else FALLBACK_DESKTOP_SIZE_PX
    return max(wide, MIN_WINDOW_SIZE_PX[0]), max(high, MIN_WINDOW_SIZE_PX[1])
