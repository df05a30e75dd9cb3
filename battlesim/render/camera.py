"""Conversion between table and screen coordinates, the only code that flips the y axis.

At each zoom, a camera is aligned with a fixed pixel grid of the table, so panning never blurs or redraws it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

ZOOM_STEPS_PPI: Final = (12, 17, 22, 28, 34, 44, 56)
"""Zoom steps in pixels per inch."""


@dataclass(frozen=True)
class Camera:
    """A view of a part of the table, `width` by `height` pixels large.

    Its upper left corner is pixel (left, top) of the table. `table_height` is the height of the table in
    inches, and `ppi` is the zoom in pixels per inch.
    """

    table_height: float
    ppi: float
    left: int
    top: int
    width: int
    height: int

    def to_lattice(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point on the table, in inches, to pixel coordinates of the whole table at this zoom."""
        return x * self.ppi, (self.table_height - y) * self.ppi

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point on the table from inches to screen pixels."""
        return x * self.ppi - self.left, (self.table_height - y) * self.ppi - self.top

    def to_table(self, px: float, py: float) -> tuple[float, float]:
        """Convert a screen pixel to a point on the table in inches."""
        return (px + self.left) / self.ppi, self.table_height - (py + self.top) / self.ppi

    def panned(self, dx: int, dy: int) -> Camera:
        """Return a copy of the camera, moved right by `dx` pixels and down by `dy` pixels."""
        return replace(self, left=self.left + dx, top=self.top + dy)

    def zoomed(self, steps: int, px: float, py: float) -> Camera:
        """Return a copy of the camera, zoomed in by a number of steps, or zoomed out if `steps` is negative.

        The point of the table at the screen pixel (px, py) stays at that pixel.
        """
        nearest = min(range(len(ZOOM_STEPS_PPI)), key=lambda k: abs(ZOOM_STEPS_PPI[k] - self.ppi))
        ppi = ZOOM_STEPS_PPI[max(0, min(len(ZOOM_STEPS_PPI) - 1, nearest + steps))]
        x, y = self.to_table(px, py)
        return replace(self, ppi=ppi, left=round(x * ppi - px), top=round((self.table_height - y) * ppi - py))

    def centred(self, x: float, y: float) -> Camera:
        """Return a copy of the camera with the same zoom, centred on a point of the table."""
        px, py = self.to_lattice(x, y)
        return replace(self, left=round(px - self.width / 2), top=round(py - self.height / 2))

    def is_in_view(self, x: float, y: float, radius: float = 0.0) -> bool:
        """Return whether any part of a disc on the table may be visible. All arguments are in inches."""
        px, py = self.to_screen(x, y)
        r = radius * self.ppi
        return -r <= px <= self.width + r and -r <= py <= self.height + r


SCREEN_CAMERA: Final = Camera(1.0, 1.0, 0, 0, 1, 1)
"""Camera for draw lists with screen items only."""


def fitted_camera(width: float, height: float, pixels_wide: int, pixels_high: int) -> Camera:
    """Return a camera that shows the whole table at the largest zoom at which it fits the view.

    `width` and `height` are the size of the table in inches; the size of the view is in pixels.
    """
    fits = [z for z in ZOOM_STEPS_PPI if width * z <= pixels_wide and height * z <= pixels_high]
    ppi = fits[-1] if fits else max(2, math.floor(min(pixels_wide / width, pixels_high / height)))
    camera = Camera(height, ppi, 0, 0, pixels_wide, pixels_high)
    return camera.centred(width / 2, height / 2)
