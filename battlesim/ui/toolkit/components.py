"""Panels of a window, and the choice of the handler that gets an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

import pygame

from battlesim.render.pygame_backend import Canvas
from battlesim.ui.toolkit.layout import EMPTY_RECT, Rect
from battlesim.ui.toolkit.panel_content import PanelContent, PanelHotspot, PanelPicture

POINTER_EVENTS: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
"""Event types that carry a position of the pointer."""
MIN_DRAG_PX: Final = 4
"""Pixels that the pointer must move with a button held before it counts as a drag."""


class InputHandler(Protocol):
    """A part of a window that handles input events."""

    @property
    def held(self) -> bool:
        """True if a drag that began on it continues; handlers before it then get no events."""
        ...

    def event(self, event: pygame.event.Event) -> bool:
        """Handle an event. Return True if it was used."""
        ...


def dispatch_event(parts: Iterable[InputHandler], event: pygame.event.Event) -> InputHandler | None:
    """Offer an event to the handlers in order, from the held one on, and return the one that handled it."""
    known = list(parts)
    first = next((k for k, part in enumerate(known) if part.held), 0)
    return next((part for part in known[first:] if part.event(event)), None)


@dataclass(eq=False)
class Panel:
    """A picture on the screen with its hotspots; with an empty rect it is not shown.

    It is built again only if its rect or its `stamp` changes, without a stamp at every frame. A `card` stands
    on the table; a `clear` panel lets its surroundings show through. A `loose` panel stands where it hides
    least of what is drawn, so it is placed last. What lies below a `solid` panel does not respond. `wheel` is
    the command of a notch of the mouse wheel. While it is `working`, its content belongs to an earlier
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
        """Drop the drawn picture, so that the panel is built again."""
        self.surface = PanelPicture(self.clear or self.card)

    @property
    def rect(self) -> Rect:
        """The current rect on the screen, pixels at scale 1."""
        return self.shown_rect if self.loose else self.place()

    def show(self, screen: pygame.Surface, canvas: Canvas) -> None:
        """Place the panel, build it if necessary, and draw it on the screen."""
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
        """Return the hotspots under a point of the screen, the uppermost last."""
        left, top, _, _ = self.rect
        return [spot for spot in self.surface.spots if spot.rect.holds(x - left, y - top)]
