"""Events from keyboard, mouse and window; a held key counts once, unless it moves something.

A held key is repeated by a clock, even while a slow frame delays its release: an Enter that counted again
would answer the next question unseen. Input from before a screen was shown does not count on it either, nor
does a key that was held already when the window got the keyboard focus.
"""

from __future__ import annotations

from typing import Final

import pygame

KEY_REPEAT_DELAY_MS, KEY_REPEAT_INTERVAL_MS = 350, 40
"""Milliseconds until a held key counts again, and between its repeats from then on."""
FOCUS_GRACE_MS: Final = 150
"""Milliseconds after the window got the keyboard focus in which a key press counts as held from before."""
REPEATING_KEYS: Final = frozenset(
    getattr(pygame, f"K_{name}")
    for name in (
        *("LEFT", "RIGHT", "UP", "DOWN", "PAGEUP", "PAGEDOWN", "TAB", "BACKSPACE"),
        *("PLUS", "MINUS", "EQUALS", "KP_PLUS", "KP_MINUS", "q", "e"),
    )
)
"""Keys that repeat while held: they move, turn, scroll or erase."""
INPUT_EVENTS: Final = frozenset(
    getattr(pygame, name)
    for name in (
        *("KEYDOWN", "KEYUP", "TEXTINPUT", "WINDOWFOCUSLOST", "WINDOWFOCUSGAINED"),
        *("MOUSEBUTTONDOWN", "MOUSEBUTTONUP", "MOUSEWHEEL"),
    )
)
"""Event types of input, and those that show which keys are held."""


class EventQueue:
    """A filter on pygame's events that leaves out the repeats of held keys."""

    def __init__(self) -> None:
        self._held: set[int] = set()
        self._aware_from_ms = 0

    def events(self) -> list[pygame.event.Event]:
        """Return all pending events without the repeats of held keys."""
        return [event for event in pygame.event.get() if self._note_and_filter(event)]

    def discard_input(self) -> None:
        """Drop input made before the current screen was shown; held keys stay known as held."""
        for event in pygame.event.get():
            if event.type in INPUT_EVENTS:
                self._note_and_filter(event)
            else:
                pygame.event.post(event)

    def reset_held_keys(self) -> None:
        """Forget which keys are held, because releases were missed while a new window opened."""
        self._held.clear()
        self._aware_from_ms = 0

    @property
    def accepts_keys(self) -> bool:
        """True if a key press would count: the window has had the keyboard focus for a moment."""
        return pygame.key.get_focused() and pygame.time.get_ticks() >= self._aware_from_ms

    def _note_and_filter(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.reset_held_keys()
        elif event.type == pygame.WINDOWFOCUSGAINED:
            self._aware_from_ms = pygame.time.get_ticks() + FOCUS_GRACE_MS
        elif event.type == pygame.KEYDOWN:
            again = event.key in self._held or pygame.time.get_ticks() < self._aware_from_ms
            self._held.add(event.key)
            return not again or event.key in REPEATING_KEYS
        return True


EVENT_QUEUE: Final = EventQueue()
"""The event queue of this program; a key held on one page is still held on the next."""
