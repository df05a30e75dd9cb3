"""Signs for the altitude of a flying piece: a shadow, a stalk and a text plate. Lengths are in inches."""

from __future__ import annotations

from battlesim.geometry import outlines
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Ring, ring_bounds
from battlesim.render.drawlist import Item, Layer, Patch, Plate, Stroke, plain_shape
from battlesim.table.phrases import length_text, phrase

SHADOW_SHIFT_PER_INCH, MAX_SHADOW_SHIFT_IN = 0.22, 3.0
"""How far east and south the shadow of a piece lies for each inch of its altitude, and at most."""


def flight_marks(x: float, y: float, radius: float, altitude: float, hull: Ring | None = None) -> list[Item]:
    """Return draw items that show the altitude of a piece, or an empty list if it does not fly.

    The shadow has the shape of the hull, or is round if there is none.
    """
    if altitude <= TOL:
        return []
    aside = min(SHADOW_SHIFT_PER_INCH * altitude, MAX_SHADOW_SHIFT_IN)
    below = (x + aside, y - aside)
    cast = plain_shape(outlines.disc(*below, radius))
    if hull:
        cast = ((tuple((px + aside, py - aside) for px, py in hull),),)
        radius = y - ring_bounds(hull)[1]
    words = phrase("{} up", length_text(altitude, 1))
    return [
        Patch(Layer.SHADOW, cast, "ink", 0.5, 0, 0, soft=0.12),
        Stroke(Layer.SHADOW, (below, (x, y)), "cream", 1.6, 0.9, (4.0, 3.0), 3.2),
        Plate(Layer.PLATE, x, y - radius, words, dy=14.0),
    ]
