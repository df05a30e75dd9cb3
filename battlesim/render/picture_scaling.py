"""Pictures of one zoom shown at another while the right ones are being made."""

from __future__ import annotations

import math

import pygame

MIN_SMOOTH_SCALE = 0.4
"""Scale below which a picture is not smoothed: that would cost as much as the whole large picture."""

Blit = tuple[pygame.Surface, tuple[int, int]]


MAX_SMOOTH_PIXELS = 2_500_000
"""Number of pixels of a view from which nothing is smoothed: they are many, and each is small."""


def scaled_part(
    picture: pygame.Surface, corner: tuple[int, int], k: float, view: pygame.Rect, smooth: bool = True
) -> Blit | None:
    """Return the visible part of a picture in a view of a lattice `k` times as fine, and its corner there.

    `corner` is the picture's on its own lattice, `view` lies on the finer one. Return None if nothing shows.
    """
    (left, top), (wide, high) = corner, picture.get_size()
    x0, y0 = max(left, math.floor(view.left / k)), max(top, math.floor(view.top / k))
    x1, y1 = min(left + wide, math.ceil(view.right / k)), min(top + high, math.ceil(view.bottom / k))
    if x1 <= x0 or y1 <= y0:
        return None
    part = picture.subsurface((x0 - left, y0 - top, x1 - x0, y1 - y0))
    at = round(x0 * k), round(y0 * k)
    size = max(1, round(x1 * k) - at[0]), max(1, round(y1 * k) - at[1])
    scale = pygame.transform.smoothscale if smooth and k >= MIN_SMOOTH_SCALE else pygame.transform.scale
    return scale(part, size), (at[0] - view.left, at[1] - view.top)
