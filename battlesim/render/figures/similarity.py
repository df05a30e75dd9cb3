"""Similarity of figures at small sizes, measured by the overlap of their silhouettes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations

import numpy as np

from battlesim.geometry.outlines import transformed
from battlesim.render.figures import FINE_DETAIL_RADIUS_PX, figure_fraction, figure_parts
from battlesim.render.noise import F32
from battlesim.render.sprite_canvas import SpriteCanvas

COMPARED_FACING_DEG = 60
"""Facing in degrees at which figures are compared, chosen not to align with the pixels."""


def silhouette(name: str, radius: float) -> F32:
    """Return the fraction of each pixel that a figure covers, for a base with the given radius in pixels."""
    side = round(2.6 * radius)
    sheet, r = SpriteCanvas(side, side), radius * figure_fraction(name, radius)
    c, s = r * math.cos(math.radians(COMPARED_FACING_DEG)), r * math.sin(math.radians(COMPARED_FACING_DEG))
    for part in figure_parts(name, radius < FINE_DETAIL_RADIUS_PX):
        if not part.glow and part.tone != "void":
            sheet.fill_shape(transformed(part.shape, (c, -s, -s, -c, side / 2, side / 2)), "ink")
    return sheet.alpha


def figure_similarities(names: Iterable[str], radius: float) -> list[tuple[float, str, str]]:
    """Return each pair of figures with the overlap (0 to 1) of their silhouettes, most similar pair first."""
    masks = {name: silhouette(name, radius) for name in names}
    pairs = combinations(sorted(masks), 2)
    return sorted(((_shared(masks[a], masks[b]), a, b) for a, b in pairs), reverse=True)


def _shared(one: F32, other: F32) -> float:
    return float(np.minimum(one, other).sum() / np.maximum(one, other).sum())
