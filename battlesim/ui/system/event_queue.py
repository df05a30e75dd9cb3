"""The queue of keyboard, mouse and window events, without most repeats of held keys.

pygame repeats held keys by a clock, even while a slow frame delays their release, so a repeated Enter could
answer the next question unseen. A held key therefore counts only once, unless it moves something. Input from
before a screen was shown is ignored, and so is a key already held when the window got the keyboard focus.
"""

from __future__ import annotations

from typing import Final

import pygame

KEY_REPEAT_DELAY_MS, KEY_REPEAT_INTERVAL_MS = 350, 40
"""Milliseconds before a held key repeats, and between its repeats."""
FOCUS_GRACE_MS: Final = 150
"""Milliseconds after the window got the focus during which a pressed key is taken as already held."""
REPEATING_KEYS: Final = frozenset(
    getattr(pygame, f"K_{name}")
    for name in (
        *("LEFT", "RIGHT", "UP", "DOWN", "PAGEUP", "PAGEDOWN", "TAB", "BACKSPACE"),
        *("PLUS", "MINUS", "EQUALS", "KP_PLUS", "KP_MINUS", "q", "e"),
    )
)
"""Keys that repeat while held, because they move, turn, scroll or erase something."""
INPUT_EVENTS: Final = frozenset(
    getattr(pygame, name)
    for name in (
        *("KEYDOWN", "KEYUP", "TEXTINPUT", "WINDOWFOCUSLOST", "WINDOWFOCUSGAINED"),
        *("MOUSEBUTTONDOWN", "MOUSEBUTTONUP", "MOUSEWHEEL"),
    )
)
"""Types of input events, including the events that tell which keys are held."""


class EventQueue:
    """A queue of pygame events. Repeated events of keys that are held down are dropped."""

    def __init__(self) -> None:
        self._held: set[int] = set()
        self._aware_from_ms = 0

    def events(self) -> list[pygame.event.Event]:
        """Return all pending events, without repeats of held keys."""
        return [event for event in pygame.event.get() if self._note_and_filter(event)]

    def discard_input(self) -> None:
        """Drop all pending input, but remember which keys are held."""
        for event in pygame.event.get():
            if event.type in INPUT_EVENTS:
                self._note_and_filter(event)
            else:
                pygame.event.post(event)

    def reset_held_keys(self) -> None:
        """Forget which keys are held, as their releases may have been missed."""
        self._held.clear()
        self._aware_from_ms = 0

    @property
    def accepts_keys(self) -> bool:
        """True if the window has had the keyboard focus long enough for a key press to count."""
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
"""The program's event queue, shared by all pages so that held keys stay known."""
