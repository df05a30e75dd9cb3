"""The window of the program on the screen."""

from __future__ import annotations

from contextlib import suppress

import pygame

from battlesim.processes import defer_interrupts
from battlesim.render import palette, text_layout
from battlesim.text_escaping import escape_unsafe
from battlesim.ui.incoming import DELAY, EVERY, INCOMING
from battlesim.ui.reachable import see_whether_it_is_seen
from battlesim.ui.settings.lengths import UNITS
from battlesim.ui.settings.settings import Settings

LARGEST = (1920, 1080)
"""Where the desktop's size is not known."""
SMALLEST = (640, 400)


def opened(title: str, size: tuple[int, int] | None, settings: Settings) -> pygame.Surface:
    """Open the window, or take over the one that is open; `size` in pixels, None for the desktop's.

    While it is being opened pygame calls Python for the icon, and forgets whatever that raises.
    Raises InputError where nobody could see it.
    """
    with defer_interrupts():
        return _opened(title, size, settings)


def _opened(title: str, size: tuple[int, int] | None, settings: Settings) -> pygame.Surface:
    pygame.display.init()
    see_whether_it_is_seen()
    pygame.font.init()
    screen = pygame.display.get_surface()
    if screen is None or (size and screen.get_size() != size):
        screen = pygame.display.set_mode(size or desktop(), pygame.RESIZABLE)
        INCOMING.forget()
    pygame.display.set_caption(escape_unsafe(title))
    pygame.key.set_repeat(DELAY, EVERY)
    palette.use_palette(settings.palette)
    text_layout.set_text_style(unit=UNITS[settings.units])
    text_layout.preload_fonts(settings.factor(*screen.get_size()))
    return screen


def close() -> None:
    """Close the window, if one is open."""
    pygame.display.quit()


def toggle_fullscreen() -> None:
    """The whole screen instead of a window, or back; where there is no desktop nothing happens."""
    with suppress(pygame.error):
        pygame.display.toggle_fullscreen()


def desktop() -> tuple[int, int]:
    """The size of the desktop in pixels."""
    desktops = pygame.display.get_desktop_sizes()
    wide, high = desktops[0] if desktops else LARGEST
    return max(wide, SMALLEST[0]), max(high, SMALLEST[1])
