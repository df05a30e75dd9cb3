"""Conversion between table and screen, the only place that flips the y axis.

A camera sits on the pixel lattice of a table at one zoom: pictures made for the lattice are moved by whole
pixels, so that panning never blurs and never redraws.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

ZOOM_STEPS_PPI: Final = (12, 17, 22, 28, 34, 44, 56)
"""Zoom steps in pixels per inch."""


@dataclass(frozen=True)
class Camera:
    """A view of `width` by `height` pixels whose upper left corner is lattice pixel (left, top).

    `table_height` is the height of the table in inches, `ppi` the zoom in pixels per inch.
    """

    table_height: float
    ppi: float
    left: int
    top: int
    width: int
    height: int

    def to_lattice(self, x: float, y: float) -> tuple[float, float]:
        """Return the lattice pixels of a point on the table (inches)."""
        return x * self.ppi, (self.table_height - y) * self.ppi

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """Return the screen pixels of a point on the table (inches)."""
        return x * self.ppi - self.left, (self.table_height - y) * self.ppi - self.top

    def to_table(self, px: float, py: float) -> tuple[float, float]:
        """Return the point on the table (inches) under a pixel of the screen."""
        return (px + self.left) / self.ppi, self.table_height - (py + self.top) / self.ppi

    def panned(self, dx: int, dy: int) -> Camera:
        """Return the view moved by pixels; right and down are positive."""
        return replace(self, left=self.left + dx, top=self.top + dy)

    def zoomed(self, steps: int, px: float, py: float) -> Camera:
        """Return the view zoomed in (or out) by steps, with the point under a pixel kept where it is."""
        nearest = min(range(len(ZOOM_STEPS_PPI)), key=lambda k: abs(ZOOM_STEPS_PPI[k] - self.ppi))
        ppi = ZOOM_STEPS_PPI[max(0, min(len(ZOOM_STEPS_PPI) - 1, nearest + steps))]
        x, y = self.to_table(px, py)
        return replace(self, ppi=ppi, left=round(x * ppi - px), top=round((self.table_height - y) * ppi - py))

    def centred(self, x: float, y: float) -> Camera:
        """Return the view with a point of the table in its centre."""
        px, py = self.to_lattice(x, y)
        return replace(self, left=round(px - self.width / 2), top=round(py - self.height / 2))

    def is_in_view(self, x: float, y: float, radius: float = 0.0) -> bool:
        """Return whether something of a radius (inches) at a point can show."""
        px, py = self.to_screen(x, y)
        r = radius * self.ppi
        return -r <= px <= self.width + r and -r <= py <= self.height + r


SCREEN_CAMERA: Final = Camera(1.0, 1.0, 0, 0, 1, 1)
"""Camera for items of the screen alone."""


def fitted_camera(width: float, height: float, pixels_wide: int, pixels_high: int) -> Camera:
    """Return the camera that shows the whole table (inches), centred, at the largest zoom step that fits."""
    fits = [z for z in ZOOM_STEPS_PPI if width * z <= pixels_wide and height * z <= pixels_high]
    ppi = fits[-1] if fits else max(2, math.floor(min(pixels_wide / width, pixels_high / height)))
    camera = Camera(height, ppi, 0, 0, pixels_wide, pixels_high)
    return camera.centred(width / 2, height / 2)
