"""A lookup table for the depth of points in a template. Lengths are in inches."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from battlesim.geometry.scene import Floats
from battlesim.geometry.templates import Blast, PolygonTemplate, Template

GRID_STEPS_PER_SIDE: Final = 150
"""The number of grid steps along the longer side of a template."""


class DepthTable:
    """A grid for looking up how deep points lie inside a template that is placed at the origin.

    The error of a depth is at most `blur` inches. `reach` is the distance from the origin to the farthest
    corner of the template.
    """

    def __init__(self, template: Template, margin: float) -> None:
        """Compute the depths on a grid that extends `margin` inches beyond the template on all sides."""
        self.template, self.blur = template, 0.0
        ring = np.array(template.ring())
        self.reach = float(np.hypot(ring[:, 0], ring[:, 1]).max())
        if isinstance(template, PolygonTemplate):
            self.outline = ring.min(axis=0), ring.max(axis=0)
            self.low = self.outline[0] - margin
            span = self.outline[1] + margin - self.low
            self.step = float(span.max()) / GRID_STEPS_PER_SIDE
            self.blur = self.step / math.sqrt(2.0)
            xs, ys = (self.low[k] + self.step * np.arange(int(span[k] / self.step) + 2) for k in (0, 1))
            grid = np.stack(np.meshgrid(xs, ys, indexing="ij"), axis=-1)
            self.table = template.depths(grid.reshape(-1, 2)).reshape(grid.shape[:2])

    def depths(self, points: Floats) -> Floats:
        """Return the depths (n,) of points (n, 2) in the template, in inches. Depths are negative outside it.

        The depth of a point outside the grid is an upper bound, derived from its distance to the template's
        bounding box.
        """
        if isinstance(self.template, Blast):
            return self.template.depths(points)
        k = np.rint((points - self.low) / self.step).astype(np.intp)
        held = ((k >= 0) & (k < self.table.shape)).all(axis=1)
        found = np.empty(len(points))
        found[held] = self.table[k[held, 0], k[held, 1]]
        away = np.maximum(np.maximum(self.outline[0] - points[~held], points[~held] - self.outline[1]), 0.0)
        found[~held] = -np.hypot(away[:, 0], away[:, 1])
        return found

    def half_cover_margins(self, discs: Floats) -> Floats:
        """Return how far discs (n, 3) can move, in inches, before they may start or stop being half covered.

        The value is negative for a disc that is less than half covered now. It is a lower bound: a move of d
        changes the covered area of a disc with radius r by at most 2 r d.
        """
        full = math.pi * discs[:, 2] ** 2
        return np.asarray((self.template.areas_under(discs) / full - 0.5) * math.pi * discs[:, 2] / 2.0)
