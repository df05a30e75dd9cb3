"""Scaling of pictures that were rendered at another zoom, for use until new pictures are ready."""

from __future__ import annotations

import math

import pygame

MIN_SMOOTH_SCALE = 0.4
"""Minimum scale for smoothing; below it, smoothing would cost as much as for the full large picture."""

Blit = tuple[pygame.Surface, tuple[int, int]]


MAX_SMOOTH_PIXELS = 2_500_000
"""Number of pixels of a view from which nothing is smoothed, as it would take too long."""


def scaled_part(
    picture: pygame.Surface, corner: tuple[int, int], k: float, view: pygame.Rect, smooth: bool = True
) -> Blit | None:
    """Return the visible part of a picture scaled by `k`, and the position of this part in the view.

    Return None if no part is visible. `corner` is the upper left corner of the picture before scaling; `view`
    is the visible rect after scaling.
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
