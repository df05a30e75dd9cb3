"""What comes in from keyboard, mouse and window. A key that is held counts once, unless it moves something.

A held key is repeated by a clock, also while a slow frame keeps its release from being heard: an Enter that
counted again would answer the next question unseen.
"""

from __future__ import annotations

from typing import Final

import pygame

DELAY, EVERY = 350, 40
"""Milliseconds until a held key counts again, and from then on."""
MOVING: Final = frozenset(
    getattr(pygame, f"K_{name}")
    for name in (
        *("LEFT", "RIGHT", "UP", "DOWN", "PAGEUP", "PAGEDOWN", "TAB", "BACKSPACE"),
        *("PLUS", "MINUS", "EQUALS", "KP_PLUS", "KP_MINUS", "q", "e"),
    )
)
"""Keys that go on moving, turning, scrolling or erasing while they are held."""


class Incoming:
    """Hands out the events of the queue."""

    def __init__(self) -> None:
        self._held: set[int] = set()

    def events(self) -> list[pygame.event.Event]:
        """All that have come in, but for what a held key says again."""
        return [event for event in pygame.event.get() if self._counts(event)]

    def forget(self) -> None:
        """A new window has been opened: what was let go meanwhile was heard by nobody."""
        self._held.clear()

    def _counts(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.forget()
        elif event.type == pygame.KEYDOWN:
            again = event.key in self._held
            self._held.add(event.key)
            return not again or event.key in MOVING
        return True


INCOMING: Final = Incoming()
"""The one of this program: what is held on one page is held on the next."""
