"""Panels of a window, and the passing of events to input handlers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

import pygame

from battlesim.render.pygame_backend import Canvas
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect
from battlesim.ui.toolkit.panel_content import PanelContent, PanelHotspot, PanelPicture

POINTER_EVENTS: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
"""Event types that carry a pointer position."""
MIN_DRAG_PX: Final = 4
"""Distance in pixels that the pointer must move with a button held to start a drag."""


class InputHandler(Protocol):
    """An interface for parts of a window that handle input events."""

    @property
    def held(self) -> bool:
        """True while the handler owns a drag; handlers before it then get no events."""
        ...

    def event(self, event: pygame.event.Event) -> bool:
        """Handle an event. Return True if it was used."""
        ...


def dispatch_event(parts: Iterable[InputHandler], event: pygame.event.Event) -> InputHandler | None:
    """Offer an event to the handlers in order, from a held one on, and return the one that used it."""
    known = list(parts)
    first = next((k for k, part in enumerate(known) if part.held), 0)
    return next((part for part in known[first:] if part.event(event)), None)


@dataclass(eq=False)
class Panel:
    """A part of the screen with a cached picture and clickable areas. It is hidden if its rect is empty.

    It is rebuilt if its rect or `stamp` changes, or in every frame if it has no stamp. A `card` lies on the
    table, and a `clear` panel is transparent. A `loose` panel is placed last, where it hides least. A `solid`
    panel blocks input to what is below it. `wheel` is the command for turning the mouse wheel by a notch.
    While `working` is True, the content is out of date and is shown in grey with a note.
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
        """Drop the cached picture so that the panel is rebuilt."""
        self.surface = PanelPicture(self.clear or self.card)

    @property
    def rect(self) -> Rect:
        """The current rect on the screen in pixels at scale 1."""
        return self.shown_rect if self.loose else self.place()

    def show(self, screen: pygame.Surface, canvas: Canvas) -> None:
        """Place the panel, rebuild it if necessary, and draw it on the screen."""
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
        """Return the hotspots at a point of the screen, the topmost last."""
        left, top, _, _ = self.rect
        return [spot for spot in self.surface.spots if spot.rect.holds(x - left, y - top)]
