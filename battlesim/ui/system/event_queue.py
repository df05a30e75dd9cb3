"""What comes in from keyboard, mouse and window. A key that is held counts once, unless it moves something.

A held key is repeated by a clock, also while a slow frame keeps its release from being heard: an Enter that
counted again would answer the next question unseen. Neither does what was pressed before a screen could be
seen count on it, nor what was held already when the window got the keyboard.
"""

from __future__ import annotations

from typing import Final

import pygame

KEY_REPEAT_DELAY_MS, KEY_REPEAT_INTERVAL_MS = 350, 40
"""Milliseconds until a held key counts again, and from then on."""
FOCUS_GRACE_MS: Final = 150
"""Milliseconds after the window got the keyboard: a key that comes sooner was held before."""
REPEATING_KEYS: Final = frozenset(
    getattr(pygame, f"K_{name}")
    for name in (
        *("LEFT", "RIGHT", "UP", "DOWN", "PAGEUP", "PAGEDOWN", "TAB", "BACKSPACE"),
        *("PLUS", "MINUS", "EQUALS", "KP_PLUS", "KP_MINUS", "q", "e"),
    )
)
"""Keys that go on moving, turning, scrolling or erasing while they are held."""
INPUT_EVENTS: Final = frozenset(
    getattr(pygame, name)
    for name in (
        *("KEYDOWN", "KEYUP", "TEXTINPUT", "WINDOWFOCUSLOST", "WINDOWFOCUSGAINED"),
        *("MOUSEBUTTONDOWN", "MOUSEBUTTONUP", "MOUSEWHEEL"),
    )
)
"""What is done to a screen, and what tells which keys are held."""


class EventQueue:
    """Hands out the events of the queue."""

    def __init__(self) -> None:
        self._held: set[int] = set()
        self._aware = 0

    def events(self) -> list[pygame.event.Event]:
        """All that have come in, but for what a held key says again."""
        return [event for event in pygame.event.get() if self._counts(event)]

    def discard_input(self) -> None:
        """Another screen opens: what was pressed before was not meant for it, and what is held stays held."""
        for event in pygame.event.get():
            if event.type in INPUT_EVENTS:
                self._counts(event)
            else:
                pygame.event.post(event)

    def reset_held_keys(self) -> None:
        """A new window has been opened: what was let go meanwhile was heard by nobody."""
        self._held.clear()
        self._aware = 0

    @property
    def accepts_keys(self) -> bool:
        """Whether a key would count: the window has the keyboard, and has had it for a moment."""
        return pygame.key.get_focused() and pygame.time.get_ticks() >= self._aware

    def _counts(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.reset_held_keys()
        elif event.type == pygame.WINDOWFOCUSGAINED:
            self._aware = pygame.time.get_ticks() + FOCUS_GRACE_MS
        elif event.type == pygame.KEYDOWN:
            again = event.key in self._held or pygame.time.get_ticks() < self._aware
            self._held.add(event.key)
            return not again or event.key in REPEATING_KEYS
        return True


EVENT_QUEUE: Final = EventQueue()
"""The one of this program: what is held on one page is held on the next."""
