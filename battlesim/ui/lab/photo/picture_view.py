"""A view of a picture that can be zoomed and moved in a pane, in pixels at interface scale 1."""

from __future__ import annotations

import pygame

from battlesim.photo.photo_session import ScreenPicture
from battlesim.render.palette import rgba
from battlesim.ui.toolkit.layout import Rect

ZOOM_STEP_FACTOR = 1.25
"""Factor by which one notch of the wheel zooms."""
MAX_ZOOM = 8.0
"""Largest number of pane pixels for one pixel of the picture."""
MIN_COPY_SIDE_PX = 700
"""Shorter side below which no smaller copy of the picture is made."""


class PictureView:
    """A view of a picture in a pane, which can be zoomed and moved.

    `zoom` is the number of screen pixels per picture pixel. (`x`, `y`) is the corner of the picture in the
    pane.
    """

    def __init__(self, pane_point: ScreenPicture) -> None:
        self.scale = pane_point.scale
        whole = pygame.image.frombuffer(pane_point.raw, pane_point.size, "RGB")
        self.copies = [whole]
        while min(self.copies[-1].get_size()) > MIN_COPY_SIDE_PX:
            wide, high = self.copies[-1].get_size()
            self.copies.append(pygame.transform.smoothscale(self.copies[-1], (wide // 2, high // 2)))
        self.zoom, self.x, self.y = 1.0, 0.0, 0.0
        self._fitted: tuple[float, float] | None = None
        self._cut: tuple[object, pygame.Surface] | None = None

    def fit(self, width: float, height: float) -> None:
        """Fit the whole picture into a pane."""
        wide, high = self.copies[0].get_size()
        self.zoom = min((width - 24) / wide, (height - 24) / high)
        self.x, self.y = (width - wide * self.zoom) / 2, (height - high * self.zoom) / 2
        self._fitted = (width, height)

    def fit_new_pane(self, rect: Rect) -> None:
        """Fit the picture into a pane of a new size."""
        if self._fitted != (rect.width, rect.height):
            self.fit(rect.width, rect.height)

    def zoom_at(self, x: float, y: float, notches: float) -> None:
        """Zoom about a point of the pane by some notches."""
        wide, high = self.copies[0].get_size()
        least = 200.0 / max(wide, high)
        zoom = min(max(self.zoom * ZOOM_STEP_FACTOR**notches, least), MAX_ZOOM)
        self.x, self.y = x - (x - self.x) * zoom / self.zoom, y - (y - self.y) * zoom / self.zoom
        self.zoom = zoom

    def move(self, dx: float, dy: float) -> None:
        """Move the picture."""
        self.x, self.y = self.x + dx, self.y + dy

    def pane_point(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the pane at a pixel of the picture."""
        return self.x + (x * self.scale) * self.zoom, self.y + (y * self.scale) * self.zoom

    def picture_point(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of the picture at a point of the pane."""
        return (x - self.x) / self.zoom / self.scale, (y - self.y) / self.zoom / self.scale

    def draw(self, width: int, height: int, scale: float) -> pygame.Surface:
        """Render the content of the pane in pixels of the screen, from a cache if nothing changed."""
        key = (width, height, scale, self.zoom, self.x, self.y)
        if self._cut is None or self._cut[0] != key:
            self._cut = key, self._drawn(width, height, scale)
        return self._cut[1]

    def _drawn(self, width: int, height: int, scale: float) -> pygame.Surface:
        target = pygame.Surface((width, height))
        target.fill(rgba("void")[:3])
        zoom = self.zoom * scale
        at = next((k for k, _ in enumerate(self.copies) if zoom * 2 ** (k + 1) > 1), len(self.copies) - 1)
        source = self.copies[min(at, len(self.copies) - 1)]
        by = zoom * self.copies[0].get_width() / source.get_width()
        left, top = self.x * scale, self.y * scale
        cut = pygame.Rect(-left / by - 1, -top / by - 1, width / by + 3, height / by + 3)
        cut = cut.clip(source.get_rect())
        if cut.width > 0 and cut.height > 0:
            size = (max(1, round(cut.width * by)), max(1, round(cut.height * by)))
            piece = pygame.transform.smoothscale(source.subsurface(cut), size)
            target.blit(piece, (round(left + cut.x * by), round(top + cut.y * by)))
        return target

    def loupe(self, x: float, y: float, side: int, times: float) -> pygame.Surface:
        """Return an enlarged square of the picture about one of its pixels."""
        whole, span = self.copies[0], max(4, int(side / times))
        cut = pygame.Surface((span, span))
        cut.fill(rgba("void")[:3])
        left, top = round(x * self.scale - span / 2), round(y * self.scale - span / 2)
        cut.blit(whole, (-left, -top))
        return pygame.transform.smoothscale(cut, (side, side))
