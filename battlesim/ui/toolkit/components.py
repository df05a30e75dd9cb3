"""Parts of a window, and who of them gets an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

import pygame

from battlesim.render.pygame_backend import Canvas
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect
from battlesim.ui.toolkit.panel_content import PanelContent, PanelHotspot, PanelPicture

POINTER_EVENTS: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
"""The events that come with a place of the pointer."""
MIN_DRAG_PX: Final = 4
"""Pixels from which a button that is held moves the view."""


class InputHandler(Protocol):
    """Something in a window that takes events."""

    @property
    def held(self) -> bool:
        """Whether it goes on with what was begun on it: those that come before it then hear nothing."""
        ...

    def event(self, event: pygame.event.Event) -> bool:
        """Whether it took an event."""
        ...


def dispatch_event(parts: Iterable[InputHandler], event: pygame.event.Event) -> InputHandler | None:
    """Who took an event: the first that has a use for it, from the one on that is held."""
    known = list(parts)
    first = next((k for k, part in enumerate(known) if part.held), 0)
    return next((part for part in known[first:] if part.event(event)), None)


@dataclass(eq=False)
class Panel:
    """A picture on the screen, and the spots on it that answer; without a place it is not shown.

    It is built anew only when its place or its `stamp` changes, without one always. A `card` stands on the
    table, a `clear` one lets show what is about it. A `loose` one stands where it hides least of what has
    been drawn, so it is placed after that. What is below a `solid` one does not answer. `wheel` is the
    command that a notch of the wheel gives on it. While it is `working`, what it shows belongs to an earlier
    moment: it is grey and says so.
    """

    name: str
    place: Callable[[], Rect]
    build: Callable[[Rect], PanelContent]
    stamp: Callable[[], object] = object
    wheel: str = ""
    card: bool = False
    clear: bool = False
    loose: bool = False
    solid: bool = False
    working: Callable[[], bool] = lambda: False
    shown_rect: Rect = EMPTY_RECT
    surface: PanelPicture = field(default_factory=PanelPicture)

    def __post_init__(self) -> None:
        self.invalidate()

    def invalidate(self) -> None:
        """Draw it anew: nothing holds any more that it was drawn with."""
        self.surface = PanelPicture(self.clear or self.card)

    @property
    def rect(self) -> Rect:
        """Where it stands now."""
        return self.shown_rect if self.loose else self.place()

    def show(self, screen: pygame.Surface, canvas: Canvas) -> None:
        """Place it and put it on the screen."""
        self.shown_rect = rect = self.place()
        if not (rect.width and rect.height):
            self.surface.spots, self.surface.stamp = [], None
            return
        working = self.working()
        stamp = (self.stamp(), rect, working)
        if self.surface.stamp != stamp:
            self.surface.stamp = stamp
            self.surface.show(self.build(rect), rect, canvas, working)
        self.surface.blit(screen, rect, canvas.scale)

    def spots(self, x: float, y: float) -> list[PanelHotspot]:
        """The spots under a place of the screen, the uppermost last."""
        left, top, _, _ = self.rect
        return [spot for spot in self.surface.spots if spot.rect.holds(x - left, y - top)]
