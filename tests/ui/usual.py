"""What all screens share, as it is at first."""

from __future__ import annotations

import pygame

from battlesim.render import palette, text
from battlesim.ui.incoming import INCOMING


def restore() -> None:
    """Colours, units and scale as they are at first, no key held, and nothing in the queue of events."""
    INCOMING.forget()
    palette.use("default")
    text.use(1.0, text.Unit())
    if pygame.display.get_init():
        pygame.event.clear()
